// The messages of docs/protocol.md that the page sends and gets.

import type { Decision, Options, Position, View } from "../../../package/src/messages";

export type { Decision, Options, Outcome, Position, Setting, Step, Tried, View } from "../../../package/src/messages";

export interface GameRecord {
  game: string;
  options?: Options;
  seats: number;
  seed?: number;
  deck?: string[];
  lots?: number[];
  actions: string[];
  about?: { players?: (string | null)[]; people?: number[]; returns?: number[] };
}

export interface NewTable {
  game?: string;
  options?: Options;
  seats?: (string | null)[];
  any_options?: boolean;
  seed?: number;
  undo?: boolean;
  record?: GameRecord;
}

/** Every request of which the page makes use, with what it holds and how it is answered. */
export interface Requests {
  hello: { ask: { protocol: 2 }; answer: { name: string; bot: string; games: string[]; bots?: string[] } };
  describe: { ask: { game: string; options?: Options; bots: true }; answer: { bots?: string[] } };
  new_table: { ask: NewTable; answer: { table: string; game: string; options: Options; players: (string | null)[]; warnings?: string[] } };
  join: { ask: { table: string; seat?: number; name?: string }; answer: Position & { token: string } };
  view: { ask: { token: string; since?: number }; answer: Position };
  play: { ask: { token: string; action: string; after?: number; undone?: number }; answer: Position };
  hint: { ask: { token: string; bot?: string; seed?: number }; answer: Decision };
  undo: { ask: { token: string; after?: number; undone?: number }; answer: Position };
  invite: { ask: { token: string; bot: string; seat?: number }; answer: Position };
  record: { ask: { token: string }; answer: { record: GameRecord } };
  close: { ask: { token: string }; answer: object };
  decide: {
    ask: { game: string; options?: Options; bot?: string; any_options?: boolean; view: View; judge?: string; seed?: number };
    answer: Decision;
  };
}
export type RequestType = keyof Requests;

export interface ErrorAnswer { id: number | string | null; error: { code: string; message: string } }
export interface ChangedEvent { event: "changed"; table: string }
