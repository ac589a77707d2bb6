import { words } from "../../words";
import { marked, partly, type Family, type Scene, type Zone } from "../scene";

interface SkarneyView {
  seat: number;
  hand: string[];
  laying: string[][];
  table: {
    phase: string; to_move: number; stock: number; sizes: number[]; board: { by: number; cards: string[] }[];
    taken: string[][]; refused: string[][]; offered: string | null; placing: string | null; shown: string[][];
  };
}

export const skarney: Family = {
  scene(view, name): Scene {
    const { seat, hand, laying, table } = view as unknown as SkarneyView;
    const { zones, endings } = words();
    const over = table.phase === "over";
    const scene: Scene = {
      phase: table.placing ? "placing" : laying.length ? "laying" : table.phase, own: seat, toMove: over ? null : table.to_move, facts: [],
      middle: [
        { id: "stock", kind: "stock", label: zones.stock, cards: Array(table.stock).fill(null) },
        { id: "offered", kind: "row", label: zones.offered, cards: table.offered ? [table.offered] : [] },
        ...table.board.map(({ by, cards }, place) => ({
          id: `meld:${place + 1}`, kind: "meld" as const, label: `${zones.meld} ${place + 1}`, cards, note: name(by),
        })),
      ],
      seats: table.sizes.map((size, other) => {
        const open = over && table.shown[other]?.length ? table.shown[other] : [...table.taken[other], ...table.refused[other]];
        // What is on offer lies in the middle though it is still held.
        const known = open.filter((card) => card !== table.offered);
        const offering = table.offered && other !== table.to_move ? 1 : 0;
        const begun = other === seat ? [...laying.filter((meld) => meld.length > 0), ...(table.placing ? [[table.placing]] : [])] : [];
        const away = new Set([...begun.flat(), table.offered]);
        const cards = other === seat ? hand.filter((card) => !away.has(card)) : partly(known, size - offering);
        const marks = marked(known, "known");
        const building = begun.map((meld, place): Zone => ({ id: `laying:${other}:${place}`, kind: "fan", label: zones.laying, cards: meld }));
        return { seat: other, facts: [], zones: [...building, { id: `hand:${other}`, kind: "hand", label: zones.hand, plain: true, cards, marks }] };
      }),
    };
    if (over) scene.ending = [endings.over];
    return scene;
  },
  said(before, after) {
    const [was, is] = [before, after].map((view) => (view as unknown as SkarneyView).table);
    if (was.phase !== "answer" || is.phase === "answer") return [];
    return [is.taken[was.to_move]?.includes(was.offered ?? "") ? words().said.take : words().said.refuse];
  },
};
