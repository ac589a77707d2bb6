// Takes the picture of the README: `node scripts/picture.mjs ../../docs/pictures/page.png`, after `npm run build`.
import { browser, clickOne, dealLink, games, newPage, ready, serve } from "../test/helpers.mjs";

const site = await serve();
const chromium = await browser();
const context = await chromium.newContext({ viewport: { width: 1200, height: 760 } });
const { page } = await newPage(context);
const gin = games.find(({ id }) => id === "gin");
await page.goto(site.url + dealLink(gin, { seed: 11, bot: "checkpoint:gin" }));
for (let click = 0; click < 6 && (await ready(page)) === "turn"; click++) await clickOne(page, 1);
await page.click("#hint");
await page.waitForSelector(".hint");
await page.mouse.move(0, 0);
await page.screenshot({ path: process.argv[2] });
await chromium.close();
site.close();
