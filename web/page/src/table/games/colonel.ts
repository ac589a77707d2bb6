import { words } from "../../words";
import { say } from "../../words/say";
import { marked, melds, partly, type Family, type Scene, type Zone } from "../scene";

interface ColonelView {
  seat: number;
  hand: string[];
  meld: string[];
  table: {
    phase: string; to_move: number; pile: { card: string }[]; stock: number; known: string[][]; taken: string | null;
    board: { sets: string[]; runs: string[]; laid: string[][] };
    count: { end: string; points: number[] } | null;
  };
}

const HAND = 10;

export const colonel: Family = {
  scene(view, name): Scene {
    const { seat, hand, meld, table } = view as unknown as ColonelView;
    const { zones, endings } = words();
    const lists = [...melds(table.board.sets, "sets"), ...melds(table.board.runs, "runs")];
    const board = lists.map((cards, place): Zone => ({ id: `board:${place}`, kind: "meld", label: zones.meld, cards }));
    return {
      phase: meld.length ? "laying" : table.phase, own: seat, toMove: table.phase === "over" ? null : table.to_move, facts: [],
      middle: [
        { id: "stock", kind: "stock", label: zones.stock, cards: Array(table.stock).fill(null) },
        { id: "pile", kind: "fan", label: zones.pile, cards: table.pile.map(({ card }) => card) },
        ...board,
      ],
      seats: [0, 1].map((other) => {
        const drawn = other === table.to_move && table.phase === "play" ? 1 : 0;
        const size = HAND - table.board.laid[other].length + drawn;
        const cards = other === seat ? hand.filter((card) => !meld.includes(card)) : partly(table.known[other], size);
        const marks = { ...marked(table.known[other], "known"), ...(other === seat && table.taken ? marked([table.taken], "taken") : {}) };
        const building: Zone[] = other === seat && meld.length ? [{ id: `laying:${other}`, kind: "fan", label: zones.laying, cards: meld }] : [];
        return { seat: other, facts: [], zones: [...building, { id: `hand:${other}`, kind: "hand", label: zones.hand, plain: true, cards, marks }] };
      }),
      ending: table.count ? [endings.over, ...table.count.points.map((points, other) => say(endings.paid, { who: name(other), points }))] : undefined,
    };
  },
  said(before, after) {
    const [was, is] = [before, after].map((view) => (view as unknown as ColonelView).table.phase);
    const { said } = words();
    if (is === "answer" && was !== "answer") return [said.challenge];
    if (was === "answer") return [is === "over" ? said.accept : said.refuse];
    return [];
  },
};
