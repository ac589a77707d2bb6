// What the tests share: a static server for the build, one browser, and hands that click.
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));
export const SHOTS = pathOf("../shots/");
export const { games } = JSON.parse(readFileSync(pathOf("../src/catalogue.json"), "utf8"));
const DIST = pathOf("../dist/");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

/** Serves what was built, under a folder, as any static host would. */
export async function serve() {
  if (!existsSync(join(DIST, "index.html"))) throw new Error("there is no dist: run `npm run build` first");
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://host").pathname).replace(/^\/cards\//, "");
    const file = join(DIST, path === "" ? "index.html" : path);
    if (!file.startsWith(DIST) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/cards/`, close: () => server.close() };
}

/** The build behind a server, and a browser, for all tests of a file, and what else is begun before and ended after them. */
export function studio(begin, end) {
  const here = {};
  before(async () => {
    Object.assign(here, { site: await serve(), chromium: await browser() });
    await begin?.(here);
  });
  after(async () => {
    await end?.();
    await here.chromium?.close();
    here.site?.close();
  });
  return here;
}

export function browser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
}

/** A page with the settings given; what its console complains about is gathered in `errors`. */
export async function newPage(context, settings = {}) {
  const kept = { language: "en", pace: 0, theme: "light", ...settings };
  await context.addInitScript((text) => {
    // An empty page has no storage of its own.
    if (location.protocol.startsWith("http") && !localStorage.getItem("elderhand.settings")) localStorage.setItem("elderhand.settings", text);
  }, JSON.stringify(kept));
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.setDefaultTimeout(20_000);
  return { page, errors };
}

/** The link of a deal with simple bots, where there are some. */
export function dealLink(game, { options = {}, seed = 7, seats, bot, seat = 0 } = {}) {
  const all = { ...Object.fromEntries(game.options.map(({ name, value }) => [name, value])), ...options };
  const count = seats ?? options.players ?? (typeof all.seats === "number" ? all.seats : game.seats);
  const other = bot ?? (game.builtIn.includes("simple") ? "simple" : "random");
  const sitters = Array.from({ length: count }, (_, place) => (place === seat ? "you" : other));
  const parts = new URLSearchParams({ game: game.id, seats: sitters.join(";"), seed: String(seed) });
  for (const [name, value] of Object.entries(options)) parts.set(`o.${name}`, JSON.stringify(value));
  return `#${parts}`;
}

/** Waits until somebody is to click, or the game is over. */
export async function ready(page, states = ["turn", "over", "round-over"]) {
  await page.waitForFunction((wanted) => wanted.includes(document.querySelector(".bar")?.dataset.state), states);
  return page.getAttribute(".bar", "data-state");
}

/** Moves that bring a game to its end are liked better; what is liked is the same for every game. */
const LIKED = ["knock", "go out", "end meld", "done", "end", "fold", "lay off", "meld", "put", "extend", "discard", "end turn", "draw"];
const worth = (name) => {
  const place = LIKED.findIndex((verb) => name === verb || name.startsWith(`${verb} `));
  return place < 0 ? LIKED.length : place;
};

/** Clicks one thing that is shown, as with a mouse; tells which action it was for. */
export async function clickOne(page, like = 0.7) {
  // Whoever has picked a card up says what is to be done with it, and does not put it down again.
  const within = (await page.locator(".card.selected").count()) ? ".bar [data-choice]" : "[data-choice]";
  const choices = await page.$$eval(within, (all) => all.map((element) => ({ key: element.dataset.key, actions: element.dataset.choice.split("|") })));
  if (choices.length === 0) throw new Error("nothing can be clicked");
  const one = choose(choices, like);
  // Of cards over one another the left edge is what can be reached.
  await page.click(`[data-key="${one.key}"]`, { position: { x: 5, y: 12 } });
  return one.actions;
}

let lot = 1;
const draw = () => (lot = (lot * 48271) % 2147483647) / 2147483647;

function choose(choices, like) {
  if (draw() < like) return [...choices].sort((a, b) => Math.min(...a.actions.map(worth)) - Math.min(...b.actions.map(worth)))[0];
  return choices[Math.floor(draw() * choices.length)];
}

/** Clicks on inside the page, many times faster than with a mouse, until the game is over or `most` clicks were made. */
export function clickOn(page, most) {
  return page.evaluate(async ({ most, liked }) => {
    let lot = 7;
    const draw = () => (lot = (lot * 48271) % 2147483647) / 2147483647;
    const worth = (element) => Math.min(...element.dataset.choice.split("|").map((name) => {
      const place = liked.findIndex((verb) => name === verb || name.startsWith(`${verb} `));
      return place < 0 ? liked.length : place;
    }));
    const state = () => document.querySelector(".bar")?.dataset.state;
    const until = async () => {
      for (let waited = 0; waited < 2000 && !["turn", "over", "round-over"].includes(state()); waited++) await new Promise((done) => setTimeout(done, waited < 20 ? 0 : 10));
    };
    for (let clicks = 0; clicks < most; clicks++) {
      await until();
      if (state() === "over") return clicks;
      const next = document.querySelector("#next-round");
      if (next) {
        next.click();
        await new Promise((done) => setTimeout(done, 0));
        continue;
      }
      const bar = [...document.querySelectorAll(".bar [data-choice]")];
      const selected = document.querySelector(".card.selected");
      const all = selected && bar.length ? bar : [...document.querySelectorAll("[data-choice]")];
      if (all.length === 0) throw new Error(`nothing can be clicked: ${document.querySelector(".prompt")?.textContent}`);
      const one = draw() < 0.7 ? all.sort((a, b) => worth(a) - worth(b))[0] : all[Math.floor(draw() * all.length)];
      one.click();
    }
    throw new Error(`the game is not over after ${most} clicks`);
  }, { most, liked: LIKED });
}

/** Has the page speak another language. */
export async function speak(page, language) {
  await page.click("#settings");
  await page.selectOption("#setting-language", language);
  await page.waitForSelector(`html[lang=${language}]:not(:has(dialog))`);
}

export async function shot(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}${name}.png` });
}
