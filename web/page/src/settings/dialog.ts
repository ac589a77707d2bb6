import { h } from "../dom";
import { languages, speak, words } from "../words";
import { change, PACES, settings, type Settings } from "./settings";

function select(label: string, key: keyof Settings, choices: [string, string][], value: string, chosen: (value: string) => void): HTMLElement {
  const list = h("select", { id: `setting-${key}`, onchange: () => chosen(list.value) },
    choices.map(([name, text]) => h("option", { value: name, selected: name === value }, text)));
  return h("label", { class: "field" }, h("span", {}, label), list);
}

function check(label: string, key: "fourColours" | "oneClick"): HTMLElement {
  const box = h("input", { type: "checkbox", id: `setting-${key}`, checked: settings[key], onchange: () => change({ [key]: box.checked }) });
  return h("label", { class: "check" }, box, h("span", {}, label));
}

/** What a language is called in itself. */
const nameOf = (code: string): string => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;

/** The dialog of settings; `changed` is called when all words are to be drawn anew. */
export function settingsDialog(changed: () => void): HTMLDialogElement {
  const { ui } = words();
  const themes: [string, string][] = [["auto", ui.auto], ["light", ui.light], ["dark", ui.dark]];
  const paces = ui.paces.split(", ").slice(0, PACES.length).map((name, place): [string, string] => [String(place), name]);
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title" }, ui.settings),
    select(ui.language, "language", languages.map((code) => [code, nameOf(code)]), settings.language, async (language) => {
      await speak(language);
      change({ language });
      dialog.close();
      changed();
    }),
    select(ui.theme, "theme", themes, settings.theme, (theme) => change({ theme: theme as Settings["theme"] })),
    select(ui.pace, "pace", paces, String(settings.pace), (place) => change({ pace: Number(place) })),
    check(ui.fourColours, "fourColours"), check(ui.oneClick, "oneClick"),
    h("p", { class: "quiet" }, ui.shortcuts),
    h("div", { class: "row end" }, h("button", { type: "button", class: "main", onclick: () => dialog.close() }, ui.close)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
