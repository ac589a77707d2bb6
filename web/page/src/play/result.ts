// How a round or a game ended, and what can be done then.
import { h } from "../dom";
import type { Outcome } from "../engine/messages";
import type { TableScene } from "../table/match";
import { words } from "../words";
import { say, shown, signed } from "../words/say";
import { rounded } from "./hint";

function standing(rows: [string, string][]): HTMLElement {
  return h("dl", { class: "standing" }, rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

export function roundOverElement(table: TableScene, names: string[], done: () => void): HTMLElement {
  const { ui } = words();
  const rows = table.players.map(({ player, points }): [string, string] => [names[player], shown(points ?? "")]);
  return h("div", { class: "result-box" }, h("p", { class: "prompt" }, say(ui.roundOver, { n: table.match?.rounds ?? 1 })), standing(rows),
    h("div", { class: "moves" }, h("button", { type: "button", class: "main move", id: "next-round", onclick: done }, ui.nextRound)));
}

export interface OverDoors { leave(): void; again(same: boolean): void; review(): void; save(): Promise<void> }

export function overElement(outcome: Outcome, own: number, names: string[], table: TableScene, mayDeal: boolean, doors: OverDoors): HTMLElement {
  const { ui } = words();
  const best = Math.max(...outcome.returns);
  const winners = outcome.returns.flatMap((points, seat) => (points === best ? [names[seat]] : []));
  const drawn = winners.length === outcome.returns.length;
  const result = drawn ? ui.drawn : winners.length > 1 ? say(ui.shared, { who: winners.join(", ") }) : outcome.returns[own] === best ? ui.won : say(ui.lost, { who: winners.join(", ") });
  const sign = (value: number): string => (Number.isInteger(value) ? signed(value) : (value > 0 ? "+" : "") + rounded(value));
  const rows = outcome.returns.map((points, seat): [string, string] => {
    const total = table.players[seat]?.points;
    return [names[seat], table.match && total !== undefined ? `${shown(total)} (${sign(points)})` : sign(points)];
  });
  const button = (id: string, text: string, act: () => void, main = false): HTMLElement => h("button", { type: "button", id, class: `move${main ? " main" : ""}`, onclick: act }, text);
  return h("div", { class: "result-box" }, h("p", { class: "prompt result" }, `${ui.over} ${result}${outcome.truncated ? ` ${ui.truncated}` : ""}`), standing(rows),
    h("div", { class: "moves" },
      mayDeal && button("again", ui.again, () => doors.again(false), true), button("review", ui.review, () => doors.review()),
      mayDeal && button("same", ui.sameDeal, () => doors.again(true)), button("save", ui.save, () => void doors.save()), button("lobby", ui.lobby, () => doors.leave())));
}
