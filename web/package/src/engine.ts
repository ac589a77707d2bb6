// The rules and the players, as WebAssembly.
import init, { Conversation, lend } from "../engine/elderhand_web.js";

let started: Promise<Conversation> | undefined;

/** Starts the engine, once. */
function start(): Promise<Conversation> {
  if (!started) {
    started = load();
    // What has failed may be tried again, as after the network was gone.
    started.catch(() => (started = undefined));
  }
  return started;
}

async function load(): Promise<Conversation> {
  const file = new URL("../engine/elderhand_web_bg.wasm", import.meta.url);
  await init({ module_or_path: file.protocol === "file:" ? await bytes(file) : file });
  return new Conversation("simple");
}

/** Reads a file, by the network where there is one to read by. */
export async function bytes(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  if (file.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return new Uint8Array(await readFile(file));
  }
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file} cannot be read: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What could not be answered. */
export class Refusal extends Error {
  /** @param code what was wrong, for programs: one of those that the protocol lists */
  constructor(readonly code: string, message: string) {
    super(message);
    this.name = "Refusal";
  }
}

/**
 * Asks anything that the protocol answers, for what has no function here.
 *
 * @throws {Refusal} if it cannot be answered; then nothing has changed
 */
export async function ask<T extends object>(type: string, fields: object = {}): Promise<T> {
  const engine = await start();
  const answer: T & { error?: { code: string; message: string } } = JSON.parse(
    engine.answer(JSON.stringify({ ...fields, id: 0, type })),
  );
  if (answer.error) throw new Refusal(answer.error.code, answer.error.message);
  return answer;
}

/** Hands over the bytes of a bundle, by which `checkpoint:NAME` is known from now on. */
export async function hand(name: string, bundle: Uint8Array): Promise<void> {
  await start();
  lend(name, bundle);
}
