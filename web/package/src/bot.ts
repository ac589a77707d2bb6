// Players: of a file, built in, or searching.
import { ask, bytes, hand } from "./engine.js";
import type { Decision, Options } from "./messages.js";

/** A released or an exported player. */
export interface Bot {
  /** What it is called where a bot is named. */
  readonly name: string;
  /** The game that it learnt. */
  readonly game: string;
  /** The options that it learnt. */
  readonly options: Options;
}

/** A bot, or the name of one: `simple`, `random`, `checkpoint:gin`, `search:checkpoint:gin,rollouts=64`. */
export type Player = Bot | string;

/** The name of a player. */
export function named(player: Player): string {
  return typeof player === "string" ? player : player.name;
}

/**
 * Loads a bot file, such as `gin.elderhand`.
 *
 * @param source its bytes, or where it lies: an address, relative to the page or the worker in a browser; in Node.js a URL, also of a file
 * @param name what it is to be called; left out, as the file
 */
export async function loadBot(source: URL | string | Uint8Array, name?: string): Promise<Bot> {
  let bundle: Uint8Array;
  if (source instanceof Uint8Array) {
    bundle = source;
  } else {
    const file = new URL(source, globalThis.document?.baseURI ?? globalThis.location?.href);
    name ??= decodeURIComponent(file.pathname.split("/").pop() ?? "").replace(/\.elderhand$/, "");
    bundle = await bytes(file);
  }
  if (!name) throw new TypeError("a bot of bytes alone needs a name");
  await hand(name, bundle);
  // A name alone may be that of a game.
  const bot = `checkpoint:${name}`;
  const { game, options } = await ask<{ game: string; options: Options }>("describe", { game: bot });
  return { name: bot, game, options };
}

/**
 * Asks a bot for a move in a view, which may be made of what lies on a table: what it leaves out counts as unknown.
 *
 * @param bot who is asked
 * @param question the view of the seat to move; the game, which a loaded bot has by itself; options and seed
 * @throws {Refusal} if no position shows this view, or the bot does not play such a game
 */
export async function decide(
  bot: Player,
  question: { view: object; game?: string; options?: Options; any_options?: boolean; seed?: number },
): Promise<Decision> {
  const known = typeof bot === "string" ? {} : { game: bot.game, options: bot.options };
  return ask<Decision>("decide", { ...known, ...question, bot: named(bot) });
}
