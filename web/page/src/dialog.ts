// A few words over all else, and what may be answered.
import { h } from "./dom";

export interface Answer {
  id?: string;
  text: string;
  main?: boolean;
  act?(): void;
}

export function ask(title: string, text: string, answers: Answer[]): void {
  const dialog = h("dialog", { class: "dialog", role: "alertdialog", "aria-label": title }, h("p", {}, text),
    h("div", { class: "row end" }, answers.map(({ id, text: answer, main, act }) => h("button", { type: "button", id, class: main ? "main" : "", onclick: () => {
      dialog.close();
      act?.();
    } }, answer))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
