// What scripts/catalogue.mjs has learnt of the games: the only list of them in the page.
import catalogue from "./catalogue.json";
import type { Options, Setting } from "./engine/messages";

export interface OptionKind {
  name: string;
  value: Setting;
  kind: "switch" | "number" | "choice" | "list";
  least?: number;
  most?: number;
  values?: (string | number)[];
}

export interface Game {
  id: string;
  title: string;
  family: string;
  seats: number;
  /** It is a match unless its options say otherwise. */
  match: boolean;
  options: OptionKind[];
  /** The options that only a match has. */
  matches: OptionKind[];
  rules: string;
  /** The bots that need no file and play it. */
  builtIn: string[];
  /** The released bots that sit down at it. */
  trained: string[];
  /** Whether bots may think ahead: they do not where there is betting. */
  searched: boolean;
}

interface Catalogue {
  games: Game[];
  bots: { name: string; game: string; options: Options }[];
}

const { games: all, bots } = catalogue as unknown as Catalogue;
export const games = all;

export function gameOf(id: string): Game | undefined {
  return games.find((game) => game.id === id);
}

/** The released bot that fits a table best: made for the game, and for as many of its options as can be. */
export function trainedFor(game: Game, options: Options): string | undefined {
  const worth = (name: string): number => {
    const bot = bots.find((known) => known.name === name);
    if (!bot) return -1;
    const own = { ...Object.fromEntries(game.options.map((option) => [option.name, option.value])), ...options };
    const same = Object.entries(own).filter(([key, value]) => JSON.stringify(bot.options[key]) === JSON.stringify(value));
    return (bot.game === game.id ? 1000 : 0) + same.length + (bot.name === game.id ? 0.5 : 0);
  };
  return [...game.trained].sort((a, b) => worth(b) - worth(a))[0];
}

/** A bot that thinks ahead by so many moves played out, as it was measured (docs/search.md). */
export const thinkingAhead = (bot: string, rollouts: number): string => `search:${bot},rollouts=${rollouts},prior=0.03`;
