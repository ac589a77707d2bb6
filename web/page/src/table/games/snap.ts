import { words } from "../../words";
import { say } from "../../words/say";
import { backs, type Family, type Scene } from "../scene";

interface SnapView {
  seat: number;
  snapped: boolean[];
  table: { phase: string; layer: number; to_move: number; cards: { pile: string[]; packets: { unseen: number; known: string[] }[] }; laid: number };
}

export const snap: Family = {
  scene(view): Scene {
    const { seat, table } = view as unknown as SnapView;
    const { zones, facts, endings } = words();
    const over = table.phase === "over";
    return {
      phase: table.phase, own: seat, toMove: over ? null : table.to_move,
      facts: [{ label: facts.cardsLaid, value: table.laid }],
      middle: [{ id: "heap", kind: "fan", label: zones.heap, cards: table.cards.pile }],
      seats: table.cards.packets.map(({ unseen, known }, other) => ({
        seat: other, out: unseen + known.length === 0, facts: other === table.layer ? [{ label: facts.layer, value: "●" }] : [],
        zones: [{ id: `hand:${other}`, kind: "stock", label: zones.packet, plain: true, cards: backs(unseen + known.length) }],
      })),
      ending: over ? [endings.over] : undefined,
    };
  },
  said(before, after, by) {
    const [was, is] = [before, after].map((view) => (view as unknown as SnapView).table);
    // Nobody is told what others have done before all have answered: the pile that is taken tells who was first.
    const won = was.cards.pile.length > 1 && is.cards.pile.length <= 1;
    if (!won) return [];
    const size = ({ unseen, known }: { unseen: number; known: string[] }): number => unseen + known.length;
    const winner = is.cards.packets.findIndex((packet, seat) => size(packet) > size(was.cards.packets[seat]));
    return winner < 0 || winner !== by ? [] : [say(words().said.snap, {})];
  },
};
