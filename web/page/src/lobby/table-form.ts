// What is to be played, how, and with whom.
import type { Game, OptionKind } from "../catalogue";
import type { Options } from "../engine/messages";
import { fill, h } from "../dom";
import { newSeed, type Setup } from "../play/setup";
import { words } from "../words";
import { say } from "../words/say";
import { optionFields, optionName } from "./options";
import { offersHere, type Offer } from "./strengths";

/** Who holds a seat: `you`, a `person` who joins, or a bot by its key. */
type Sitter = string;

export interface Wanted { setup: Setup; people: boolean }

/** The number of seats that a game has under options: their own, where they say how many. */
function seatsOf(game: Game, options: Options): number {
  if (typeof options.players === "number" && options.players > 0) return options.players;
  return typeof options.seats === "number" ? options.seats : game.seats;
}

const numberOfSeats = (game: Game): OptionKind | undefined => game.options.find(({ name, kind }) => name === "seats" && kind === "number");

export class TableForm {
  readonly element: HTMLFormElement;
  private readonly options: Options = {};
  private offers: Offer[];
  private sitters: Sitter[] = [];
  private readonly seats = h("div", { class: "seats" });
  private readonly seed = h("input", { type: "number", id: "seed", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, required: true, value: newSeed() });

  constructor(private readonly game: Game, private readonly online: boolean, start: (wanted: Wanted) => void) {
    const { ui } = words();
    this.offers = online ? [] : offersHere(game);
    const matches = h("div", { class: "fields" });
    const episode = h("select", { id: "option-episode", onchange: () => {
      const match = episode.value === "match";
      if (match === game.match) delete this.options.episode;
      else this.options.episode = episode.value;
      for (const { name } of game.matches) if (name !== "episode") delete this.options[name];
      fill(matches, match ? optionFields(game.matches, this.options, () => this.drawSeats()) : []);
      this.drawSeats();
    } }, ["round", "match"].map((value) => h("option", { value, selected: game.match === (value === "match") }, words().values[value])));
    if (game.match) fill(matches, optionFields(game.matches, this.options, () => this.drawSeats()));
    const own = optionFields(game.options, this.options, () => undefined);
    this.element = h("form", { class: "table-form", onsubmit: (event: SubmitEvent) => {
      event.preventDefault();
      start(this.wanted());
    } },
      h("div", { class: "fields" }, game.matches.length > 0 && h("label", { class: "field" }, h("span", {}, optionName("episode")), episode), this.sizeField()),
      h("fieldset", {}, h("legend", {}, ui.seats), this.seats),
      own.length > 0 && h("details", {}, h("summary", {}, ui.roundOptions), h("div", { class: "fields" }, own)),
      game.matches.length > 0 && h("details", { class: "match-options" }, h("summary", {}, ui.matchOptions), matches),
      h("details", {}, h("summary", {}, ui.seed), h("label", { class: "field" }, h("span", {}, ui.seedHelp), this.seed)),
      h("div", { class: "row" }, h("button", { type: "submit", class: "main big", id: "play" }, online ? ui.openTable : ui.play)));
    this.drawSeats();
  }

  /** Offers the bots that a server has told of. */
  offer(offers: Offer[]): void {
    this.offers = offers;
    this.drawSeats();
  }

  private sizeField(): HTMLElement | null {
    const size = numberOfSeats(this.game);
    if (!size) return null;
    const list = h("select", { id: "option-seats", onchange: () => {
      const seats = Number(list.value);
      if (seats === size.value) delete this.options.seats;
      else this.options.seats = seats;
      this.drawSeats();
    } });
    for (let seats = size.least ?? 2; seats <= (size.most ?? 2); seats++) list.append(h("option", { value: seats, selected: seats === size.value }, String(seats)));
    return h("label", { class: "field" }, h("span", {}, optionName("seats")), list);
  }

  private drawSeats(): void {
    const { ui } = words();
    const { game, online, offers } = this;
    const count = seatsOf(game, this.options);
    const usual: Sitter = online ? "person" : ["trained", "simple"].find((key) => offers.some((offer) => offer.key === key)) ?? offers[0].key;
    this.sitters = Array.from({ length: count }, (_, seat) => this.sitters[seat] ?? (seat === 0 ? "you" : usual));
    if (!this.sitters.includes("you")) this.sitters[0] = "you";
    fill(this.seats, this.sitters.map((sitter, seat) => {
      const choices: [Sitter, string][] = [["you", ui.you], ...(online ? [["person", ui.person] as [Sitter, string]] : []), ...offers.map(({ key, label }): [Sitter, string] => [key, label])];
      const list = h("select", { id: `seat-${seat}`, onchange: () => {
        const [chosen] = choices[list.selectedIndex];
        if (chosen === "you") this.sitters = this.sitters.map((other) => (other === "you" ? usual : other));
        this.sitters[seat] = chosen;
        this.drawSeats();
        this.seats.querySelector<HTMLElement>(`#seat-${seat}`)?.focus();
      } }, choices.map(([choice, label]) => h("option", { selected: choice === sitter }, label)));
      return h("label", { class: "field" }, h("span", {}, say(ui.seat, { n: seat + 1 })), list);
    }));
  }

  private wanted(): Wanted {
    const options = { ...this.options };
    const seats = this.sitters.map((sitter) => this.offers.find(({ key }) => key === sitter)?.bot(options) ?? null);
    return { setup: { game: this.game.id, options, seats, seed: this.seed.valueAsNumber }, people: this.sitters.includes("person") };
  }

  /** The seat in which the person sits. */
  get own(): number {
    return this.sitters.indexOf("you");
  }
}
