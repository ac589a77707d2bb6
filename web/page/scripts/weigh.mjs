// Says what is loaded before the first card can be played, as it is and compressed.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const first = readdirSync(`${dist}assets`).filter((name) => /^(index|worker|elderhand_web_bg)-/.test(name));
const parts = [["the page with its engine", ["index.html", ...first.map((name) => `assets/${name}`)]], ["the bot of gin", ["bots/gin.elderhand"]]];
for (const [what, names] of parts) {
  const files = names.map((name) => readFileSync(dist + name));
  const kib = (pack) => `${Math.round(files.reduce((sum, bytes) => sum + pack(bytes).length, 0) / 1024)} KiB`;
  console.log(`${what}: ${kib((bytes) => bytes)}, ${kib((bytes) => gzipSync(bytes, { level: 9 }))} as gzip, ${kib(brotliCompressSync)} as brotli`);
}
