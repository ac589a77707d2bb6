// Says which cards lie where, for those who listen.
import type { TableScene } from "../table/match";
import { words } from "../words";
import { counted, spoken } from "../words/cards";
import { say } from "../words/say";

/** A sentence for each zone: of one's own hand and what one has laid, or of the middle of the table. */
export function lying({ round }: TableScene, hand: boolean): string[] {
  const { ui } = words();
  if (!round) return [ui.sittingOut];
  const own = round.seats.find(({ seat }) => seat === round.own)?.zones ?? [];
  return (hand ? own : round.middle).map((zone) => {
    const cards = zone.cards.filter((card) => card !== null).map(spoken).join(", ");
    return say(ui.lieThere, { zone: zone.label, cards: cards || counted(zone.cards.length) });
  });
}
