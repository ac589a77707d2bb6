// A line on which moves are typed in words.
import { sentence, type Action } from "../moves/action";

export type Found = { action: Action } | { several: Action[] } | { none: true };

const words = (text: string): string[] => text.toLowerCase().replace(/[^\p{L}\p{N}+]+/gu, " ").trim().split(" ").filter((word) => word !== "");

const ALIKE: Record<string, string> = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

/** `7c`, `10h`, and `7♣` all mean the card as the protocol writes it. */
const plain = (text: string): string => text.replace(/[♣♦♥♠]/g, (sign) => ALIKE[sign]).replace(/\b10([cdhs])\b/gi, "T$1");

/** The moves that fit what was typed: the whole name, or every word the beginning of one of theirs. */
export function find(text: string, actions: Action[]): Found {
  const typed = words(plain(text));
  if (typed.length === 0) return { none: true };
  const exact = actions.filter(({ name }) => words(name).join(" ") === typed.join(" ") || name.toLowerCase() === text.trim().toLowerCase());
  if (exact.length === 1) return { action: exact[0] };
  const fits = actions.filter((action) => {
    const own = [...words(action.name), ...words(sentence(action))];
    return typed.every((word) => own.some((other) => other.startsWith(word)));
  });
  // Of moves that say the same, as `draw` and `drop`, whole words win over beginnings.
  const whole = fits.filter((action) => {
    const own = new Set([...words(action.name), ...words(sentence(action))]);
    return typed.every((word) => own.has(word));
  });
  const best = whole.length > 0 ? whole : fits;
  if (best.length === 0) return { none: true };
  return best.length === 1 ? { action: best[0] } : { several: best };
}
