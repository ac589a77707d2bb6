#!/usr/bin/env python3
"""Kills the programs that keep something, takes from them what they need, and looks for harm.

    scripts/faults.py [KILLS] [SEED]      # `make faults`; 200 kills if nothing else is said

The programs are `elderhand` and `elderhand-train` in $ELDERHAND_BIN, or else in target/release. KILLS moments are drawn
from SEED, at which `train`, `rate`, `tournament` and `serve` get SIGKILL; then the disk is full, a folder is closed,
the clock leaps, memory and open files run out, and writing takes long. After each nothing that was there may be harmed, and
when the fault is gone, it must go on to what it would have come to without. Ends with 1 if something did not, and keeps
its folder.
"""

import collections
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BIN = pathlib.Path(os.environ.get("ELDERHAND_BIN", ROOT / "target/release")).resolve()
PROGRAM = str(BIN / "elderhand")
# Mounts are made where nobody else sees them, and are gone with the last process.
INSIDE = "ELDERHAND_FAULTS_INSIDE"
# No run of one of the commands below takes longer, however slow the machine.
PATIENCE = 300
MIB = 1 << 20

# What a program says that was not prepared for what happened.
UNPREPARED = ("panicked at", "terminate called")


class Harm(Exception):
    """Something was lost, changed, or not said."""


def expect(holds, *what):
    if not holds:
        raise Harm(" ".join(str(part) for part in what))


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def learnt(path):
    """The SHA-256 of what a checkpoint holds but for what was measured: scores, and the best average by them."""
    data = pathlib.Path(path).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    tensors = json.loads(data[8:start])
    tensors.pop("__metadata__")
    held = hashlib.sha256()
    for name in sorted(tensors):
        if not name.startswith("best/"):
            begin, end = tensors[name]["data_offsets"]
            held.update(name.encode() + data[start + begin : start + end])
    return held.hexdigest()


class Running:
    """A program that was started, with what it says in files, so that a full pipe holds nobody up."""

    def __init__(self, args, limits=(), before=(), environment=()):
        self.args = [str(arg) for arg in args]
        self.said = [tempfile.TemporaryFile() for _ in range(2)]

        def confine():
            # As a shell starts programs; Python itself does not obey this one.
            for number in (signal.SIGXFSZ, signal.SIGPIPE):
                signal.signal(number, signal.SIG_IGN if number == signal.SIGXFSZ else signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            for kind, most in limits:
                resource.setrlimit(kind, (most, most))

        self.process = subprocess.Popen(
            [*before, PROGRAM, *self.args],
            stdin=subprocess.DEVNULL,
            stdout=self.said[0],
            stderr=self.said[1],
            env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "RUST_BACKTRACE": "0", **dict(environment)},
            preexec_fn=confine,
            restore_signals=False,
            start_new_session=True,
        )

    def text(self, which):
        self.said[which].seek(0)
        return self.said[which].read().decode(errors="replace")

    def is_over(self):
        return self.process.poll() is not None

    def signal(self, number):
        # To all of it, where another program stands before it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def end(self, patience=PATIENCE):
        """Waits for its end; gives its status, its output, and what it said beside that."""
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.signal(signal.SIGKILL)
            self.process.wait()
            raise Harm(f"{' '.join(self.args)} did not end in {patience} s: {self.text(1)[-2000:]}") from None
        out, err = self.text(0), self.text(1)
        for word in UNPREPARED:
            expect(word not in err, f"{' '.join(self.args)} was not prepared:\n{err[-3000:]}")
        return status, out, err

    def kill(self):
        """Kills it, unless it has ended by itself; then gives how."""
        self.signal(signal.SIGKILL)
        status, out, err = self.end()
        return None if status == -signal.SIGKILL else (status, out, err)


class Kills:
    """Moments at which programs are killed, and how they ended."""

    def __init__(self, seed, what):
        self.random = random.Random(f"{seed} {what}")
        self.ended = collections.Counter()

    def wait(self, work, running):
        """Waits for a moment: while it begins and opens what others have left, while it goes on, or at its end.

        How far it goes on is counted in what it keeps and not in seconds, so that a machine that is slower for a while
        does not move all kills to one place.
        """
        where, share, begun = self.random.random(), self.random.random(), time.monotonic()
        if where < 0.4:
            time.sleep(share * 1.2 * work.beginning)
            return
        until = work.total if where > 0.9 else work.progress() + 1 + int(share * work.total / 6)
        while work.progress() < until and not running.is_over() and time.monotonic() - begun < PATIENCE:
            time.sleep(0.001)
        time.sleep(self.random.random() * (0.02 if where < 0.9 else work.whole - work.played))

    def told(self):
        return ", ".join(f"{many} {how}" for how, many in sorted(self.ended.items()))


# What is done with each of the programs. A `Work` knows how to begin and to go on, what must hold of what lies in its
# folder at any moment, and what must have come of it in the end.


class Work:
    # What is known of it from where nothing happened.
    MEASURED = ("reference", "beginning", "played", "whole", "total")

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.reference = None

    def at(self, folder, **more):
        """The same work, elsewhere."""
        other = type(self)(folder, **more)
        other.__dict__.update({name: what for name, what in self.__dict__.items() if name in Work.MEASURED})
        return other

    def start(self, **how):
        self.folder.mkdir(parents=True, exist_ok=True)
        return Running(self.args(), **how)

    def finish(self, **how):
        """Goes on to the end, and checks what has come of it."""
        status, out, err = self.start(**how).end()
        expect(status == 0, f"{self.name} ended with {status}: {err[-2000:]}")
        self.intact()
        self.finished(out)
        return out

    def undisturbed(self):
        """Does it once, and notes what comes of it and how long that takes."""
        begun = time.monotonic()
        running = self.start()
        seen, self.beginning, self.played = 0, None, None
        while not running.is_over():
            if self.progress() > seen:
                seen, self.played = self.progress(), time.monotonic() - begun
                self.beginning = self.beginning or self.played
            time.sleep(0.005)
        status, out, err = running.end()
        expect(status == 0 and seen > 10, f"{self.name} ended with {status}: {err[-2000:]}")
        self.whole, self.total = time.monotonic() - begun, seen
        self.reference = self.kept(out)

    def finished(self, out):
        """Nothing but what an undisturbed run has come to."""
        kept = self.kept(out)
        for what, wanted in self.reference.items():
            expect(kept.get(what) == wanted, f"{self.name}: {what} is not what it was without a fault")


class Train(Work):
    name = "train"
    sets = {
        "threads": 1,
        "self_play.lanes": 64,
        "budget.decisions": 163840,
        "checkpoint.every": 1,
        "checkpoint.keep": 1000,
        "pool.share": 0.2,
        "pool.every": 1,
        "evaluation.every": 10,
        "evaluation.deals": 50,
    }

    def __init__(self, folder):
        super().__init__(folder)
        self.run = self.folder / "run"

    def args(self):
        if (self.run / "run.json").exists():
            return ["train", "--resume", self.run]
        sets = [f"--set={name}={value}" for name, value in self.sets.items()]
        return ["train", ROOT / "configs/kuhn.toml", "--run-dir", self.run, *sets]

    def checkpoints(self):
        return sorted((self.run / "checkpoints").glob("*.safetensors"))

    def progress(self):
        return len(self.checkpoints())

    def stage(self):
        if not (self.run / "run.json").exists():
            return "before there was a run"
        if not self.checkpoints():
            return "before the first checkpoint"
        last = max(self.reference["checkpoints"])
        if self.checkpoints()[-1].name == last:
            return "while it measured and exported"
        return "between two checkpoints"

    def metrics(self):
        """What was learnt, line by line, without what the clock said."""
        clock = ("seconds", "SPS")
        lines = (self.run / "metrics.jsonl").read_text().splitlines()
        return [{k: v for k, v in json.loads(line).items() if not any(word in k for word in clock)} for line in lines]

    def intact(self):
        expect(
            not (self.run / "run.json").exists() or json.loads((self.run / "run.json").read_text())["starts"],
            "run.json",
        )
        if self.reference:
            checkpoints = self.reference["checkpoints"]
            for path in self.checkpoints():
                same = digest(path) == checkpoints[path.name]
                if not same and path.name == max(checkpoints):
                    # The last one is written before the run is measured, and once more after that.
                    same = learnt(path) == self.reference["learnt in the end"]
                expect(same, f"train: {path.name} is not what it was without a fault")

    def kept(self, _):
        left = [
            path.name for path in [*self.run.iterdir(), *(self.run / "checkpoints").iterdir()] if path.suffix == ".tmp"
        ]
        expect(not left, "train: files that were never finished are left:", *left)
        return {
            "checkpoints": {path.name: digest(path) for path in self.checkpoints()},
            "learnt in the end": learnt(self.checkpoints()[-1]),
            "the bot": digest(self.run / "bot.elderhand"),
            "the metrics": self.metrics(),
        }


class Rate(Work):
    name = "rate"

    def __init__(self, folder):
        super().__init__(folder)
        self.results = self.folder / "results.jsonl"

    def args(self):
        return [
            "rate",
            "--game",
            "gin",
            "--bots",
            "simple,greedy,random",
            "--deals",
            "6000",
            "--batch",
            "2",
            "--threads",
            "1",
            "--results",
            self.results,
            "--json",
        ]

    def lines(self):
        return self.results.read_bytes().splitlines(keepends=True) if self.results.exists() else []

    def progress(self):
        return len(self.lines())

    def stage(self):
        lines = self.lines()
        if not lines:
            return "before the first batch"
        if len(lines) == len(self.reference["the results"]):
            return "when all was played"
        return "between two batches" if lines[-1].endswith(b"\n") else "within a line"

    def intact(self):
        lines = self.lines()
        whole = [line for line in lines if line.endswith(b"\n")]
        expect(len(lines) - len(whole) <= 1, "rate: lines are broken")
        if self.reference:
            expect(whole == self.reference["the results"][: len(whole)], "rate: the results are not those of before")

    def kept(self, out):
        return {"the results": self.lines(), "the ratings": json.loads(out)}


class Tournament(Work):
    """It goes on from the records that are there."""

    name = "tournament"

    def __init__(self, folder):
        super().__init__(folder)
        self.log = self.folder / "log"

    def args(self):
        return [
            "tournament",
            "--game",
            "gin",
            "--format",
            "clockwise",
            "--bots",
            "simple,greedy,random,random",
            "--rounds",
            "200",
            "--threads",
            "1",
            "--log",
            self.log,
            "--json",
        ]

    def records(self):
        return {path.name: digest(path) for path in self.log.glob("round-*.json")}

    def progress(self):
        return sum(1 for _ in self.log.glob("round-*.json"))

    def stage(self):
        there = self.progress()
        if there == 0:
            return "before the first record"
        return "between two records" if there < len(self.reference["the records"]) else "when all was played"

    def intact(self):
        for name, is_now in self.records().items():
            expect(
                not self.reference or is_now == self.reference["the records"][name], f"tournament: {name} is another"
            )

    def kept(self, out):
        report = json.loads(out)
        report.pop("seconds")
        return {"the records": self.records(), "the standings": report}


class Table:
    """A table at which one client holds all the seats that no bot has; it knows what it has been told."""

    def __init__(self, server, random):
        self.random = random
        self.gone = []
        self.open(server)

    def open(self, server):
        options = {"episode": "match", "target": 300}
        bots = [None, self.random.choice([None, "simple"])]
        opening = {"type": "new_table", "game": "gin", "options": options, "seats": bots, "undo": True}
        self.tokens, self.seen, self.is_open = [], {}, False
        table = server.ask(opening)["table"]
        for _ in range(bots.count(None)):
            seated = server.ask({"type": "join", "table": table, "name": "Ann"})
            self.tokens.append(seated["token"])
            self.note(len(self.tokens) - 1, seated)
        self.is_open = True

    def note(self, which, position):
        """Keeps what a seat was told last: how many decisions were made, and what it saw then."""
        self.seen[which] = (position["decisions"], position["view"], position["turn"])

    def go_on(self, server):
        """Plays a move, takes one back, or leaves a table whose game is over; every answer is noted."""
        if not self.is_open:
            # The server was gone while the last one was left, or this one opened.
            self.open(server)
        looks = [server.ask({"type": "view", "token": token}) for token in self.tokens]
        for which, look in enumerate(looks):
            self.note(which, look)
        if "outcome" in looks[0]:
            token = self.tokens[0]
            server.ask({"type": "record", "token": token})
            # Whether a seat is given up is not known before there is an answer: until then nothing is expected of it.
            self.is_open = False
            self.seen.clear()
            for token in self.tokens:
                server.ask({"type": "close", "token": token})
                self.gone = [*self.gone[-8:], token]
            self.open(server)
            return
        which = next(which for which, look in enumerate(looks) if look["legal"])
        if self.random.random() < 0.05:
            # What is taken back may be played anew otherwise: what was known of it no longer counts.
            self.seen.clear()
            answer = server.ask({"type": "undo", "token": self.tokens[which]}, refused=True)
            if "error" not in answer:
                self.note(which, answer)
            return
        action = self.random.choice(looks[which]["legal"])
        self.note(which, server.ask({"type": "play", "token": self.tokens[which], "action": action}))

    def holds(self, server):
        """Everything that was told is there again, and each seat sees what it saw."""
        for token in self.gone:
            answer = server.ask({"type": "view", "token": token}, refused=True)
            expect(
                answer.get("error", {}).get("code") == "no_token", "serve: a seat that was given up is back:", answer
            )
        for which, (decisions, view, _) in self.seen.items():
            look = server.ask({"type": "view", "token": self.tokens[which], "since": max(decisions - 1, 0)})
            expect(
                look["decisions"] >= decisions, f"serve: {decisions} decisions were told, {look['decisions']} are there"
            )
            then = look["steps"][0]["view"] if decisions else (look["view"] if look["decisions"] == 0 else view)
            expect(then == view, "serve: a seat sees otherwise what it has seen:", then, "was", view)
        return len(self.seen)


class Lost(Exception):
    """The server is gone, or does not answer."""


class Server:
    """`serve`, with its tables in a file, and clients that play until it is gone."""

    name = "serve"
    # So wide that none is met.
    limits = ["--rate", "1000000", "--connections-each", "1000"]

    def __init__(self, folder, tables=4):
        self.folder = pathlib.Path(folder)
        self.store = self.folder / "tables.db"
        self.many = tables
        self.tables = []
        self.local = threading.local()
        self.moves = self.refused = self.looked = 0

    def args(self):
        return ["serve", "--listen", "127.0.0.1:0", "--bot", "simple", *self.limits, "--store", self.store]

    def start(self, **how):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.address = None
        return Running(self.args(), **how)

    def listens(self, running):
        """Waits until it listens; False if it has ended instead."""
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            out = running.text(0)
            if "listening at http://" in out and "\n" in out:
                self.address = out.split("http://")[1].split(";")[0]
                return True
            if running.is_over():
                return False
            time.sleep(0.005)
        raise Harm("serve did not begin to listen")

    def ask(self, message, refused=False):
        try:
            talk = getattr(self.local, "talk", None)
            if talk is None or self.local.address != self.address:
                talk = self.local.talk = http.client.HTTPConnection(self.address, timeout=30)
                self.local.address = self.address
            talk.request("POST", "/api", json.dumps({"id": 1, **message}))
            answer = json.loads(talk.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.local.talk = None
            raise Lost(error) from None
        if "error" in answer and not refused:
            raise Refused(answer["error"]["code"])
        return answer

    def play(self, until):
        """Every table is played at by a client of its own, until it is told to stop or the server is gone."""

        def client(number):
            moves = 0
            try:
                while not until.is_set():
                    try:
                        self.tables[number].go_on(self)
                        moves += 1
                    except Refused as refusal:
                        if refusal.args[0] != "not_kept":
                            raise
                        self.refused += 1
                        time.sleep(0.01)
            except Lost:
                pass
            except Exception as error:
                self.failures.append(error)
            self.moves += moves

        self.failures = []
        clients = [threading.Thread(target=client, args=(number,)) for number in range(len(self.tables))]
        for one in clients:
            one.start()
        return clients

    def joined(self, clients):
        for one in clients:
            one.join()
        if self.failures:
            raise self.failures[0]

    def holds(self):
        self.looked += sum(table.holds(self) for table in self.tables)

    def database_is_whole(self):
        """What SQLite says of the file as the killed program has left it; of a copy, since a look mends it."""
        with tempfile.TemporaryDirectory() as copy:
            for path in self.folder.glob("tables.db*"):
                shutil.copy(path, copy)
            if (pathlib.Path(copy) / "tables.db").exists():
                with contextlib.closing(sqlite3.connect(pathlib.Path(copy) / "tables.db")) as connection:
                    found = connection.execute("PRAGMA integrity_check").fetchall()
                expect(found == [("ok",)], "serve: the database is damaged:", found)


class Refused(Exception):
    """The server answered that it could not."""


# Kills.


def kill_work(work, folder, many, kills):
    """Kills a program at so many moments and lets it go on each time; when it has come to its end, it begins anew."""
    rounds, killed, resumed = 0, 0, work.at(folder / f"{work.name}-0")
    while killed < many:
        before = resumed.progress()
        running = resumed.start()
        kills.wait(resumed, running)
        ended = running.kill()
        if ended:
            expect(ended[0] == 0, f"{work.name} ended with {ended[0]}: {ended[2][-2000:]}")
            resumed.finished(ended[1])
            rounds += 1
            shutil.rmtree(resumed.folder)
            resumed = work.at(folder / f"{work.name}-{rounds}")
            continue
        killed += 1
        kills.ended[resumed.stage()] += 1
        resumed.intact()
        if not isinstance(work, Tournament):
            expect(resumed.progress() >= before, f"{work.name}: something of before is gone")
    resumed.finish()
    return f"{killed} kills: {kills.told()}; {rounds + 1} times it came to its end, each time to the same"


def kill_server(server, many, kills):
    killed, quick, begun = 0, 0, time.monotonic()
    running = server.start()
    server.listens(running)
    beginning = time.monotonic() - begun
    server.tables = [Table(server, random.Random(kills.random.random())) for _ in range(server.many)]
    while killed < many:
        clients = server.play(threading.Event())
        time.sleep(kills.random.uniform(0, 0.8))
        expect(running.kill() is None, "serve ended by itself")
        killed += 1
        kills.ended["while moves were made"] += 1
        server.joined(clients)
        server.database_is_whole()
        # Some are killed again while they read what is there.
        while killed < many and kills.random.random() < 0.3:
            again = server.start()
            time.sleep(kills.random.uniform(0, 1.2 * beginning))
            expect(again.kill() is None, "serve ended by itself")
            killed += 1
            kills.ended["while it began"] += 1
            server.database_is_whole()
        running = server.start()
        expect(server.listens(running), "serve did not start again:", running.text(1))
        server.holds()
        tables = [table for table in server.tables if table.seen]
        quick += len(tables)
    running.signal(signal.SIGTERM)
    status, _, _ = running.end()
    expect(status == 0, f"serve ended with {status} when it was asked to")
    saw = f"{server.moves} moves were told, {server.looked} seats looked again, none missed any"
    return f"{killed} kills: {kills.told()}; {saw}"


# Faults: each gives what the programs did.


@contextlib.contextmanager
def disk(folder, size):
    """A disk of its own, which can be filled; None where none can be mounted."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder]
    mounted = subprocess.run(mount, capture_output=True).returncode == 0
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)


def fill(folder):
    """Takes all that is free."""
    ballast = folder / "ballast"
    with open(ballast, "wb", buffering=0) as file:
        for size in (MIB, 4096):
            with contextlib.suppress(OSError):
                while file.write(bytes(size)) == size:
                    pass
    return ballast


def midway(work, happens, **how):
    """Starts a program, and when it has done something, has something happen while it stands still."""
    before = work.progress()
    running = work.start(**how)
    while work.progress() < before + 2:
        expect(not running.is_over(), f"{work.name} ended before anything happened: {running.text(1)[-1000:]}")
        time.sleep(0.002)
    running.signal(signal.SIGSTOP)
    expect(not running.is_over(), f"{work.name} ended before it could be stopped: is this machine too busy?")
    happens()
    running.signal(signal.SIGCONT)
    return running


def last_line(err):
    lines = [line for line in err.strip().splitlines() if line]
    return lines[-1][:200] if lines else "(nothing)"


def failed(work, ended, *words):
    """It said what was wrong, in one way or another, and ended with 1."""
    status, _, err = ended
    expect(status == 1, f"{work.name}: ended with {status}, not 1: {err[-2000:]}")
    expect(any(word in err for word in words), f"{work.name}: none of {words} is in: {err[-2000:]}")
    return f"{work.name}: status 1, “{last_line(err)}”"


NO_SPACE = ("No space left on device",)
CLOSED = ("Permission denied", "Read-only file system", "readonly", "unable to open")


def disk_full(works, folder):
    told = []
    for work in works:
        with disk(folder / f"disk-{work.name}", "64m") as small:
            if small:
                there = work.at(small / "work")
                ballast = []
                ended = midway(there, lambda: ballast.append(fill(small))).end()
                told.append(failed(there, ended, *NO_SPACE))
                there.intact()
                # Nothing can be begun either.
                told.append(failed(there, there.start().end(), *NO_SPACE) + " (when started)")
                there.intact()
                ballast[0].unlink()
            else:
                there = work.at(folder / f"disk-{work.name}" / "work")
                limit = [(resource.RLIMIT_FSIZE, 20_000)]
                told.append(failed(there, there.start(limits=limit).end(), "File too large"))
                there.intact()
            there.finish()
            told[-1] += "; went on to the same"
    with disk(folder / "disk-serve", "8m") as small:
        if small:
            told.append(
                serve_through(small / "work", lambda _: fill(small), lambda ballast: ballast.unlink(), refuses=True)
            )
        else:
            told.append("serve: left out, as no disk can be mounted")
    return told


def serve_through(folder, begins, ends, refuses=None, **how):
    """Plays, has a fault begin and end, and kills the server: nothing that was told is lost."""
    server = Server(folder)
    running = server.start(**how)
    expect(server.listens(running), "serve did not start:", running.text(1))
    server.tables = [Table(server, random.Random(number)) for number in range(server.many)]

    def stretch(seconds):
        stop = threading.Event()
        clients = server.play(stop)
        time.sleep(seconds)
        stop.set()
        server.joined(clients)
        moves, server.moves = server.moves, 0
        return moves

    before = stretch(0.5)
    state = begins(server)
    during = stretch(1.0)
    refused, server.refused = server.refused, 0
    server.holds()
    ends(state)
    after = stretch(0.5)
    expect(server.refused == 0, "serve: moves are refused though the fault is gone")
    expect(before > 0 and after > 0, f"serve: {before} moves before, {after} after the fault")
    if refuses is not None:
        expect((refused > 0) == refuses, f"serve: {refused} moves were refused")
    server.holds()
    expect(running.kill() is None, "serve ended by itself")
    server.database_is_whole()
    running = server.start()
    expect(server.listens(running), "serve did not start again:", running.text(1))
    server.holds()
    running.signal(signal.SIGTERM)
    expect(running.end()[0] == 0, "serve did not end well")
    return f"serve: {before} moves before, {during} during ({refused} refused), {after} after; nothing told was lost"


# Without what lets an administrator write everywhere.
POWERLESS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--"]


def read_only(works, folder):
    told = []
    for work in works:
        there = work.at(folder / f"closed-{work.name}")
        # Half of it is there already.
        running = midway(there, lambda: None)
        running.kill()
        there.intact()
        lies = [path for path in sorted(there.folder.rglob("*"))]
        modes = {path: path.stat().st_mode for path in [there.folder, *lies]}
        contents = {path: digest(path) for path in lies if path.is_file()}
        for path, mode in modes.items():
            path.chmod(mode & ~0o222)
        told.append(failed(there, there.start(before=POWERLESS).end(), *CLOSED))
        expect(lies == sorted(there.folder.rglob("*")), f"{work.name}: files have come or gone")
        expect(contents == {path: digest(path) for path in contents}, f"{work.name}: files have changed")
        for path, mode in modes.items():
            path.chmod(mode)
        there.finish(before=POWERLESS)
        told[-1] += "; went on to the same"
    # A new store in a closed folder, and one that is there.
    server = Server(folder / "closed-serve", tables=1)
    server.folder.mkdir()
    for there in (False, True):
        if there:
            running = server.start()
            server.listens(running)
            server.tables = [Table(server, random.Random(1))]
            running.kill()
        for path in [*server.folder.iterdir(), server.folder]:
            path.chmod(path.stat().st_mode & ~0o222)
        told.append(failed(server, server.start(before=POWERLESS).end(), *CLOSED))
        for path in [server.folder, *server.folder.iterdir()]:
            path.chmod(path.stat().st_mode | 0o200)
    running = server.start()
    server.listens(running)
    server.holds()
    running.kill()
    told[-1] += "; the table is there"
    return told


def permission_lost(works, folder):
    told = []
    for work in works:
        there = work.at(folder / f"lost-{work.name}")

        def close(path):
            for place in [path, *(place for place in path.rglob("*") if place.is_dir())]:
                place.chmod(0o555)

        ended = midway(there, lambda: close(there.folder), before=POWERLESS).end()
        # A file that is open stays open: what adds to one goes on.
        if ended[0] == 0:
            expect(isinstance(work, Rate), f"{work.name} did not notice")
            told.append(f"{work.name}: went on, as its file was open")
        else:
            told.append(failed(there, ended, *CLOSED))
        for place in [there.folder, *(place for place in there.folder.rglob("*") if place.is_dir())]:
            place.chmod(0o755)
        there.intact()
        there.finish(before=POWERLESS)
        told[-1] += "; went on to the same"
    modes = (0o555, 0o755)
    shut = lambda server: (server.folder.chmod(modes[0]), server.folder)[1]
    told.append(serve_through(folder / "lost-serve", shut, lambda path: path.chmod(modes[1]), before=POWERLESS))
    return told


CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
/* The time of day leaps with every look at it: decades ahead and back, before 1970 too. What only counts on stays. */
int clock_gettime(clockid_t which, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    static unsigned looks;
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(which, now);
    if (!failed && which == CLOCK_REALTIME) {
        static const long leaps[] = {0, 946080000, -946080000, -2207520000, 86400, -3600, 3155760000};
        now->tv_sec += leaps[__atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED) % 7];
    }
    return failed;
}
"""


def clock_jumps(works, folder):
    """By a library that stands before the system's, as faketime does it."""
    compiler = shutil.which("cc")
    if not compiler:
        return None
    (folder / "clock.c").write_text(CLOCK)
    library = folder / "clock.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, folder / "clock.c", "-ldl"], check=True)
    told, leaping = [], {"LD_PRELOAD": str(library)}
    for work in works:
        there = work.at(folder / f"clock-{work.name}")
        midway(there, lambda: None, environment=leaping).kill()
        there.intact()
        there.finish(environment=leaping)
        told.append(f"{work.name}: killed midway and taken up under a leaping clock; came to the same")
    told.append(
        serve_through(folder / "clock-serve", lambda _: None, lambda _: None, refuses=False, environment=leaping)
    )
    return told


def can_be_loaded(kind, most, trains=False):
    """Whether the system can begin the program at all; where not, it is the system that says why, or nothing."""
    confine = lambda: resource.setrlimit(kind, (most, most))
    status = lambda program: subprocess.run([program, "--version"], preexec_fn=confine, capture_output=True).returncode
    # `train` goes on in a larger program, which may be killed while it is loaded.
    return status(PROGRAM) == 0 and (not trains or status(f"{PROGRAM}-train") >= 0)


def limited(works, folder, name, kind, limits, words):
    """Under each limit a program either does all its work or says what it lacks; nothing is harmed."""
    told = []
    for work in works:
        there = work.at(folder / f"{name}-{work.name}")
        midway(there, lambda: None).kill()
        ended = collections.Counter()
        messages = []
        for most in limits:
            if not can_be_loaded(kind, most, isinstance(work, Train)):
                ended["not even loaded"] += 1
                continue
            before = there.progress()
            status, _, err = there.start(limits=[(kind, most)]).end()
            there.intact()
            expect(
                status == 0 or any(word in err for word in words), f"{work.name} under {most}: {status}: {err[-2000:]}"
            )
            ended["well" if status == 0 else f"with {status}"] += 1
            if not isinstance(work, Tournament):
                expect(there.progress() >= before, f"{work.name}: something of before is gone")
            if status:
                messages.append(last_line(err))
            elif ended["well"] == 2:
                break
        ways = ", ".join(f"{many} {how}" for how, many in sorted(ended.items()))
        there.finish()
        common = "; ".join(f"“{text}”" for text in dict.fromkeys(messages))[:600]
        told.append(f"{work.name}: ended {ways}: {common}; came to the same without")
    server = Server(folder / f"{name}-serve")
    running = server.start()
    server.listens(running)
    server.tables = [Table(server, random.Random(number)) for number in range(server.many)]
    stop = threading.Event()
    clients = server.play(stop)
    time.sleep(0.5)
    running.kill()
    server.joined(clients)
    ended = collections.Counter()
    for most in limits:
        if not can_be_loaded(kind, most):
            ended["not even loaded"] += 1
            continue
        running = server.start(limits=[(kind, most)])
        if not server.listens(running):
            status, _, err = running.end()
            expect(any(word in err for word in words), f"serve under {most}: {status}: {err[-2000:]}")
            ended[f"with {status}"] += 1
        else:
            # It may be too little for some of what is asked: then it says so or hangs up, and loses nothing.
            stop = threading.Event()
            clients = server.play(stop)
            time.sleep(0.3)
            stop.set()
            with contextlib.suppress(Refused):
                server.joined(clients)
            how = running.kill()
            if how:
                expect(any(word in how[2] for word in words), f"serve under {most}: {how[0]}: {how[2][-2000:]}")
            ended["served until it was killed" if how is None else f"with {how[0]}"] += 1
        server.database_is_whole()
    running = server.start()
    expect(server.listens(running), "serve did not start again:", running.text(1))
    server.holds()
    running.kill()
    ways = ", ".join(f"{many} {how}" for how, many in sorted(ended.items()))
    told.append(f"serve: ended {ways}; nothing told was lost")
    return told


def slow_disk(works, folder):
    """By a tracer that has every write and every sync take longer."""
    slow = [
        "strace",
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        "-e",
        "trace=write,pwrite64,fsync,fdatasync,rename",
        "-e",
        "inject=fsync,fdatasync:delay_exit=20000",
        "-e",
        "inject=pwrite64,rename:delay_exit=5000",
    ]
    if not shutil.which("strace") or subprocess.run([*slow, "true"], capture_output=True).returncode:
        return None
    told = []
    for work in works:
        there = work.at(folder / f"slow-{work.name}")
        begun = time.monotonic()
        midway(there, lambda: None, before=slow).kill()
        there.intact()
        there.finish(before=slow)
        told.append(f"{work.name}: {time.monotonic() - begun:.0f} s, where it took {work.whole:.0f}; came to the same")
    told.append(serve_through(folder / "slow-serve", lambda _: None, lambda _: None, refuses=False, before=slow))
    return told


def main():
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1_000_000)
    if not os.environ.get(INSIDE):
        alone = ["unshare", "--mount"] + (["--user", "--map-root-user"] if os.geteuid() else [])
        if subprocess.run([*alone, "true"], capture_output=True).returncode == 0:
            os.environ[INSIDE] = "1"
            os.execvp("unshare", [*alone, sys.executable, *sys.argv[:1], str(many), str(seed)])
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"{PROGRAM} is missing: build it with cargo build --release, or name a folder in ELDERHAND_BIN")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="elderhand-faults-"))
    print(f"{many} kills, seed {seed}; scripts/faults.py {many} {seed} repeats their moments", flush=True)
    harms = 0

    def part(title, what):
        nonlocal harms
        begun = time.monotonic()
        try:
            told = what()
        except Exception as harm:
            harms += 1
            told = [f"HARM: {type(harm).__name__}: {harm}"]
            if not isinstance(harm, Harm):
                import traceback

                traceback.print_exc()
        print(f"\n== {title} ({time.monotonic() - begun:.0f} s)", flush=True)
        print("\n".join(told) if told else "left out: its tool is missing", flush=True)

    works = [Train(folder / "train"), Rate(folder / "rate"), Tournament(folder / "tournament")]
    for work in works:
        work.undisturbed()
        kept = f"something is kept from {work.beginning:.1f} to {work.played:.1f} s"
        print(f"{work.name}: {work.whole:.1f} s undisturbed; {kept}", flush=True)

    shares = [many * 3 // 10, many // 4, many * 3 // 20]
    for work, share in zip(works, shares):
        part(f"{work.name} is killed", lambda: [kill_work(work, folder, share, Kills(seed, work.name))])
    server = Server(folder / "serve")
    part("serve is killed", lambda: [kill_server(server, many - sum(shares), Kills(seed, "serve"))])

    part("the disk is full", lambda: disk_full(works, folder))
    if subprocess.run([*POWERLESS, "true"], capture_output=True).returncode == 0:
        part("a folder is read-only", lambda: read_only(works, folder))
        part("a permission is lost midway", lambda: permission_lost(works, folder))
    else:
        part("a folder is read-only, or becomes it", lambda: None)
    part("the clock leaps", lambda: clock_jumps(works, folder))
    out = ("memory", "Cannot allocate", "failed to map", "cannot be started", "not enough", "Resource temporarily")
    megabytes = [size * MIB for size in (8, 16, 24, *range(28, 41), 48, 64, 96, 128, 256, 384, 512, 768, 1024)]
    part("memory is limited", lambda: limited(works, folder, "memory", resource.RLIMIT_AS, megabytes, out))
    files = [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32]
    out = ("Too many open files", "Error 24", "unable to open", "shared object file", "cannot be started")
    part("open files run out", lambda: limited(works, folder, "files", resource.RLIMIT_NOFILE, files, out))
    part("the disk is slow", lambda: slow_disk(works, folder))

    if harms:
        print(f"\n{harms} parts found harm; what there is lies in {folder}")
        sys.exit(1)
    shutil.rmtree(folder)
    print("\nNothing was harmed.")


if __name__ == "__main__":
    main()
