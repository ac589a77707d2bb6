import { words } from "../../words";
import { say } from "../../words/say";
import { backs, type Family, type Scene } from "../scene";

interface Act { seat: number; act: "fold" | "check" | "call" | "bet"; to?: number }
interface PinnacleView {
  seat: number;
  hole: string[];
  amount?: number;
  table: {
    phase: string; to_move?: number; button?: number; pot?: number; ante?: number; board: string[][]; acts: Act[][];
    seats: { before?: number; open?: string[]; shown?: string[]; chips?: number; bet?: number; folded?: boolean }[];
  };
}

const actsOf = (view: unknown): Act[] => (view as PinnacleView).table.acts.flat();

export const pinnacle: Family = {
  scene(view): Scene {
    const { seat, hole, amount, table } = view as unknown as PinnacleView;
    const { zones, facts, endings } = words();
    const over = table.phase === "over";
    return {
      phase: table.phase, own: seat, toMove: over ? null : (table.to_move ?? null),
      middle: [{ id: "board", kind: "row", label: zones.board, cards: table.board.flat() }],
      facts: [
        { label: facts.pot, value: table.pot ?? 0 },
        { label: facts.ante, value: table.ante ?? 0 },
        ...(amount === undefined ? [] : [{ label: facts.amount, value: amount }]),
      ],
      seats: table.seats.map(({ open = [], shown = [], chips = 0, bet = 0, folded = false }, other) => ({
        seat: other, out: folded,
        zones: [
          { id: `hand:${other}`, kind: "hand", label: zones.hole, plain: true, cards: other === seat ? hole : folded ? [] : shown.length ? shown : backs(2) },
          ...(open.length ? [{ id: `open:${other}`, kind: "row" as const, label: zones.open, cards: open }] : []),
        ],
        facts: [
          { label: facts.chips, value: chips },
          ...(bet > 0 ? [{ label: facts.bet, value: bet }] : []),
          ...(table.button === other ? [{ label: facts.button, value: "●" }] : []),
        ],
      })),
      ending: over ? [endings.over] : undefined,
    };
  },
  said(before, after) {
    const { said } = words();
    return actsOf(after).slice(actsOf(before).length).map(({ act, to }) => (act === "bet" ? say(said.betTo, { to: to ?? 0 }) : said[act]));
  },
};
