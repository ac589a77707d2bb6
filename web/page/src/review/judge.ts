// What a bot thinks of one's own moves.
import type { Conversation } from "../engine/conversation";
import type { Decision } from "../engine/messages";
import { before, type Replay } from "./replay";

export interface Judged { step: number; action: string; decision: Decision; chosen: number; best: number }

/** Whoever chooses something that the bot would choose less often than this has something to look at. */
const DOUBTFUL = 0.15;

export const doubtful = ({ chosen, best, action, decision }: Judged): boolean => action !== decision.action.name && chosen < DOUBTFUL && best > 2 * chosen;

/** The moves of a seat, asked one by one, so that the first can be shown before the last is known. */
export async function* judge(talk: Conversation, replay: Replay, bot: string | undefined): AsyncGenerator<Judged> {
  if (bot !== undefined) await talk.need(bot);
  for (const [step, { seat }] of replay.steps.entries()) {
    if (seat !== replay.seat) continue;
    const action = replay.actions[step];
    const decision = await talk.ask("decide", {
      game: replay.game.id, options: replay.options, bot, any_options: true, view: before(replay, step), seed: step,
    });
    yield { step, action, decision, chosen: decision.probabilities[action] ?? 0, best: Math.max(...Object.values(decision.probabilities)) };
  }
}
