// Writes src/catalogue.json: every game with its options, what they may be, and the released bots that play it.
// It asks the program named by ELDERHAND; nothing is listed by hand, but refusals are read for what they expect.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const program = process.env.ELDERHAND ?? here("../../../target/debug/elderhand");
const json = (...args) => JSON.parse(execFileSync(program, [...args, "--json"], { encoding: "utf8" }));

const bot = spawn(program, ["bot", "random"], { stdio: ["pipe", "pipe", "inherit"], cwd: here("../../..") });
const lines = createInterface({ input: bot.stdout })[Symbol.asyncIterator]();
let id = 0;
async function ask(type, fields) {
  bot.stdin.write(JSON.stringify({ id: ++id, type, ...fields }) + "\n");
  return JSON.parse((await lines.next()).value);
}

/** What an option may be, learnt from the refusal of something that it surely may not be. */
async function kind(game, options, name, value) {
  if (typeof value === "boolean") return { kind: "switch" };
  if (Array.isArray(value)) return { kind: "list" };
  const wrong = typeof value === "number" ? 1_000_000 : "?";
  const { error } = await ask("describe", { game, options: { ...options, [name]: wrong } });
  const expected = error?.message.split("expected ")[1] ?? "";
  const range = expected.match(/(\d+) to (\d+)/);
  if (range) return { kind: "number", least: Number(range[1]), most: Number(range[2]) };
  const either = expected.match(/(\d+) or (\d+)/);
  if (either) return { kind: "choice", values: [Number(either[1]), Number(either[2])] };
  if (typeof value === "number") return { kind: "number", least: 0, most: 16 };
  const values = [...expected.matchAll(/[`"]([^`"]+)[`"]/g)].map((found) => found[1]);
  if (values.length === 0) throw new Error(`${game}: what may ${name} be? ${error?.message}`);
  return { kind: "choice", values };
}

async function optionsOf(game, match) {
  const asked = match === undefined ? {} : { episode: match ? "match" : "round" };
  const { options, error } = await ask("describe", { game, options: asked });
  if (error) return [];
  const found = [];
  for (const [name, value] of Object.entries(options)) {
    found.push({ name, value, ...(await kind(game, asked, name, value)) });
  }
  return found;
}

const bundles = json("bots").filter(({ name }) => existsSync(here(`../../../checkpoints/${name}.elderhand`)));
const described = json("games");
const familyOf = Object.fromEntries(described.map(({ id, family }) => [id, family]));
const games = [];
for (const { id: game, title, family, seats, options, bets } of described) {
  const byRound = await optionsOf(game, options.episode ? false : undefined);
  const names = new Set(byRound.map(({ name }) => name));
  const byMatch = (await optionsOf(game, true)).filter(({ name }) => !names.has(name));
  const entry = { id: game, title, family, seats, match: options.episode === "match", options: byRound, matches: byMatch };
  const rules = [`${game}.md`, `${family}.md`, `${game.split("-").slice(0, -1).join("-")}.md`];
  entry.rules = rules.find((file) => existsSync(here(`../../../env/rules/${file}`)))?.replace(".md", "");
  const { bots: players } = await ask("describe", { game, bots: true });
  entry.builtIn = players.filter((name) => !name.includes(":"));
  // Planes and actions that a family shares have one name, so its bots sit down at all of its games.
  entry.trained = bundles.filter((bundle) => familyOf[bundle.game] === family).map(({ name }) => name);
  entry.searched = entry.trained.length > 0 && !bets;
  games.push(entry);
}
const bots = bundles.map(({ name, game, options }) => ({ name, game, options: options ?? {} }));
bot.stdin.end();
const rows = (list) => list.map((entry) => JSON.stringify(entry)).join(",\n");
writeFileSync(here("../src/catalogue.json"), `{"games": [\n${rows(games)}\n], "bots": [\n${rows(bots)}\n]}\n`);
console.log(`${games.length} games, ${bots.length} released bots`);
