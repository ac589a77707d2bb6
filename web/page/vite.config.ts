import { cpSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { marked } from "marked";
import { defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const engine = here("../package/engine/elderhand_web.js");

/** Turns a page of rules into HTML while the page is built, so that nothing that reads Markdown is shipped. */
const rules: Plugin = {
  name: "rules",
  enforce: "pre",
  load(id) {
    if (!id.endsWith(".md")) return null;
    return `export default ${JSON.stringify(marked.parse(readFileSync(id, "utf8"), { async: false }))};`;
  },
};

/** Puts the released bots beside the page, and serves them while it is developed. */
const bots: Plugin = {
  name: "bots",
  configureServer(server) {
    server.middlewares.use("/bots", (request, response, next) => {
      const file = here(`../../checkpoints/${(request.url ?? "").slice(1)}`);
      if (file.endsWith(".elderhand") && existsSync(file)) response.end(readFileSync(file));
      else next();
    });
  },
  closeBundle() {
    if (this.environment.mode !== "build" || !existsSync(here("dist"))) return;
    cpSync(here("../../checkpoints"), here("dist/bots"), { recursive: true, filter: (path) => !path.endsWith(".md") });
  },
};

const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "style-src 'self'",
  "img-src 'self' data:", "connect-src 'self' ws: wss:", "base-uri 'none'", "form-action 'none'",
].join("; ");

/** The policy is put into what is built only: while it is developed Vite adds styles and scripts of its own. */
const policy: Plugin = {
  name: "policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
  ],
};

export default defineConfig({
  base: "./",
  resolve: { alias: { "elderhand-engine": engine } },
  plugins: [rules, bots, policy],
  worker: { format: "es" },
  build: { target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { fs: { allow: [here("../..")] } },
});
