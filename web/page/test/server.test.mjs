// Two people at one table of a server: one reloads, one loses the connection, and neither is sent what is hidden.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { clickOne, newPage, pathOf, ready, shot, speak, studio } from "./helpers.mjs";

const program = process.env.ELDERHAND ?? pathOf("../../../target/debug/elderhand");
let server, address, folder;

async function begin({ site }) {
  folder = mkdtempSync(join(tmpdir(), "elderhand-"));
  server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--bot", "simple", "--bot", "Max=random", "--origin", new URL(site.url).origin], {
    stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, ELDERHAND_CHECKPOINTS: folder },
  });
  for await (const line of createInterface({ input: server.stdout })) {
    address = line.match(/listening at http:\/\/([^;]+);/)?.[1];
    if (address) break;
  }
}

function end() {
  server?.kill();
  if (folder) rmSync(folder, { recursive: true });
}

const here = studio(begin, end);

/** A way to the server that can be cut. */
async function wire() {
  const [host, port] = [address.slice(0, address.lastIndexOf(":")), Number(address.split(":").at(-1))];
  const sockets = new Set();
  const pairs = new Set();
  let cut = false;
  const proxy = createServer((near) => {
    if (cut) return near.destroy();
    const far = connect(port, host);
    pairs.add({ near, far });
    for (const [one, other] of [[near, far], [far, near]]) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => sockets.delete(one));
    }
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  return {
    address: `127.0.0.1:${proxy.address().port}`,
    sever() {
      cut = true;
      for (const socket of sockets) socket.destroy();
    },
    /** What is asked is done from now on, but no answer comes. */
    silence() {
      for (const { near, far } of pairs) {
        far.unpipe(near);
        far.resume();
      }
    },
    mend: () => (cut = false),
    close() {
      this.sever();
      proxy.close();
    },
  };
}

/** Somebody with a browser of their own; every frame that comes to it is kept, and what is sent, a list a connection. */
async function somebody(name) {
  const context = await here.chromium.newContext({ viewport: { width: 1100, height: 800 } });
  const { page, errors } = await newPage(context, { name });
  const frames = [], sent = [], addresses = [];
  page.on("websocket", (socket) => {
    addresses.push(socket.url());
    const asked = [];
    sent.push(asked);
    socket.on("framesent", ({ payload }) => asked.push(JSON.parse(String(payload))));
    socket.on("framereceived", ({ payload }) => frames.push(String(payload)));
  });
  return { context, page, errors, frames, sent, addresses };
}

const hand = (page) => page.$$eval(".player.own [data-zone^='hand:'] [data-card]", (cards) => cards.map((card) => card.dataset.card).sort());
const state = (page) => page.getAttribute(".bar", "data-state");
/** Whether a card is in what was sent, but for what a game is like, which names all cards. */
const names = (frames, card) => frames.some((frame) => !frame.includes('"actions":') && new RegExp(`\\b${card}\\b`).test(frame));

/** Lets whoever is to move click, until so many moves are made or the game is over. */
async function playOn(people, moves) {
  for (let made = 0; made < moves; made++) {
    let mover;
    for (let waited = 0; !mover; waited++) {
      if (waited > 400) throw new Error("nobody may move");
      for (const somebody of people) {
        const now = await state(somebody.page);
        if (now === "over") return true;
        if (now === "turn") mover = somebody;
      }
      if (!mover) await people[0].page.waitForTimeout(25);
    }
    await clickOne(mover.page, 1);
    await ready(mover.page, ["turn", "waiting", "over"]);
  }
  return false;
}

test("two people play at one table", async () => {
  const line = await wire();
  const [ada, ben] = [await somebody("Ada"), await somebody("Ben")];
  await ada.page.goto(`${here.site.url}?server=ws://${address}/api`);
  await ada.page.click('[data-game="gin"]');
  await ada.page.click("#play");
  await ada.page.waitForFunction(() => location.hash.includes("table="));
  assert.match(await ada.page.textContent(".log"), /Others join by this link: http/);

  const link = new URL(await ada.page.evaluate(() => location.href));
  const parts = new URLSearchParams(link.hash.slice(1));
  parts.set("server", `ws://${line.address}/api`);
  await ben.page.goto(`${here.site.url}#${parts}`);
  await ben.page.fill("#name", "Ben");
  await ben.page.click("#join");
  await ben.page.waitForSelector(".felt .card");
  await ada.page.waitForFunction(() => document.querySelector(".others h3")?.textContent === "Ben");
  assert.equal(await ben.page.textContent(".others h3"), "Ada");
  const people = [ada, ben];
  const dealt = await Promise.all(people.map(({ page }) => hand(page)));
  assert.deepEqual(dealt.map((cards) => cards.length), [10, 10]);
  for (const [own, other] of [[0, 1], [1, 0]]) {
    assert.ok(dealt[own].every((card) => names(people[own].frames, card)), "one's own cards are found in what was sent");
    for (const card of dealt[other]) assert.ok(!names(people[own].frames, card), `${card} was sent to somebody who must not see it`);
  }

  assert.equal(await playOn(people, 6), false, "the game goes on");
  const before = await hand(ada.page);
  await ada.page.reload();
  await ada.page.waitForSelector(".felt .card");
  assert.deepEqual(await hand(ada.page), before, "a page that was loaded anew shows the same hand");
  await playOn(people, 2);

  line.sever();
  await ben.page.waitForFunction(() => document.querySelector("#standing").textContent.includes("lost"));
  await shot(ben.page, "connection-lost");
  const held = await hand(ben.page);
  if ((await state(ada.page)) === "turn") await clickOne(ada.page, 1);
  line.mend();
  await ben.page.waitForFunction(() => document.querySelector("#standing").textContent === "");
  assert.deepEqual(await hand(ben.page), held);

  let over = false;
  // Cards that have stayed in a hand from the first to the last were nobody else's business until hands were shown.
  let kept = dealt;
  let sent = people.map(({ frames }) => frames.length);
  for (let rounds = 0; rounds < 400 && !over; rounds++) {
    kept = await Promise.all(people.map(async ({ page }, place) => {
      const now = await hand(page);
      return kept[place].filter((card) => now.includes(card));
    }));
    sent = people.map(({ frames }) => frames.length);
    over = await playOn(people, 1);
  }
  assert.ok(over, "the game ends");
  for (const [own, other] of [[0, 1], [1, 0]]) {
    for (const card of kept[other]) assert.ok(!names(people[own].frames.slice(0, sent[own]).filter((frame) => !frame.includes('"showdown":{')), card), `${card} was sent to somebody who must not see it`);
  }
  await Promise.all(people.map(({ page }) => page.waitForSelector(".result")));
  const results = await Promise.all(people.map(({ page }) => page.$$eval(".standing dd", (all) => all.map((element) => element.textContent))));
  assert.deepEqual(results[0], results[1], "both are told the same end");
  await shot(ada.page, "server-over");

  const told = () => ben.page.$$eval(".log p", (lines) => lines.filter(({ textContent }) => textContent.startsWith("The game is over")).length);
  const [end] = [await ben.page.textContent(".result-box"), assert.equal(await told(), 1)];
  await ada.page.click("#leave");
  await ben.page.waitForTimeout(500);
  assert.equal(await ben.page.textContent(".result-box"), end, "who leaves after the end is still named by it");
  assert.equal(await told(), 1, "it is told once");
  await speak(ben.page, "de");
  assert.match(await ben.page.textContent(".result"), /Das Spiel ist aus/);
  await speak(ben.page, "en");
  assert.equal(await ben.page.textContent(".result-box"), end);
  await ben.page.reload();
  assert.match(await ben.page.textContent(".result"), /The game is over/, "whoever comes back after the end is told of it");
  await ben.page.click("#review");
  await ben.page.waitForSelector(".review .felt .card");
  assert.deepEqual(await hand(ben.page), dealt[1], "one's own seat is looked at");
  assert.match(await ben.page.textContent(".others h3"), /Ada|Seat 1/);
  await ben.page.click("#leave");
  assert.equal(await ben.page.locator(".kept").count(), 0, "nothing is left to go on with");
  assert.deepEqual(ada.errors, []);
  // The browser itself complains of the connection that was cut.
  assert.deepEqual(ben.errors.filter((text) => !/WebSocket connection/.test(text)), []);
  await Promise.all(people.map(({ context }) => context.close()));
  line.close();
});

test("where nobody comes a bot sits down", async () => {
  const { page, context, errors } = await somebody("Dora");
  await page.goto(`${here.site.url}?server=ws://${address}/api`);
  await page.click('[data-game="gin"]');
  await page.click("#play");
  await page.waitForFunction(() => location.hash.includes("table="));
  await page.click("#invite");
  await page.waitForFunction(() => document.querySelector(".others h3")?.textContent === "Simple");
  await shot(page, "bot-invited");
  assert.match(await page.textContent(".log"), /Simple sits down/);
  assert.equal(await page.$("#invite"), null, "no seat is free any more");
  assert.equal(await playOn([{ page }], 3), false, "the game goes on");
  assert.deepEqual(errors, []);
  await context.close();
});

test("who leaves says whether he comes back, and who has no name is told from others", async () => {
  const [ada, ben] = [await somebody(""), await somebody("")];
  await ada.page.goto(`${here.site.url}?server=ws://${address}/api`);
  await ada.page.click('[data-game="skirmish"]');
  await ada.page.selectOption("#option-seats", "2");
  await ada.page.click("#play");
  await ada.page.waitForFunction(() => location.hash.includes("table="));
  // With an empty name one joins by the form too.
  await ben.page.goto(await ada.page.evaluate(() => location.href));
  await ben.page.fill("#name", "");
  await ben.page.click("#join");
  await ben.page.waitForSelector(".felt .card");
  assert.equal(await ben.page.textContent(".others h3"), "Player 1");
  await ada.page.waitForFunction(() => document.querySelector(".others h3")?.textContent === "Player 2");
  const log = () => ada.page.textContent(".log");
  assert.match(await log(), /Player 2 sits down/);

  await ben.page.click("#leave");
  await ben.page.setViewportSize({ width: 320, height: 568 });
  await shot(ben.page, "leaving");
  await ben.page.click("#later");
  assert.equal(await ada.page.textContent(".others h3"), "Player 2", "the seat is kept");
  await ben.page.click(".resume");
  await ben.page.waitForSelector(".felt .card");
  await ben.page.click("#leave");
  await ben.page.click("#give-up");
  await ben.page.waitForSelector(".lobby");
  assert.equal(await ben.page.locator(".go-on").count(), 0);
  await ada.page.waitForSelector("#invite");
  assert.match(await log(), /Player 2 has left the table/);

  await ben.page.goto(await ada.page.evaluate(() => location.href));
  await ben.page.fill("#name", "Ben");
  await ben.page.click("#join");
  await ada.page.waitForFunction(() => document.querySelector(".others h3")?.textContent === "Ben");
  await ben.page.click(".brand");
  await ben.page.click(".forget");
  assert.equal(await ben.page.locator(".kept").count(), 0);
  await ada.page.click("#invite");
  await ada.page.waitForFunction(() => document.querySelector(".others h3")?.textContent === "Simple");
  assert.deepEqual([ada.errors, ben.errors], [[], []]);
  await Promise.all([ada, ben].map(({ context }) => context.close()));
});

test("the bots that a server has for a game are offered, and asked for hints by their names", async () => {
  const { page, context, errors } = await somebody("Gil");
  await page.goto(`${here.site.url}?server=ws://${address}/api`);
  const offered = async (game, last) => {
    await page.click(`[data-game="${game}"]`);
    await page.waitForFunction((last) => document.querySelector("#seat-1 option:last-child")?.textContent === last, last);
    return page.$$eval("#seat-1 option", (all) => all.map(({ textContent }) => textContent));
  };
  assert.deepEqual(await offered("gin", "Max"), ["You", "a person", "simple (by rule)", "Max"]);
  await shot(page, "server-bots");
  assert.deepEqual(await offered("kuhn", "Max"), ["You", "a person", "Max"]);
  await page.selectOption("#seat-1", "Max");
  await page.click("#play");
  await ready(page);
  await page.keyboard.press("h");
  assert.match(await page.textContent(".hint"), /^Max would play/);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Loses the line of somebody after what was asked has come to the server, until it is there again. */
async function lose(page, line) {
  await page.waitForTimeout(300);
  line.sever();
  await page.waitForFunction(() => document.documentElement.dataset.standing === "lost");
  line.mend();
  await page.waitForFunction(() => document.documentElement.dataset.standing === "open");
}

test("what was asked when the line was lost is done once", async () => {
  const line = await wire();
  const { page, context, sent, errors } = await somebody("Eve");
  await page.goto(`${here.site.url}?server=ws://${line.address}/api`);
  await page.click('[data-game="gin"]');
  await page.waitForSelector("#seat-1 option:has-text('simple')", { state: "attached" });
  line.silence();
  await page.click("#play");
  await lose(page, line);
  assert.match(await page.textContent("dialog"), /connection was lost before/);
  await page.keyboard.press("Escape");
  await page.selectOption("#seat-1", { label: "simple (by rule)" });
  await page.click("#play");
  await page.waitForFunction(() => location.hash.includes("table="));
  await ready(page);
  // A click may pick a card up only.
  let held;
  while ((await page.locator(".log .own").count()) < 3) {
    held = await hand(page);
    await clickOne(page, 0);
    await ready(page);
  }
  line.silence();
  await page.keyboard.press("u");
  await lose(page, line);
  await ready(page);
  assert.deepEqual(await hand(page), held, "one choice is taken back, not two");
  assert.equal(await page.locator(".log p:has-text('taken back')").count(), 1);
  await lose(page, line);
  await ready(page);
  for (const asked of sent) {
    const ids = asked.map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)], "nothing is asked twice over one connection");
  }
  assert.deepEqual(errors.filter((text) => !/WebSocket connection/.test(text)), []);
  await context.close();
  line.close();
});

test("whoever joins when the line is lost has one seat all the same", async () => {
  const line = await wire();
  const [hal, ida, jon] = [await somebody("Hal"), await somebody("Ida"), await somebody("Jon")];
  await hal.page.goto(`${here.site.url}?server=ws://${address}/api`);
  await hal.page.click('[data-game="skirmish"]');
  await hal.page.selectOption("#option-seats", "3");
  await hal.page.click("#play");
  await hal.page.waitForFunction(() => location.hash.includes("table="));
  const parts = new URLSearchParams(new URL(hal.page.url()).hash.slice(1));
  const jons = hal.page.url();
  parts.set("server", `ws://${line.address}/api`);
  await ida.page.goto(`${here.site.url}#${parts}`);
  await ida.page.waitForFunction(() => document.documentElement.dataset.standing === "open");
  line.silence();
  await ida.page.click("#join");
  await lose(ida.page, line);
  await ida.page.waitForSelector(".felt .card");
  // The third seat is still free.
  await jon.page.goto(jons);
  await jon.page.click("#join");
  await jon.page.waitForSelector(".felt .card");
  assert.deepEqual(ida.errors.filter((text) => !/WebSocket connection/.test(text)), []);
  await Promise.all([hal, ida, jon].map(({ context }) => context.close()));
  line.close();
});

test("an address is completed, and a bad one leaves the connection that there is", async () => {
  const { page, context, addresses, errors } = await somebody("Fay");
  await page.goto(`${here.site.url}?server=ws://${address}/api`);
  const [host] = [address.replace(/^.*:/, "localhost:")];
  for (const [typed, opened] of [
    [`http://${address}`, `ws://${address}/api`], [host, `ws://${host}/api`], ["https://localhost:1", "wss://localhost:1/api"],
    ["localhost.example", "wss://localhost.example/api"], ["ws://127.0.0.1:1/other", "ws://127.0.0.1:1/other"], [address, `ws://${address}/api`],
  ]) {
    await page.fill("#server", typed);
    await page.click("#connect");
    await page.waitForTimeout(50);
    assert.equal(addresses.at(-1), opened, typed);
  }
  await page.waitForFunction(() => document.documentElement.dataset.standing === "open");
  await page.fill("#server", "localhost:port");
  await page.click("#connect");
  assert.match(await page.textContent("dialog"), /no address of a server/);
  await page.keyboard.press("Escape");
  await page.click("#play");
  await page.waitForFunction(() => location.hash.includes("table="));
  await page.goto("about:blank");
  await page.goto(`${here.site.url}#${new URLSearchParams({ game: "gin", table: "any", server: "localhost:port" })}`);
  assert.match(await page.textContent("dialog"), /This link names no deal/);
  await page.waitForSelector(".lobby");
  assert.deepEqual(errors.filter((text) => !/WebSocket connection/.test(text)), []);
  await context.close();
});

test("a table that is gone is said to be gone", async () => {
  const { page, context } = await somebody("Cleo");
  await page.goto(`${here.site.url}#${new URLSearchParams({ game: "gin", table: "nowhere", server: `ws://${address}/api` })}`);
  await page.fill("#name", "Cleo");
  await page.click("#join");
  assert.match(await page.textContent("dialog"), /This table is gone/);
  await context.close();
});
