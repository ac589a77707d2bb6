// Where a game is chosen.
import { gameOf, games, type Game } from "../catalogue";
import { picture } from "../cards/card";
import { fill, h } from "../dom";
import { change, settings } from "../settings/settings";
import { forget, saved, seatsKept, type Saved, type Seat } from "../play/setup";
import { words } from "../words";
import { say } from "../words/say";
import type { Offer } from "./strengths";
import { TableForm, type Wanted } from "./table-form";

export interface LobbyDoors {
  play(wanted: Wanted, own: number): void;
  resume(saved: Saved): void;
  sit(seat: Seat): void;
  giveUp(seat: Seat): void;
  open(record: unknown): void;
  connect(server: string): void;
  /** The bots of the server that play a game. */
  offers(game: Game): Promise<Offer[]>;
}

/** Three cards that stand for a game, or else for its family. */
const COVERS: Record<string, string[]> = {
  "gin-oklahoma": ["4C", "4H", "4S"], "gin-sequence": ["JS", "QS", "KS"], "gin-seven": ["AD", "2D", "3D"], "skarney-corner": ["KH", "AH", "2H"], "skarney-three": ["6C", "6D", "6H"],
  "skarney-captains": ["TS", "JS", "QS"], "skarney-partners": ["8D", "8H", "8S"], "skirmish-elimination": ["5H", "X2", "7H"], melee: ["9S", "TD", "X1"], "gem-rum": ["QD", "QH", "X1"],
  "pinnacle-ten": ["TD", "JC", "QH"], "pinnacle-eleven": ["8C", "9H", "TS"], "pinnacle-split": ["KD", "X1", "AC"], "sum-run-set-partners": ["3H", "4S", "7D"],
  kuhn: ["JS", "QS", "KS"], leduc: ["JH", "QS", "KH"], gin: ["7H", "8H", "9H"], colonel: ["QC", "QD", "QS"], "knock-rummy": ["4D", "5D", "6D"], skarney: ["2C", "3C", "AD"],
  skirmish: ["X1", "6C", "7C"], pinnacle: ["AS", "KH", "X2"], pinochle: ["JD", "QS", "AH"], "sum-run-set": ["2D", "5S", "7C"], snap: ["9D", "9C", "9H"],
};

const about = ({ id, family }: Game): string => words().about[id] ?? words().about[family] ?? "";

const YARDSTICKS = new Set(["kuhn", "leduc"]);

function card(game: Game, chosen: boolean, choose: () => void): HTMLElement {
  const { ui } = words();
  const facts = [say(ui.players, { n: game.seats }), ...(game.match ? [ui.ofMatch] : [])].join(" · ");
  return h("button", { type: "button", class: `game${chosen ? " chosen" : ""}`, "data-game": game.id, "aria-pressed": String(chosen), onclick: choose },
    h("span", { class: "cover" }, (COVERS[game.id] ?? COVERS[game.family] ?? ["AS"]).map((face) => h("span", { class: "card" }, picture(face)))),
    h("span", { class: "game-text" }, h("b", {}, game.title), h("span", {}, about(game)), h("small", {}, facts)));
}

export function lobby(server: string, doors: LobbyDoors, chosen?: Game): HTMLElement {
  const { ui } = words();
  const list = h("div", { class: "games" });
  const detail = h("section", { class: "detail", "aria-live": "polite" });
  const choose = (game: Game, focus: boolean): void => {
    for (const button of list.querySelectorAll<HTMLElement>(".game")) {
      const is = button.dataset.game === game.id;
      button.classList.toggle("chosen", is);
      button.setAttribute("aria-pressed", String(is));
    }
    const form: TableForm = new TableForm(game, server !== "", (wanted) => doors.play(wanted, form.own));
    // A server that cannot be asked says so when a table is to be opened.
    if (server !== "") doors.offers(game).then((offers) => form.offer(offers), () => undefined);
    fill(detail, h("h2", { tabindex: "-1" }, game.title), h("p", { class: "quiet" }, about(game)), form.element);
    if (focus) {
      detail.scrollIntoView({ block: "nearest" });
      form.element.querySelector<HTMLElement>("#play")?.focus({ preventScroll: true });
    }
  };
  // The yardsticks of three and six cards are less to play than to learn by.
  const sorted = [...games].sort((a, b) => Number(YARDSTICKS.has(a.family)) - Number(YARDSTICKS.has(b.family)));
  fill(list, sorted.map((game) => card(game, false, () => choose(game, true))));
  choose(chosen ?? games.find(({ id }) => id === "gin") ?? games[0], false);
  return h("main", { class: "lobby" }, h("div", { class: "intro" }, h("h1", {}, ui.title), h("p", {}, ui.tagline)), goOn(doors),
    h("div", { class: "lobby-parts" }, h("section", { "aria-label": ui.games }, list), h("div", { class: "detail-side" }, detail, elsewhere(server, doors))));
}

/** What was left unfinished. */
function goOn(doors: LobbyDoors): HTMLElement | null {
  const { ui } = words();
  const kept = (id: string, where: string, main: boolean, resume: () => void, end: string, drop: () => void): HTMLElement => {
    const title = `${gameOf(id)?.title ?? id}${where}`;
    const entry = h("span", { class: "kept" },
      h("button", { type: "button", class: main ? "main resume" : "resume", onclick: resume }, say(ui.resume, { game: title })),
      h("button", { type: "button", class: "forget", "aria-label": `${end}: ${title}`, title: end, onclick: () => {
        drop();
        entry.remove();
      } }, "×"));
    return entry;
  };
  const local = saved().map((game, place) => kept(game.setup.game, "", place === 0, () => doors.resume(game), ui.discardSaved, () => forget(game.setup)));
  const seats = seatsKept().map((seat) => kept(seat.game, ` (${new URL(seat.server).host})`, false, () => doors.sit(seat), ui.giveUp, () => doors.giveUp(seat)));
  return local.length + seats.length > 0 ? h("div", { class: "go-on row" }, local, seats) : null;
}

/** A server, and records that were saved. */
function elsewhere(server: string, doors: LobbyDoors): HTMLElement {
  const { ui } = words();
  const address = h("input", { id: "server", value: server || settings.server, placeholder: "wss://example.org/api", autocomplete: "off", spellcheck: "false" });
  const name = h("input", { id: "name", value: settings.name, autocomplete: "nickname", maxlength: 40, onchange: () => change({ name: name.value.trim() }) });
  const file = h("input", { type: "file", id: "record", accept: "application/json,.json", onchange: async () => {
    const text = await file.files?.[0]?.text();
    if (text === undefined) return;
    try {
      doors.open(JSON.parse(text));
    } catch {
      doors.open(undefined);
    }
  } });
  return h("section", { class: "elsewhere" },
    h("details", { open: server !== "" }, h("summary", {}, ui.server), h("p", { class: "quiet" }, ui.serverHelp),
      h("form", { class: "fields", onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        doors.connect(address.value.trim());
      } }, h("label", { class: "field" }, h("span", {}, ui.yourName), name), h("label", { class: "field" }, h("span", {}, ui.server), address),
        h("button", { type: "submit", id: "connect" }, ui.connect), server !== "" && h("button", { type: "button", id: "local", onclick: () => doors.connect("") }, ui.local))),
    h("details", {}, h("summary", {}, ui.load), h("label", { class: "field" }, h("span", {}, ui.load), file)));
}
