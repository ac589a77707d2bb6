// What has moved between two scenes, found by comparing where the cards lie.
import type { Face, Scene, Zone } from "./scene";

export interface Moved { card: Face; from: Zone; to: Zone }

export const zonesOf = (scene: Scene): Zone[] => [...scene.middle, ...scene.seats.flatMap(({ zones }) => zones)];

interface Change { zone: Zone; gained: string[]; lost: string[]; hidden: number }

function count(cards: Face[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) if (card !== null) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

function minus(cards: Face[], others: Face[]): string[] {
  const there = count(others);
  return cards.filter((card): card is string => {
    if (card === null) return false;
    const left = there.get(card) ?? 0;
    if (left > 0) there.set(card, left - 1);
    return left === 0;
  });
}

const backsIn = (zone: Zone | undefined): number => zone?.cards.filter((card) => card === null).length ?? 0;

/** A card that only shows its face, or only its back, where it lies has not moved. */
function turned(change: Change): Change {
  while (change.hidden < 0 && change.gained.length > 0) {
    change.gained.shift();
    change.hidden += 1;
  }
  while (change.hidden > 0 && change.lost.length > 0) {
    change.lost.shift();
    change.hidden -= 1;
  }
  return change;
}

/** Melds beside one another are one place: they are found anew in each view, where one that is laid shifts those after it. */
const placeOf = ({ id, kind }: Zone): string => (kind === "meld" ? id.replace(/:\d+$/, "") : id);

/** Cards that have left one zone and come to another; whose faces are not known go by their number. */
export function moved(before: Scene, after: Scene, by: number | null): Moved[] {
  const was = new Map(zonesOf(before).map((zone) => [zone.id, zone]));
  const is = new Map(zonesOf(after).map((zone) => [zone.id, zone]));
  const changes: Change[] = [...new Set([...was.keys(), ...is.keys()])].map((id) => {
    const [old, now] = [was.get(id), is.get(id)];
    const zone = (now ?? old)!;
    const change = {
      zone, gained: minus(now?.cards ?? [], old?.cards ?? []), lost: minus(old?.cards ?? [], now?.cards ?? []),
      hidden: backsIn(now) - backsIn(old),
    };
    return turned(change);
  });
  const mover = (zone: Zone): number => (by !== null && zone.id.endsWith(`:${by}`) ? 0 : zone.kind === "stock" ? 1 : 2);
  // Sources of unseen cards: the hand of whoever moved first, then the stock.
  const unseen = changes.filter(({ hidden }) => hidden < 0).sort((a, b) => mover(a.zone) - mover(b.zone));
  const found: Moved[] = [];
  for (const to of changes) {
    if (to.zone.dealt) continue;
    for (const card of to.gained) {
      const known = changes.find((from) => from !== to && from.lost.includes(card));
      if (known) {
        known.lost.splice(known.lost.indexOf(card), 1);
        found.push({ card, from: known.zone, to: to.zone });
        continue;
      }
      const hidden = unseen.find((from) => from !== to && from.hidden < 0);
      if (!hidden) continue;
      hidden.hidden += 1;
      found.push({ card, from: hidden.zone, to: to.zone });
    }
  }
  for (const to of changes.filter(({ hidden }) => hidden > 0)) {
    while (to.hidden > 0) {
      const known = changes.find((from) => from !== to && from.lost.length > 0);
      const hidden = unseen.find((from) => from !== to && from.hidden < 0);
      const from = known ?? hidden;
      if (!from) break;
      if (known) known.lost.shift();
      else hidden!.hidden += 1;
      to.hidden -= 1;
      found.push({ card: null, from: from.zone, to: to.zone });
    }
  }
  return found.filter(({ from, to }) => placeOf(from) !== placeOf(to));
}
