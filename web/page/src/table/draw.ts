// Draws a scene: others above, what is common in the middle, one's own cards below.
import { picture } from "../cards/card";
import { heard, h } from "../dom";
import { sentence, target, type Action } from "../moves/action";
import { words } from "../words";
import { counted, spoken } from "../words/cards";
import { say, shown } from "../words/say";
import { numberOf, type TableScene } from "./match";
import type { Face, Fact, Zone } from "./scene";

/** What is offered to whoever looks: which actions there are, and what is done with a click. */
export interface Choices {
  actions: Action[];
  selected: string | null;
  pick(zone: Zone, card: string): void;
  play(action: Action): void;
}

/** Backs of which more would say no more. */
const BACKS_SHOWN = 8;

function facts(list: Fact[]): HTMLElement[] {
  return list.map(({ label, value }) => h("span", { class: "fact" }, h("span", { class: "fact-label" }, label), " ", h("b", {}, shown(value))));
}

function cardElement(zone: Zone, card: Face, place: number, fits: Action[], choices: Choices): HTMLElement {
  const key = `${zone.id}/${card ?? "back"}/${place}`;
  const mark = card !== null && zone.marks?.[card];
  const classes = `card${mark ? ` ${mark}` : ""}${card !== null && choices.selected === `${zone.id}/${card}` ? " selected" : ""}`;
  if (card === null || fits.length === 0) return h("span", { class: classes, "data-card": card ?? "", "data-key": key }, picture(card));
  const title = fits.length === 1 ? sentence(fits[0]) : spoken(card);
  return h("button", {
    type: "button", class: `${classes} can`, "data-card": card, "data-key": key, "data-choice": fits.map(({ name }) => name).join("|"),
    onclick: () => choices.pick(zone, card),
  }, picture(card), heard(title));
}

/** How the cards of a zone are heard where they cannot be clicked. */
function contents(zone: Zone): string {
  const { ui } = words();
  const open = zone.cards.filter((card) => card !== null);
  const hidden = zone.cards.length - open.length;
  return [...open.map(spoken), ...(hidden ? [counted(hidden)] : [])].join(", ") || ui.empty;
}

function shownOf(zone: Zone, own: boolean): Face[] {
  if (zone.kind === "stock" || zone.kind === "pile") return zone.cards.slice(-1);
  if (own) return zone.cards;
  const open = zone.cards.filter((card) => card !== null);
  const hidden = zone.cards.filter((card) => card === null).slice(0, Math.max(BACKS_SHOWN - open.length, 1));
  return zone.kind === "hand" ? [...open, ...hidden] : zone.cards;
}

export function zoneElement(zone: Zone, own: boolean, choices: Choices, scene: TableScene): HTMLElement {
  const aimed = scene.round ? choices.actions.filter((action) => target(action, scene.round!) === zone) : [];
  const whole = aimed.filter(({ card }) => card === undefined);
  const cards = shownOf(zone, own);
  const counts = zone.kind === "stock" || zone.kind === "pile" || cards.length < zone.cards.length || (zone.kind === "hand" && !own);
  const list = h("div", { class: "cards" }, cards.map((card, place) => cardElement(zone, card, place, aimed.filter((action) => action.card !== undefined && action.card === card), choices)));
  if (cards.length === 0) list.append(h("span", { class: "card none" }));
  const fan = h("div", { class: "fan" }, list);
  const element = h("div", { class: `zone z-${zone.kind}${cards.length === 0 ? " bare" : ""}${zone.plain ? " usual" : ""}`, "data-zone": zone.id },
    h("div", { class: "zone-label" }, h("span", {}, zone.label), zone.note && h("span", { class: "note" }, zone.note),
      (counts || zone.counted) && zone.cards.length > 0 && h("span", { class: "count" }, zone.counted ? counted(zone.cards.length) : zone.cards.length)),
    heard(`: ${contents(zone)}.`), fan);
  element.style.setProperty("--n", String(Math.max(1, cards.length)));
  for (const action of whole) {
    element.classList.add("can");
    element.append(h("button", {
      type: "button", class: "zone-act", "data-key": `${zone.id}/${action.verb}`, "data-choice": action.name, onclick: () => choices.play(action),
    }, heard(sentence(action))));
    break;
  }
  return element;
}

/** The panel of a player with name, standing and cards. */
export function playerElement(scene: TableScene, player: number, name: string, choices: Choices): HTMLElement {
  const { ui, facts: called } = words();
  const { seat, points, won, gone, partner } = scene.players[player];
  const held = scene.round?.seats.find((other) => other.seat === seat);
  const own = player === scene.own;
  const turn = scene.toMove === player;
  const standing: Fact[] = [...(points === undefined ? [] : [{ label: called.points, value: points }]), ...(won ? [{ label: called.rounds, value: won }] : [])];
  const classes = `player${own ? " own" : ""}${turn ? " turn" : ""}${gone || held?.out || (scene.round && seat === null) ? " out" : ""}`;
  const panel = h("section", { class: classes, "aria-label": own ? ui.you : name, "data-player": player },
    h("div", { class: "who" }, h("h3", {}, own ? ui.you : name), partner && h("span", { class: "fact" }, ui.partner), facts([...standing, ...(held?.facts ?? [])]), turn && h("span", { class: "turn-mark" }, "●")));
  if (held) panel.append(h("div", { class: "zones" }, held.zones.map((zone) => zoneElement(zone, own, choices, scene))));
  return panel;
}

/** Others in the order in which they play after oneself. */
export function othersOf(scene: TableScene): number[] {
  const all = scene.players.map(({ player }) => player);
  return [...all.slice(scene.own + 1), ...all.slice(0, scene.own)];
}

export function tableElement(scene: TableScene, name: (player: number) => string, choices: Choices): HTMLElement {
  const { ui, phases } = words();
  const others = othersOf(scene);
  const { round, match } = scene;
  const middle = h("section", { class: "middle", "aria-label": phases[round?.phase as "draw"] ?? "" });
  if (match) {
    const to = match.target > 0 ? ` · ${say(ui.target, { n: match.target })}` : "";
    middle.append(h("p", { class: "standing-at" }, `${say(ui.round, { n: numberOf(scene) })}${to}`));
  }
  if (round) {
    middle.append(h("div", { class: "zones" }, round.middle.map((zone) => zoneElement(zone, false, choices, scene))));
    if (round.facts.length) middle.append(h("div", { class: "facts" }, facts(round.facts)));
    if (round.ending) middle.append(h("div", { class: "ending" }, round.ending.map((line) => h("p", {}, line))));
  } else middle.append(h("p", { class: "ending" }, ui.sittingOut));
  const count = others.length > 3 ? "many" : others.length > 1 ? "some" : "one";
  return h("div", { class: `table ${count}${match ? " match" : ""}` },
    h("div", { class: `others ${count}` }, others.map((player) => playerElement(scene, player, name(player), choices))),
    middle, playerElement(scene, scene.own, name(scene.own), choices));
}
