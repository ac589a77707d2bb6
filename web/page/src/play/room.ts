// The room in which a table stands: it shows what happens, and takes moves.
import { fill, h, pause } from "../dom";
import { Refusal } from "../engine/conversation";
import type { Step, View } from "../engine/messages";
import { sentence, target, type Action } from "../moves/action";
import { meant } from "../moves/aside";
import { drawBar } from "../moves/bar";
import { pace, settings } from "../settings/settings";
import { tableElement } from "../table/draw";
import { ended, read, type TableScene } from "../table/match";
import { keepRevealed, reveal } from "../table/reveal";
import { places, travel } from "../table/travel";
import type { Moved } from "../table/moved";
import type { Zone } from "../table/scene";
import { find } from "../talk/command";
import { lying } from "../talk/lying";
import { tell } from "../talk/tell";
import { words } from "../words";
import { say } from "../words/say";
import { advisor } from "./advisor";
import { hintElement } from "./hint";
import { botName, playerNames } from "./names";
import { forPage, keepFocus, listenWhile, press, roam } from "./keys";
import { overElement, roundOverElement } from "./result";
import type { Session } from "./session";
import { dealLink } from "./setup";
import { Side } from "./side";
import { explain } from "./explain";

export interface RoomDoors {
  leave(): void;
  again(same: boolean): void;
  review(): void;
}

export class Room {
  readonly element = h("main", { class: "room" });
  private readonly felt = h("div", { class: "felt", role: "region", "aria-label": words().ui.table, tabindex: "0" });
  private readonly bar = h("div", { class: "bar" });
  private readonly side: Side;
  private readonly hintButton: HTMLButtonElement;
  private readonly undoButton: HTMLButtonElement;
  private scene!: TableScene;
  private view: View;
  private selected: { zone: Zone; card: string } | null = null;
  private hinted?: string;
  private busy = false;
  private hurry = false;
  private again = false;
  /** A bot has failed, in whose place another may sit down. */
  private failed = false;
  private goOn?: () => void;
  private finished = false;
  private begun = false;
  /** Each ends one listening to the conversation. */
  private readonly heard: (() => void)[] = [];

  constructor(private readonly session: Session, private readonly doors: RoomDoors) {
    const { ui } = words();
    this.view = session.position.view;
    this.side = new Side({ rules: session.game.rules, help: ui.commandHelp, opinion: ui.hint }, (text) => void this.typed(text));
    this.undoButton = h("button", { type: "button", id: "undo", onclick: () => void this.undo() }, ui.undo);
    this.undoButton.hidden = !session.mayUndo;
    this.hintButton = h("button", { type: "button", id: "hint", onclick: () => void this.hint() }, ui.hint);
    const tools = h("div", { class: "tools" }, this.hintButton, this.undoButton,
      h("button", { type: "button", id: "open-log", onclick: () => this.side.open("log") }, ui.log),
      h("button", { type: "button", id: "open-rules", onclick: () => this.side.open("rules") }, ui.rules),
      h("button", { type: "button", id: "share", onclick: () => void this.share(session.setup ? dealLink(session.setup) : location.hash) }, session.setup ? ui.shareDeal : ui.share),
      h("button", { type: "button", id: "leave", onclick: () => this.doors.leave() }, ui.leave));
    // What goes on from a record is no deal that a link could name.
    tools.querySelector<HTMLElement>("#share")!.hidden = session.setup === null && !session.talk.remote;
    const title = h("h1", { class: "heard" }, session.game.title);
    this.element.append(title, h("div", { class: "play" }, this.felt, h("div", { class: "foot" }, this.bar, tools)), this.side.element);
    listenWhile(this.element, (event) => this.key(event));
    keepRevealed(this.felt);
    this.draw();
    for (const warning of session.warnings) this.side.log.say(warning, "page");
    this.side.log.say(ui.dealt, "page");
    if (session.position.players.includes(null)) this.side.log.say(this.waiting, "page");
    if (session.talk.remote && session.position.prepared) this.side.log.say(ui.prepared, "page");
    this.heard.push(session.talk.onChanged((table) => {
      if (table === session.position.table) void this.look();
    }));
    // What has happened while the connection was lost is told to nobody who does not ask.
    this.heard.push(session.talk.onStanding((standing) => {
      if (standing === "open" && session.talk.remote) void this.look();
    }));
  }

  /** Shows what is so far, then what has happened meanwhile, as where a room before this one has asked and not been answered yet. */
  async begin(): Promise<void> {
    this.begun = true;
    this.draw();
    if (this.session.over) this.finish();
    else await this.look();
  }

  private get names(): string[] {
    const { players, seat, people } = this.session.position;
    return playerNames(players, seat, people);
  }

  private get actions(): Action[] {
    return this.busy ? [] : this.session.position.legal.map((name) => this.meant(name));
  }

  private meant(name: string): Action {
    const { game, position } = this.session;
    return meant(name, game.family, position.view, this.names);
  }

  draw(what: Moved[] = [], duration = 0): void {
    const { names } = this;
    this.scene = read(this.session.game.family, this.view, names.length, (seat) => names[seat] ?? "");
    const before = what.length > 0 ? places(this.felt) : new Map<string, DOMRect>();
    const focus = keepFocus(this.element);
    fill(this.felt, tableElement(this.scene, (player) => names[player] ?? "", {
      actions: this.actions, selected: this.selected && `${this.selected.zone.id}/${this.selected.card}`,
      pick: (zone, card) => this.pick(zone, card), play: (action) => void this.play(action),
    }));
    this.drawBar();
    focus();
    if (this.hinted !== undefined) {
      for (const element of this.felt.querySelectorAll<HTMLElement>("[data-choice]")) {
        element.classList.toggle("hinted", element.dataset.choice!.split("|").includes(this.hinted));
      }
    }
    if (!this.busy) reveal(this.felt);
    travel(this.felt, before, what, duration);
    this.undoButton.disabled = this.busy;
    this.hintButton.disabled = this.busy || !this.session.ours;
  }

  private drawBar(): void {
    if (this.goOn || this.finished || (this.session.over && !this.busy)) return;
    const fits = this.selected ? this.fits(this.selected.zone, this.selected.card) : [];
    this.bar.dataset.state = this.busy ? "busy" : this.session.ours ? "turn" : "waiting";
    drawBar(this.bar, {
      prompt: this.prompt(), actions: this.actions, selected: this.selected && { card: this.selected.card, actions: fits }, hinted: this.hinted,
      play: (action) => void this.play(action), unselect: () => this.select(null),
    });
    if (!this.busy && (this.failed || this.session.position.players.includes(null))) {
      this.bar.querySelector(".moves")?.append(h("button", { type: "button", class: "move quiet", id: "invite", "data-key": "invite", onclick: () => void this.invite() }, words().ui.invite));
    }
    if (this.busy && pace() > 0) this.bar.querySelector(".moves")?.append(h("button", { type: "button", class: "move quiet", "data-key": "skip", onclick: () => (this.hurry = true) }, words().ui.skip));
  }

  /** Nobody comes to a table in the page by a link. */
  private get waiting(): string {
    const { ui } = words();
    return this.session.talk.remote ? `${ui.waitingSeats} ${ui.shareTable} ${location.href}` : ui.waitingSeats;
  }

  private prompt(): string {
    const { ui, phases } = words();
    const { toMove, match, round, own } = this.scene;
    const { position } = this.session;
    if (match?.choosing && toMove === own && !this.busy) return ui[match.choosing];
    if (!this.busy && this.session.ours) return `${ui.yourTurn}: ${phases[round?.phase as "draw"] ?? ""}`;
    if (position.players.includes(null)) return this.waiting;
    if (toMove === null) return phases.over;
    return toMove === own ? ui.wait : say(ui.turnOf, { who: this.names[toMove] });
  }

  private fits(zone: Zone, card: string): Action[] {
    const { round } = this.scene;
    return this.actions.filter((action) => action.card === card && round && target(action, round)?.id === zone.id);
  }

  private pick(zone: Zone, card: string): void {
    const fits = this.fits(zone, card);
    const again = this.selected?.zone.id === zone.id && this.selected.card === card;
    if (fits.length === 1 && (settings.oneClick || again)) void this.play(fits[0]);
    else this.select(again ? null : { zone, card });
  }

  private select(selected: { zone: Zone; card: string } | null): void {
    this.selected = selected;
    this.draw();
    if (selected) this.bar.querySelector<HTMLElement>(".move")?.focus({ preventScroll: true });
  }

  async play(action: Action): Promise<void> {
    if (this.busy || !this.session.ours) return;
    this.selected = null;
    this.hinted = undefined;
    await this.work(async () => {
      const steps = await this.session.play(action.name);
      await this.walk(steps, action);
    });
  }

  private async look(): Promise<void> {
    if (!this.element.isConnected) {
      // Another room is shown now.
      if (this.begun) for (const end of this.heard.splice(0)) end();
      return;
    }
    if (this.busy) {
      this.again = true;
      return;
    }
    await this.work(async () => {
      const [before, names] = [this.session.position.players, this.names];
      const steps = await this.session.look();
      this.tellSitters(before, names);
      await this.walk(steps);
    });
  }

  private async undo(): Promise<void> {
    if (this.busy) return;
    this.selected = null;
    this.hinted = undefined;
    await this.work(async () => {
      const { undone } = this.session.position;
      const steps = await this.session.undo();
      if (this.session.position.undone !== undone) this.side.log.say(words().ui.taken, "page");
      await this.walk(steps);
    });
  }

  private async hint(): Promise<void> {
    if (this.busy || !this.session.ours) return;
    await this.work(async () => {
      const { talk, game, position } = this.session;
      const bot = await advisor(talk, game, (position.view.options ?? {}) as never);
      const decision = await this.session.hint(bot);
      this.hinted = decision.action.name;
      const name = botName(bot);
      this.side.hint(hintElement(name, decision, (move) => this.meant(move)));
      this.side.log.say(say(words().ui.hintIs, { bot: name, move: sentence(this.meant(this.hinted)) }), "page");
    });
  }

  /** Has a bot take the first seat that is free, or that of one that failed. */
  private invite(): Promise<void> {
    return this.work(async () => {
      const { talk, game, position } = this.session;
      const bot = await advisor(talk, game, (position.view.options ?? {}) as never);
      const [before, names] = [this.session.position.players, this.names];
      const { steps, warning } = await this.session.invite(bot);
      this.tellSitters(before, names);
      if (warning !== undefined) this.side.log.say(warning, "page");
      await this.walk(steps);
    });
  }

  /** Says who sits down, and who has left. */
  private tellSitters(before: (string | null)[], names: string[]): void {
    const { ui } = words();
    this.session.position.players.forEach((player, seat) => {
      if (player === before[seat]) return;
      this.side.log.say(player === null ? say(ui.left, { who: names[seat] }) : say(ui.sits, { who: this.names[seat] }), "page");
    });
  }

  /** Does one thing at a time, and says what is wrong if it fails. */
  private async work(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.hurry = false;
    this.draw();
    try {
      await what();
      this.failed = false;
    } catch (error) {
      this.failed = error instanceof Refusal && error.code === "bot_failed";
      this.side.log.say(explain(error), "page");
      this.side.open("log");
      this.view = this.session.position.view;
    }
    this.busy = false;
    this.finished &&= this.session.over;
    this.draw();
    if (this.session.over && !this.finished) this.finish();
    if (this.again) {
      this.again = false;
      await this.look();
    }
  }

  /** Shows steps one by one, each as long as the pace says; one's own, which comes first, at once. */
  private async walk(steps: Step[], own?: Action): Promise<void> {
    for (const step of steps) {
      // First the rounds that ended then, of which all but the first went by without a decision, then what lies there now.
      for (const view of [...(step.ended ?? []), step.view]) {
        const before = this.scene;
        await this.show(step, view, own);
        own = undefined;
        // Of a match that is over nobody need click through what others played.
        if (ended(before, this.scene) && !this.session.over) await this.roundOver(view);
      }
    }
    this.view = this.session.position.view;
  }

  private async show(step: Step, view: View, own?: Action): Promise<void> {
    const told = tell(this.session.game.family, this.view, view, step.seat, this.names, own);
    const wait = this.hurry ? 0 : pace();
    if (own === undefined && wait > 0 && told.lines.length > 0) await pause(wait * 0.4);
    for (const [place, line] of told.lines.entries()) this.side.log.say(line, own !== undefined && place === 0 ? "own" : "other");
    this.view = view;
    this.draw(told.moved, Math.min(wait * 0.6, 420));
    if (own === undefined && wait > 0 && told.lines.length > 0) await pause(wait * 0.6);
  }

  private async roundOver(view: View): Promise<void> {
    const table = read(this.session.game.family, view, this.names.length, (seat) => this.names[seat]);
    await new Promise<void>((done) => {
      this.goOn = done;
      fill(this.bar, roundOverElement(table, this.names, done));
      this.bar.dataset.state = "round-over";
      reveal(this.felt);
      this.offer();
    });
    this.goOn = undefined;
  }

  /** Shows the end and tells it, once. */
  private finish(): void {
    const { outcome } = this.session.position;
    if (!outcome) return;
    this.finished = true;
    const { doors, session } = this;
    fill(this.bar, overElement(outcome, session.position.seat, this.names, this.scene, session.setup !== null, {
      ...doors, save: () => this.work(() => this.saveRecord()),
    }));
    this.bar.dataset.state = "over";
    reveal(this.felt);
    this.side.log.say(this.bar.querySelector(".result")?.textContent ?? words().ui.over, "page");
    this.offer();
  }

  /** What one most likely does next has the focus, but for who types. */
  private offer(): void {
    if (!this.side.typing) this.bar.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  }

  private async saveRecord(): Promise<void> {
    const record = await this.session.record();
    const link = h("a", { href: URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" })), download: `${record.game}.json` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  private async share(link: string): Promise<void> {
    const whole = new URL(link, location.href).href;
    const { ui } = words();
    const copied = await navigator.clipboard?.writeText(whole).then(() => true, () => false);
    this.side.log.say(copied ? ui.copied : say(ui.copyFailed, { link: whole }), "page");
    this.side.open("log");
  }

  private async typed(text: string): Promise<void> {
    const { ui } = words();
    const { log } = this.side;
    const tell_ = (line: string): void => log.say(line, "page");
    const spokenMoves = (list: Action[]): string => list.slice(0, 40).map(sentence).join("; ");
    if (this.goOn) return this.goOn();
    switch (text.toLowerCase()) {
      case "help": case "?": return tell_(ui.commandHelp);
      case "hint": return this.hint();
      case "undo": return this.undo();
      case "rules": return this.side.open("rules");
      case "moves": return tell_(this.actions.length ? say(ui.moves, { moves: spokenMoves(this.actions) }) : ui.noMoves);
      case "hand": case "table": return lying(this.scene, text.toLowerCase() === "hand").forEach(tell_);
      case "review": return this.session.over ? this.doors.review() : tell_(ui.noMoves);
    }
    const found = find(text, this.actions);
    if ("action" in found) return this.play(found.action);
    tell_("several" in found ? say(ui.ambiguous, { text, moves: spokenMoves(found.several) }) : this.actions.length ? say(ui.unknown, { text }) : ui.noMoves);
  }

  private key(event: KeyboardEvent): void {
    if (!forPage(event)) return;
    if (roam(event, this.element)) return event.preventDefault();
    press(event, {
      h: () => void this.hint(), u: () => this.session.mayUndo && void this.undo(), "/": () => this.side.focusCommand(), l: () => this.side.open("log"),
      r: () => this.side.open("rules"), Escape: () => (this.selected ? this.select(null) : this.side.shut()),
    });
  }
}
