// What lies beside the table: the log, the rules, hints, and below any of them the line to type on.
import { fill, h } from "../dom";
import { Log } from "../talk/log";
import { words } from "../words";

export type Tab = "log" | "rules" | "hint";

const pages = import.meta.glob<{ default: string }>("../../../../env/rules/*.md");

async function rulesOf(name: string): Promise<string | undefined> {
  return (await pages[`../../../../env/rules/${name}.md`]?.())?.default;
}

export interface SideAbout {
  rules: string;
  /** What can be typed. */
  help: string;
  /** What the panel is called in which a bot says what it thinks. */
  opinion: string;
}

export class Side {
  readonly log = new Log();
  readonly element: HTMLElement;
  private readonly panels: Record<Tab, HTMLElement>;
  private readonly tabs: Record<Tab, HTMLButtonElement>;
  private readonly line: HTMLInputElement;
  private rulesShown = false;

  constructor(private readonly about: SideAbout, typed: (text: string) => void) {
    const { ui } = words();
    const line = (this.line = h("input", { id: "command", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: ui.command, "aria-label": ui.command, "aria-describedby": "command-help" }));
    const form = h("form", { class: "command", onsubmit: (event: SubmitEvent) => {
      event.preventDefault();
      // A stroke begins a line from elsewhere: whoever is there already means the same by it.
      const text = line.value.trim().replace(/^\//, "");
      line.value = "";
      if (text) typed(text);
    } }, line, h("button", { type: "submit" }, ui.send));
    this.panels = {
      log: h("div", { class: "panel", id: "panel-log", role: "tabpanel", "aria-labelledby": "tab-log" }, this.log.element, h("p", { class: "quiet", id: "command-help" }, about.help)),
      hint: h("div", { class: "panel", id: "panel-hint", role: "tabpanel", "aria-labelledby": "tab-hint", hidden: true, tabindex: "0" }),
      rules: h("div", { class: "panel rules", id: "panel-rules", role: "tabpanel", "aria-labelledby": "tab-rules", hidden: true, tabindex: "0" }),
    };
    const tab = (name: Tab, title: string): HTMLButtonElement =>
      h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": String(name === "log"), onclick: () => this.open(name) }, title);
    this.tabs = { log: tab("log", ui.log), hint: tab("hint", about.opinion), rules: tab("rules", ui.rules) };
    const shut = h("button", { type: "button", class: "shut icon", "aria-label": ui.close, onclick: () => this.shut() }, "×");
    this.element = h("aside", { class: "side", "aria-label": `${ui.log}, ${about.opinion}, ${ui.rules}` },
      h("div", { class: "tabs" }, h("div", { role: "tablist", class: "tablist" }, Object.values(this.tabs)), shut), Object.values(this.panels), form);
  }

  /** Shows a panel; on narrow screens this lays it over the table. */
  open(name: Tab): void {
    this.element.classList.add("open");
    for (const other of Object.keys(this.panels) as Tab[]) {
      this.panels[other].hidden = other !== name;
      this.tabs[other].setAttribute("aria-selected", String(other === name));
    }
    if (name === "rules" && !this.rulesShown) void this.showRules();
  }

  shut(): void {
    this.element.classList.remove("open");
  }

  hint(...content: (Node | string)[]): void {
    fill(this.panels.hint, content);
    this.open("hint");
  }

  focusCommand(): void {
    this.open("log");
    this.line.focus();
  }

  /** Somebody types: nothing else takes the focus from the line, or the next letters would be shortcuts. */
  get typing(): boolean {
    return document.activeElement === this.line;
  }

  private async showRules(): Promise<void> {
    this.rulesShown = true;
    const html = await rulesOf(this.about.rules).catch(() => undefined);
    if (html === undefined) fill(this.panels.rules, words().ui.noRules);
    // The rules are a part of this page, made when it was built.
    else this.panels.rules.innerHTML = html;
  }
}
