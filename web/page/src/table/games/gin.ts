// Gin and Knock Rummy: a stock, a discard pile, hands that are laid out at the end.
import { words } from "../../words";
import { marked, melds, partly, type Family, type Scene, type Zone } from "../scene";
import { say } from "../../words/say";

interface Layout { sets: string[]; runs: string[]; deadwood: string[] }
interface Showdown { knocker: number; gin?: boolean; layouts: Layout[]; laid_off?: string[]; points?: number[]; winner?: number | null; paid?: number[] }
interface GinView {
  seat: number;
  hand: string[];
  table: {
    phase: string; to_move: number; pile: { card: string; by?: number }[]; stock: number; known: string[][];
    taken: string | null; knock_limit?: number; laid?: { layout: Layout; meld: string[] }[]; laid_off?: string[];
  };
  showdown: Showdown | null;
}

/** When players lay out their hands themselves. */
const LAYING = new Set(["knocker-melds", "defender-melds", "lay-off"]);

/** The melds of a layout, and its deadwood, as zones of a seat. */
function laidOut(seat: number, layout: Layout, meld: string[] = []): Zone[] {
  const { zones } = words();
  const lists = [...melds(layout.sets, "sets"), ...melds(layout.runs, "runs"), ...(meld.length ? [meld] : [])];
  return [
    ...lists.map((cards, place): Zone => ({ id: `laid:${seat}:${place}`, kind: "meld", label: zones.meld, cards })),
    { id: `hand:${seat}`, kind: "hand", label: zones.deadwood, cards: layout.deadwood, counted: true },
  ];
}

function ending(showdown: Showdown, name: (seat: number) => string): string[] {
  const { endings } = words();
  const { knocker, gin, points, winner, paid } = showdown;
  const lines = [say(gin ? endings.gin : endings.knocked, { who: name(knocker) })];
  if (points && winner !== undefined && winner !== null) {
    lines.push(say(winner === knocker ? endings.scores : endings.undercut, { who: name(winner), points: points[winner] }));
  }
  paid?.forEach((sum, seat) => lines.push(say(endings.paid, { who: name(seat), points: sum })));
  return lines;
}

export const gin: Family = {
  scene(view, name): Scene {
    const { seat, hand, table, showdown } = view as unknown as GinView;
    const { zones, facts } = words();
    const moving = table.to_move;
    const size = hand.length - (moving === seat && table.phase === "discard" ? 1 : 0);
    const scene: Scene = {
      phase: table.phase, own: seat, toMove: table.phase === "over" ? null : moving, facts: [], seats: [],
      middle: [
        { id: "stock", kind: "stock", label: zones.stock, cards: Array(table.stock).fill(null) },
        { id: "pile", kind: "fan", label: zones.pile, cards: table.pile.map(({ card }) => card) },
      ],
    };
    if (table.knock_limit !== undefined) scene.facts.push({ label: facts.knockLimit, value: table.knock_limit });
    table.known.forEach((known, other) => {
      const laid = table.laid?.[other];
      const building = laid && (laid.meld.length > 0 || laid.layout.deadwood.length + laid.layout.sets.length + laid.layout.runs.length > 0);
      let shown: Zone[];
      if (showdown) shown = laidOut(other, showdown.layouts[other]);
      else if (building) shown = laidOut(other, laid.layout, laid.meld);
      else {
        const more = other === moving && table.phase === "discard" ? 1 : 0;
        const cards = other === seat ? hand : partly(known, size + more);
        const marks = { ...marked(known, "known"), ...(other === seat && table.taken ? marked([table.taken], "taken") : {}) };
        shown = [{ id: `hand:${other}`, kind: "hand", label: zones.hand, plain: true, cards, marks }];
      }
      scene.seats.push({ seat: other, zones: shown, facts: [] });
    });
    if (showdown) scene.ending = ending(showdown, name);
    else if (table.phase === "over") scene.ending = [words().endings.dead];
    return scene;
  },
  said: (before, after) => {
    const [was, is] = [before, after].map((view) => view as unknown as GinView);
    if (was.table.phase === "offer" && is.table.pile.length === was.table.pile.length && is.table.taken === null) return [words().said.pass];
    const [began, begins] = [was, is].map(({ table }) => LAYING.has(table.phase));
    // Whoever decides last where hands are laid out by choice need not have knocked.
    if (began) return [];
    if (begins) return [words().said.knock];
    return is.showdown && !was.showdown ? [is.showdown.gin ? words().said.gin : words().said.knock] : [];
  },
};
