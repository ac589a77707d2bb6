// The package as those who install it use it, in Node.js.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { Refusal, ask, createTable, decide, loadBot } from "elderhand";

const checkpoints = new URL("../../../checkpoints/", import.meta.url);
const gin = await loadBot(new URL("gin.elderhand", checkpoints));

test("a bot file says what it plays", async () => {
  assert.equal(gin.name, "checkpoint:gin");
  const { game, options } = await loadBot(new URL("gin-challenge.elderhand", checkpoints));
  assert.deepEqual([game, options.gin_bonus], ["gin", 25]);
});

test("a bot of bytes may be called like a game", async () => {
  const bytes = await readFile(new URL("gin-challenge.elderhand", checkpoints));
  const { name, game, options } = await loadBot(bytes, "gin-oklahoma");
  assert.deepEqual([name, game, options.gin_bonus, options.oklahoma], ["checkpoint:gin-oklahoma", "gin", 25, false]);
});

test("it decides as the program does", async () => {
  const table = await createTable({ game: "gin", seats: [null, gin], seed: 3 });
  const seat = await table.join();
  const asked = [];
  while (seat.position.turn !== null && asked.length < 8) {
    const { view } = seat.position;
    const decision = await decide(gin, { view, seed: 1 });
    asked.push({ view, decision });
    await seat.play(decision.action.name);
  }
  const question = ({ view }) => JSON.stringify({ id: 0, type: "decide", game: "gin", view, seed: 1 });
  const program = process.env.ELDERHAND ?? "elderhand";
  const file = fileURLToPath(new URL("gin.elderhand", checkpoints));
  const said = execFileSync(program, ["bot", file], { input: asked.map(question).join("\n") });
  const theirs = String(said).trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(theirs.length, asked.length);
  for (const [place, { decision }] of asked.entries()) {
    assert.deepEqual(theirs[place].action, decision.action);
    assert.deepEqual(Object.keys(theirs[place].probabilities), Object.keys(decision.probabilities));
    for (const [name, probability] of Object.entries(decision.probabilities)) {
      assert.ok(Math.abs(theirs[place].probabilities[name] - probability) < 1e-5, name);
    }
  }
});

test("every game is played to its end", async () => {
  const { games } = await ask("hello", { protocol: 2 });
  assert.ok(games.length > 20);
  for (const game of games) {
    const { seats } = await ask("describe", { game });
    const table = await createTable({ game, seats: [null, ...Array(seats - 1).fill("random")], seed: 1 });
    const seat = await table.join();
    for (let choice = 0; seat.position.turn !== null; choice += 1) {
      assert.ok(choice < 5000, `${game} goes on and on`);
      const { legal } = seat.position;
      await seat.play(legal[(7 * choice) % legal.length]);
    }
    assert.equal(seat.position.outcome.returns.length, seats, game);
    await seat.close();
  }
});

test("equal seeds deal equal cards, and undo brings a position back", async () => {
  const open = async () => (await createTable({ game: "gin", seats: [null, gin], seed: 7, undo: true })).join();
  const [one, other] = [await open(), await open()];
  assert.deepEqual(one.position.view, other.position.view);
  const before = one.position.view;
  await one.play(one.position.legal[0]);
  await one.undo();
  assert.deepEqual(one.position.view, before);
});

test("a bot is invited where nobody sits", async () => {
  const table = await createTable({ game: "gin", seed: 3 });
  const seat = await table.join(0);
  assert.deepEqual(seat.position.players, ["somebody", null]);
  const { players, people } = await seat.invite("simple");
  assert.deepEqual([players, people], [["somebody", "simple"], [0]]);
  await assert.rejects(seat.invite("random", 1), (error) => error.code === "taken");
});

test("what cannot be done is refused by a code, and changes nothing", async () => {
  await assert.rejects(createTable({ game: "whist" }), (error) => error instanceof Refusal && error.code === "bad_game");
  await assert.rejects(loadBot(new Uint8Array([1, 2, 3]), "broken"), /broken/);
  await assert.rejects(loadBot(new Uint8Array([1, 2, 3])), TypeError);
  await assert.rejects(decide("simple", { game: "gin", view: {} }), (error) => error.code === "bad_view");
  const seat = await (await createTable({ game: "gin", seats: [null, "simple"] })).join();
  const before = seat.position;
  await assert.rejects(seat.play("dance"), (error) => error.code === "illegal");
  assert.deepEqual((await seat.look()).view, before.view);
});

test("the example plays a round", () => {
  const example = fileURLToPath(new URL("../examples/play.mjs", import.meta.url));
  const said = String(execFileSync(process.execPath, [example, fileURLToPath(new URL("gin.elderhand", checkpoints))]));
  assert.match(said.trim().split("\n").at(-1), /^returns \[ .* \]$/);
});
