// The options of a game as fields of a form.
import type { OptionKind } from "../catalogue";
import type { Setting, Options } from "../engine/messages";
import { h } from "../dom";
import { words } from "../words";

/** What an option is called: in words, or its own name made readable. */
export const optionName = (name: string): string => words().options[name] ?? name.replaceAll("_", " ");
const valueName = (value: string | number): string => words().values[String(value)] ?? String(value);

/** Options that the page sets elsewhere, or that are lists of numbers for programs. */
const ELSEWHERE = new Set(["seats", "episode"]);

function field(option: OptionKind, value: Setting, changed: (value: Setting) => void): HTMLElement {
  const id = `option-${option.name}`;
  const label = h("span", {}, optionName(option.name));
  if (option.kind === "switch") {
    const box = h("input", { type: "checkbox", id, checked: value as boolean, onchange: () => changed(box.checked) });
    return h("label", { class: "check" }, box, label);
  }
  if (option.kind === "choice") {
    const list = h("select", { id, onchange: () => changed(option.values![list.selectedIndex]) },
      option.values!.map((choice) => h("option", { selected: choice === value }, valueName(choice))));
    return h("label", { class: "field" }, label, list);
  }
  const number = h("input", { type: "number", id, value: String(value), min: option.least, max: option.most, step: 1, required: true,
    onchange: () => number.checkValidity() && changed(number.valueAsNumber) });
  return h("label", { class: "field" }, label, number);
}

/** The fields of some options; `chosen` holds those that differ from the usual and is kept up to date. */
export function optionFields(kinds: OptionKind[], chosen: Options, changed: () => void): HTMLElement[] {
  return kinds.filter(({ name, kind }) => !ELSEWHERE.has(name) && kind !== "list").map((option) =>
    field(option, chosen[option.name] ?? option.value, (value) => {
      if (value === option.value) delete chosen[option.name];
      else chosen[option.name] = value;
      changed();
    }));
}
