// Draws cards: every face once as a symbol, wherever it lies by reference.
import type { Suit } from "../words/cards";
import type { Face } from "../table/scene";
import { court, joker } from "./courts";
import { pip, pips } from "./suits";

const SVG = "http://www.w3.org/2000/svg";
const RANKS = "A23456789TJQK";
const EDGE = '<rect class="paper" x="0.75" y="0.75" width="98.5" height="138.5" rx="8"/>';

function index(text: string, suit: Suit | null, size: number): string {
  const corner = `<text x="${text.length > 1 ? 16 : 15}" y="27" class="rank ${suit ? `suit-${suit}` : "suit-X"}" font-size="${size}" text-anchor="middle">${text}</text>${suit ? pip(suit, 15, 42, 0.95) : ""}`;
  return `<g>${corner}</g><g class="far" transform="rotate(180 50 70)">${corner}</g>`;
}

function face(card: string): string {
  const [rank, sign] = card;
  if (rank === "X") return EDGE + index("★", null, 26) + joker(sign);
  const suit = sign as Suit;
  const middle = "JQK".includes(rank) ? court(rank, suit) : pips(rank, suit);
  return `${EDGE}<g class="full">${middle}</g><g class="plain">${pip(suit, 62, 92, 2.5)}</g>${index(rank === "T" ? "10" : rank, suit, rank === "T" ? 24 : 29)}`;
}

const BACK = `${EDGE}<rect class="back" x="5" y="5" width="90" height="130" rx="5"/><rect x="9" y="9" width="82" height="122" rx="3" fill="url(#lattice)" class="back-line"/>` +
  '<g class="back-line"><circle cx="50" cy="70" r="17" class="back"/><circle cx="50" cy="70" r="17"/><path d="M50 56C56 62 61 65 61 71A5.500 5.5 0 0 1 51.5 75Q51.800 79 54 82H46Q48.200 79 48.5 75A5.500 5.5 0 0 1 39 71C39 65 44 62 50 56Z"/></g>';

/** The symbols, put into the document once. */
export function sprite(): SVGSVGElement {
  const cards = [...RANKS].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit)).concat("X1", "X2");
  const symbols = cards.map((card) => `<symbol id="card-${card}" viewBox="0 0 100 140">${face(card)}</symbol>`).join("");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "sprite");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = `<defs><pattern id="lattice" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H8M0 0V8" class="lattice"/></pattern></defs>` +
    `${symbols}<symbol id="card-back" viewBox="0 0 100 140">${BACK}</symbol>`;
  return svg;
}

/** The picture of a card, of which nothing is heard. */
export function picture(card: Face): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#card-${card ?? "back"}`);
  svg.append(use);
  return svg;
}

