// What the name of an action does not say: the chips of a bet, the player who is to begin.
import type { View } from "../engine/messages";
import { families } from "../table/games";
import { roundOf, starter } from "../table/match";
import { parse, type Action } from "./action";

/** An action as it is meant in a view. */
export function meant(name: string, family: string, view: View, names: string[]): Action {
  const action = parse(name);
  const { view: round } = roundOf(view);
  const begins = action.verb === "start" ? names[starter(view, action.number ?? 0)] : undefined;
  return { ...action, aside: begins ?? (round ? families[family].aside?.(round, name) : undefined) };
}
