// What has happened, in words, for eyes and ears.
import { h } from "../dom";

/** Lines that are kept to be read again. */
const KEPT = 300;

export class Log {
  readonly element = h("div", { class: "log", role: "log", "aria-live": "polite", tabindex: "0" });

  say(text: string, kind: "own" | "other" | "page" = "other"): void {
    this.element.append(h("p", { class: kind }, text));
    while (this.element.childElementCount > KEPT) this.element.firstElementChild?.remove();
    this.element.scrollTop = this.element.scrollHeight;
  }
}
