import { Refusal, type Conversation, type Standing } from "./conversation";
import type { ChangedEvent, ErrorAnswer, Requests, RequestType } from "./messages";

interface Waiting { text: string; again: boolean; sent: boolean; resolve(answer: string): void; reject(error: Error): void }

/** Seconds after which a lost connection is tried again, longer each time. */
const PAUSES = [0.5, 1, 2, 4, 8];

/** What would be done twice if it were asked twice: nobody knows whether it was done when its answer is lost. */
const ONCE: RequestType[] = ["new_table", "invite"];

/** A token that nobody can guess. */
const token = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * A server. What was asked and not answered when the connection was lost is asked again: `play` and `undo` say after which
 * decision they are meant, and `join` by what the seat is held, so that nothing is done twice. What cannot say so fails, and
 * whoever asked may look and try again.
 */
export class RemoteConversation implements Conversation {
  readonly remote = true;
  private socket?: WebSocket;
  private readonly waiting = new Map<number, Waiting>();
  private readonly changed = new Set<(table: string) => void>();
  private readonly standings = new Set<(standing: Standing) => void>();
  private readonly ended = new AbortController();
  private standing: Standing = "connecting";
  private failures = 0;
  private asked = 0;
  private timer = 0;

  constructor(private readonly address: string) {
    this.connect();
    const { signal } = this.ended;
    addEventListener("online", () => this.retry(0), { signal });
    addEventListener("offline", () => this.socket?.close(), { signal });
  }

  async ask<T extends RequestType>(type: T, fields: Requests[T]["ask"]): Promise<Requests[T]["answer"]> {
    if (this.standing === "closed") throw new Refusal("closed", "");
    const id = ++this.asked;
    const text = JSON.stringify({ id, type, ...(type === "join" && { token: token() }), ...fields });
    const answer = JSON.parse(await new Promise<string>((resolve, reject) => {
      const sent = this.socket?.readyState === WebSocket.OPEN;
      this.waiting.set(id, { text, again: !ONCE.includes(type), sent, resolve, reject });
      if (sent) this.socket?.send(text);
    })) as Requests[T]["answer"] | ErrorAnswer;
    if ("error" in answer) throw new Refusal(answer.error.code, answer.error.message);
    return answer;
  }

  async need(): Promise<void> {
    // A server has its bots.
  }

  onChanged(listener: (table: string) => void): () => void {
    this.changed.add(listener);
    return () => this.changed.delete(listener);
  }

  onStanding(listener: (standing: Standing) => void): () => void {
    this.standings.add(listener);
    listener(this.standing);
    return () => this.standings.delete(listener);
  }

  close(): void {
    this.stand("closed");
    this.ended.abort();
    clearTimeout(this.timer);
    this.socket?.close();
    for (const { reject } of this.waiting.values()) reject(new Refusal("closed", ""));
    this.waiting.clear();
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      for (const waiting of this.waiting.values()) {
        socket.send(waiting.text);
        waiting.sent = true;
      }
      // Whoever hears of it asks something new, which is sent at once.
      this.stand("open");
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as ChangedEvent | { id: number | null };
      if ("event" in message) for (const listener of this.changed) listener(message.table);
      else {
        // Of what could not be read no id is told: it is what was asked first.
        const [first] = this.waiting.keys();
        this.waiting.get(message.id ?? first)?.resolve(data);
        this.waiting.delete(message.id ?? first);
      }
    };
    socket.onclose = () => {
      if (this.socket !== socket || this.standing === "closed") return;
      for (const [id, { again, sent, reject }] of this.waiting) {
        if (again || !sent) continue;
        this.waiting.delete(id);
        reject(new Refusal("lost", ""));
      }
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

/** Completes what people type: `example.org` becomes `wss://example.org/api`, and `http://localhost:7878` `ws://localhost:7878/api`. */
export function serverAddress(typed: string): string {
  const named = /^(ws|http)s?:\/\//i.test(typed);
  const url = new URL(named ? typed : `wss://${typed}`);
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  url.protocol = (named ? ["https:", "wss:"].includes(url.protocol) : !local) ? "wss:" : "ws:";
  if (url.pathname === "/") url.pathname = "/api";
  return url.href;
}

/** The server from which this page comes. */
export const ownServer = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api`;
