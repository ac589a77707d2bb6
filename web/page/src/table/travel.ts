// Lets cards travel from where they were to where they are now.
import { calm } from "../dom";
import type { Moved } from "./moved";

export type Places = Map<string, DOMRect>;

/** Where every zone and every open card is now. */
export function places(table: Element): Places {
  const found: Places = new Map();
  for (const zone of table.querySelectorAll<HTMLElement>("[data-zone]")) {
    const id = zone.dataset.zone!;
    found.set(id, (zone.querySelector(".card:last-child") ?? zone).getBoundingClientRect());
    for (const card of zone.querySelectorAll<HTMLElement>("[data-card]")) {
      if (card.dataset.card) found.set(`${id}/${card.dataset.card}`, card.getBoundingClientRect());
    }
  }
  return found;
}

/** Moves what has moved, for so many milliseconds; nothing where people want no motion. */
export function travel(table: Element, before: Places, what: Moved[], duration: number): void {
  if (calm() || duration <= 0) return;
  for (const { card, from, to } of what) {
    const zone = table.querySelector(`[data-zone="${CSS.escape(to.id)}"]`);
    const there = card && zone?.querySelector(`[data-card="${card}"]`);
    const element = there ?? zone?.querySelector(".card:last-child");
    const start = (card && before.get(`${from.id}/${card}`)) ?? before.get(from.id);
    if (!element || !start) continue;
    const end = element.getBoundingClientRect();
    if (end.width === 0) continue;
    const [x, y, scale] = [start.left - end.left, start.top - end.top, start.width / end.width || 1];
    element.classList.add("travels");
    const animation = element.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${Math.min(scale, 2)})`, transformOrigin: "top left" }, { transform: "none", transformOrigin: "top left" }],
      { duration, easing: "cubic-bezier(.2,.7,.2,1)" },
    );
    animation.onfinish = () => element.classList.remove("travels");
  }
}
