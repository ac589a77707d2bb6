#!/usr/bin/env python3
"""Puts every mutant that cargo-mutants names into one program, builds it once, and asks the tests about each.

    scripts/mutants.py env/src/games/gin env/src/format --tests 'gin' --seconds 3600

cargo-mutants by itself builds the program anew for each mutant, which here takes minutes. Here a variable of the
environment says which one is on. What cannot be switched so (constants, types that do not agree) is left out and
counted. Works on a copy of what is committed, in target/mutants, and goes on from results.jsonl there when it is run
again: what was caught is not asked about again, what was missed is, once another revision is checked out.

Needs cargo-mutants, cargo-nextest, and the Python packages tree-sitter and tree-sitter-rust.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

import tree_sitter
import tree_sitter_rust

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOME = ROOT / "target/mutants"
TREE = HOME / "tree"
ON = "crate::woven::on(%d)"
MODULE = """
#[doc(hidden)]
#[allow(missing_docs)]
pub mod woven {
    static ON: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    pub fn on(mutant: u32) -> bool {
        *ON.get_or_init(|| std::env::var("ELDERHAND_MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0)) == mutant
    }
}
"""
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))


def main():
    asked = arguments()
    fresh_copy()
    mutants = listed(asked.places)
    packages = sorted({mutant["package"] for mutant in mutants} | set(asked.packages))
    kept = woven_that_compile(mutants, packages)
    print(f"{len(mutants)} mutants, {len(kept)} of them in one program", flush=True)
    tests = Tests(packages, asked)
    run(kept, tests, asked)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+", help="files or folders whose mutants are tried")
    parser.add_argument("--packages", nargs="*", default=["elderhand-tests"], help="further packages whose tests are asked")
    parser.add_argument("--tests", default=".", help="tests that are asked first, by a regular expression; then all are")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no mutant after so long")
    parser.add_argument("--jobs", default="2", help="tests that run at once")
    parser.add_argument("--seed", type=int, default=1, help="of the order in which they are tried")
    return parser.parse_args()


def fresh_copy():
    """What is committed, beside the target folder of the last time."""
    shutil.rmtree(TREE, ignore_errors=True)
    TREE.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "--extract", "--directory", TREE], input=archive, check=True)
    if (ROOT / ".libtorch").exists():
        (TREE / ".libtorch").symlink_to((ROOT / ".libtorch").resolve())
    (TREE / ".config").mkdir(exist_ok=True)
    (TREE / ".config/nextest.toml").write_text(
        '[profile.mutants]\nslow-timeout = { period = "60s", terminate-after = 2 }\nfail-fast = true\n'
    )


def listed(places):
    """Every mutant of the files in `places`, numbered from 1."""
    files = []
    for place in places:
        found = TREE / place
        files += sorted(found.rglob("*.rs")) if found.is_dir() else [found]
    command = ["cargo", "mutants", "--list", "--json"]
    for file in files:
        command += ["--file", str(file.relative_to(TREE))]
    mutants = json.loads(subprocess.run(command, cwd=TREE, check=True, stdout=subprocess.PIPE).stdout)
    return [mutant | {"id": number} for number, mutant in enumerate(mutants, 1)]


class Source:
    """A file of the copy as it was, with its syntax."""

    def __init__(self, path):
        self.text = path.read_bytes()
        self.root = PARSER.parse(self.text).root_node
        self.lines = [0]
        for line in self.text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def span(self, mutant):
        """Bytes; columns are counted in characters."""
        return tuple(self.at(mutant["span"][end]) for end in ("start", "end"))

    def at(self, place):
        start = self.lines[place["line"] - 1]
        line = self.text[start : self.lines[place["line"]] if place["line"] < len(self.lines) else len(self.text)]
        return start + len(line.decode()[: place["column"] - 1].encode())

    def of(self, node):
        return self.text[node.start_byte : node.end_byte].decode()


def within(mutant, text):
    """Marks what belongs to one mutant, so that an error of the compiler can be laid to it."""
    return f"/*{mutant}<*/{text}/*{mutant}>*/"


class Site:
    """A piece of a file, what stands there instead, given what stands within it, and the mutants that do."""

    def __init__(self, start, end, render):
        self.start, self.end, self.render = start, end, render


def site(source, mutant):
    """The site of a mutant, `None` if it is of a kind that cannot be switched."""
    start, end = source.span(mutant)
    number, new, on = mutant["id"], mutant["replacement"], ON % mutant["id"]
    kind = mutant["genre"]
    node = source.root.descendant_for_byte_range(start, max(start, end - 1))
    if kind == "FnValue":
        while node and not (node.type == "block" and node.parent.type == "function_item"):
            node = node.parent
        if node is None:
            return None
        # What such a function returns is of the type that the first return has.
        if (returned := node.parent.child_by_field_name("return_type")) and "impl " in source.of(returned):
            return None
        place = node.start_byte + 1
        return Site(place, place, lambda _: within(number, f"if {on} {{ return {new}; }}"))
    if kind in ("BinaryOperator", "UnaryOperator"):
        wanted = ("binary_expression", "compound_assignment_expr") if kind == "BinaryOperator" else ("unary_expression",)
        while node and node.type not in wanted:
            node = node.parent
        if node is None:
            return None
        there = source.text[node.start_byte : start].decode() + new + source.text[end : node.end_byte].decode()
        return Site(
            node.start_byte,
            node.end_byte,
            lambda inner: "(" + within(number, f"if {on} {{ {there} }} else ") + f"{{ {inner} }})",
        )
    if kind == "MatchArmGuard":
        return Site(
            start, end, lambda inner: within(number, f"(if {on} {{ {new} }} else ") + f"{{ {inner} }})"
        )
    if kind == "MatchArm":
        while node and node.type != "match_arm":
            node = node.parent
        pattern = node and node.child_by_field_name("pattern")
        if pattern is None:
            return None
        guard = pattern.child_by_field_name("condition")
        if guard is None:
            return Site(pattern.end_byte, pattern.end_byte, lambda _: " if " + within(number, f"!{on}"))
        return Site(
            guard.start_byte, guard.end_byte, lambda inner: within(number, f"!{on} && ") + f"({inner})"
        )
    return None


def weave(source, mutants):
    """The file with all of them in it."""
    sites = [found for mutant in mutants if (found := site(source, mutant))]
    sites.sort(key=lambda s: (s.start, -s.end))

    def text(start, end, sites):
        out, at = "", start
        while sites:
            first, *sites = sites
            inside = [s for s in sites if s.end <= first.end and s.start < first.end]
            sites = [s for s in sites if s not in inside]
            out += source.text[at : first.start].decode()
            out += first.render(text(first.start, first.end, inside))
            at = first.end
        return out + source.text[at:end].decode()

    return text(0, len(source.text), sites)


def woven_that_compile(mutants, packages):
    """Weaves all into the copy, and takes out what the compiler refuses until it refuses nothing."""
    sources = {file: Source(TREE / file) for file in sorted({mutant["file"] for mutant in mutants})}
    kept = [mutant for mutant in mutants if site(sources[mutant["file"]], mutant)]
    for crate in {pathlib.Path(file).parts[0] for file in sources}:
        lib = TREE / crate / "src/lib.rs"
        lib.write_text("#![allow(warnings)]\n" + lib.read_text() + MODULE)
    while True:
        woven = {}
        for file, source in sources.items():
            woven[file] = weave(source, [mutant for mutant in kept if mutant["file"] == file])
            (TREE / file).write_text(woven[file])
        refused, unknown = errors(packages, woven)
        if unknown and not refused:
            sys.exit("what is woven does not compile:\n" + "\n".join(unknown))
        if not refused:
            return kept
        print(f"{len(refused)} cannot be woven", flush=True)
        kept = [mutant for mutant in kept if mutant["id"] not in refused]


def errors(packages, woven):
    """The mutants that the compiler refuses, and the errors that belong to none."""
    command = ["cargo", "check", "--tests", "--message-format=json", "--keep-going"]
    for package in packages:
        command += ["--package", package]
    out = subprocess.run(command, cwd=TREE, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    refused, unknown = set(), []
    for line in out.stdout.splitlines():
        message = json.loads(line).get("message")
        if not isinstance(message, dict) or message["level"] != "error":
            continue
        spans = message["spans"] + [span for child in message["children"] for span in child["spans"]]
        found = {blamed(woven, span) for span in spans} - {None}
        refused |= found
        if not found and message["spans"]:
            unknown.append(message["rendered"])
    if out.returncode and not refused and not unknown:
        sys.exit(out.stderr.decode())
    return refused, unknown


def blamed(woven, span):
    """The innermost mutant whose text holds `span`."""
    file = span["file_name"]
    if file not in woven:
        return None
    text = woven[file].encode()
    best = None
    for opened in re.finditer(rb"/\*(\d+)<\*/", text[: span["byte_end"]]):
        closed = text.index(b"/*%b>*/" % opened[1], opened.end())
        if opened.start() <= span["byte_start"] and span["byte_end"] <= closed + 10:
            best = int(opened[1])
    return best


def environment(mutant=0):
    return os.environ | {
        "CARGO_TARGET_DIR": str(HOME / "build"),
        "CARGO_INCREMENTAL": "0",
        "CARGO_PROFILE_DEV_DEBUG": "0",
        "CARGO_PROFILE_DEV_LTO": "off",
        "ELDERHAND_MUTANT": str(mutant),
        "LD_LIBRARY_PATH": str(TREE / ".libtorch/lib"),
    }


class Tests:
    """The tests of the woven program, built once."""

    def __init__(self, packages, asked):
        self.asked = asked
        chosen = [word for package in packages for word in ("--package", package)]
        listing = ["cargo", "nextest", "list", "--cargo-quiet", "--list-type", "binaries-only", "--message-format", "json"]
        for name, command in {"binaries": listing + chosen, "cargo": ["cargo", "metadata", "--format-version", "1"]}.items():
            with open(HOME / f"{name}.json", "wb") as out:
                subprocess.run(command, cwd=TREE, env=environment(), check=True, stdout=out)
        for tests in self.stages():
            begin = time.monotonic()
            if (failed := self.failing(0, tests)) is not None:
                sys.exit(f"without a mutant {failed} fails: nothing can be said of those with one")
            print(f"{tests}: {time.monotonic() - begin:.0f} s", flush=True)

    def stages(self):
        first = f"test(/{self.asked.tests}/)"
        return [first] if self.asked.tests == "." else [first, f"not {first}"]

    def failing(self, mutant, tests):
        """The first test that fails, `None` if none does."""
        command = [
            *("cargo", "nextest", "run", "--profile", "mutants", "--test-threads", self.asked.jobs),
            *("--binaries-metadata", HOME / "binaries.json", "--cargo-metadata", HOME / "cargo.json"),
            *("--status-level", "fail", "--color", "never", "-E", tests, "--no-tests", "pass"),
        ]
        out = subprocess.run(command, cwd=TREE, env=environment(mutant), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if out.returncode == 0:
            return None
        failed = re.search(r"^\s*(?:FAIL|TIMEOUT|SIG\w+|ABORT).*?\] +(?:\([^)]*\) +)?(.*)$", out.stdout.decode(), re.M)
        if failed is None:
            sys.exit(out.stdout.decode())
        return failed[1]


def run(mutants, tests, asked):
    begin = time.monotonic()
    results = HOME / "results.jsonl"
    revision = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    done = {}
    if results.exists():
        for entry in map(json.loads, results.read_text().splitlines()):
            if entry["by"] or entry["revision"] == revision:
                done[entry["name"]] = entry["by"]
    random.Random(asked.seed).shuffle(mutants)
    for number, mutant in enumerate(mutants, 1):
        name = mutant["name"]
        if name not in done:
            if time.monotonic() - begin > asked.seconds:
                break
            by = None
            for stage in tests.stages():
                by = by or tests.failing(mutant["id"], stage)
            done[name] = by
            with open(results, "a") as out:
                out.write(json.dumps({"name": name, "by": by, "revision": revision}) + "\n")
            print(f"{number}/{len(mutants)} {'caught' if by else 'MISSED'} {name}", flush=True)
    tried = [done[mutant["name"]] for mutant in mutants if mutant["name"] in done]
    caught = sum(by is not None for by in tried)
    print(f"{len(tried)} of {len(mutants)} tried, {caught} caught ({100 * caught / max(1, len(tried)):.1f} %)")


if __name__ == "__main__":
    main()
