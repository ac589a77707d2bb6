// Tells in words what has happened between two views.
import type { View } from "../engine/messages";
import { label, type Action } from "../moves/action";
import { families } from "../table/games";
import { numberOf, read, roundOf } from "../table/match";
import { moved, type Moved } from "../table/moved";
import type { Scene } from "../table/scene";
import { words } from "../words";
import { short } from "../words/cards";
import { say } from "../words/say";
import { ways } from "./ways";

export interface Told { lines: string[]; moved: Moved[] }

/** What was laid for all from the pack. */
function dealt(was: Scene, is: Scene): string[] {
  return is.middle.filter((zone) => zone.dealt).flatMap(({ id, label: zone, cards }) => {
    const more = cards.slice(was.middle.find((other) => other.id === id)?.cards.length ?? 0);
    return more.length > 0 ? [say(words().ui.lieThere, { zone, cards: more.map((card) => short(card!)).join(" ") })] : [];
  });
}

/** `by` is the player who has decided; `own` the action, where one has chosen it oneself. */
export function tell(family: string, before: View, after: View, by: number, names: string[], own?: Action): Told {
  const name = (seat: number): string => names[seat] ?? "";
  const [was, is] = [read(family, before, names.length, name), read(family, after, names.length, name)];
  const [old, now] = [roundOf(before), roundOf(after)];
  const round = numberOf(was) === numberOf(is);
  const same = old.view && now.view && round && JSON.stringify(old.seats) === JSON.stringify(now.seats);
  const seat = now.seats ? now.seats.indexOf(by) : by;
  const what = same && was.round && is.round ? moved(was.round, is.round, seat) : [];
  const who = names[by] ?? "";
  const { said, ui } = words();
  const called = (place: number): string | null => {
    const held = place % (is.round?.seats.length ?? 1);
    const player = now.seats ? now.seats[held] : held;
    return player === is.own ? null : (names[player] ?? "");
  };
  const lines: string[] = [];
  if (own !== undefined) {
    lines.push(say(ui.yourMoveIs, { move: label(own) }));
    lines.push(...ways(what.filter(({ from, to }) => from.kind === "stock" && to.id.startsWith("hand:")), seat, called));
  } else if (same) {
    const spoken = families[family].said?.(old.view!, now.view!, seat) ?? [];
    lines.push(...spoken.map((text) => say(said.says, { who, what: text })), ...ways(what, seat, called));
  }
  if (same) lines.push(...dealt(was.round!, is.round!));
  if (is.round?.ending && !(was.round?.ending && round)) lines.push(...is.round.ending);
  return { lines, moved: what };
}
