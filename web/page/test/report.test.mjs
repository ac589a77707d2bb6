// The report of a training is a page too: it opens without a network, complains of nothing, and keeps nobody out.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { browser, pathOf, SHOTS } from "./helpers.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PROGRAM = process.env.ELDERHAND ?? pathOf("../../../target/debug/elderhand");

/** A run as training writes it, with curves that look like some. */
function run(folder, name, rate) {
  const dir = join(folder, name);
  mkdirSync(dir);
  writeFileSync(join(dir, "config.toml"), `version = 1\ngame = "gin"\nseed = 1\n\n[learning.rate]\nfrom = ${rate}\n`);
  const lines = [];
  for (let iteration = 1; iteration <= 300; iteration++) {
    const noise = Math.sin(iteration * 7.3) / 10, fall = Math.exp(-iteration * rate * 40), decisions = iteration * 32768;
    const number = { SPS: 4000 + 300 * noise, self_play_seconds: 2, learning_seconds: 5 };
    const loss = { entropy: fall + noise / 9, approx_kl: fall / 9 + 0.02 + noise / 9, clipfrac: 0.1 + noise / 2, explained_variance: 0.5 - fall + noise, gradient_norm: 0.4 + 3 * fall };
    const line = { iteration, decisions, seconds: 8 * iteration };
    for (const [key, value] of Object.entries(number)) line[`charts/${key}`] = value;
    for (const [key, value] of Object.entries(loss)) line[`losses/${key}`] = value;
    lines.push(line);
    if (iteration % 30) continue;
    const evaluation = { iteration, decisions };
    for (const [bot, most] of [["simple", 4], ["greedy", 2]]) {
      const score = most - 30 * fall + 2 * noise;
      for (const [key, value] of [["score", score], ["ci_low", score - 0.7], ["ci_high", score + 0.7]]) evaluation[`eval/${bot}/${key}`] = value;
    }
    lines.push(evaluation);
  }
  writeFileSync(join(dir, "metrics.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return dir;
}

let chromium, folder, file;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "elderhand-report-"));
  const runs = [run(folder, "first", 0.0005), run(folder, "second", 0.001)];
  const arena = join(folder, "arena.json");
  writeFileSync(arena, execFileSync(PROGRAM, ["arena", "--game", "gin", "--bots", "random,simple,greedy", "--deals", "50", "--json"]));
  file = join(folder, "report.html");
  execFileSync(PROGRAM, ["report", ...runs, arena, "--out", file]);
  chromium = await browser();
});
after(async () => {
  await chromium?.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const colorScheme of ["light", "dark"]) {
  test(`the report keeps nobody out in the ${colorScheme} theme`, async () => {
    const context = await chromium.newContext({ colorScheme, offline: true, viewport: { width: 1400, height: 1000 } });
    const page = await context.newPage();
    const errors = [], asked = [];
    page.on("console", (message) => errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    assert.deepEqual(asked, [pathToFileURL(file).href]);
    for (const width of [1920, 360]) {
      await page.setViewportSize({ width, height: 1000 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `at ${width} pixels the page is ${wide} too wide`);
    }
    await page.setViewportSize({ width: 1400, height: 1000 });
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, `report-${colorScheme}.png`) });
    await page.locator("summary").first().click();
    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
    assert.deepEqual(errors, []);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary}`), []);
    await context.close();
  });
}
