"""Plays a game at a table that Elderhand keeps, knowing no rules: it takes any legal action.

    python3 play.py gin simple        # a game and who sits in the other seats
"""

import json
import os
import random
import subprocess
import sys

ELDERHAND = os.environ.get("ELDERHAND", "elderhand")


class Refused(Exception):
    """Elderhand could not do what it was asked for; nothing has changed."""


class Elderhand:
    """A conversation with a program `elderhand bot`, a line for each message."""

    def __init__(self, bot):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([ELDERHAND, "bot", bot], stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        self.requests = 0

    def ask(self, type, **fields):
        self.requests += 1
        print(json.dumps({"id": self.requests, "type": type, **fields}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise Refused("{code}: {message}".format(**answer["error"]))
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def main(game, bot):
    elderhand = Elderhand(bot)
    seats = elderhand.ask("describe", game=game)["seats"]
    table = elderhand.ask("new_table", game=game, seats=[None] + [bot] * (seats - 1))
    seen = elderhand.ask("join", table=table["table"], name="Python")
    token = seen["token"]
    while seen["turn"] is not None:
        action = random.choice(seen["legal"])
        seen = elderhand.ask("play", token=token, action=action, after=seen["decisions"])
        print(action, "-", ", ".join(f"seat {step['seat']}" for step in seen["steps"][1:]) or "nobody else", "moved")
    print("returns", seen["outcome"]["returns"])
    elderhand.ask("close", token=token)
    elderhand.close()


if __name__ == "__main__":
    main(*sys.argv[1:3])
