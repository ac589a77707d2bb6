// The package in a browser, by its example page.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { chromium } from "playwright-core";

const browser = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
const folder = new URL("../", import.meta.url);
const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };

/** What a worker does who is handed the name of a bot file. */
const worker = `
  import { loadBot } from "../dist/index.js";
  loadBot("gin.elderhand").then(({ name, game }) => postMessage({ name, game }), (error) => postMessage(String(error)));
`;

/** Serves the package, a bot beside its example, and a worker there. */
async function served() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://here");
    const file = pathname.endsWith(".elderhand")
      ? new URL(`../../checkpoints/${pathname.split("/").pop()}`, folder)
      : new URL(`.${pathname}`, folder);
    try {
      const body = pathname === "/examples/worker.js" ? worker : await readFile(file);
      response.writeHead(200, { "content-type": types[pathname.split(".").pop()] ?? "application/octet-stream" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

test("the example asks a bot", { skip: browser ? false : "there is no Chromium" }, async () => {
  const server = await served();
  const opened = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
  try {
    const page = await opened.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (line) => line.type() === "error" && !line.location().url.endsWith("favicon.ico") && errors.push(line.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/examples/ask.html`);
    await page.waitForFunction(() => document.querySelector("output").textContent, undefined, { timeout: 60_000 });
    assert.match(await page.textContent("output"), /^(take|pass): \d+ %$/);
    assert.deepEqual(errors, []);
  } finally {
    await opened.close();
    server.close();
  }
});

test("a worker loads a bot by its address, also after the engine could not be had once", { skip: browser ? false : "there is no Chromium" }, async () => {
  const server = await served();
  const opened = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
  try {
    const page = await opened.newPage();
    const url = `http://127.0.0.1:${server.address().port}/examples/`;
    await page.goto(`${url}ask.html`);
    const told = await page.evaluate((script) => new Promise((done) => {
      new Worker(script, { type: "module" }).onmessage = ({ data }) => done(data);
    }), `${url}worker.js`);
    assert.deepEqual(told, { name: "checkpoint:gin", game: "gin" });
    const other = await opened.newPage();
    let lost = 0;
    await other.route("**/*.wasm", (route) => (lost++ === 0 ? route.abort() : route.continue()));
    // A page without an engine.
    await other.goto(`${url}worker.js`);
    const answers = await other.evaluate(async () => {
      const { ask } = await import(new URL("../dist/index.js", location.href).href);
      const answer = () => ask("describe", { game: "kuhn" }).then(({ game }) => game, () => "failed");
      return [await answer(), await answer()];
    });
    assert.deepEqual(answers, ["failed", "kuhn"]);
  } finally {
    await opened.close();
    server.close();
  }
});
