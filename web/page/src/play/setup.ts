// What a table in this page is made of, so that it can be dealt again, kept, and shared by a link.
import { gameOf, type Game } from "../catalogue";
import type { Options, Setting } from "../engine/messages";

export interface Setup {
  game: string;
  options: Options;
  /** The bot in each seat, null where the person sits. */
  seats: (string | null)[];
  seed: number;
}

/** The sign for a choice that was taken back, among the choices that are kept. */
export const TAKEN_BACK = "undo";

export interface Saved { setup: Setup; choices: string[] }
/** A seat at a table of a server. */
export interface Seat { server: string; table: string; token: string; game: string; undo: boolean }

const SAVED = "elderhand.saved";
const SEATS = "elderhand.seats";

function get<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

function put(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A game is played on though it cannot be kept.
  }
}

/** Unfinished games that are kept at the same time. */
const MOST_SAVED = 6;
const same = (a: Setup, b: Setup): boolean => dealLink(a) === dealLink(b);

/** The unfinished games, the latest first. */
export const saved = (): Saved[] => (get<Saved[]>(SAVED) ?? []).filter(({ setup }) => gameOf(setup.game));
export const savedOf = (setup: Setup): Saved | undefined => saved().find((game) => same(game.setup, setup));
export const save = (game: Saved): void => put(SAVED, [game, ...saved().filter((other) => !same(other.setup, game.setup))].slice(0, MOST_SAVED));
export const forget = (setup: Setup): void => put(SAVED, saved().filter((other) => !same(other.setup, setup)));

export const seatsKept = (): Seat[] => get<Seat[]>(SEATS) ?? [];
export function keepSeat(seat: Seat): void {
  put(SEATS, [...seatsKept().filter(({ table }) => table !== seat.table), seat].slice(-20));
}
export function dropSeat(table: string): void {
  put(SEATS, seatsKept().filter((seat) => seat.table !== table));
}

/** Seeds that are short to read out, and exact as numbers. */
export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0];

/** The link of a deal: what differs from the usual is named. */
export function dealLink({ game, options, seats, seed }: Setup): string {
  const parts = new URLSearchParams({ game, seats: seats.map((seat) => seat ?? "you").join(";"), seed: String(seed) });
  for (const [name, value] of Object.entries(options)) parts.set(`o.${name}`, JSON.stringify(value));
  return `#${parts}`;
}

export type Link = { deal: Setup } | { table: string; server: string; game: string } | "bad" | undefined;

export function readLink(hash: string): Link {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const game = gameOf(parts.get("game") ?? "");
  if (!parts.has("game")) return undefined;
  if (!game) return "bad";
  const table = parts.get("table");
  if (table !== null) return { table, server: parts.get("server") ?? "", game: game.id };
  return readDeal(parts, game);
}

function readDeal(parts: URLSearchParams, game: Game): Link {
  const options: Options = {};
  try {
    for (const [name, value] of parts) if (name.startsWith("o.")) options[name.slice(2)] = JSON.parse(value) as Setting;
  } catch {
    return "bad";
  }
  const seats = (parts.get("seats") ?? "").split(";").map((seat) => (seat === "you" ? null : seat));
  const seed = Number(parts.get("seed"));
  if (!Number.isSafeInteger(seed) || seed < 0 || seats.filter((seat) => seat === null).length !== 1) return "bad";
  return { deal: { game: game.id, options, seats, seed } };
}
