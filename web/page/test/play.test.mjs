// What one does in the page besides clicking cards: keys, words, hints, taking back, going on, looking back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { clickOn, clickOne, dealLink, games, newPage, ready, shot, speak, studio } from "./helpers.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const gin = games.find(({ id }) => id === "gin");
const MATCH = { episode: "match", target: 0, rounds: 2 };

const here = studio();

async function open(hash = "", settings = {}, viewport = { width: 1280, height: 800 }) {
  const context = await here.chromium.newContext({ viewport });
  const opened = await newPage(context, settings);
  await opened.page.goto(here.site.url + hash);
  return { ...opened, context };
}

const hand = (page) => page.$$eval(".player.own [data-zone^='hand:'] [data-card]", (cards) => cards.map((card) => card.dataset.card).sort());
const log = (page) => page.$$eval(".log p", (lines) => lines.map((line) => line.textContent));

test("a game is chosen in the lobby and played", async () => {
  const { page, errors, context } = await open();
  assert.equal(await page.locator(".game").count(), games.length);
  await page.click('[data-game="knock-rummy"]');
  await page.selectOption("#option-seats", "3");
  assert.equal(await page.locator(".seats select").count(), 3);
  await page.selectOption("#seat-1", { label: "beginner (random moves)" });
  await page.click("#play");
  await ready(page);
  assert.equal(await page.locator(".player").count(), 3);
  assert.deepEqual(await page.$$eval(".others h3", (names) => names.map((name) => name.textContent)), ["Beginner", "Trained"]);
  await clickOne(page);
  await clickOn(page, 500);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Presses keys alone: forward through what can be chosen, and Enter. */
async function byKeys(page) {
  for (let presses = 0; presses < 1500; presses++) {
    const state = await ready(page);
    if (state === "over") return;
    if (state === "round-over") {
      assert.equal(await page.evaluate(() => document.activeElement.id), "next-round", "the button to go on has the focus");
      await page.keyboard.press("Enter");
      continue;
    }
    await page.keyboard.press(presses % 3 ? "ArrowRight" : "ArrowLeft");
    assert.ok(await page.evaluate(() => document.activeElement.matches("[data-choice], .bar button")), "an arrow comes to something that can be chosen");
    await page.keyboard.press("Enter");
  }
  throw new Error("the match does not end");
}

test("a match and its review, by keyboard alone", async () => {
  const { page, errors, context } = await open(dealLink(gin, { options: { ...MATCH, hand: 7 } }));
  await ready(page);
  await byKeys(page);
  assert.match(await page.textContent(".result"), /The game is over/);
  for (let presses = 0; presses < 10 && (await page.evaluate(() => document.activeElement.id)) !== "review"; presses++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#review-progress[data-done]");
  const [, agreed, of] = (await page.textContent("#review-progress")).match(/^(\d+) of (\d+)/);
  assert.equal(await page.locator(".review-moves li").count(), Number(of));
  assert.ok(Number(agreed) <= Number(of) && Number(of) > 5);
  await page.focus(".review-moves button");
  await page.keyboard.press("Enter");
  assert.ok((await page.locator(".chances li").count()) >= 1);
  const before = await page.textContent(".review .prompt");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await page.textContent(".review .prompt"), before);
  await page.keyboard.press("End");
  assert.match(await page.textContent(".review .prompt"), /^Step (\d+) of \1 /);
  await shot(page, "review");
  assert.deepEqual(errors, []);
  await context.close();
});

test("a match and its review, by typed words alone", async () => {
  const { page, errors, context } = await open(dealLink(gin, { options: { ...MATCH, hand: 7 }, seed: 5 }));
  await ready(page);
  await page.keyboard.press("/");
  const type = async (text) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await type("moves");
  assert.match((await log(page)).at(-1), /^You may: /);
  await type("hand");
  assert.match((await log(page)).at(-1), /^Hand: .* of /);
  await type("sing");
  assert.match((await log(page)).at(-1), /^No move fits/);
  for (let typed = 0; typed < 800; typed++) {
    const state = await ready(page);
    if (state === "over") break;
    if (state === "round-over") await type("go on");
    else {
      await type("moves");
      const moves = (await log(page)).at(-1).replace("You may: ", "").split("; ");
      // Cards are typed as the protocol writes them or spelt out, in turns.
      const move = moves.find((name) => name.startsWith("Knock")) ?? moves[typed % moves.length];
      await type(typed % 2 ? move : move.toLowerCase().replace("discard ", ""));
      await page.waitForTimeout(0);
    }
  }
  assert.match(await page.textContent(".result"), /The game is over/);

  await page.keyboard.press("/");
  await type("review");
  await page.waitForSelector("#review-progress[data-done]");
  await page.keyboard.press("/");
  await type("next");
  assert.match((await log(page)).join("\n"), /\n1\. /);
  await type("7");
  assert.match((await log(page)).at(-1), /^Step 7 of /);
  await type("hand");
  assert.match((await log(page)).at(-1), /^Hand: .* of /);
  const own = await page.$$eval(".review-moves button", (all) => all.length);
  assert.ok(own > 5);
  await type("first");
  await type("mistake");
  if (!(await page.textContent(".review .prompt")).startsWith("No more")) {
    await type("bot");
    assert.match((await log(page)).at(-1), /^Trained would play: .* \(\d+ %\)\. You: .* %\)\.$/);
  }
  await type("dance");
  assert.match((await log(page)).at(-1), /nothing that can be done here/);
  assert.deepEqual(errors, []);
  await context.close();
});

test("whoever types keeps the line, whatever is opened, and no letter becomes a shortcut", async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const { page, errors, context } = await open(dealLink(gin, { seed: 21 }), {}, viewport);
    await ready(page);
    const focused = () => page.evaluate(() => document.activeElement.id);
    const type = async (text) => {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    };
    await page.keyboard.press("/");
    await type("pass");
    await page.waitForFunction(() => document.querySelector(".log .own"));
    await ready(page);
    const held = await hand(page);
    await type("hint");
    await page.waitForSelector(".hint");
    assert.equal(await focused(), "command");
    await type("rules");
    await page.waitForSelector(".rules h1");
    assert.equal(await focused(), "command");
    assert.deepEqual(await hand(page), held);
    // A stroke too many does no harm.
    await type("/moves");
    assert.match((await log(page)).at(-1), /^You may: /);
    assert.ok((await log(page)).every((line) => line !== "taken back"));
    await clickOn(page, 500);
    assert.equal(await focused(), "command", "nor does the end of the game take it");
    await type("review");
    await page.waitForSelector(".review");
    assert.equal(await focused(), "command", "nor what follows");
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test("a finished round is judged by thinking ahead, and tried again", async () => {
  const { page, errors, context } = await open(dealLink(gin, { seed: 22 }));
  await ready(page);
  await clickOn(page, 500);
  await page.click("#review");
  await page.selectOption("#review-by", "search");
  await page.waitForSelector("#review-progress[data-done=search]", { timeout: 120_000 });
  const [, mistakes, of] = (await page.textContent("#review-progress")).match(/^(\d+) of (\d+) moves were mistakes/);
  assert.ok(Number(mistakes) > 0 && Number(mistakes) < Number(of), "who clicks without thought makes mistakes, but not always");
  assert.equal(await page.locator(".review-moves .doubtful").count(), Number(mistakes));
  await page.click("#mistake");
  assert.match(await page.textContent(".opinion"), /Your move cost .* ± .* points/);
  await shot(page, "review-search");
  const dealt = await hand(page);
  await page.click("#play-on");
  await ready(page);
  const again = await hand(page);
  assert.ok(again.filter((card) => dealt.includes(card)).length >= 9, "it is the same hand, before the move");
  await clickOn(page, 500);
  assert.match(await page.textContent(".result"), /The game is over/);
  await page.click("#lobby");
  await page.waitForSelector("#review-progress");
  assert.deepEqual(errors, []);
  await context.close();
});

test("a hint tells chances and value, and can be followed", async () => {
  const { page, errors, context } = await open(dealLink(gin));
  await ready(page);
  await page.keyboard.press("h");
  await page.waitForSelector(".hint");
  assert.match(await page.textContent(".hint"), /Trained would play: .*It expects .* points/);
  assert.ok((await page.locator(".chances li").count()) >= 2);
  await page.click(".hinted >> nth=0");
  await page.waitForFunction(() => document.querySelector(".log .own"));
  assert.deepEqual(errors, []);
  await context.close();
});

test("a choice is taken back, and a reloaded page goes on where it was", async () => {
  const { page, errors, context } = await open(dealLink(gin, { seed: 3 }));
  await ready(page);
  const dealt = await hand(page);
  await clickOne(page);
  await ready(page);
  assert.notDeepEqual(await hand(page), dealt);
  for (let back = 0; back < 2 && JSON.stringify(await hand(page)) !== JSON.stringify(dealt); back++) {
    await page.keyboard.press("u");
    await ready(page);
  }
  assert.deepEqual(await hand(page), dealt);
  for (let click = 0; click < 6 && (await ready(page)) === "turn"; click++) await clickOne(page);
  await ready(page);
  const [held, pile] = [await hand(page), await page.getAttribute("[data-zone=pile] .card:last-child", "data-card")];
  await page.reload();
  await ready(page);
  assert.deepEqual(await hand(page), held);
  assert.equal(await page.getAttribute("[data-zone=pile] .card:last-child", "data-card"), pile);
  await page.goto("about:blank");
  await page.goto(here.site.url);
  await page.click(".resume");
  await ready(page);
  assert.deepEqual(await hand(page), held);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a game that is taken up is kept whole, also where it cannot be played again", async () => {
  const { page, context } = await open(dealLink(gin, { seed: 3 }));
  for (let click = 0; click < 4 && (await ready(page)) === "turn"; click++) await clickOne(page);
  await ready(page);
  const kept = () => page.evaluate(() => localStorage.getItem("elderhand.saved"));
  const broken = JSON.parse(await kept());
  assert.ok(broken[0].choices.length > 1);
  broken[0].choices.push("dance");
  await page.evaluate((text) => localStorage.setItem("elderhand.saved", text), JSON.stringify(broken));
  await page.reload();
  await page.waitForSelector("dialog");
  assert.deepEqual(JSON.parse(await kept()), broken);
  await context.close();
});

test("a room that is drawn anew goes on where the one before it was", async () => {
  const { page, errors, context } = await open(dealLink(gin, { seed: 3, bot: "search:checkpoint:gin,by=itself,rollouts=300" }));
  await ready(page);
  await page.click("[data-choice=take]");
  await ready(page);
  await clickOne(page, 0);
  await page.waitForFunction(() => document.querySelector(".bar").dataset.state === "busy");
  // The bot is asked for its move, which comes to be told in other words.
  await speak(page, "de");
  await page.waitForSelector(".log p:has-text('Vorausdenkend')");
  await ready(page);
  assert.equal((await log(page)).filter((line) => /^Vorausdenkend wirft/.test(line)).length, 1);
  await context.close();

  const short = await open(dealLink(gin, { seed: 4 }));
  await ready(short.page);
  await clickOn(short.page, 500);
  await speak(short.page, "de");
  assert.match(await short.page.textContent(".result"), /^Das Spiel ist aus/);
  assert.equal((await log(short.page)).filter((line) => line.startsWith("Das Spiel ist aus")).length, 1);
  await short.page.click("#review");
  await short.page.waitForSelector(".review");
  assert.deepEqual([...errors, ...short.errors], []);
  await short.context.close();
});

/** Keeps in the page what its engine is asked. */
const overhear = (page) => page.addInitScript(() => {
  const { postMessage } = Worker.prototype;
  window.asked = [];
  Worker.prototype.postMessage = function (data, ...more) {
    if (data.message) window.asked.push(JSON.parse(data.message).type);
    return postMessage.call(this, data, ...more);
  };
});

test("what is left behind is closed, and nothing more is asked about it", async () => {
  const { page, errors, context } = await open();
  await overhear(page);
  await page.goto("about:blank");
  await page.goto(here.site.url + dealLink(gin, { seed: 4 }));
  const asked = (type) => page.evaluate((type) => window.asked.filter((one) => one === type).length, type);
  const open_ = async () => (await asked("new_table")) - (await asked("close"));
  await ready(page);
  await clickOn(page, 500);
  assert.equal(await open_(), 1);
  await page.click("#again");
  await ready(page);
  assert.equal(await open_(), 1, "the first table was closed");
  await clickOn(page, 500);
  await page.click("#review");
  await page.waitForSelector(".review-moves li");
  assert.equal(await open_(), 0, "the second table was closed");
  await page.selectOption("#review-by", "search");
  await page.click(".brand");
  await page.waitForSelector(".lobby");
  const [before] = [await asked("decide"), await page.waitForTimeout(2000)];
  assert.ok((await asked("decide")) <= before, "a review that is left asks the bot nothing more");
  assert.deepEqual(errors, []);
  await context.close();
});

test("whoever leaves does not wait for the bot that thinks", async () => {
  const { page, errors, context } = await open(dealLink(gin, { seed: 3, bot: "search:checkpoint:gin,by=itself,rollouts=20000" }));
  await ready(page);
  await page.click("[data-choice=take]");
  await ready(page);
  await clickOne(page, 0);
  await page.waitForFunction(() => document.querySelector(".bar").dataset.state === "busy");
  await page.click("#leave");
  await page.waitForSelector(".lobby", { timeout: 3000 });
  assert.deepEqual(errors, []);
  await context.close();
});

test("what is still loaded when somebody goes elsewhere is not shown then", async () => {
  const { page, errors, context } = await open();
  let release;
  const held = new Promise((done) => (release = done));
  await context.route("**/gin.elderhand", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("about:blank");
  await page.goto(here.site.url + dealLink(gin, { bot: "checkpoint:gin" }));
  await page.waitForSelector(".loading");
  await page.click(".brand");
  await page.waitForSelector(".lobby");
  const [loaded] = [page.waitForEvent("requestfinished", (request) => request.url().endsWith("gin.elderhand")), release()];
  await loaded;
  await page.waitForTimeout(1000);
  assert.equal(await page.locator(".lobby").count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test("what fails is told by what it was", async () => {
  const { page, context } = await open();
  await page.setInputFiles("#record", { name: "a.json", mimeType: "application/json", buffer: Buffer.from('{"game": "chess"}') });
  assert.match(await page.textContent("dialog"), /no record of a game/);
  await context.route("**/*.wasm", (route) => route.abort());
  await page.goto("about:blank");
  await page.goto(here.site.url + dealLink(gin));
  assert.match(await page.textContent("dialog"), /The engine stopped/);
  await context.close();

  const damaged = await here.chromium.newContext();
  const opened = await newPage(damaged);
  await damaged.route("**/gin.elderhand", (route) => route.fulfill({ body: "nothing" }));
  await opened.page.goto(here.site.url + dealLink(gin, { bot: "checkpoint:gin" }));
  assert.match(await opened.page.textContent("dialog"), /A bot has failed/);
  await damaged.close();
});

test("melds that lie still are not told to move, and a knock is told of whoever knocked", async () => {
  const knockers = new Set();
  const layout = { layout: "chosen" };
  for (const [id, options, bot, seeds] of [["colonel", {}, "simple", 3], ["gin", layout, "simple", 2], ["gin", layout, "random", 2]]) {
    for (let seed = 1; seed <= seeds; seed++) {
      const { page, errors, context } = await open(dealLink(games.find((game) => game.id === id), { options, bot, seed }));
      await ready(page);
      await clickOn(page, 500);
      const told = await log(page);
      assert.ok(told.every((line) => !line.includes("→ Meld")), told.join("\n"));
      const knocker = told.join("\n").match(/^(\w+) knocked|ended by (\w+)/m);
      if (id === "gin" && knocker) {
        const own = (knocker[1] ?? knocker[2]) === "You";
        knockers.add(own);
        assert.equal(told.some((line) => / (knocks|goes gin)$/.test(line)), !own, told.join("\n"));
      }
      assert.deepEqual(errors, []);
      await context.close();
    }
  }
  assert.equal(knockers.size, 2, "both have knocked");
});

test("in a review the slider leaves letters to the page, and a list keeps its keys", async () => {
  const { page, errors, context } = await open(dealLink(gin, { seed: 4 }));
  await ready(page);
  await clickOn(page, 500);
  await page.click("#review");
  await page.waitForSelector("#review-progress[data-done]");
  const step = () => page.inputValue("#step");
  await page.focus("#step");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await step(), "2");
  await page.keyboard.press("r");
  assert.equal(await page.getAttribute("#tab-rules", "aria-selected"), "true");
  await page.click("#tab-hint");
  await page.focus("#review-by");
  await page.keyboard.press("Home");
  await page.keyboard.press("r");
  assert.equal(await step(), "2");
  assert.equal(await page.getAttribute("#tab-hint", "aria-selected"), "true");
  assert.deepEqual(errors, []);
  await context.close();
});

test("bets say what they cost, who begins is named, and a round says who has won the pot", async () => {
  const nine = games.find(({ id }) => id === "pinnacle-nine");
  const fact = (page) => page.textContent(".player.own .fact:has-text('Chips')");
  const chips = async (page) => Number((await fact(page)).match(/\d+/)[0]);
  const [bets, begun] = [new Set(), []];
  for (let seed = 1; seed <= 4; seed++) {
    const { page, errors, context } = await open(dealLink(nine, { options: { ...MATCH, rounds: 4, seats: 3 }, bot: "random", seed }));
    for (let click = 0; click < 60; click++) {
      const state = await ready(page);
      if (state === "over") break;
      if (state === "round-over") {
        assert.match(await page.textContent(".ending"), /^.+ won the pot \(\+?\d+\)\./);
        assert.match(await fact(page), /^Chips \d+ \([+−]?\d+\)$/);
        assert.match(await page.textContent(".player.own .fact:has-text('Counts')"), /^Counts \d+( \(.+\))?$/);
        await shot(page, "showdown");
        await page.click("#next-round");
        continue;
      }
      const labels = await page.$$eval(".bar [data-choice]", (all) => all.map(({ textContent, dataset }) => ({ text: textContent, name: dataset.choice })));
      const starts = labels.filter(({ name }) => name.startsWith("start"));
      begun.push(...starts.map(({ text }) => text));
      const choice = starts[1] ?? labels.filter(({ name }) => /^(check|call|bet (least|half pot|pot))$/.test(name))[(click * 7 + seed) % 4] ?? labels.find(({ name }) => /^(check|call|clockwise)/.test(name));
      const [before, price] = [await chips(page), Number(choice.text.match(/\((\d+)/)?.[1] ?? 0)];
      await page.click(`.bar [data-choice="${choice.name}"]`);
      if ((await ready(page)) !== "turn" || !/^(call|bet)/.test(choice.name) || (await chips(page)) > before) continue;
      bets.add(choice.name);
      assert.equal(before - (await chips(page)), price, choice.text);
    }
    const told = await log(page);
    assert.ok(told.some((line) => /^Board: \S+ \S+$/.test(line)) && told.every((line) => !/ (lays?|takes?) |→/.test(line)), "what is dealt was moved by nobody");
    assert.deepEqual(errors, []);
    await context.close();
  }
  assert.ok(bets.size >= 3, [...bets].join());
  assert.ok(begun.includes("First: You") && begun.includes("First: Beginner 1"), begun.join());
});

test("a round that is over as it is dealt is told, and no card of it moved", async () => {
  const nine = games.find(({ id }) => id === "pinnacle-nine");
  // The ante leaves a chip, and after a fold none.
  const { page, errors, context } = await open(dealLink(nine, { options: { episode: "match", seats: 2, stack: 20, ante: "table", antes: Array(6).fill(19) }, bot: "random", seed: 1 }));
  for (const choice of ["check", "clockwise", "start +0"]) {
    if ((await ready(page)) === "round-over") await page.click("#next-round");
    await page.click(`.bar [data-choice="${choice}"]`);
  }
  assert.equal(await ready(page), "over");
  const told = await log(page);
  assert.ok(told.filter((line) => /won the pot/.test(line)).length >= 2 && told.every((line) => !/ takes? |→/.test(line)), told.join("\n"));
  assert.deepEqual(errors, []);
  await context.close();
});

test("a link deals the same cards to somebody else", async () => {
  const link = dealLink(gin, { seed: 99, options: { knock_limit: 5 } });
  const [one, two] = [await open(link), await open(link)];
  await Promise.all([ready(one.page), ready(two.page)]);
  assert.deepEqual(await hand(one.page), await hand(two.page));
  assert.match(await one.page.textContent(".facts"), /Knock limit 5/);
  await one.context.close();
  await two.context.close();
  const bad = await open("#game=no-such-game");
  assert.match(await bad.page.textContent("dialog"), /This link names no deal/);
  await bad.context.close();
});

test("where a seat is free in the page a bot is offered, and no link", async () => {
  const { page, errors, context } = await open("#game=knock-rummy&seats=you;simple&seed=1");
  await page.waitForSelector("#invite");
  assert.match(await page.textContent(".log"), /Waiting for somebody to sit down/);
  assert.doesNotMatch(await page.textContent("main"), /by this link/);
  await page.click("#invite");
  await page.waitForFunction(() => document.querySelectorAll(".log p").length > 2);
  assert.match(await page.textContent(".log"), /Trained sits down/);
  assert.deepEqual(errors, []);
  await context.close();
});

test("others' moves are shown one by one at the pace that is set", async () => {
  const rummy = games.find(({ id }) => id === "knock-rummy");
  const { page, errors, context } = await open(dealLink(rummy, { bot: "random" }), { pace: 1 });
  await ready(page);
  await page.evaluate(() => {
    window.turns = [];
    new MutationObserver(() => {
      const turn = document.querySelector(".player.turn")?.dataset.player;
      if (turn !== undefined && turn !== window.turns.at(-1)) window.turns.push(turn);
    }).observe(document.querySelector(".felt"), { childList: true });
  });
  await page.click("[data-choice=draw]");
  await ready(page);
  const began = Date.now();
  await page.click(".player.own [data-choice*=discard] >> nth=0", { position: { x: 5, y: 12 } });
  const move = page.locator(".bar [data-choice^=discard]");
  if (await move.count()) await move.first().click();
  await page.waitForFunction(() => document.querySelector(".bar").dataset.state === "busy");
  await ready(page);
  assert.ok(Date.now() - began > 600, "it takes a while to see three others move");
  assert.ok(new Set(await page.evaluate(() => window.turns)).size >= 2);
  assert.deepEqual(errors, []);
  await context.close();
});

test("the page speaks German where the browser does, and changes when told", async () => {
  const context = await here.chromium.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await page.goto(here.site.url);
  await page.waitForSelector(".game");
  assert.equal(await page.getAttribute("html", "lang"), "de");
  assert.match(await page.textContent("#play"), /Spielen/);
  await page.click("#settings");
  await page.selectOption("#setting-language", "en");
  await page.waitForFunction(() => document.querySelector("#play")?.textContent === "Play");
  await page.click("#settings");
  await page.selectOption("#setting-theme", "dark");
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  await context.close();
});

/** Where much lies on a table, and screens on which there is little room. */
const CROWDED = [["pinnacle-eleven", { seats: 7 }], ["snap", { seats: 10 }], ["skirmish"], ["melee"], ["skarney"], ["gin"]];
const SCREENS = [[1280, 800], [390, 844], [320, 568], [844, 390]];

/** Whether the middle is seen: of one that is higher than all the room its first zones. */
function middle(page) {
  return page.evaluate(() => {
    const [{ top, bottom }, own] = [document.querySelector(".felt").getBoundingClientRect(), document.querySelector(".player.own").getBoundingClientRect()];
    const zones = [...document.querySelectorAll(".middle .zone")].slice(0, 2).map((zone) => zone.getBoundingClientRect());
    return zones.every((zone) => zone.top >= top - 1 && zone.bottom <= Math.min(bottom, own.top) + 1);
  });
}

test("the middle of the table is seen by whoever is to move", async () => {
  for (const [width, height] of SCREENS) {
    for (const [id, options = {}] of CROWDED) {
      const { page, errors, context } = await open(dealLink(games.find((game) => game.id === id), { options }), {}, { width, height });
      for (let click = 0; click < 4 && (await ready(page)) === "turn"; click++) {
        assert.ok(await middle(page), `${id} at ${width} × ${height}`);
        await clickOne(page, 1);
      }
      await shot(page, `room-${id}-${width}`);
      if (width === 390) {
        await page.setViewportSize({ width: height, height: width });
        await page.waitForTimeout(100);
        assert.ok(await middle(page), `${id} on a phone that is turned`);
      }
      assert.deepEqual(errors, []);
      await context.close();
    }
  }
});

test("one's partner is named, and scores with one", async () => {
  const who = (page) => page.$$eval(".who", (all) => all.map((element) => element.textContent));
  const partners = await open(dealLink(games.find(({ id }) => id === "sum-run-set-partners")));
  await ready(partners.page);
  assert.deepEqual((await who(partners.page)).map((text) => text.includes("Partner")), [false, true, false, false]);
  await partners.context.close();
  // A captain plays alone; those who relieve each other against him have one score.
  const captains = await open(dealLink(games.find(({ id }) => id === "skarney-captains"), { seat: 2, seed: 3 }));
  await captains.page.waitForSelector(".player");
  assert.deepEqual((await who(captains.page)).map((text) => text.includes("Partner")), [false, true, false]);
  await captains.context.close();
});

test("words say what numbers and labels do not", async () => {
  const table = async (id, more) => {
    const opened = await open(dealLink(games.find((game) => game.id === id), more));
    await ready(opened.page);
    return opened;
  };
  const rummy = await table("knock-rummy");
  await clickOn(rummy.page, 500);
  const deadwood = await rummy.page.$$eval("[data-zone^='hand:'] .count", (all) => all.map((element) => element.textContent));
  assert.ok(deadwood.length >= 2 && deadwood.every((text) => /^(1 card|\d+ cards)$/.test(text)), `cards are no points: ${deadwood}`);
  await rummy.context.close();

  const pinochle = await table("pinochle");
  const ranks = await pinochle.page.$$eval(".player.own [data-zone^='hand:'] [data-card]", (all) => all.map(({ dataset }) => [dataset.card[1], "ATKQJ9".indexOf(dataset.card[0])]));
  assert.ok(ranks.every(([suit, rank], place) => place === 0 || suit > ranks[place - 1][0] || (suit === ranks[place - 1][0] && rank >= ranks[place - 1][1])));
  await pinochle.context.close();

  const skirmish = await table("skirmish", { seed: 6 });
  await skirmish.page.click(".bar [data-choice=draw]");
  await skirmish.page.click(".bar [data-choice='lay book']");
  await ready(skirmish.page);
  assert.match(await skirmish.page.textContent(".prompt"), /Choose the next card/);
  await skirmish.context.close();

  const skarney = await table("skarney", { seed: 5 });
  for (let turn = 0; turn < 20 && !(await log(skarney.page)).includes("Simple refuses"); turn++) {
    const offer = await skarney.page.getAttribute("[data-choice*='offer ']", "data-choice");
    await skarney.page.click(`[data-choice="${offer}"]`, { position: { x: 5, y: 12 } });
    // A card that may be melded too was only picked up.
    if (offer.includes("|")) await skarney.page.click(".bar [data-choice^='offer ']");
    if ((await ready(skarney.page)) === "turn" && (await skarney.page.$(".bar [data-choice=refuse]"))) await skarney.page.click(".bar [data-choice=refuse]");
    await ready(skarney.page);
  }
  assert.match((await log(skarney.page)).join("\n"), /You: Offer (.+)\nSimple refuses\nYou keep \1/);
  await skarney.context.close();
});

test("a card that has the focus leaves its neighbour's rank to be seen", async () => {
  const { page, context } = await open(dealLink(gin));
  await ready(page);
  await page.click("[data-choice=take]");
  await ready(page);
  await page.focus(".player.own button.card >> nth=1");
  await page.keyboard.press("ArrowRight");
  const hidden = await page.evaluate(() => {
    const next = document.activeElement.nextElementSibling.getBoundingClientRect();
    return document.activeElement.contains(document.elementFromPoint(next.left + 6, next.top + 12));
  });
  assert.equal(hidden, false);
  await context.close();
});

test("rules are shown beside the table", async () => {
  const { page, errors, context } = await open(dealLink(gin));
  await ready(page);
  await page.click("#tab-rules");
  await page.waitForSelector(".rules h1");
  assert.match(await page.textContent(".rules"), /deadwood/i);
  assert.deepEqual(errors, []);
  await context.close();
});

for (const theme of ["light", "dark"]) {
  test(`nothing stands in the way of people in the ${theme} theme`, async () => {
    const found = [];
    const check = async (page, where) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      for (const { id, impact, nodes } of violations) {
        if (["serious", "critical"].includes(impact)) found.push(`${where}: ${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join("; ")}`);
      }
    };
    const { page, context } = await open("", { theme });
    await page.waitForSelector(".game");
    await check(page, "lobby");
    await page.click("#settings");
    await check(page, "settings");
    for (const id of ["gin", "skarney", "skirmish", "pinnacle-ten", "pinochle", "sum-run-set", "snap", "skarney-three"]) {
      await page.goto("about:blank");
      await page.goto(here.site.url + dealLink(games.find((game) => game.id === id), { seed: 4 }));
      for (let click = 0; click < 2 && (await ready(page)) === "turn"; click++) await clickOne(page);
      await check(page, id);
    }
    assert.deepEqual(found, []);
    await context.close();
  });
}
