// What cards are called.
import { words } from ".";
import { say } from "./say";

const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
export type Suit = keyof typeof SUITS;

/** `7C` as a person says it. */
export function spoken(card: string | null): string {
  const { ranks, suits, card: name, joker, back } = words();
  if (card === null) return back;
  if (card[0] === "X") return say(joker, { n: card[1] });
  return say(name, { rank: ranks[card[0] as keyof typeof ranks], suit: suits[card[1] as Suit] });
}

/** `7C` in short: `7♣`. */
export function short(card: string): string {
  if (card[0] === "X") return `★${card[1]}`;
  return (card[0] === "T" ? "10" : card[0]) + SUITS[card[1] as Suit];
}

/** So many cards of which nothing more is said. */
export const counted = (cards: number): string => (cards === 1 ? words().ui.card : say(words().ui.cards, { n: cards }));

export const suitSign = (suit: string): string => SUITS[suit as Suit] ?? suit;
