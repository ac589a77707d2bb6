// Which bot is asked for hints and reviews.
import { thinkingAhead, trainedFor, type Game } from "../catalogue";
import type { Conversation } from "../engine/conversation";
import type { Options } from "../engine/messages";

/** How many moves are played on for one of a finished game: so many that most mistakes stand out from luck. */
const ROLLOUTS = 2048;

/** The same bot thinking ahead, where it can. */
export const thinking = (game: Game, bot: string | undefined): string | undefined => (game.searched && bot?.startsWith("checkpoint:") ? thinkingAhead(bot, ROLLOUTS) : undefined);

/** The trained bot of the game; else one that a conversation has; undefined for whichever is asked by default. */
export async function advisor(talk: Conversation, game: Game, options: Options): Promise<string | undefined> {
  const trained = trainedFor(game, options);
  const wanted = trained === undefined ? "simple" : `checkpoint:${trained}`;
  if (!talk.remote) return wanted;
  const { bots = [] } = await talk.ask("hello", { protocol: 2 });
  return [wanted, "simple"].find((bot) => bots.includes(bot));
}
