import { Refusal, type Conversation, type Standing } from "./conversation";
import type { ChangedEvent, ErrorAnswer, Requests, RequestType } from "./messages";

interface Waiting { text: string; resolve(answer: string): void }

/** Seconds after which a lost connection is tried again, longer each time. */
const PAUSES = [0.5, 1, 2, 4, 8];

/**
 * A server. What was asked and not answered when the connection was lost is asked again: `play` says after which
 * decision it is meant, so that nothing is played twice.
 */
export class RemoteConversation implements Conversation {
  readonly remote = true;
  private socket?: WebSocket;
  private readonly waiting: Waiting[] = [];
  private readonly changed: ((table: string) => void)[] = [];
  private readonly standings: ((standing: Standing) => void)[] = [];
  private standing: Standing = "connecting";
  private failures = 0;
  private asked = 0;
  private timer = 0;

  constructor(private readonly address: string) {
    this.connect();
    addEventListener("online", () => this.retry(0));
    addEventListener("offline", () => this.socket?.close());
  }

  async ask<T extends RequestType>(type: T, fields: Requests[T]["ask"]): Promise<Requests[T]["answer"]> {
    if (this.standing === "closed") throw new Refusal("closed", "");
    const text = JSON.stringify({ id: ++this.asked, type, ...fields });
    const answer = JSON.parse(await new Promise<string>((resolve) => {
      this.waiting.push({ text, resolve });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    })) as Requests[T]["answer"] | ErrorAnswer;
    if ("error" in answer) throw new Refusal(answer.error.code, answer.error.message);
    return answer;
  }

  async need(): Promise<void> {
    // A server has its bots.
  }

  onChanged(listener: (table: string) => void): void {
    this.changed.push(listener);
  }

  onStanding(listener: (standing: Standing) => void): void {
    this.standings.push(listener);
    listener(this.standing);
  }

  close(): void {
    this.stand("closed");
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.stand("open");
      for (const { text } of this.waiting) socket.send(text);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as ChangedEvent | { id: number };
      if ("event" in message) for (const listener of this.changed) listener(message.table);
      else this.waiting.shift()?.resolve(data);
    };
    socket.onclose = () => {
      if (this.socket !== socket || this.standing === "closed") return;
      this.stand("lost");
      this.retry(PAUSES[Math.min(this.failures++, PAUSES.length - 1)]);
    };
  }

  private retry(seconds: number): void {
    if (this.standing !== "lost") return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), seconds * 1000);
  }

  private stand(standing: Standing): void {
    this.standing = standing;
    for (const listener of this.standings) listener(standing);
  }
}

/** Completes what people type: `example.org` becomes `wss://example.org/api`. */
export function serverAddress(typed: string): string {
  const local = /^(localhost|127\.|\[::1\])/.test(typed);
  const url = new URL(/^wss?:\/\//.test(typed) ? typed : `${local ? "ws" : "wss"}://${typed.replace(/^https?:\/\//, "")}`);
  if (url.pathname === "/") url.pathname = "/api";
  return url.href;
}

/** The server from which this page comes. */
export const ownServer = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api`;
