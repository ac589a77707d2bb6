// Takes a record up again to see what one seat saw of it, step by step.
import type { Conversation } from "../engine/conversation";
import { Refusal } from "../engine/conversation";
import type { GameRecord, Options, Requests, Step, View } from "../engine/messages";
import { gameOf, type Game } from "../catalogue";

export interface Replay {
  game: Game;
  options: Options;
  names: (string | null)[];
  people: number[];
  seat: number;
  first: View;
  steps: Step[];
  /** The action of each step. */
  actions: string[];
  record: GameRecord;
}

export async function replay(talk: Conversation, record: GameRecord, seat: number): Promise<Replay> {
  const game = gameOf(record?.game);
  if (!game || !Array.isArray(record.actions)) throw new Refusal("bad_record", "");
  const held: string[] = [];
  const join = async (actions: string[]): Promise<Requests["join"]["answer"]> => {
    const { table } = await talk.ask("new_table", { record: { ...record, actions }, seats: Array(record.seats).fill(null) });
    const position = await talk.ask("join", { table, seat });
    held.push(position.token);
    return position;
  };
  try {
    const [begun, whole] = [await join([]), await join(record.actions)];
    const steps: Step[] = [];
    while (steps.length < record.actions.length) {
      const { steps: more = [] } = await talk.ask("view", { token: whole.token, since: steps.length });
      if (more.length === 0) break;
      steps.push(...more);
    }
    return {
      game, options: record.options ?? {}, names: record.about?.players ?? [], people: record.about?.people ?? [], seat, first: begun.view, steps, actions: record.actions, record,
    };
  } finally {
    for (const token of held) void talk.ask("close", { token }).catch(() => undefined);
  }
}

/** How many actions lie before the own decision that is shown at a step, or else the next one; undefined if none comes any more. */
export function decisionAt({ steps, seat }: Replay, step: number): number | undefined {
  if (steps[step - 1]?.seat === seat) return step - 1;
  const next = steps.findIndex((other, place) => place >= step && other.seat === seat);
  return next < 0 ? undefined : next;
}

/** The view before a step. */
export const before = ({ first, steps }: Replay, step: number): View => (step === 0 ? first : steps[step - 1].view);
