// What a bot thinks of one's own moves.
import type { Conversation } from "../engine/conversation";
import type { Decision } from "../engine/messages";
import { before, type Replay } from "./replay";

/** What a move has cost, in points: by how much less it brought than the choice of a search, with the standard error. */
export interface Loss { points: number; error: number }

export interface Judged { step: number; action: string; decision: Decision; chosen: number; best: number; loss?: Loss }

/** Whoever chooses something that the bot would choose less often than this has something to look at. */
const DOUBTFUL = 0.15;
/** So many standard errors stand between luck and a mistake. */
const CLEAR = 2;

export function doubtful({ chosen, best, action, decision, loss }: Judged): boolean {
  if (loss) return loss.points > CLEAR * loss.error;
  return action !== decision.action.name && chosen < DOUBTFUL && best > 2 * chosen;
}

/** Undefined where nothing was tried. */
function lossOf({ loss }: Decision): Loss | undefined {
  return loss && { points: Math.max(loss.points.mean, 0), error: loss.points.error };
}

/** The moves of a seat, asked one by one, so that the first can be shown before the last is known. */
export async function* judge(talk: Conversation, replay: Replay, bot: string): AsyncGenerator<Judged> {
  await talk.need(bot);
  for (const [step, { seat }] of replay.steps.entries()) {
    if (seat !== replay.seat) continue;
    const action = replay.actions[step];
    const decision = await talk.ask("decide", {
      game: replay.game.id, options: replay.options, bot, any_options: true, view: before(replay, step), judge: action, seed: step,
    });
    const best = Math.max(...Object.values(decision.probabilities));
    yield { step, action, decision, chosen: decision.probabilities[action] ?? 0, best, loss: lossOf(decision) };
  }
}
