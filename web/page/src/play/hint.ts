// What a bot would do, with how often and how much it expects.
import { h } from "../dom";
import type { Decision } from "../engine/messages";
import { label, type Action } from "../moves/action";
import { words } from "../words";
import { say } from "../words/say";

/** The likeliest moves that are shown. */
const SHOWN = 6;

export const rounded = (value: number): string => (Math.abs(value) >= 10 ? value.toFixed(0) : value.toFixed(2)).replace("-", "−");

export function percent(probability: number): string {
  const value = probability * 100;
  return say(words().ui.chance, { percent: value > 0 && value < 1 ? "<1" : value.toFixed(0) });
}

/** The moves as bars; `chosen` is marked if it is there. */
export function chances(decision: Decision, meant: (name: string) => Action, chosen?: string): HTMLElement {
  const { ui } = words();
  const all = Object.entries(decision.probabilities).sort((a, b) => b[1] - a[1]);
  const list = all.slice(0, SHOWN);
  const own = all.findIndex(([name]) => name === chosen);
  if (chosen !== undefined && (own < 0 || own >= SHOWN)) list.push([chosen, own < 0 ? 0 : all[own][1]]);
  const rows = list.map(([name, probability]) => {
    const bar = h("span", { class: "chance-bar" });
    bar.style.setProperty("--part", String(probability));
    const tried = decision.findings?.tried[name];
    return h("li", { class: name === chosen ? "chosen" : "" }, h("span", { class: "chance-move" }, label(meant(name)), name === chosen && h("em", {}, ` – ${ui.yourMove}`)), bar,
      h("span", { class: "chance-value" }, percent(probability), tried && ` · ${rounded(tried.value)}`));
  });
  return h("div", {}, h("p", { class: "quiet" }, ui.chances), h("ul", { class: "chances" }, rows));
}

export function hintElement(bot: string, decision: Decision, meant: (name: string) => Action): HTMLElement {
  const { ui } = words();
  return h("div", { class: "hint", role: "status" },
    h("p", {}, say(ui.hintIs, { bot, move: label(meant(decision.action.name)) })),
    decision.value !== undefined && h("p", {}, say(ui.hintValue, { value: rounded(decision.value) })),
    chances(decision, meant), decision.warning && h("p", { class: "quiet" }, decision.warning));
}
