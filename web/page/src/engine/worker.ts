// Runs the engine beside the page, so that the page answers while bots think.
import { Conversation, init, lend } from "./wasm";

export type ToWorker = { id: number; message: string } | { id: number; name: string; bytes: ArrayBuffer };
/** What is answered, why a bundle cannot be played, or why the engine does not go on. */
export interface FromWorker { id: number; answer?: string; refused?: string; broken?: string }

const ready = init().then(() => new Conversation("random"));
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function work(data: ToWorker): Promise<FromWorker> {
  const { id } = data;
  const conversation = await ready;
  if ("message" in data) return { id, answer: conversation.answer(data.message) };
  try {
    lend(data.name, new Uint8Array(data.bytes));
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return { id, refused: textOf(error) };
  }
  return { id, answer: "" };
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  // Refusals are answers, so whatever else is thrown is the end of the engine.
  self.postMessage(await work(data).catch((error: unknown): FromWorker => ({ id: data.id, broken: textOf(error) })));
};
