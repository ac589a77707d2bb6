#!/usr/bin/env python3
"""Draws the pictures of the README: a game at the table, how a player learnt, and a report.

    scripts/pictures.py table PROGRAM > docs/pictures/table.svg
    scripts/pictures.py learning RUN_DIRECTORY > docs/pictures/learning.svg
    scripts/pictures.py report REPORT > docs/pictures/report.png
"""

import json
import os
import pty
import re
import subprocess
import sys
import tempfile
from html import escape

COLOURS = {"1": 'font-weight="bold"', "2": 'fill="#8b949e"', "31": 'fill="#ff7b72"', "32": 'fill="#7ee787"'}
TYPED = ["take", "discard KD", "draw", "quit"]


def page(width, height, body):
    """An SVG of a size in pixels, on a dark ground that suits light pages too."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>\n{body}</svg>\n'
    )


def played(program):
    """What a terminal shows when a person plays gin, with its colours."""
    command = [program, "play", "gin", "--bot", "greedy", "--seed", "5", "--no-record"]
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", LANG="C.UTF-8", LC_ALL="")
        os.execv(program, command)
    screen, waiting = b"", list(TYPED)
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            part = b""
        if not part:
            break
        screen += part
        if screen.endswith((b"> ", b"> \x1b[0m")) and waiting:
            os.write(terminal, waiting.pop(0).encode() + b"\n")
    os.waitpid(pid, 0)
    return screen.decode().replace("\r", "")


def table(program):
    """A terminal as a picture."""
    lines = ["$ elderhand play gin --bot greedy --seed 5", *played(program).rstrip().split("\n")]
    rows = []
    for number, line in enumerate(lines):
        spans, style = [], ""
        for part in re.split(r"(\x1b\[\d+m)", line):
            code = re.fullmatch(r"\x1b\[(\d+)m", part)
            if code:
                style = COLOURS.get(code[1], "")
            elif part:
                spans.append(f"<tspan {style}>{escape(part)}</tspan>" if style else escape(part))
        rows.append(f'<text x="16" y="{30 + 18 * number}" xml:space="preserve">{"".join(spans)}</text>\n')
    font = '<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3">\n'
    return page(700, 42 + 18 * len(lines), f"{font}{''.join(rows)}</g>\n")


def learning(run):
    """The score against each opponent, with its interval, by decisions in millions."""
    with open(os.path.join(run, "metrics.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    names = sorted({key.split("/")[1] for line in lines for key in line if re.fullmatch(r"eval/\w+/score", key)})
    names = [name for name in names if name != "random"]
    curves = {name: [(l["decisions"] / 1e6, *(l[f"eval/{name}/{k}"] for k in ("score", "ci_low", "ci_high")))
                     for l in lines if f"eval/{name}/score" in l] for name in names}
    points = [point for curve in curves.values() for point in curve]
    right, low, high = max(p[0] for p in points), min(p[2] for p in points) - 1, max(p[3] for p in points) + 1
    x = lambda decisions: 60 + 600 * decisions / right
    y = lambda score: 20 + 280 * (high - score) / (high - low)
    body = '<g font-family="system-ui, sans-serif" font-size="13" fill="#e6edf3">\n'
    for score in range(int(low) // 5 * 5, int(high) + 1, 5):
        if low <= score <= high:
            colour = "#8b949e" if score == 0 else "#30363d"
            body += f'<path d="M60 {y(score):.1f}H660" stroke="{colour}"/>'
            body += f'<text x="50" y="{y(score) + 4:.1f}" text-anchor="end">{score:+d}</text>\n'
    for million in range(0, int(right) + 1, max(1, int(right) // 8)):
        body += f'<text x="{x(million):.1f}" y="320" text-anchor="middle">{million}</text>\n'
    body += '<text x="360" y="342" text-anchor="middle">million decisions</text>\n'
    body += '<text x="64" y="16">points a round of gin against</text>\n'
    for colour, (name, curve) in zip(["#58a6ff", "#f0883e", "#7ee787"], curves.items()):
        band = [f"{x(d):.1f},{y(top):.1f}" for d, _, _, top in curve]
        band += [f"{x(d):.1f},{y(bottom):.1f}" for d, _, bottom, _ in reversed(curve)]
        body += f'<polygon points="{" ".join(band)}" fill="{colour}" opacity="0.25"/>\n'
        line = " ".join(f"{x(d):.1f},{y(score):.1f}" for d, score, _, _ in curve)
        body += f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>\n'
        d, score, _, _ = curve[-1]
        best = score == max(other[-1][1] for other in curves.values())
        body += f'<text x="{x(d) - 4:.1f}" y="{y(score) + (-14 if best else 26):.1f}" text-anchor="end" fill="{colour}">{name}</text>\n'
    return page(690, 355, body + "</g>\n")


def report(file):
    """The upper part of a report as Chromium shows it."""
    with tempfile.TemporaryDirectory() as folder:
        shot = os.path.join(folder, "shot.png")
        browser = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1300,1260"]
        subprocess.run([browser, *options, f"--screenshot={shot}", os.path.abspath(file)], check=True, capture_output=True)
        with open(shot, "rb") as picture:
            return picture.read()


if __name__ == "__main__":
    kinds = {"table": table, "learning": learning, "report": report}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    drawn = kinds[sys.argv[1]](sys.argv[2])
    sys.stdout.buffer.write(drawn if isinstance(drawn, bytes) else drawn.encode())
