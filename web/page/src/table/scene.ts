// A view turned into what lies where: the same few notions for every game.
import type { View } from "../engine/messages";

/** A card by its name, or null where only its back is seen. */
export type Face = string | null;

/** `fan`: cards over one another, all readable; `pile`: the top one alone; `row`: beside one another. */
export type ZoneKind = "hand" | "stock" | "pile" | "fan" | "row" | "meld";

/** How a card stands out: being laid, just taken, known to all though it is held. */
export type Mark = "laying" | "taken" | "known";

export interface Zone {
  /** Tells zones apart, also from one view to the next: `hand:0`, `stock`, `meld:3`. */
  id: string;
  kind: ZoneKind;
  label: string;
  cards: Face[];
  marks?: Record<string, Mark>;
  note?: string;
  /** What comes to lie here was in no hand, though cards may vanish from one at the same time. */
  dealt?: boolean;
  /** How many lie there is said in words: a number alone would pass for their points. */
  counted?: boolean;
  /** Where it lies says what it is: its label may be left out where room is scarce. */
  plain?: boolean;
}

export interface Fact { label: string; value: string | number }

export interface SeatScene {
  seat: number;
  zones: Zone[];
  facts: Fact[];
  /** Plays together with the own seat. */
  partner?: boolean;
  /** Out of this round, as after a fold. */
  out?: boolean;
}

export interface Scene {
  phase: string;
  seats: SeatScene[];
  middle: Zone[];
  facts: Fact[];
  toMove: number | null;
  own: number;
  /** How the round ended, in words, once it is over. */
  ending?: string[];
}

export interface Names { (seat: number): string }

/** How the views of a family of games are drawn. */
export interface Family {
  scene(view: View, name: Names): Scene;
  /** What was said between two views; cards that have moved are told by themselves. */
  said?(before: View, after: View, by: number): string[];
  /** What the name of an action does not say. */
  aside?(view: View, action: string): string | undefined;
}

export const backs = (count: number): Face[] => Array<Face>(Math.max(0, count)).fill(null);

/** A hand of which some cards are known: those first, then backs. */
export function partly(known: string[], size: number): Face[] {
  return [...known, ...backs(size - known.length)];
}

const RANKS = "A23456789TJQK";

/** Splits the cards that lie in sets, or in runs, into the melds that they make up. */
export function melds(cards: string[], kind: "sets" | "runs"): string[][] {
  const groups: string[][] = [];
  if (kind === "sets") {
    for (const card of cards) {
      const group = groups.find((other) => other[0][0] === card[0]);
      if (group) group.push(card);
      else groups.push([card]);
    }
    return groups;
  }
  const place = (card: string): number => RANKS.indexOf(card[0]);
  const sorted = [...cards].sort((a, b) => a[1].localeCompare(b[1]) || place(a) - place(b));
  for (const card of sorted) {
    const last = groups.at(-1)?.at(-1);
    if (last && last[1] === card[1] && place(card) === place(last) + 1) groups.at(-1)!.push(card);
    else groups.push([card]);
  }
  return joinAces(groups);
}

/** An ace that lies above a king belongs to the king's run. */
function joinAces(groups: string[][]): string[][] {
  return groups.filter((group) => {
    if (group.length > 2 || group[0][0] !== "A") return true;
    const high = groups.find((other) => other !== group && other[0][1] === group[0][1] && other.at(-1)![0] === "K");
    if (high && group.length === 1) high.push(group[0]);
    return !high || group.length > 1;
  });
}

export const marked = (cards: string[], mark: Mark): Record<string, Mark> => Object.fromEntries(cards.map((card) => [card, mark]));
