import { words } from "../../words";
import { short } from "../../words/cards";
import { say, signed } from "../../words/say";
import { backs, type Family, type Scene } from "../scene";

interface Act { seat: number; act: "fold" | "check" | "call" | "bet"; to?: number }
interface Count { points: number; combinations: { kind: string; cards: string[] }[] }
interface Player { count?: Count; before?: number; open?: string[]; shown?: string[]; chips?: number; bet?: number; folded?: boolean }
interface PinnacleView {
  seat: number;
  hole: string[];
  amount?: number;
  options?: { betting?: string };
  table: {
    phase: string; to_move?: number; button?: number; pot?: number; ante?: number; bet?: number; board: string[][]; acts: Act[][];
    seats: Player[];
  };
}

/** What cards count, and by what. */
function worth({ points, combinations }: Count): string {
  const { kinds } = words();
  const parts = combinations.map(({ kind, cards }) => [kinds[kind as keyof typeof kinds], ...cards.map(short)].join(" "));
  return parts.length > 0 ? `${points} (${parts.join(", ")})` : String(points);
}

const actsOf = (view: unknown): Act[] => (view as PinnacleView).table.acts.flat();

/** What the seat to move puts in by an action (env/src/games/pinnacle/views.md). */
function price({ options, table }: PinnacleView, { chips = 0, bet: own = 0 }: Player, action: string): number | undefined {
  const { bet = 0, pot = 0, ante = 0, acts } = table;
  const call = Math.min(bet - own, chips);
  if (action === "call") return call;
  if (action === "bet all in") return chips;
  let [level, lift] = [0, ante];
  for (const { to = level } of acts.at(-1) ?? []) [level, lift] = [to, Math.max(lift, to - level)];
  if (options?.betting === "limit") lift = acts.length > 2 ? 2 * ante : ante;
  const lifts: Record<string, number> = { "bet least": lift, "bet half pot": Math.floor((pot + call) / 2), "bet pot": pot + call, "bet two pots": 2 * (pot + call) };
  return action in lifts ? bet + lifts[action] - own : undefined;
}

/** Who has won the pot, of whom there may be several: but for a chip that cannot be shared they have won the same. */
function ending({ table }: PinnacleView, name: (seat: number) => string): string[] {
  const { endings } = words();
  const live = table.seats.flatMap(({ before = 0, chips = 0, folded }, seat) => (folded ? [] : [{ seat, gain: chips - before }]));
  const most = Math.max(...live.map(({ gain }) => gain));
  const winners = live.filter(({ gain }) => gain >= most - 1).map(({ seat }) => name(seat));
  return [say(endings.pot, { who: winners.join(", "), gain: signed(most) }), ...(live.length === 1 ? [endings.folded] : [])];
}

export const pinnacle: Family = {
  scene(view, name): Scene {
    const { seat, hole, amount, table } = view as unknown as PinnacleView;
    const { zones, facts } = words();
    const over = table.phase === "over";
    return {
      phase: table.phase, own: seat, toMove: over ? null : (table.to_move ?? null),
      middle: [{ id: "board", kind: "row", label: zones.board, cards: table.board.flat(), dealt: true }],
      // A pot that was paid out, and an ante of old, say nothing any more.
      facts: over ? [] : [
        { label: facts.pot, value: table.pot ?? 0 },
        { label: facts.ante, value: table.ante ?? 0 },
        ...(amount === undefined ? [] : [{ label: facts.amount, value: amount }]),
      ],
      seats: table.seats.map(({ open = [], shown = [], before = 0, chips = 0, bet = 0, folded = false, count }, other) => ({
        seat: other, out: folded,
        zones: [
          { id: `hand:${other}`, kind: other !== seat && shown.length ? "row" : "hand", label: zones.hole, plain: true, cards: other === seat ? hole : folded ? [] : shown.length ? shown : backs(2) },
          ...(open.length ? [{ id: `open:${other}`, kind: "row" as const, label: zones.open, cards: open }] : []),
        ],
        facts: [
          { label: facts.chips, value: over ? `${chips} (${signed(chips - before)})` : chips },
          ...(bet > 0 ? [{ label: facts.bet, value: bet }] : []),
          ...(count ? [{ label: facts.counts, value: worth(count) }] : []),
          ...(table.button === other ? [{ label: facts.button, value: "●" }] : []),
        ],
      })),
      ending: over ? ending(view as unknown as PinnacleView, name) : undefined,
    };
  },
  aside(view, action) {
    const known = view as unknown as PinnacleView;
    const mover = known.table.seats[known.table.to_move ?? known.seat];
    const [chips, own] = [price(known, mover, action), mover.bet ?? 0];
    if (chips === undefined || known.table.phase !== "bet") return undefined;
    if (action === "call") return chips === mover.chips ? say(words().facts.allIn, { n: chips }) : String(chips);
    return own > 0 ? say(words().facts.upTo, { n: chips, to: own + chips }) : String(chips);
  },
  said(before, after) {
    const { said } = words();
    return actsOf(after).slice(actsOf(before).length).map(({ act, to }) => (act === "bet" ? say(said.betTo, { to: to ?? 0 }) : said[act]));
  },
};
