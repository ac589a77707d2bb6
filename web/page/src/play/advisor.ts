// Which bot is asked for hints and reviews.
import { thinkingAhead, trainedFor, type Game } from "../catalogue";
import type { Conversation } from "../engine/conversation";
import type { Options } from "../engine/messages";

/** How many moves are played on for one of a finished game: so many that most mistakes stand out from luck. */
const ROLLOUTS = 2048;

/** The same bot thinking ahead, where it can. */
export const thinking = (game: Game, bot: string): string => (game.searched && bot.startsWith("checkpoint:") ? thinkingAhead(bot, ROLLOUTS) : bot);

/** The trained bot of the game, or a simple one; of a server that has neither the one that it asks by default, or else any that plays so. */
export async function advisor(talk: Conversation, game: Game, options: Options): Promise<string> {
  const trained = trainedFor(game, options);
  const wanted = trained === undefined ? "simple" : `checkpoint:${trained}`;
  if (!talk.remote) return wanted;
  const { bot, bots: all = [] } = await talk.ask("hello", { protocol: 2 });
  if (all.includes(wanted)) return wanted;
  const { bots = [] } = await talk.ask("describe", { game: game.id, options, bots: true });
  return bots.includes(bot) ? bot : (bots[0] ?? bot);
}
