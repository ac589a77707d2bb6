import { words } from "../../words";
import { say } from "../../words/say";
import { backs, marked, type Family, type Scene } from "../scene";

interface SumRunSetView {
  seat: number;
  hand: string[];
  table: {
    phase: string; to_move: number; pond: string[]; left: string | null; played: string | null; kind: "sum" | "run" | "set" | null;
    taken: string[]; piles: string[][]; pack: number; pegged: number[];
  };
}

/** The cards of another seat: all have as many when a card has been played by each, elder hand first. */
function held({ seat, hand, table }: SumRunSetView, other: number): number {
  if (table.phase === "over") return 0;
  const lying = (who: number): number => (who < table.to_move || (who === table.to_move && table.played !== null) ? 1 : 0);
  return hand.length + lying(seat) - lying(other);
}

export const sumRunSet: Family = {
  scene(view, name): Scene {
    const known = view as unknown as SumRunSetView;
    const { seat, hand, table } = known;
    const { zones, facts, endings } = words();
    const sides = table.pegged.length;
    const over = table.phase === "over";
    return {
      phase: table.phase, own: seat, toMove: over ? null : table.to_move,
      facts: table.kind ? [{ label: facts.capture, value: words().kinds[table.kind] }] : [],
      middle: [
        { id: "stock", kind: "stock", label: zones.pack, cards: backs(table.pack) },
        { id: "pond", kind: "row", label: zones.pond, cards: table.pond, marks: { ...(table.left ? marked([table.left], "taken") : {}), ...marked(table.taken, "laying") } },
        { id: "played", kind: "row", label: zones.played, cards: table.played ? [table.played] : [] },
      ],
      seats: table.piles.map((pile, other) => ({
        seat: other, partner: other !== seat && other % sides === seat % sides,
        zones: [
          { id: `hand:${other}`, kind: "hand", label: zones.hand, plain: true, cards: other === seat ? hand : backs(held(known, other)) },
          { id: `won:${other}`, kind: "pile", label: zones.captured, cards: pile },
        ],
        facts: [{ label: facts.pegged, value: table.pegged[other % sides] }],
      })),
      ending: over ? table.piles.map((_, other) => say(endings.paid, { who: name(other), points: table.pegged[other % sides] })) : undefined,
    };
  },
};
