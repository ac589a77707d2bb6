// A finished game, step by step, with what a bot thinks of one's moves.
import type { Conversation } from "../engine/conversation";
import { fill, h } from "../dom";
import { advisor } from "../play/advisor";
import { listenWhile } from "../play/keys";
import { explain } from "../play/explain";
import { chances, percent, rounded } from "../play/hint";
import { botName, playerNames } from "../play/names";
import { Side } from "../play/side";
import { label, parse, sentence } from "../moves/action";
import { tableElement } from "../table/draw";
import { read, type TableScene } from "../table/match";
import { lying } from "../talk/lying";
import { tell } from "../talk/tell";
import { words } from "../words";
import { say } from "../words/say";
import { doubtful, judge, type Judged } from "./judge";
import { before, type Replay } from "./replay";

export class Review {
  readonly element = h("main", { class: "room review" });
  private readonly felt = h("div", { class: "felt" });
  private readonly caption = h("p", { class: "prompt", role: "status" });
  private readonly opinion = h("div", { class: "opinion" });
  private readonly side: Side;
  private readonly progress = h("p", { class: "quiet", id: "review-progress" });
  private readonly slider: HTMLInputElement;
  private readonly judged = new Map<number, Judged>();
  private readonly names: string[];
  private bot = "";
  private step = 0;
  private scene!: TableScene;
  private left = false;

  constructor(private readonly talk: Conversation, private readonly replay: Replay, leave: () => void) {
    const { ui } = words();
    this.names = playerNames(Array.from({ length: Math.max(replay.names.length, 2) }, (_, seat) => replay.names[seat] ?? null), replay.seat);
    const last = replay.steps.length;
    this.slider = h("input", { type: "range", id: "step", min: 0, max: last, value: 0, "aria-label": ui.review, oninput: () => this.go(this.slider.valueAsNumber) });
    const button = (id: string, text: string, act: () => void): HTMLElement => h("button", { type: "button", id, class: "move", onclick: act }, text);
    const bar = h("div", { class: "bar" }, this.caption, this.slider, h("div", { class: "moves" },
      button("first", ui.first, () => this.go(0)), button("previous", ui.previous, () => this.go(this.step - 1)), button("next", ui.next, () => this.go(this.step + 1)),
      button("last", ui.last, () => this.go(last)), button("mistake", ui.nextMistake, () => this.nextDoubtful()), button("leave", ui.lobby, () => {
        this.left = true;
        leave();
      })));
    const list = h("ol", { class: "review-moves" });
    this.side = new Side({ rules: replay.game.rules, help: ui.reviewHelp, opinion: ui.review }, (text) => this.typed(text.toLowerCase()));
    this.side.hint(this.progress, this.opinion, list);
    this.element.append(h("h1", { class: "heard" }, `${ui.review}: ${replay.game.title}`), h("div", { class: "play" }, this.felt, h("div", { class: "foot" }, bar)), this.side.element);
    listenWhile(this.element, (event) => this.key(event));
    this.go(0);
    void this.ask(list);
  }

  private key(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement || document.querySelector("dialog[open]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const does: Record<string, () => void> = {
      ArrowLeft: () => this.go(this.step - 1), ArrowRight: () => this.go(this.step + 1), Home: () => this.go(0), End: () => this.go(this.replay.steps.length),
      m: () => this.nextDoubtful(), "/": () => this.side.focusCommand(), l: () => this.side.open("log"), r: () => this.side.open("rules"),
    };
    const act = does[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private typed(text: string): void {
    const { ui } = words();
    const does: Record<string, () => void> = {
      next: () => this.go(this.step + 1), previous: () => this.go(this.step - 1), first: () => this.go(0), last: () => this.go(this.replay.steps.length), mistake: () => this.nextDoubtful(),
      hand: () => this.tell(lying(this.scene, true)), table: () => this.tell(lying(this.scene, false)), bot: () => this.tell(this.thought()), rules: () => this.side.open("rules"),
      help: () => this.tell([ui.reviewHelp]),
    };
    if (/^\d+$/.test(text)) this.go(Number(text));
    else if (does[text]) does[text]();
    else this.tell([say(ui.unknownReview, { text })]);
  }

  private tell(lines: string[]): void {
    for (const line of lines) this.side.log.say(line, "page");
  }

  /** What the bot thinks of the move that has led here, in words. */
  private thought(): string[] {
    const judged = this.judged.get(this.step - 1);
    const { ui } = words();
    if (!judged) return [ui.noThought];
    const often = (name: string): string => percent(judged.decision.probabilities[name] ?? 0);
    return [`${say(ui.hintIs, { bot: this.bot, move: sentence(parse(judged.decision.action.name)) })} (${often(judged.decision.action.name)}). ${say(ui.yourMoveIs, { move: sentence(parse(judged.action)) })} (${often(judged.action)}).`];
  }

  private go(step: number): void {
    const { replay, names } = this;
    const { ui } = words();
    const came = this.step;
    this.step = Math.min(Math.max(step, 0), replay.steps.length);
    this.slider.value = String(this.step);
    const done = replay.steps[this.step - 1];
    const view = done ? (done.ended ?? done.view) : replay.first;
    this.scene = read(replay.game.family, view, names.length, (seat) => names[seat]);
    fill(this.felt, tableElement(this.scene, (player) => names[player], { actions: [], selected: null, pick: () => undefined, play: () => undefined }));
    const what = done ? say(ui.chosenBy, { who: names[done.seat], move: label(parse(replay.actions[this.step - 1])) }) : ui.dealt;
    fill(this.caption, `${say(ui.step, { n: this.step, of: replay.steps.length })} – ${what}`);
    // The one step forward is told as it was at the table; of a leap only where it has led.
    if (done && this.step === came + 1) this.tell([`${this.step}. ${what}`, ...tell(replay.game.family, before(replay, came), view, done.seat, names).lines]);
    else this.tell([this.caption.textContent ?? ""]);
    this.drawOpinion();
  }

  /** Of the move that has led here, if it was one's own. */
  private drawOpinion(): void {
    const judged = this.judged.get(this.step - 1);
    const { ui } = words();
    fill(this.opinion, judged && [
      h("h3", {}, say(ui.botThinks, { bot: this.bot })), judged.decision.value !== undefined && h("p", {}, say(ui.hintValue, { value: rounded(judged.decision.value) })),
      chances(judged.decision, judged.action),
    ]);
  }

  private nextDoubtful(): void {
    const next = [...this.judged.values()].find((judged) => doubtful(judged) && judged.step + 1 > this.step);
    if (next) this.go(next.step + 1);
    else {
      fill(this.caption, words().ui.noMistake);
      this.tell([words().ui.noMistake]);
    }
  }

  private async ask(list: HTMLElement): Promise<void> {
    const { ui } = words();
    const { replay, talk } = this;
    const of = replay.steps.filter(({ seat }) => seat === replay.seat).length;
    try {
      const bot = await advisor(talk, replay.game, replay.options);
      this.bot = botName(bot ?? "simple");
      for await (const judged of judge(talk, replay, bot)) {
        if (this.left) return;
        this.judged.set(judged.step, judged);
        const best = judged.chosen === judged.best;
        list.append(h("li", {}, h("button", { type: "button", class: doubtful(judged) ? "doubtful" : best ? "agreed" : "", onclick: () => this.go(judged.step + 1) },
          label(parse(judged.action)), h("small", {}, ` ${Math.round(judged.chosen * 100)} %`))));
        if (judged.step === this.step - 1) this.drawOpinion();
        fill(this.progress, say(ui.reviewing, { n: this.judged.size, of }));
      }
      const agreed = [...this.judged.values()].filter(({ chosen, best }) => chosen === best).length;
      fill(this.progress, say(ui.agreed, { n: agreed, of }));
      this.progress.dataset.done = "true";
    } catch (error) {
      fill(this.progress, explain(error));
    }
  }
}

