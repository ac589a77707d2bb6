// The moves as buttons: those of the card that was clicked, and those that are of no card.
import { fill, h, heard } from "../dom";
import { words } from "../words";
import { spoken } from "../words/cards";
import { say } from "../words/say";
import { label, sentence, type Action } from "./action";

export interface BarState {
  prompt: string;
  actions: Action[];
  /** The card that was clicked, with what it can do. */
  selected: { card: string; actions: Action[] } | null;
  hinted?: string;
  play(action: Action): void;
  unselect(): void;
}

/** The moves that are likelier wanted than others stand out. */
const MAIN = new Set(["draw", "take", "call", "check", "done", "end meld", "end", "snap", "accept"]);

function button(action: Action, state: BarState): HTMLButtonElement {
  const shown = label(action);
  const classes = `move${MAIN.has(action.verb) ? " main" : ""}${state.hinted === action.name ? " hinted" : ""}`;
  const element = h("button", { type: "button", class: classes, "data-choice": action.name, "data-key": `bar/${action.name}`, onclick: () => state.play(action) });
  const spelt = sentence(action);
  // Signs of suits are not read out well: who listens hears the whole name.
  if (spelt === shown) element.append(shown);
  else element.append(h("span", { "aria-hidden": "true" }, shown), heard(spelt));
  return element;
}

export function drawBar(element: HTMLElement, state: BarState): void {
  const { ui } = words();
  const free = state.actions.filter(({ card }) => card === undefined);
  const prompt = state.selected ? say(ui.selected, { card: spoken(state.selected.card) }) : state.prompt;
  const list = (state.selected?.actions ?? free).map((action) => button(action, state));
  if (state.selected) list.push(h("button", { type: "button", class: "move quiet", "data-key": "bar/unselect", onclick: () => state.unselect() }, ui.back_));
  fill(element, h("p", { class: "prompt" }, prompt), h("div", { class: "moves" }, list));
}
