// One seat at one table, in this page or on a server.
import type { Conversation } from "../engine/conversation";
import { Refusal } from "../engine/conversation";
import type { Decision, GameRecord, Position, Step } from "../engine/messages";
import { gameOf, type Game } from "../catalogue";
import { forget, save, TAKEN_BACK, type Seat, type Setup } from "./setup";

/** As many steps as one answer tells at most. */
const STEPS_AT_ONCE = 100;

/** Whether a server's bots had no time yet: they go on when somebody looks. */
const botsGoOn = ({ turn, players, people }: Position): boolean => turn !== null && players[turn] !== null && !people.includes(turn);

export class Session {
  private choices: string[] = [];

  private constructor(
    readonly talk: Conversation, readonly game: Game, readonly token: string, public position: Position,
    readonly setup: Setup | null, readonly mayUndo: boolean, readonly warnings: string[],
  ) {}

  /** Opens a table in this page, and plays what has been chosen there before. */
  static async deal(talk: Conversation, setup: Setup, choices: string[] = []): Promise<Session> {
    const { game, options, seats, seed } = setup;
    for (const bot of seats) if (bot !== null) await talk.need(bot);
    const { table, warnings } = await talk.ask("new_table", { game, options, seats, seed, undo: true, any_options: true });
    const position = await talk.ask("join", { table, seat: seats.indexOf(null) });
    const session = new Session(talk, gameOf(game)!, position.token, position, setup, true, warnings ?? []);
    // What is kept stays whole until all of it has been played again.
    try {
      for (const choice of choices) await (choice === TAKEN_BACK ? session.takeBack() : session.choose(choice));
    } catch (error) {
      session.leave();
      throw error;
    }
    session.keep();
    return session;
  }

  /** Plays on from where a record ends; the others are bots. */
  static async goOn(talk: Conversation, record: GameRecord, seat: number, bot: string): Promise<Session> {
    const seats = Array.from({ length: record.seats }, (_, other) => (other === seat ? null : bot));
    await talk.need(bot);
    const { table, warnings } = await talk.ask("new_table", { record, seats, undo: true, any_options: true });
    const position = await talk.ask("join", { table, seat });
    return new Session(talk, gameOf(record.game)!, position.token, position, null, true, warnings ?? []);
  }

  /** Takes up a seat that is held already. */
  static async resume(talk: Conversation, seat: Seat): Promise<Session> {
    const position = await talk.ask("view", { token: seat.token });
    return new Session(talk, gameOf(seat.game)!, seat.token, position, null, seat.undo, []);
  }

  get over(): boolean {
    return this.position.turn === null;
  }

  get ours(): boolean {
    return this.position.turn === this.position.seat;
  }

  /** Whether anybody else than bots sits here, or may sit down. */
  get withOthers(): boolean {
    const { players, people, seat } = this.position;
    return players.some((player, other) => other !== seat && (player === null || people.includes(other)));
  }

  /** Plays, and tells what was seen from one's own move on. */
  async play(action: string): Promise<Step[]> {
    const steps = await this.choose(action);
    this.keep();
    return steps;
  }

  /** What has happened since one last knew. */
  async look(): Promise<Step[]> {
    const known = this.position.decisions;
    return this.rest(await this.talk.ask("view", { token: this.token, since: known }), known);
  }

  /** Takes the last choice back; tells what was seen where the table had gone on instead. */
  async undo(): Promise<Step[]> {
    const steps = await this.takeBack();
    this.keep();
    return steps;
  }

  /** Has a bot take a seat that is free, or that of one that failed; tells what was seen of it, and what it does not know. */
  async invite(bot: string): Promise<{ steps: Step[]; warning?: string }> {
    const known = this.position.decisions;
    await this.talk.need(bot);
    const { warning, ...position } = await this.talk.ask("invite", { token: this.token, bot });
    return { steps: await this.rest(position, known), warning };
  }

  async hint(bot: string): Promise<Decision> {
    await this.talk.need(bot);
    return this.talk.ask("hint", { token: this.token, bot });
  }

  async record(): Promise<GameRecord> {
    return (await this.talk.ask("record", { token: this.token })).record;
  }

  /** Gives the seat up, without waiting for it. */
  leave(): void {
    void this.talk.ask("close", { token: this.token }).catch(() => undefined);
  }

  private async choose(action: string): Promise<Step[]> {
    const { decisions: known, undone = 0 } = this.position;
    const answer = await this.unless(this.talk.ask("play", { token: this.token, action, after: known, undone }));
    if (!answer) return this.look();
    this.choices.push(action);
    return this.rest(answer, known);
  }

  private async takeBack(): Promise<Step[]> {
    const { decisions: after, undone = 0 } = this.position;
    const answer = await this.unless(this.talk.ask("undo", { token: this.token, after, undone }));
    if (!answer) return this.look();
    this.choices.push(TAKEN_BACK);
    this.position = answer;
    return [];
  }

  /** Nothing where the table has gone on: what was asked again after its answer was lost has been done, and is looked up. */
  private async unless(answer: Promise<Position>): Promise<Position | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Refusal && error.code === "gone_on") return undefined;
      throw error;
    }
  }

  private async rest(answer: Position, known: number): Promise<Step[]> {
    // Where choices were taken back, what was seen before does not lead to these steps.
    const same = answer.undone === this.position.undone;
    const steps = same ? (answer.steps ?? []) : [];
    if (!same) known = answer.decisions;
    const more = (): boolean => steps.length > 0 && steps.length % STEPS_AT_ONCE === 0 && known + steps.length < answer.decisions;
    while (more() || botsGoOn(answer)) {
      const { undone } = answer;
      answer = await this.talk.ask("view", { token: this.token, since: known + steps.length });
      if (!answer.steps?.length || answer.undone !== undone) break;
      steps.push(...answer.steps);
    }
    // Who has left since the end is still named by what was told of it.
    const { players, people } = this.over && answer.turn === null ? this.position : answer;
    this.position = { ...answer, players, people };
    return steps;
  }

  private keep(): void {
    if (!this.setup) return;
    // Cards that nobody has touched yet are dealt again by their link.
    if (this.over) forget(this.setup);
    else if (this.choices.length > 0) save({ setup: this.setup, choices: this.choices });
  }
}
