import { bundlesOf, Refusal, type Conversation } from "./conversation";
import type { ErrorAnswer, Requests, RequestType } from "./messages";
import type { FromWorker, ToWorker } from "./worker";

interface Waiting { resolve(answer: string): void; reject(error: Error): void }

/** The engine in a worker of this page. */
export class LocalConversation implements Conversation {
  readonly remote = false;
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, Waiting>();
  private readonly bundles = new Map<string, Promise<void>>();
  private asked = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.broken !== undefined) waiting?.reject(new Refusal("engine", data.broken));
      else if (data.refused !== undefined) waiting?.reject(new Refusal("bot_failed", data.refused));
      else waiting?.resolve(data.answer ?? "");
    };
    this.worker.onerror = (event) => {
      for (const { reject } of this.waiting.values()) reject(new Refusal("engine", event.message));
      this.waiting.clear();
    };
  }

  async ask<T extends RequestType>(type: T, fields: Requests[T]["ask"]): Promise<Requests[T]["answer"]> {
    const id = ++this.asked;
    const text = await this.send({ id, message: JSON.stringify({ id, type, ...fields }) });
    const answer = JSON.parse(text) as Requests[T]["answer"] | ErrorAnswer;
    if ("error" in answer) throw new Refusal(answer.error.code, answer.error.message);
    return answer;
  }

  async need(bot: string): Promise<void> {
    await Promise.all(bundlesOf(bot).map((name) => {
      let bundle = this.bundles.get(name);
      if (!bundle) {
        bundle = this.fetchBundle(name);
        this.bundles.set(name, bundle);
        // What has failed may be tried again, as after the network was gone.
        bundle.catch(() => this.bundles.delete(name));
      }
      return bundle;
    }));
  }

  onChanged(): () => void {
    // Everybody at a table of this engine plays in this page: nothing happens unasked.
    return () => undefined;
  }

  onStanding(listener: (standing: "open") => void): () => void {
    listener("open");
    return () => undefined;
  }

  close(): void {
    this.worker.terminate();
  }

  private async fetchBundle(name: string): Promise<void> {
    const response = await fetch(`bots/${name}.elderhand`).catch(() => undefined);
    if (!response?.ok) throw new Refusal("no_bundle", name);
    const bytes = await response.arrayBuffer();
    await this.send({ id: ++this.asked, name, bytes }, [bytes]);
  }

  private send(message: ToWorker, transfer: Transferable[] = []): Promise<string> {
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { resolve, reject });
      this.worker.postMessage(message, transfer);
    });
  }
}
