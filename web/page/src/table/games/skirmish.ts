import { words } from "../../words";
import { marked, partly, type Family, type Scene, type Zone } from "../scene";

interface Hand { size: number; known: string[]; dropped: string[]; laid: number }
interface SkirmishView {
  seat: number;
  hand: string[];
  laying: { build?: { kind: string; cards: string[] }; extend?: { combination: number; card?: string; second?: string } } | null;
  table: {
    phase: string; to_move: number; discards: { card: string }[]; hands: Hand[]; combinations: { kind: string; cards: string[] }[];
    stock: number; turn: { used: string[]; must: string | null }; charts?: { laid: string[]; fresh: string[] }[];
  };
  options?: { open_hands?: boolean };
}

export const skirmish: Family = {
  scene(view): Scene {
    const { seat, hand, laying, table, options } = view as unknown as SkirmishView;
    const { zones, facts, kinds, endings } = words();
    const seats = options?.open_hands ? table.hands.length / 2 : table.hands.length;
    const begun = [...(laying?.build?.cards ?? []), laying?.extend?.card, laying?.extend?.second].filter((card) => card !== undefined);
    const must = table.turn.must ? marked([table.turn.must], "taken") : {};
    const over = table.phase === "over";
    const scene: Scene = {
      phase: laying ? "laying" : table.phase, own: seat, toMove: over ? null : table.to_move % seats, facts: [], seats: [],
      middle: [
        { id: "stock", kind: "stock", label: zones.stock, cards: Array(table.stock).fill(null) },
        { id: "pile", kind: "fan", label: zones.pile, cards: table.discards.map(({ card }) => card) },
        ...table.combinations.map(({ kind, cards }, place): Zone => ({
          id: `meld:${place + 1}`, kind: "meld", label: `${kinds[kind as keyof typeof kinds] ?? kind} ${place + 1}`, cards,
          note: laying?.extend?.combination === place ? "…" : undefined,
        })),
      ],
    };
    for (let other = 0; other < seats; other++) {
      const shown: Zone[] = [];
      for (let held = other; held < table.hands.length; held += seats) {
        const { size, known, dropped } = table.hands[held];
        const own = held === seat && !over;
        const acting = table.to_move === held && other === seat && !over;
        const marks = { ...marked(known, "known"), ...(acting ? must : {}) };
        const label = held >= seats ? zones.openHand : zones.hand;
        const all = own ? hand : partly(known, size);
        if (acting && begun.length) shown.push({ id: `laying:${held}`, kind: "fan", label: zones.laying, cards: begun });
        const cards = acting ? all.filter((card) => card === null || !begun.includes(card)) : all;
        shown.push({ id: `hand:${held}`, kind: "hand", label, plain: held < seats, cards, marks, note: acting && seats < table.hands.length ? "←" : undefined });
        if (dropped.length) shown.push({ id: `dropped:${held}`, kind: "fan", label: zones.dropped, cards: dropped });
      }
      const laid = table.hands.filter((_, held) => held % seats === other).reduce((sum, { laid: points }) => sum + points, 0);
      const chart = table.charts?.[other];
      scene.seats.push({
        seat: other, zones: shown,
        facts: [
          { label: facts.laid, value: laid },
          ...(chart ? [{ label: facts.chart, value: [...chart.laid, ...chart.fresh].map((kind) => kinds[kind as keyof typeof kinds] ?? kind).join(", ") || "–" }] : []),
        ],
      });
    }
    if (over) scene.ending = [endings.over];
    return scene;
  },
};
