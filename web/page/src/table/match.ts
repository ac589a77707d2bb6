// What a match adds to the view of a round: who plays, who sits where, how it stands.
import type { Options, View } from "../engine/messages";
import { families } from "./games";
import type { Family, Names, Scene } from "./scene";

interface MatchState {
  rounds: number; points: number[]; won: number[]; order: number[]; playing: number; target: number; elder: number; seats: number[];
  counted: boolean; choosing: "direction" | "start" | null; clockwise?: boolean;
}

export interface PlayerScene { player: number; seat: number | null; points?: number; won?: number; gone: boolean; partner: boolean }
export interface TableScene {
  players: PlayerScene[];
  own: number;
  round: Scene | null;
  toMove: number | null;
  match?: { rounds: number; target: number; choosing: "direction" | "start" | null; counted: boolean };
}

/** Reads the view of a game, whether it is a match or a round. */
export function read(family: string, view: View, players: number, name: Names): TableScene {
  const draw: Family = families[family];
  const match = view.match as MatchState | undefined;
  if (!match) {
    const round = draw.scene(view, name);
    const seated = Array.from({ length: players }, (_, player) => ({ player, seat: player, gone: false, partner: round.seats[player]?.partner ?? false }));
    return { players: seated, own: round.own, round, toMove: round.toMove };
  }
  const roundView = (view.round ?? null) as View | null;
  const round = roundView && draw.scene(roundView, (seat) => name(match.seats[seat]));
  // Players who score together have one entry between them; a captain plays alone against all others.
  const captains = (view.options as Options | undefined)?.format === "captains";
  const side = (player: number): number => (captains ? Math.min(player, 1) : player % match.points.length);
  const own = view.seat as number;
  const inOrder = match.order.slice(0, match.playing);
  const choosing = match.choosing !== null;
  const toMove = choosing ? match.elder : round && round.toMove !== null ? match.seats[round.toMove] : null;
  return {
    players: Array.from({ length: players }, (_, player) => {
      const seat = match.seats.indexOf(player);
      const partner = player !== own && (side(player) === side(own) || (round?.seats[seat]?.partner ?? false));
      return { player, seat: seat < 0 ? null : seat, points: match.points[side(player)], won: match.won[side(player)], gone: !inOrder.includes(player), partner };
    }),
    own, round, toMove,
    match: { rounds: match.rounds, target: match.target, choosing: match.choosing, counted: match.counted },
  };
}

/** The player so many places on from the one who chooses who begins. */
export function starter(view: View, places: number): number {
  const { elder, order, clockwise = true } = view.match as MatchState;
  return (elder + (clockwise ? places : order.length - places)) % order.length;
}

/** The round that a scene shows, counted from 1. */
export const numberOf = ({ match }: TableScene): number => (match ? match.rounds + (match.counted ? 0 : 1) : 1);

/** Whether a round of a match is over that was not before. */
export const ended = (before: TableScene, after: TableScene): boolean => after.match?.counted === true && !(before.match?.counted && numberOf(before) === numberOf(after));

/** The view of the round alone, and who sits in its seats. */
export function roundOf(view: View): { view: View | null; seats: number[] | null } {
  const match = view.match as MatchState | undefined;
  return match ? { view: (view.round ?? null) as View | null, seats: match.seats } : { view, seats: null };
}
