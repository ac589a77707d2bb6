// Kuhn and Leduc poker: a card each, perhaps one for both, and bets of fixed sizes.
import { words } from "../../words";
import type { View } from "../../engine/messages";
import type { Family, Scene, SeatScene } from "../scene";

interface KuhnView { seat: number; card: string; betting: string; shown: string | null }
interface LeducRound { checked: boolean; bets: number; stage: "open" | "level" | "folded" }
interface LeducView { seat: number; card: string; public: string | null; rounds: [LeducRound, LeducRound]; shown: string | null }

function seats(own: number, card: string, shown: string | null, paid: [number, number]): SeatScene[] {
  const { zones, facts } = words();
  return [0, 1].map((seat) => ({
    seat,
    zones: [{ id: `hand:${seat}`, kind: "hand", label: zones.hand, plain: true, cards: [seat === own ? card : shown] }],
    facts: [{ label: facts.paid, value: paid[seat] }],
  }));
}

/** What each seat has put in, of the acts so far. */
function kuhnPaid(acts: string[]): [number, number] {
  const paid: [number, number] = [1, 1];
  acts.forEach((act, turn) => {
    if (act === "bet" || act === "call") paid[turn % 2] += 1;
  });
  return paid;
}

const kuhnActs = (betting: string): string[] => (betting === "open" ? [] : betting.split("-"));

export const kuhn: Family = {
  scene(view): Scene {
    const { seat, card, betting, shown } = view as unknown as KuhnView;
    const acts = kuhnActs(betting);
    const paid = kuhnPaid(acts);
    const over = acts.length === 3 || /fold|call|check-check/.test(betting);
    return {
      phase: over ? "over" : "bet", own: seat, toMove: over ? null : acts.length % 2, middle: [],
      seats: seats(seat, card, shown, paid), facts: [{ label: words().facts.pot, value: paid[0] + paid[1] }],
    };
  },
  said: (before, after) => {
    const [was, is] = [before, after].map((view) => kuhnActs((view as unknown as KuhnView).betting));
    return is.slice(was.length).map((act) => words().said[act as "bet"]);
  },
};

function leducPaid(rounds: LeducRound[]): [number, number] {
  const paid: [number, number] = [1, 1];
  rounds.forEach(({ checked, bets, stage }, round) => {
    const size = round === 0 ? 2 : 4;
    const bettor = (bets + (checked ? 0 : 1)) % 2;
    paid[bettor] += bets * size;
    paid[1 - bettor] += (stage === "level" ? bets : Math.max(0, bets - 1)) * size;
  });
  return paid;
}

function leducTurn([first, second]: LeducRound[]): number | null {
  const turn = ({ checked, bets }: LeducRound): number => (bets + (checked ? 1 : 0)) % 2;
  if (first.stage === "open") return turn(first);
  return first.stage === "level" && second.stage === "open" ? turn(second) : null;
}

export const leduc: Family = {
  scene(view: View): Scene {
    const { seat, card, public: common, rounds, shown } = view as unknown as LeducView;
    const { facts, zones } = words();
    const paid = leducPaid(rounds);
    const toMove = leducTurn(rounds);
    return {
      phase: toMove === null ? "over" : "bet", own: seat, toMove, seats: seats(seat, card, shown, paid),
      middle: [{ id: "public", kind: "row", label: zones.board, cards: common ? [common] : [], dealt: true }],
      facts: [{ label: facts.pot, value: paid[0] + paid[1] }],
    };
  },
  said(before, after) {
    const [was, is] = [before, after].map((view) => (view as unknown as LeducView).rounds);
    const { said } = words();
    const round = is.findIndex((now, place) => JSON.stringify(now) !== JSON.stringify(was[place]));
    if (round < 0) return [said.check];
    if (is[round].stage === "folded") return [said.fold];
    if (is[round].bets > was[round].bets) return [is[round].bets > 1 ? said.raise : said.bet];
    return [is[round].stage === "level" && is[round].bets > 0 ? said.call : said.check];
  },
};
