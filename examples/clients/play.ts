// Plays a game at a table that Elderhand keeps, knowing no rules: it takes any legal action.
//
//     node play.ts gin simple        (from Node.js 22.18 on; before, compile it with tsc)
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

interface Step { seat: number; view: object; ended?: object }
interface Outcome { returns: number[]; truncated: boolean }
interface Position {
  token?: string; table: string; seat: number; players: (string | null)[];
  decisions: number; turn: number | null; legal: string[]; view: object; steps?: Step[]; outcome?: Outcome;
}
interface Refusal { error?: { code: string; message: string } }

/** A conversation with a program `elderhand bot`, a line for each message. */
class Elderhand {
  private process;
  private lines;
  private requests = 0;

  constructor(bot: string) {
    this.process = spawn(process.env.ELDERHAND ?? "elderhand", ["bot", bot], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async ask<T>(type: string, fields: object = {}): Promise<T> {
    this.process.stdin.write(JSON.stringify({ id: ++this.requests, type, ...fields }) + "\n");
    const { value, done } = await this.lines.next();
    if (done) throw new Error("elderhand has ended");
    const answer: T & Refusal = JSON.parse(value);
    if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.message}`);
    return answer;
  }

  close() {
    this.process.stdin.end();
  }
}

const [game = "gin", bot = "simple"] = process.argv.slice(2);
const elderhand = new Elderhand(bot);
const { seats } = await elderhand.ask<{ seats: number }>("describe", { game });
const others: string[] = Array(seats - 1).fill(bot);
const { table } = await elderhand.ask<{ table: string }>("new_table", { game, seats: [null, ...others] });
let seen = await elderhand.ask<Position>("join", { table, name: "TypeScript" });
const token = seen.token;
while (seen.turn !== null) {
  const action = seen.legal[Math.floor(Math.random() * seen.legal.length)];
  seen = await elderhand.ask<Position>("play", { token, action, after: seen.decisions });
  console.log(action, "-", seen.steps!.slice(1).map((step) => `seat ${step.seat}`).join(", ") || "nobody else", "moved");
}
console.log("returns", seen.outcome!.returns);
await elderhand.ask("close", { token });
elderhand.close();
