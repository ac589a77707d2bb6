#!/usr/bin/env python3
"""Has people, bots, slow and hostile clients at a server for a while, and tells what becomes of it.

    scripts/soak.py [MINUTES] [SEED]      # 10 minutes if nothing else is said

The program is `elderhand` in $ELDERHAND_BIN, or else in target/release. Told are its memory and open files over time,
tables at which nothing happened though it was somebody's turn, and whether a seat was ever told what another one alone
may know: in Kuhn poker and in gin every answer to a seat is searched for the cards that the other holds and has shown
to nobody. Ends with 1 if there was any of that, or the server failed.
"""

import base64
import collections
import contextlib
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import struct
import sys
import tempfile
import threading
import time

from faults import Harm, Lost, Refused, Server, expect


class Soaked(Server):
    """A server whose own limits are those of a public one."""

    limits = ["--bot", "random", "--rate", "100", "--tables", "2000"]


class Client:
    """One of those who ask, from an address of its own, over connections that stay."""

    def __init__(self, server, number, seed):
        self.server, self.random = server, random.Random(f"{seed} {number}")
        self.address = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.host, port = server.address.split(":")
        self.port, self.talk, self.count = int(port), None, collections.Counter()
        self.left = collections.deque()

    def connect(self):
        return socket.create_connection((self.host, self.port), timeout=40, source_address=(self.address, 0))

    def post(self, message):
        """Gives the text of the answer."""
        try:
            if self.talk is None:
                self.talk = http.client.HTTPConnection(self.host, self.port, timeout=40)
                self.talk.sock = self.connect()
            self.talk.request("POST", "/api", json.dumps({"id": 1, **message}))
            answer = self.talk.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.talk = None
            raise Lost(error) from None
        if answer.status == 429:
            time.sleep(0.2)
            return self.post(message)
        return text

    def ask(self, message):
        answer = json.loads(self.post(message))
        if "error" in answer:
            raise Refused(answer["error"]["code"])
        return answer

    def leave(self, tokens):
        """Leaves a table without a word; it closes that of long ago, since a visitor may have a hundred."""
        self.left.append(tokens)
        if len(self.left) > 50:
            for token in self.left.popleft():
                self.ask({"type": "close", "token": token})


class People(Client):
    """Two at one table, of which each is told only what it may know."""

    kind = "people"

    def once(self):
        game = self.random.choice(["kuhn", "gin"])
        table = self.ask({"type": "new_table", "game": game})["table"]
        tokens = [self.ask({"type": "join", "table": table})["token"] for _ in range(2)]
        public, since = set(), time.monotonic()
        while True:
            texts = [self.post({"type": "view", "token": token, "since": 0}) for token in tokens]
            looks = [json.loads(text) for text in texts]
            for seat, look in enumerate(looks):
                expect(look["table"] == table and look["seat"] == seat, "a seat was told of another:", look)
            if "outcome" in looks[0]:
                break
            self.nothing_hidden(game, texts, looks, tokens, public)
            seat = looks[0]["turn"]
            action = self.random.choice(looks[seat]["legal"])
            self.ask({"type": "play", "token": tokens[seat], "action": action, "after": looks[seat]["decisions"]})
            self.count["moves"] += 1
            expect(time.monotonic() - since < 300, "a table is stuck:", looks[0]["decisions"], "decisions")
            time.sleep(self.random.random() * 0.1)
        for token in tokens:
            self.ask({"type": "close", "token": token})
        self.count["games"] += 1

    def nothing_hidden(self, game, texts, looks, tokens, public):
        views = [look["view"] for look in looks]
        if game == "gin":
            public.update(entry["card"] for view in views for entry in view["table"]["pile"])
            hands = [set(view["hand"]) for view in views]
        else:
            hands = [{view["card"]} for view in views]
        for seat in range(2):
            other = 1 - seat
            hidden = hands[other] - public
            told = [card for card in hidden if f'"{card}"' in texts[seat]]
            expect(not told, f"seat {seat} is told what only the other may know:", *told, "in", texts[seat])
            expect(tokens[other] not in texts[seat], "a seat is told another's token")
            self.count["hidden cards looked for"] += len(hidden)


class Guest(Client):
    """Somebody who plays against a bot, asks for hints, takes back, and often just leaves."""

    kind = "guests of bots"

    def once(self):
        game = self.random.choice(["gin", "kuhn", "leduc", "skarney", "snap"])
        opening = {
            "type": "new_table",
            "game": game,
            "seats": [None, self.random.choice(["simple", "random"])],
            "undo": True,
        }
        try:
            opened = self.ask(opening)
        except Refused:
            opened = self.ask({**opening, "seats": [None, "random"]})
        tokens = []
        with contextlib.suppress(Refused):
            while True:
                tokens.append(self.ask({"type": "join", "table": opened["table"]})["token"])
        leaves = self.random.randrange(1, 200)
        for _ in range(leaves):
            looks = [self.ask({"type": "view", "token": token}) for token in tokens]
            if "outcome" in looks[0]:
                break
            seat = next(which for which, look in enumerate(looks) if look["legal"])
            chance = self.random.random()
            with contextlib.suppress(Refused):
                if chance < 0.05:
                    self.ask({"type": "hint", "token": tokens[seat]})
                elif chance < 0.1:
                    self.ask({"type": "undo", "token": tokens[seat]})
                else:
                    self.ask(
                        {"type": "play", "token": tokens[seat], "action": self.random.choice(looks[seat]["legal"])}
                    )
                    self.count["moves"] += 1
        # Some who leave do not say so; their tables wait.
        if self.random.random() < 0.95:
            for token in tokens:
                self.ask({"type": "close", "token": token})
        else:
            self.leave(tokens)
        self.count["games"] += 1


def frame(code, payload, masked=True):
    """A frame of a WebSocket, as a client sends it."""
    length = len(payload)
    head = bytes([0x80 | code])
    flag = 0x80 if masked else 0
    if length < 126:
        head += bytes([flag | length])
    elif length < 1 << 16:
        head += bytes([flag | 126]) + struct.pack(">H", length)
    else:
        head += bytes([flag | 127]) + struct.pack(">Q", length)
    mask = os.urandom(4) if masked else b""
    return head + mask + (bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)) if masked else payload)


class Talker(Client):
    """A conversation over a WebSocket in which events come; some read slowly, and some go without a word."""

    kind = "conversations"

    def open(self):
        stream = self.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        stream.sendall(
            f"GET /api HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            part = stream.recv(1)
            if not part:
                raise Lost("hung up on")
            head += part
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Lost(head.split(b"\r\n")[0])
        return stream

    def read(self, stream, count):
        got = b""
        while len(got) < count:
            part = stream.recv(count - len(got))
            if not part:
                raise Lost("closed")
            got += part
        return got

    def hear(self, stream):
        """The next text; pings are answered."""
        while True:
            first, second = self.read(stream, 2)
            length = second & 127
            if length == 126:
                (length,) = struct.unpack(">H", self.read(stream, 2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.read(stream, 8))
            payload = self.read(stream, length)
            if first & 15 == 9:
                stream.sendall(frame(10, payload))
            elif first & 15 == 8:
                raise Lost("closed")
            else:
                return json.loads(payload)

    def tell(self, stream, message):
        stream.sendall(frame(1, json.dumps({"id": 7, **message}).encode()))
        while True:
            heard = self.hear(stream)
            if "error" in heard:
                raise Refused(heard["error"]["code"])
            if "event" not in heard:
                return heard
            expect(
                heard["table"] in self.tables and set(heard) == {"event", "table"}, "an event of another table:", heard
            )
            self.count["events"] += 1

    def once(self):
        with contextlib.closing(self.open()) as stream, contextlib.closing(self.open()) as other:
            self.tables = set()
            table = self.tell(stream, {"type": "new_table", "game": "leduc"})["table"]
            self.tables.add(table)
            seats = [(stream, None), (other, None)]
            for which, (talk, _) in enumerate(seats):
                seats[which] = (talk, self.tell(talk, {"type": "join", "table": table})["token"])
            for _ in range(30):
                looks = [self.tell(talk, {"type": "view", "token": token}) for talk, token in seats]
                if "outcome" in looks[0]:
                    break
                talk, token = seats[looks[0]["turn"]]
                legal = looks[looks[0]["turn"]]["legal"]
                self.tell(talk, {"type": "play", "token": token, "action": self.random.choice(legal)})
                self.count["moves"] += 1
                if self.random.random() < 0.05:
                    time.sleep(self.random.random() * 5)
            if self.random.random() < 0.7:
                for talk, token in seats:
                    self.tell(talk, {"type": "close", "token": token})
            else:
                self.leave([token for _, token in seats])
        self.count["games"] += 1


class Slow(Client):
    """Begins and does not go on, or asks for much and reads nothing."""

    kind = "slow ones"

    def once(self):
        way = self.random.randrange(3)
        with contextlib.closing(self.connect()) as stream:
            stream.settimeout(45)
            if way == 0:
                stream.sendall(b"POST /api HTTP/1.1\r\nHost: loc")
            elif way == 1:
                stream.sendall(b"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
            else:
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                body = b'{"id": 1, "type": "describe", "game": "gin"}'
                ask = b"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
                with contextlib.suppress(OSError):
                    stream.sendall(ask * 200)
                time.sleep(self.random.random() * 20)
                self.count["read nothing"] += 1
                return
            begun = time.monotonic()
            stream.recv(4096)
            waited = time.monotonic() - begun
            expect(waited < 40, f"whoever begins and does not go on was kept for {waited:.0f} s")
            self.count["hung up on"] += 1


class Hostile(Talker):
    """Says what is no message, too much of it, too fast, and with tokens that it guesses."""

    kind = "hostile ones"

    def once(self):
        way = self.random.randrange(6)
        if way == 0:
            stream = self.connect()
            with contextlib.closing(stream), contextlib.suppress(OSError):
                stream.sendall(os.urandom(self.random.randrange(1, 5000)))
                stream.recv(4096)
        elif way == 1:
            with contextlib.closing(self.connect()) as stream, contextlib.suppress(OSError):
                stream.sendall(
                    b"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n" + bytes(3_000_000)
                )
                expect(b" 413 " in stream.recv(64), "a message that is too long was taken")
        elif way == 2:
            guess = "".join(self.random.choice("0123456789abcdef") for _ in range(32))
            for kind in ("view", "play", "undo", "hint", "record", "close"):
                try:
                    self.ask({"type": kind, "token": guess, "action": "draw"})
                    raise Harm("a token was guessed")
                except Refused as refusal:
                    expect(refusal.args[0] == "no_token", "a guess was answered with", refusal)
        elif way == 3:
            with contextlib.closing(self.open()) as stream, contextlib.suppress(OSError, Lost, ValueError):
                junk = [
                    frame(1, b"\xff\xfe"),
                    frame(2, os.urandom(300)),
                    frame(1, b"{" * 5000),
                    frame(15, b""),
                    frame(1, b"x", False),
                ]
                stream.sendall(self.random.choice(junk))
                self.hear(stream)
        elif way == 4:
            # Deep, and long, and of the wrong kinds.
            crowd = json.dumps({"id": 1, "type": "new_table", "game": "gin", "seats": [None] * 9999})
            for text in ("[" * 100_000, '{"a":' * 50_000, crowd):
                with contextlib.closing(self.connect()) as stream, contextlib.suppress(OSError):
                    head = b"POST /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
                    stream.sendall(head % len(text))
                    stream.sendall(text.encode())
                    answer = stream.recv(64)
                    expect(b" 400 " in answer or b" 429 " in answer, "what is no message was answered with", answer)
        else:
            with contextlib.closing(self.connect()) as stream, contextlib.suppress(OSError):
                body = b'{"id": 1, "type": "hello"}'
                ask = b"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
                stream.sendall(ask * 500)
                stream.recv(65536)
        self.count["tried"] += 1


HONEST = [People, Guest, Talker]


def memory(running):
    """Resident memory in megabytes, and open files."""
    status = pathlib.Path(f"/proc/{running.process.pid}/status").read_text()
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(resident.split()[1]) / 1024, len(os.listdir(f"/proc/{running.process.pid}/fd"))


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1_000_000)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="elderhand-soak-"))
    server = Soaked(folder / "serve")
    running = server.start()
    expect(server.listens(running), "serve did not start:", running.text(1))
    print(f"{minutes:g} minutes, seed {seed}", flush=True)

    many = {People: 12, Guest: 12, Talker: 8, Slow: 6, Hostile: 4}
    clients = [kind(server, 0, seed) for kind in many for _ in range(many[kind])]
    for number, client in enumerate(clients):
        client.__init__(server, number, seed)
    over, harms, lost = threading.Event(), [], collections.Counter()

    def play(client):
        while not over.is_set():
            try:
                client.once()
            except Lost:
                # A connection of HTTP ends after ten minutes, and whoever is hostile is hung up on.
                lost[client.kind] += 1
                time.sleep(0.1)
            except Refused as refusal:
                client.count[f"refused: {refusal}"] += 1
            except OSError:
                lost[client.kind] += 1
                time.sleep(0.1)
            except Exception as harm:
                if not over.is_set():
                    harms.append(f"{client.kind}: {type(harm).__name__}: {harm}"[:2000])
                    over.set()

    threads = [threading.Thread(target=play, args=(client,), daemon=True) for client in clients]
    for thread in threads:
        thread.start()
    begun, told = time.monotonic(), []
    while time.monotonic() - begun < 60 * minutes and not over.is_set() and not running.is_over():
        over.wait(min(30, 6 * minutes))
        if running.is_over():
            break
        health = time.monotonic()
        with contextlib.closing(http.client.HTTPConnection(*server.address.split(":"), timeout=40)) as talk:
            talk.request("GET", "/metrics")
            metrics = talk.getresponse().read().decode()
        health = time.monotonic() - health
        counts = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if not line.startswith("#"))
        number = lambda name: counts.get(f"elderhand_{name}", "0")
        megabytes, files = memory(running)
        told.append(megabytes)
        print(
            f"{time.monotonic() - begun:6.0f} s  {megabytes:6.1f} MB  {files:4} files  {number('tables'):>5} tables  "
            f"{number('connections'):>4} connections  turned away {number('turned_away_total'):>6}  "
            f"/metrics in {1000 * health:.0f} ms",
            flush=True,
        )
    over.set()
    for thread in threads:
        thread.join(60)
    if running.is_over():
        harms.append(f"the server has ended: {running.text(1)[-2000:]}")
    else:
        running.signal(signal.SIGTERM)
        try:
            status, _, log = running.end(30)
            expect(status == 0, f"it ended with {status}")
            failures = [line for line in log.splitlines() if '"level":"ERROR"' in line]
            expect(not failures, "the server failed:", *failures[:3])
        except Harm as harm:
            harms.append(str(harm))
    for kind in many:
        total = sum((client.count for client in clients if client.kind == kind.kind), collections.Counter())
        ways = ", ".join(f"{what} {count}" for what, count in sorted(total.items()))
        print(f"{kind.kind}: {ways}; hung up on {lost[kind.kind]}")
        # Who plays as one should comes to the end of games, and is hardly ever lost or refused.
        if kind in HONEST:
            failed = lost[kind.kind] + sum(count for what, count in total.items() if what.startswith("refused"))
            if total["games"] == 0 or failed > many[kind] + total["games"] / 20:
                harms.append(f"{kind.kind}: {total['games']} games, {failed} times lost or refused")
    if told:
        print(f"memory: {told[0]:.1f} MB at first, {max(told):.1f} at most, {told[-1]:.1f} at last")
    for harm in harms:
        print("HARM:", harm)
    if harms:
        sys.exit(1)
    shutil.rmtree(folder)
    print("Nobody was told what is not theirs, no table was stuck, and the server went on.")


if __name__ == "__main__":
    main()
