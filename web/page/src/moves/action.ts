// A legal action is a text such as `discard 7C`; what it is about is read from it.
import { words } from "../words";
import { short, spoken, suitSign } from "../words/cards";
import type { Scene, Zone } from "../table/scene";

export interface Action {
  /** As the protocol has it. */
  name: string;
  verb: string;
  card?: string;
  /** The number of a meld, counted from 1, or of a place. */
  number?: number;
  suit?: string;
  /** What the name does not say, such as the chips of a bet. */
  aside?: string;
}

export function parse(name: string): Action {
  const cut = name.lastIndexOf(" ");
  const [verb, last] = cut < 0 ? [name, ""] : [name.slice(0, cut), name.slice(cut + 1)];
  if (/^([A2-9TJQK][CDHS]|X[12])$/.test(last)) return { name, verb, card: last };
  if (/^\+?\d+$/.test(last)) return { name, verb, number: Number(last) };
  if (verb === "meld marriage") return { name, verb, suit: last };
  return { name, verb: name };
}

function worded({ name, verb, card, number, suit, aside }: Action, say: (card: string) => string): string {
  const { moves } = words();
  const known = moves[verb as keyof typeof moves];
  if (known === undefined) return name;
  if (card !== undefined) return `${known} ${say(card)}`;
  if (suit !== undefined) return `${known} ${suitSign(suit)}`;
  if (number !== undefined) return `${known} ${aside ?? number}`;
  return aside === undefined ? known : `${known} (${aside})`;
}

/** As it stands on a button. */
export const label = (action: Action): string => worded(action, short);
/** As it is spoken. */
export const sentence = (action: Action): string => worded(action, spoken);

const FROM_MIDDLE = new Set(["take"]);
const FROM_TABLE = new Set(["play-table", "play-second", "use-table", "use-second"]);

/** The zone in which an action is clicked, if there is one. */
export function target(action: Action, scene: Scene): Zone | undefined {
  const { verb, card, number } = action;
  const own = scene.seats.find(({ seat }) => seat === scene.own)?.zones ?? [];
  if (card !== undefined) {
    const holds = (zone: Zone): boolean => zone.cards.includes(card);
    const hands = own.filter(({ id }) => id.startsWith("hand:"));
    const rest = own.filter(({ id }) => !id.startsWith("hand:"));
    if (FROM_TABLE.has(verb)) return rest.find(holds);
    return (FROM_MIDDLE.has(verb) ? [...scene.middle, ...rest, ...hands] : [...hands, ...scene.middle, ...rest]).find(holds);
  }
  if (number !== undefined) return scene.middle.find(({ id }) => id === `meld:${number}`);
  if (verb === "draw") return scene.middle.find(({ id, cards }) => id === "stock" && cards.length > 0);
  if (verb === "take") return scene.middle.find(({ id, cards }) => (id === "offered" || id === "pile") && cards.length > 0);
  if (verb === "snap") return scene.middle.find(({ id }) => id === "heap");
  return undefined;
}
