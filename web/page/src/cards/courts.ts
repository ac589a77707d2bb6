// Jacks, queens, kings and jokers, drawn of a few shapes: one half, and the same turned round.
import type { Suit } from "../words/cards";
import { pip } from "./suits";

const HAIR: Record<string, string> = {
  J: "M40 40Q38 26 50 26Q62 26 60 40L62 47Q56 48 57 38Q50 33 43 38Q44 48 38 47Z",
  Q: "M39 42Q36 24 50 24Q64 24 61 42Q64 52 68 55Q58 58 57 40Q50 32 43 40Q42 58 32 55Q36 52 39 42Z",
  K: "M40 38Q38 25 50 25Q62 25 60 38L61 46Q57 46 57 38H43Q43 46 39 46ZM41 42Q43 57 50 58Q57 57 59 42Q56 48 50 46Q44 48 41 42Z",
};
const HAT: Record<string, string> = {
  J: "M38 31Q36 21 47 21L66 18Q62 28 62 31Q50 27 38 31Z",
  Q: "M39 29L37 17L43 23L50 14L57 23L63 17L61 29Q50 25 39 29Z",
  K: "M39 29L36 15L44 21L47 13H53L56 21L64 15L61 29Q50 26 39 29Z",
};
const TOOL: Record<string, string> = {
  J: '<path class="gold" d="M66.500 70V36L64 31L67.500 22L71 31L68.500 36V70Z"/>',
  Q: '<path class="line" d="M67 66Q64 54 67 42"/><circle class="gold" cx="67" cy="37" r="2.4"/><circle class="ink" cx="63.5" cy="39" r="2.2"/><circle class="ink" cx="70.5" cy="39" r="2.2"/><circle class="ink" cx="67" cy="33" r="2.2"/>',
  K: '<path class="steel" d="M65.600 58V26L67.500 21L69.400 26V58Z"/><path class="gold" d="M61 57H74V60H61ZM66 60H69V69H66Z"/>',
};

function half(rank: string, suit: Suit): string {
  const red = suit === "H" || suit === "D";
  return [
    `<path class="${red ? "cloth-a" : "cloth-b"}" d="M26 70V64Q28 51 41 48H59Q72 51 74 64V70Z"/>`,
    `<path class="gold" d="M41 48L50 66L59 48L55 47L50 56L45 47Z"/>`,
    `<path class="${red ? "cloth-b" : "cloth-a"}" d="M45 70V60L50 66L55 60V70Z"/>`,
    `<path class="trim" d="M30 70Q31 58 39 53M70 70Q69 58 61 53M35 70Q36 62 41 58M65 70Q64 62 59 58"/>`,
    `<ellipse class="skin" cx="50" cy="38.5" rx="8.6" ry="10.5"/>`,
    `<path class="hair-${rank}" d="${HAIR[rank]}"/>`,
    `<path class="gold" d="${HAT[rank]}"/>`,
    rank === "J" ? '<path class="ink" d="M60 20Q66 8 72 10Q68 16 63 21Z"/>' : '<circle class="ink" cx="50" cy="22" r="1.8"/><circle class="ink" cx="43.5" cy="25" r="1.2"/><circle class="ink" cx="56.5" cy="25" r="1.2"/>',
    '<circle class="eye" cx="46.7" cy="37" r="1"/><circle class="eye" cx="53.3" cy="37" r="1"/>',
    rank === "K" ? '<path class="mouth" d="M48 44.5H52"/>' : '<path class="mouth" d="M47.800 43.6Q50 45.2 52.2 43.6"/>',
    TOOL[rank], pip(suit, 34.5, 27, 0.75),
  ].join("");
}

export function court(rank: string, suit: Suit): string {
  const figure = half(rank, suit);
  const id = `half-${rank}${suit}`;
  return `<rect class="frame" x="26" y="12" width="48" height="116" rx="4"/><clipPath id="${id}"><rect x="26" y="8" width="48" height="62"/></clipPath>` +
    `<g class="court suit-ink-${suit}"><g clip-path="url(#${id})">${figure}</g><g transform="rotate(180 50 70)"><g clip-path="url(#${id})">${figure}</g></g></g>`;
}

/** A jester's cap. */
export function joker(number: string): string {
  return `<g class="joker-${number}"><path class="cap-a" d="M50 88Q30 84 26 66Q24 52 18 50Q32 40 40 58Q42 44 50 40Q58 44 60 58Q68 40 82 50Q76 52 74 66Q70 84 50 88Z"/>` +
    `<path class="cap-b" d="M50 88Q42 70 50 40Q58 70 50 88Z"/><circle class="gold" cx="18" cy="51" r="4"/><circle class="gold" cx="82" cy="51" r="4"/><circle class="gold" cx="50" cy="38" r="4"/>` +
    '<path class="cap-b" d="M28 86Q50 96 72 86L70 97Q50 106 30 97Z"/></g>';
}
