// Runs the engine beside the page, so that the page answers while bots think.
import { Conversation, init, lend } from "./wasm";

export type ToWorker = { id: number; message: string } | { id: number; name: string; bytes: ArrayBuffer };
export interface FromWorker { id: number; answer?: string; failed?: string }

const ready = init().then(() => new Conversation("random"));

async function work(data: ToWorker): Promise<string> {
  const conversation = await ready;
  if ("message" in data) return conversation.answer(data.message);
  lend(data.name, new Uint8Array(data.bytes));
  return "";
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  let answer: FromWorker;
  try {
    answer = { id: data.id, answer: await work(data) };
  } catch (error) {
    answer = { id: data.id, failed: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
};
