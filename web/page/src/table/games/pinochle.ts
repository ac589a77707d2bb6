import { words } from "../../words";
import { say } from "../../words/say";
import { marked, partly, type Family, type Scene, type Zone } from "../scene";

interface PinochleView {
  seat: number;
  hand: string[];
  building: { meld: string; hand: string[]; table: string[]; second: string[] } | null;
  table: {
    phase: string; to_move: number; trumps: "C" | "D" | "H" | "S"; turned: string | null; last: string | null; stock: number;
    led: string | null; laid: { card: string; served: string[] }[][]; won: string[][]; known: string[][]; melds: number[];
    count: { tricks: number[]; points: number[] } | null;
  };
}

/** As they take tricks: the ten stands above the king. */
const RANKS = "ATKQJ9";

/** By suits, the best first. */
const sorted = (cards: string[]): string[] => [...cards].sort((a, b) => a[1].localeCompare(b[1]) || RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]));

export const pinochle: Family = {
  scene(view, name): Scene {
    const { seat, hand, building, table } = view as unknown as PinochleView;
    const { zones, facts, endings, suits } = words();
    const middle: Zone[] = [
      { id: "stock", kind: "stock", label: zones.stock, cards: Array(table.stock).fill(null) },
      { id: "turned", kind: "row", label: zones.turned, cards: [table.turned, table.last].filter((card) => card !== null) },
      { id: "led", kind: "row", label: zones.trick, cards: table.led ? [table.led] : [] },
    ];
    // Both hold the same number before a trick; who leads is one card short until the other follows.
    const mine = hand.length + table.laid[seat].length;
    const behind = table.phase === "follow" ? (table.to_move === seat ? -1 : 1) : 0;
    return {
      phase: building ? "laying" : table.phase, own: seat, toMove: table.phase === "over" ? null : table.to_move, middle,
      facts: [{ label: facts.trumps, value: suits[table.trumps] }],
      seats: [0, 1].map((other) => {
        const size = mine + behind - table.laid[other].length;
        const cards = other === seat ? sorted(hand) : partly(table.known[other], size);
        const marks = { ...marked(table.known[other], "known"), ...(other === seat && building ? marked(building.hand, "laying") : {}) };
        const shown: Zone[] = [{ id: `hand:${other}`, kind: "hand", label: zones.hand, plain: true, cards, marks: other === seat && table.known[other].length === hand.length ? undefined : marks }];
        if (table.laid[other].length) {
          const used = other === seat && building ? marked([...building.table, ...building.second], "laying") : {};
          shown.push({ id: `laid:${other}`, kind: "fan", label: zones.laid, cards: sorted(table.laid[other].map(({ card }) => card)), marks: used });
        }
        shown.push({ id: `won:${other}`, kind: "pile", label: zones.won, cards: table.won[other] });
        return { seat: other, zones: shown, facts: [{ label: facts.melds, value: table.melds[other] }] };
      }),
      ending: table.count ? table.count.points.map((points, other) => say(endings.paid, { who: name(other), points })) : undefined,
    };
  },
  said(before, after, by) {
    const [was, is] = [before, after].map((view) => (view as unknown as PinochleView).table.melds);
    return is[by] > was[by] ? [say(words().said.scores, { points: is[by] - was[by] })] : [];
  },
};
