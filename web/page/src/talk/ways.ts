// Says in a sentence who has moved which cards where.
import type { Moved } from "../table/moved";
import type { Zone } from "../table/scene";
import { words } from "../words";
import { short } from "../words/cards";
import { say } from "../words/say";

/** What is done with cards that go from one zone to another; `to` and `from` are said where no verb fits. */
type Verb = "draws" | "takes" | "keeps" | "discards" | "offers" | "lays" | "plays" | "wins";

const kindOf = ({ id }: Zone): string => id.split(":")[0];
const seatOf = ({ id }: Zone): number | undefined => (/^(hand|won|laid|laying|dropped):\d/.test(id) ? Number(id.split(":")[1]) : undefined);

const FROM_HAND: Record<string, Verb> = {
  pile: "discards", heap: "plays", dropped: "discards", offered: "offers", led: "plays", played: "plays", pond: "plays", meld: "lays", board: "lays", laid: "lays", laying: "lays",
};

function verb(from: Zone, to: Zone, by: number): { verb: Verb; seat?: number } | undefined {
  if (kindOf(to) === "won") return { verb: "wins", seat: seatOf(to) };
  // What the other refuses goes back to whoever has offered it.
  if (kindOf(from) === "offered" && seatOf(to) !== by) return { verb: "keeps", seat: seatOf(to) };
  if (kindOf(to) === "hand") return kindOf(from) === "hand" ? undefined : { verb: kindOf(from) === "stock" ? "draws" : "takes", seat: seatOf(to) };
  const does = kindOf(from) === "hand" ? FROM_HAND[kindOf(to)] : undefined;
  return does && { verb: does, seat: seatOf(from) };
}

function cards(group: Moved[]): string {
  const { said } = words();
  const open = group.flatMap(({ card }) => (card === null ? [] : [short(card)]));
  const hidden = group.length - open.length;
  return [...open, ...(hidden > 0 ? [hidden === 1 ? said.one : say(said.hidden, { n: hidden })] : [])].join(" ");
}

/** One sentence for all cards that go the same way; `name` is null for oneself. */
export function ways(list: Moved[], by: number, name: (seat: number) => string | null): string[] {
  const { said, self, others, ui } = words();
  const groups = new Map<string, Moved[]>();
  for (const move of list) {
    const key = `${move.from.id}>${move.to.id}`;
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  return [...groups.values()].map((group) => {
    const { from, to } = group[0];
    const what = cards(group);
    const found = verb(from, to, by);
    const who = name(found?.seat ?? by);
    if (!found) return say(said.moved, { who: who ?? ui.you, what, from: from.label, to: to.label });
    return who === null ? say(self[found.verb], { what, to: to.label }) : say(others[found.verb], { who, what, to: to.label });
  });
}
