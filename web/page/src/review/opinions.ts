// What a bot thinks of all of one's own moves, as it becomes known.
import { fill, h } from "../dom";
import type { Conversation } from "../engine/conversation";
import { label, sentence, type Action } from "../moves/action";
import { advisor, thinking } from "../play/advisor";
import { explain } from "../play/explain";
import { chances, percent, rounded } from "../play/hint";
import { botName } from "../play/names";
import { words } from "../words";
import { say } from "../words/say";
import { doubtful, judge, type Judged } from "./judge";
import type { Replay } from "./replay";

export interface OpinionDoors {
  /** Shows the step to which a move has led. */
  show(step: number): void;
  /** Something new is known. */
  changed(): void;
  /** An action after so many steps, with what its name does not say. */
  meant(step: number, name: string): Action;
}

export class Opinions {
  readonly element: HTMLElement;
  private readonly progress = h("p", { class: "quiet", id: "review-progress" });
  private readonly opinion = h("div", { class: "opinion" });
  private readonly list = h("ol", { class: "review-moves" });
  private readonly judged = new Map<number, Judged>();
  private bot = "";
  /** Which of the askings goes on: what an earlier one brings is not wanted any more. */
  private asking = 0;

  constructor(private readonly talk: Conversation, private readonly replay: Replay, private readonly doors: OpinionDoors) {
    const { ui, strengths } = words();
    const by = h("select", { id: "review-by", onchange: () => void this.ask(by.value === "search") },
      h("option", { value: "trained" }, strengths.trained), h("option", { value: "search" }, strengths.search));
    const choice = h("label", { class: "field" }, h("span", {}, ui.judgedBy), by);
    choice.hidden = !replay.game.searched;
    this.element = h("div", { class: "opinions" }, choice, this.progress, this.opinion, this.list);
    void this.ask(false);
  }

  /** The next doubtful move after a step. */
  doubtfulAfter(step: number): Judged | undefined {
    return [...this.judged.values()].find((judged) => doubtful(judged) && judged.step + 1 > step);
  }

  /** Shows what is thought of the move that has led to a step, if it was one's own. */
  draw(step: number): void {
    const judged = this.judged.get(step - 1);
    const { ui } = words();
    fill(this.opinion, judged && [
      h("h3", {}, say(ui.botThinks, { bot: this.bot })), judged.decision.value !== undefined && h("p", {}, say(ui.hintValue, { value: rounded(judged.decision.value) })),
      judged.loss && judged.loss.points > 0 && h("p", {}, this.lossIn(judged)), chances(judged.decision, (name) => this.doors.meant(judged.step, name), judged.action),
    ]);
  }

  /** The same in words. */
  thought(step: number): string {
    const judged = this.judged.get(step - 1);
    const { ui } = words();
    if (!judged) return ui.noThought;
    const { action, decision } = judged;
    const often = (name: string): string => `${sentence(this.doors.meant(judged.step, name))} (${percent(decision.probabilities[name] ?? 0)})`;
    const lost = judged.loss && judged.loss.points > 0 ? ` ${this.lossIn(judged)}` : "";
    return `${say(ui.hintIs, { bot: this.bot, move: often(decision.action.name) })}. ${say(ui.yourMoveIs, { move: often(action) })}.${lost}`;
  }

  private lossIn({ loss }: Judged): string {
    return say(words().ui.lostPoints, { points: rounded(loss?.points ?? 0), error: rounded(loss?.error ?? 0) });
  }

  /** Asks, for as long as it is shown and nothing else is asked. */
  private async ask(ahead: boolean): Promise<void> {
    const { ui } = words();
    const { replay, talk } = this;
    const asking = ++this.asking;
    const of = replay.steps.filter(({ seat }) => seat === replay.seat).length;
    this.judged.clear();
    fill(this.list);
    delete this.progress.dataset.done;
    try {
      const trained = await advisor(talk, replay.game, replay.options);
      const bot = ahead ? thinking(replay.game, trained) : trained;
      this.bot = botName(bot);
      for await (const judged of judge(talk, replay, bot)) {
        if (asking !== this.asking || !this.element.isConnected) return;
        this.judged.set(judged.step, judged);
        this.list.append(this.entry(judged));
        fill(this.progress, say(ui.reviewing, { n: this.judged.size, of }));
        this.doors.changed();
      }
      if (asking !== this.asking) return;
      fill(this.progress, this.summary(ahead, of));
      this.progress.dataset.done = ahead ? "search" : "trained";
    } catch (error) {
      if (asking === this.asking) fill(this.progress, explain(error));
    }
  }

  private entry(judged: Judged): HTMLElement {
    const { loss, chosen, best, step, action } = judged;
    const told = loss ? (loss.points > 0 ? `−${rounded(loss.points)}` : "") : percent(chosen);
    const looks = doubtful(judged) ? "doubtful" : chosen === best ? "agreed" : "";
    return h("li", {}, h("button", { type: "button", class: looks, onclick: () => this.doors.show(step + 1) }, label(this.doors.meant(step, action)), told !== "" && h("small", {}, ` ${told}`)));
  }

  private summary(ahead: boolean, of: number): string {
    const { ui } = words();
    const all = [...this.judged.values()];
    if (!ahead) return say(ui.agreed, { n: all.filter(({ chosen, best }) => chosen === best).length, of });
    const mistakes = all.filter(doubtful);
    const points = mistakes.reduce((sum, { loss }) => sum + (loss?.points ?? 0), 0);
    return say(ui.mistakes, { n: mistakes.length, of, points: rounded(points) });
  }
}
