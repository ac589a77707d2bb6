// Which bots may be chosen for a seat.
import { thinkingAhead, trainedFor, type Game } from "../catalogue";
import { bundlesOf, type Conversation } from "../engine/conversation";
import type { Options } from "../engine/messages";
import { strengthOf } from "../play/names";

/** How many moves are played out where a bot thinks ahead: with fewer it is weaker than one that does not (docs/search.md). */
const ROLLOUTS = 256;

export interface Offer {
  key: string;
  label: string;
  /** The bot that it is at a table with such options. */
  bot(options: Options): string;
}

/** The bots of this page: built-in ones, and the trained one that fits a table best, weaker, as it is, and thinking ahead. */
export function offersHere(game: Game): Offer[] {
  const trained = (options: Options): string => `checkpoint:${trainedFor(game, options)}`;
  const bots: Record<string, Offer["bot"]> = Object.fromEntries(game.builtIn.map((name) => [name, () => name]));
  if (game.trained.length > 0) {
    for (const level of ["easy", "medium"]) bots[level] = (options) => `${level}:${trained(options)}`;
    bots.trained = trained;
  }
  if (game.searched) bots.search = (options) => thinkingAhead(trained(options), ROLLOUTS);
  return Object.entries(bots).map(([key, bot]) => ({ key, label: strengthOf(bot({})), bot }));
}

/** The bots of a server that play a game, and trained ones weaker as well. Two that would be called the same have their names too. */
export async function offersThere(talk: Conversation, game: Game): Promise<Offer[]> {
  const { bots = [] } = await talk.ask("describe", { game: game.id, bots: true });
  const names = bots.flatMap((bot) => (bot.startsWith("checkpoint:") ? [`easy:${bot}`, `medium:${bot}`, bot] : [bot]));
  const labels = names.map(strengthOf);
  return names.map((name, place) => {
    const alone = labels.indexOf(labels[place]) === labels.lastIndexOf(labels[place]);
    return { key: name, label: alone ? labels[place] : `${labels[place]}: ${bundlesOf(name)[0] ?? name}`, bot: () => name };
  });
}
