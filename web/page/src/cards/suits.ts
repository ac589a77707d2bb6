// The four suits as paths around the origin, 20 units high.
import type { Suit } from "../words/cards";

export const SHAPES: Record<Suit, string> = {
  H: "M0 9.5C-3 4.5-9.2 1-9.2-4.4A4.8 4.8 0 0 1 0-6.3A4.8 4.8 0 0 1 9.2-4.4C9.200 1 3 4.5 0 9.5Z",
  D: "M0-10Q3.200-4.3 7.6 0Q3.200 4.3 0 10Q-3.2 4.3-7.6 0Q-3.2-4.3 0-10Z",
  S: "M0-10C3-5 9.2-2 9.2 3.3A4.500 4.5 0 0 1 1.2 5.2Q1.500 8 3.6 10H-3.6Q-1.5 8-1.2 5.2A4.500 4.5 0 0 1-9.2 3.3C-9.2-2-3-5 0-10Z",
  C: "M0-10A4.500 4.5 0 0 1 3.6-2.8A4.500 4.5 0 1 1 1.1 4.2Q1.400 8 3.6 10H-3.6Q-1.4 8-1.1 4.2A4.500 4.5 0 1 1-3.6-2.8A4.500 4.5 0 0 1 0-10Z",
};

/** A suit at a place, of a size that is 1 where it is 20 units high. */
export function pip(suit: Suit, x: number, y: number, size: number, down = false): string {
  return `<path class="suit-${suit}" d="${SHAPES[suit]}" transform="translate(${x} ${y}) scale(${size})${down ? " rotate(180)" : ""}"/>`;
}

const [LEFT, MIDDLE, RIGHT] = [33, 50, 67];
const pair = (y: number): [number, number][] => [[LEFT, y], [RIGHT, y]];
const one = (y: number): [number, number] => [MIDDLE, y];

/** Where the pips of a number lie; those below the middle stand on their heads. */
const PLACES: Record<string, [number, number][]> = {
  2: [one(30), one(110)], 3: [one(30), one(70), one(110)], 4: [...pair(30), ...pair(110)], 5: [...pair(30), one(70), ...pair(110)],
  6: [...pair(30), ...pair(70), ...pair(110)], 7: [...pair(30), one(50), ...pair(70), ...pair(110)],
  8: [...pair(30), one(50), ...pair(70), one(90), ...pair(110)], 9: [...pair(28), ...pair(56), one(70), ...pair(84), ...pair(112)],
  T: [...pair(28), one(42), ...pair(56), ...pair(84), one(98), ...pair(112)],
};

export function pips(rank: string, suit: Suit): string {
  if (rank === "A") return pip(suit, 50, 70, 2.5);
  return (PLACES[rank] ?? []).map(([x, y]) => pip(suit, x, y, 0.92, y > 70)).join("");
}
