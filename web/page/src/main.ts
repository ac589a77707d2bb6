// The page: which room is shown, and what is carried from one to the next.
import "./style/page.css";
import { gameOf, type Game } from "./catalogue";
import { sprite } from "./cards/card";
import { ask } from "./dialog";
import { fill, h } from "./dom";
import type { Conversation } from "./engine/conversation";
import { Refusal } from "./engine/conversation";
import { LocalConversation } from "./engine/local";
import type { GameRecord } from "./engine/messages";
import { ownServer, RemoteConversation, serverAddress } from "./engine/remote";
import { lobby } from "./lobby/lobby";
import { offersThere } from "./lobby/strengths";
import type { Wanted } from "./lobby/table-form";
import { advisor } from "./play/advisor";
import { explain } from "./play/explain";
import { Room } from "./play/room";
import { Session } from "./play/session";
import { dealLink, dropSeat, keepSeat, newSeed, readLink, savedOf, seatsKept, type Saved, type Seat, type Setup } from "./play/setup";
import { replay, type Replay } from "./review/replay";
import { Review } from "./review/review";
import { settingsDialog } from "./settings/dialog";
import { change, settings, wear } from "./settings/settings";
import { speak, words } from "./words";

const page = document.getElementById("page")!;
let server = "";
let local: LocalConversation | undefined;
let remote: RemoteConversation | undefined;
/** Draws what is shown anew, in other words. */
let redraw: () => void = () => undefined;

const here = (): Conversation => (local ??= new LocalConversation());

function there(address: string): Conversation {
  if (address !== server || !remote) {
    // An address that is none leaves the conversation that there is.
    const other = new RemoteConversation(address);
    remote?.close();
    remote = other;
    server = address;
    remote.onStanding((standing) => {
      document.documentElement.dataset.standing = standing;
      const note = document.getElementById("standing");
      if (note) fill(note, standing === "lost" || standing === "connecting" ? words().ui.lost_ : "");
    });
  }
  return remote;
}

/** Gives up what is held at the table that is shown, when something else is to be. */
let rise: () => void = () => undefined;

function standUp(next: () => void = () => undefined): void {
  rise();
  rise = next;
}

/** Somebody types, and goes on in the next room, also where it has to be waited for. */
let typing = false;

function show(title: string, room: HTMLElement): void {
  const { ui } = words();
  typing ||= document.activeElement?.id === "command";
  document.title = title === ui.title ? title : `${title} – ${ui.title}`;
  fill(page,
    h("header", { class: "top" },
      h("button", { type: "button", class: "brand", "aria-label": `${ui.title}: ${ui.lobby}`, onclick: () => toLobby() }, h("span", {}, ui.title)), h("span", { class: "where" }, title === ui.title ? "" : title),
      h("span", { id: "standing", role: "status" }),
      h("button", { type: "button", id: "settings", onclick: () => settingsDialog(() => redraw()) }, ui.settings)),
    room);
  scrollTo(0, 0);
  if (room.ariaBusy) return;
  if (typing) room.querySelector<HTMLElement>("#command")?.focus();
  typing = false;
}

const complain = (error: unknown): void => ask(words().ui.title, explain(error), [{ text: words().ui.close, main: true }]);

/** What has been waited for: it is shown, or given up where somebody has gone elsewhere meanwhile. */
interface Arrival { enter(): void; giveUp?(): void }

/** Which errand goes on: of an earlier one nothing is wanted any more. */
let errand = 0;

/**
 * Does what takes a while, with a word that it does; if it fails, says why and goes back to the games, or to where it may be tried
 * again after the connection was lost.
 */
async function attempt(what: () => Promise<Arrival>, game?: Game, again?: () => void): Promise<void> {
  const own = ++errand;
  show(game?.title ?? words().ui.title, h("main", { class: "loading", "aria-busy": "true" }, h("p", { role: "status" }, words().ui.loading)));
  try {
    const arrival = await what();
    if (own === errand) arrival.enter();
    else arrival.giveUp?.();
  } catch (error) {
    if (own !== errand) return;
    if (again && error instanceof Refusal && error.code === "lost") again();
    else toLobby(game);
    complain(error);
  }
}

/** A page that is loaded anew is not led to where somebody has left. */
function unlink(): void {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

function toLobby(game?: Game): void {
  errand++;
  unlink();
  standUp();
  redraw = () => toLobby(game);
  show(words().ui.title, lobby(server, {
    play: (wanted, own) => void (server === "" ? deal(wanted.setup) : openTable(wanted, own)),
    // A bot that was thinking when the table was left may have moved since.
    resume: ({ setup }) => void deal(setup, savedOf(setup)), sit: (seat) => void sit(seat),
    giveUp, connect, offers: (game) => offersThere(there(server), game),
    // Of a game that somebody else has saved the seat of the first of the people is shown.
    open: (record) => void review(here(), record as GameRecord, (record as GameRecord | undefined)?.about?.people?.[0] ?? 0),
  }, game));
}

function connect(typed: string): void {
  try {
    if (typed === "") {
      remote?.close();
      remote = undefined;
      server = "";
    } else there(serverAddress(typed));
    change({ server: typed });
  } catch {
    complain(new Refusal("bad_address", typed));
  }
  toLobby();
}

function enter(session: Session, leave: () => void, up: () => void): void {
  standUp(up);
  const enterRoom = (): void => {
    const room = new Room(session, {
      leave, again: (same) => session.setup && void deal({ ...session.setup, seed: same ? session.setup.seed : newSeed() }),
      review: () => void reviewSession(session),
    });
    show(session.game.title, room.element);
    void room.begin();
  };
  redraw = enterRoom;
  enterRoom();
}

async function deal(setup: Setup, saved?: Saved): Promise<void> {
  const game = gameOf(setup.game)!;
  await attempt(async () => {
    const session = await Session.deal(here(), setup, saved?.choices);
    return {
      enter: () => {
        // Whoever reloads the page goes on with these cards.
        history.replaceState(null, "", dealLink(setup));
        enter(session, () => toLobby(game), () => session.leave());
      },
      giveUp: () => session.leave(),
    };
  }, game);
}

async function reviewSession(session: Session): Promise<void> {
  await attempt(async () => {
    const record = await session.record();
    return {
      enter: () => {
        if (session.talk.remote) unlink();
        void review(session.talk.remote ? here() : session.talk, record, session.position.seat);
      },
    };
  }, session.game);
}

async function review(talk: Conversation, record: GameRecord, seat: number): Promise<void> {
  await attempt(async () => {
    const replayed = await replay(talk, record, seat);
    const enterReview = (): void => show(`${words().ui.review}: ${replayed.game.title}`, new Review(talk, replayed, { leave: () => toLobby(replayed.game), playOn: (actions) => void playOn(talk, replayed, actions, enterReview) }).element);
    return {
      enter: () => {
        standUp();
        redraw = enterReview;
        enterReview();
      },
    };
  });
}

/** Tries again what was played: the way out leads back to the review. */
async function playOn(talk: Conversation, replayed: Replay, actions: number, back: () => void): Promise<void> {
  await attempt(async () => {
    const record = { ...replayed.record, actions: replayed.actions.slice(0, actions) };
    const bot = await advisor(talk, replayed.game, replayed.options);
    const session = await Session.goOn(talk, record, replayed.seat, bot);
    const leave = (): void => {
      standUp();
      redraw = back;
      back();
    };
    return { enter: () => enter(session, leave, () => session.leave()), giveUp: () => session.leave() };
  }, replayed.game);
}

async function openTable({ setup, people }: Wanted, own: number): Promise<void> {
  const game = gameOf(setup.game)!;
  await attempt(async () => {
    const talk = there(server);
    const { table } = await talk.ask("new_table", { game: setup.game, options: setup.options, seats: setup.seats, any_options: true, undo: !people });
    const { token } = await talk.ask("join", { table, seat: own, name: settings.name || undefined });
    const seat: Seat = { server, table, token, game: game.id, undo: !people };
    keepSeat(seat);
    return { enter: () => void sit(seat) };
  }, game);
}

async function sit(seat: Seat): Promise<void> {
  await attempt(async () => {
    const session = await Session.resume(there(seat.server), seat).catch((error) => {
      // A seat that is gone is not offered again.
      if (error instanceof Refusal && error.code === "no_token") dropSeat(seat.table);
      throw error;
    });
    return {
      enter: () => {
        history.replaceState(null, "", `#${new URLSearchParams({ game: seat.game, table: seat.table, server: seat.server })}`);
        enter(session, () => leave(session, seat), () => {
          if (session.over) giveUp(seat);
        });
      },
    };
  }, gameOf(seat.game));
}

/** Whoever plays with others says whether he comes back: they can have a bot take the seat of one who does not. */
function leave(session: Session, seat: Seat): void {
  const { ui } = words();
  const out = (): void => toLobby(session.game);
  const up = (): void => {
    giveUp(seat);
    out();
  };
  if (session.over || !session.withOthers) out();
  else ask(ui.leave, ui.leaving, [{ text: ui.stay }, { id: "later", text: ui.later, act: out }, { id: "give-up", text: ui.giveUp, act: up }]);
}

/** A seat at another server than the one that is spoken to is given up in a few words there. */
function giveUp({ server: address, token, table }: Seat): void {
  dropSeat(table);
  const own = address === server && remote;
  const talk = own || new RemoteConversation(address);
  // A server that is gone is not waited for, and a table that is gone has no seat to be given up.
  if (!own) setTimeout(() => talk.close(), 10_000);
  void talk.ask("close", { token }).catch(() => undefined).then(() => own || talk.close());
}

/** A link to a table leads back to one's own seat there, or offers a free one. */
async function arrive(table: string, named: string, game: string): Promise<void> {
  const kept = seatsKept().find((seat) => seat.table === table);
  if (kept) return sit(kept);
  errand++;
  standUp();
  let address: string;
  try {
    address = serverAddress(named || server);
    there(address);
  } catch {
    return badLink();
  }
  const { ui } = words();
  const name = h("input", { id: "name", value: settings.name, autocomplete: "nickname", maxlength: 40 });
  show(gameOf(game)!.title, h("main", { class: "invited" }, h("h1", {}, gameOf(game)!.title), h("p", {}, ui.joinTable), h("form", { class: "fields", onsubmit: (event: SubmitEvent) => {
    event.preventDefault();
    change({ name: name.value.trim() });
    void attempt(async () => {
      const { token } = await there(address).ask("join", { table, name: settings.name || undefined });
      const seat: Seat = { server: address, table, token, game, undo: false };
      keepSeat(seat);
      return { enter: () => void sit(seat) };
    }, gameOf(game), () => void arrive(table, address, game));
  } }, h("label", { class: "field" }, h("span", {}, ui.yourName), name), h("button", { type: "submit", class: "main", id: "join" }, ui.join))));
  redraw = () => void arrive(table, address, game);
}

function badLink(): void {
  toLobby();
  complain(new Refusal("bad_link", ""));
}

function open(): void {
  const link = readLink(location.hash);
  const asked = new URLSearchParams(location.search).get("server");
  // A server that serves this page too is named by nothing at all.
  if (asked !== null) connect(asked || ownServer());
  if (link === undefined) toLobby();
  else if (link === "bad") badLink();
  else if ("deal" in link) void deal(link.deal, savedOf(link.deal));
  else void arrive(link.table, link.server, link.game);
}

async function start(): Promise<void> {
  document.body.prepend(sprite());
  wear();
  await speak(settings.language);
  addEventListener("hashchange", open);
  open();
}

void start();
