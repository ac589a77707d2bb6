import type { Requests, RequestType } from "./messages";

/** How a conversation stands: it is being begun, it goes on, it was lost and is begun again, it has ended. */
export type Standing = "connecting" | "open" | "lost" | "closed";

/** Whoever answers: the engine in this page or a server. Nothing else in the page knows which. */
export interface Conversation {
  readonly remote: boolean;
  ask<T extends RequestType>(type: T, fields: Requests[T]["ask"]): Promise<Requests[T]["answer"]>;
  /** Makes sure that the bot of this name can be asked; in the page its bundle is fetched once. */
  need(bot: string): Promise<void>;
  /** Is called when something has happened at a table, until what comes back is called. */
  onChanged(listener: (table: string) => void): () => void;
  /** Is called at once and when it stands otherwise, until what comes back is called. */
  onStanding(listener: (standing: Standing) => void): () => void;
  /** Ends it: what has not been answered is refused. */
  close(): void;
}

/** What was refused, with the code by which programs tell why. */
export class Refusal extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

/** The bundles that are named in a bot, such as `gin` in `search:checkpoint:gin,rollouts=256`. */
export function bundlesOf(bot: string): string[] {
  return [...bot.matchAll(/checkpoint:([\w-]+)/g)].map((found) => found[1]);
}
