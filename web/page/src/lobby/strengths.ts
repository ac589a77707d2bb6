// How strong a bot may be, and which bot that is at a table.
import { thinkingAhead, trainedFor, type Game } from "../catalogue";
import type { Options } from "../engine/messages";

export type Strength = "random" | "always-call" | "simple" | "greedy" | "patient" | "easy" | "medium" | "trained" | "search";

/** How many moves are played out where a bot thinks ahead: with fewer it is weaker than one that does not (docs/search.md). */
const ROLLOUTS = 256;

/** Built-in bots that are only for some games. */
const FAMILIES: Partial<Record<Strength, (family: string) => boolean>> = {
  simple: (family) => family !== "kuhn" && family !== "leduc",
  greedy: (family) => family === "gin",
  patient: (family) => family === "gin",
  "always-call": (family) => family === "pinnacle",
};

export function strengthsFor(game: Game): Strength[] {
  const all: Strength[] = ["random", "always-call", "simple", "greedy", "patient", ...(game.trained.length ? (["easy", "medium", "trained"] as const) : []), ...(game.searched ? (["search"] as const) : [])];
  return all.filter((strength) => FAMILIES[strength]?.(game.family) ?? true);
}

export function botOf(strength: Strength, game: Game, options: Options): string {
  const bundle = `checkpoint:${trainedFor(game, options)}`;
  if (strength === "trained") return bundle;
  if (strength === "easy" || strength === "medium") return `${strength}:${bundle}`;
  return strength === "search" ? thinkingAhead(bundle, ROLLOUTS) : strength;
}
