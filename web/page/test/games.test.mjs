// Each of the games is played to its end by clicks, and nothing is complained of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clickOn, clickOne, dealLink, games, newPage, ready, shot, studio } from "./helpers.mjs";

const here = studio();

/** Options that make a game short without changing what is clicked. */
const SHORT = { snap: { cap: 15 }, match: { rounds: 2 } };
const CLICKS = 4;
const MOST = 4000;

test("there are games to be played", () => assert.ok(games.length >= 25));

for (const [place, game] of games.entries()) {
  test(`${game.id} is played to its end`, async () => {
    const context = await here.chromium.newContext({ viewport: place % 2 ? { width: 360, height: 740 } : { width: 1280, height: 800 } });
    const { page, errors } = await newPage(context, { theme: place % 3 ? "light" : "dark" });
    const options = { ...(game.family === "snap" ? SHORT.snap : {}), ...(game.match ? SHORT.match : {}) };
    await page.goto(here.site.url + dealLink(game, { options }));
    for (let click = 0; click < CLICKS && (await ready(page)) === "turn"; click++) await clickOne(page);
    await shot(page, `${game.id}-play`);
    await clickOn(page, MOST);
    assert.match(await page.textContent(".result"), /The game is over\./);
    assert.equal(await page.locator(".standing dt").count(), await page.locator(".player").count());
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
    await shot(page, `${game.id}-over`);
    assert.deepEqual(errors, []);
    await context.close();
  });
}
