// A finished game, step by step.
import type { Conversation } from "../engine/conversation";
import { fill, h } from "../dom";
import { label, type Action } from "../moves/action";
import { meant } from "../moves/aside";
import { forPage, listenWhile, press } from "../play/keys";
import { playerNames } from "../play/names";
import { Side } from "../play/side";
import { tableElement } from "../table/draw";
import { read, type TableScene } from "../table/match";
import { keepRevealed, reveal } from "../table/reveal";
import { lying } from "../talk/lying";
import { tell } from "../talk/tell";
import { words } from "../words";
import { say } from "../words/say";
import { Opinions } from "./opinions";
import { before, decisionAt, type Replay } from "./replay";

export interface ReviewDoors {
  leave(): void;
  /** Plays on from the position after so many actions. */
  playOn(actions: number): void;
}

export class Review {
  readonly element = h("main", { class: "room review" });
  private readonly felt = h("div", { class: "felt", role: "region", "aria-label": words().ui.table, tabindex: "0" });
  private readonly caption = h("p", { class: "prompt", role: "status" });
  private readonly opinions: Opinions;
  private readonly side: Side;
  private readonly again: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly names: string[];
  private step = 0;
  private scene!: TableScene;

  constructor(talk: Conversation, private readonly replay: Replay, private readonly doors: ReviewDoors) {
    const { ui } = words();
    this.names = playerNames(Array.from({ length: replay.record.seats }, (_, seat) => replay.names[seat] || null), replay.seat, replay.people);
    const last = replay.steps.length;
    this.slider = h("input", { type: "range", id: "step", min: 0, max: last, value: 0, "aria-label": ui.review, oninput: () => this.go(this.slider.valueAsNumber) });
    const button = (id: string, text: string, act: () => void): HTMLButtonElement => h("button", { type: "button", id, class: "move", onclick: act }, text);
    this.again = button("play-on", ui.playOn, () => this.playOn());
    const bar = h("div", { class: "bar" }, this.caption, this.slider, h("div", { class: "moves" },
      button("first", ui.first, () => this.go(0)), button("previous", ui.previous, () => this.go(this.step - 1)), button("next", ui.next, () => this.go(this.step + 1)),
      button("last", ui.last, () => this.go(last)), button("mistake", ui.nextMistake, () => this.nextDoubtful()), this.again, button("leave", ui.lobby, () => doors.leave())));
    this.side = new Side({ rules: replay.game.rules, help: ui.reviewHelp, opinion: ui.review }, (text) => this.typed(text.toLowerCase()));
    this.opinions = new Opinions(talk, replay, { show: (step) => this.go(step), changed: () => this.opinions.draw(this.step), meant: (step, name) => this.meant(step, name) });
    this.side.hint(this.opinions.element);
    this.element.append(h("h1", { class: "heard" }, `${ui.review}: ${replay.game.title}`), h("div", { class: "play" }, this.felt, h("div", { class: "foot" }, bar)), this.side.element);
    listenWhile(this.element, (event) => this.key(event));
    keepRevealed(this.felt);
    this.go(0);
  }

  private playOn(): void {
    const actions = decisionAt(this.replay, this.step);
    if (actions !== undefined) this.doors.playOn(actions);
  }

  private key(event: KeyboardEvent): void {
    if (!forPage(event)) return;
    press(event, {
      ArrowLeft: () => this.go(this.step - 1), ArrowRight: () => this.go(this.step + 1), Home: () => this.go(0), End: () => this.go(this.replay.steps.length),
      m: () => this.nextDoubtful(), "/": () => this.side.focusCommand(), l: () => this.side.open("log"), r: () => this.side.open("rules"),
    });
  }

  private typed(text: string): void {
    const { ui } = words();
    const does: Record<string, () => void> = {
      next: () => this.go(this.step + 1), previous: () => this.go(this.step - 1), first: () => this.go(0), last: () => this.go(this.replay.steps.length), mistake: () => this.nextDoubtful(),
      hand: () => this.tell(lying(this.scene, true)), table: () => this.tell(lying(this.scene, false)), bot: () => this.tell([this.opinions.thought(this.step)]), again: () => this.playOn(), rules: () => this.side.open("rules"),
      help: () => this.tell([ui.reviewHelp]),
    };
    if (/^\d+$/.test(text)) this.go(Number(text));
    else if (does[text]) does[text]();
    else this.tell([say(ui.unknownReview, { text })]);
  }

  private tell(lines: string[]): void {
    for (const line of lines) this.side.log.say(line, "page");
  }

  /** An action after so many steps. */
  private meant(step: number, name: string): Action {
    return meant(name, this.replay.game.family, before(this.replay, step), this.names);
  }

  private go(step: number): void {
    const { replay, names } = this;
    const { ui } = words();
    const came = this.step;
    this.step = Math.min(Math.max(step, 0), replay.steps.length);
    this.slider.value = String(this.step);
    const done = replay.steps[this.step - 1];
    const view = done ? (done.ended?.[0] ?? done.view) : replay.first;
    this.scene = read(replay.game.family, view, names.length, (seat) => names[seat]);
    fill(this.felt, tableElement(this.scene, (player) => names[player], { actions: [], selected: null, pick: () => undefined, play: () => undefined }));
    reveal(this.felt);
    const what = done ? say(ui.chosenBy, { who: names[done.seat], move: label(this.meant(this.step - 1, replay.actions[this.step - 1])) }) : ui.dealt;
    fill(this.caption, `${say(ui.step, { n: this.step, of: replay.steps.length })} – ${what}`);
    // The one step forward is told as it was at the table; of a leap only where it has led.
    if (done && this.step === came + 1) this.tell([`${this.step}. ${what}`, ...tell(replay.game.family, before(replay, came), view, done.seat, names).lines]);
    else this.tell([this.caption.textContent ?? ""]);
    this.opinions?.draw(this.step);
    this.again.disabled = decisionAt(replay, this.step) === undefined;
  }

  private nextDoubtful(): void {
    const next = this.opinions.doubtfulAfter(this.step);
    if (next) this.go(next.step + 1);
    else {
      fill(this.caption, words().ui.noMistake);
      this.tell([words().ui.noMistake]);
    }
  }
}
