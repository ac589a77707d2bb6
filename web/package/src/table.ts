// Tables, which know the rules and let bots play.
import { ask } from "./engine.js";
import { type Player, named } from "./bot.js";
import type { Decision, Options, Position } from "./messages.js";

/** How a table is laid. */
export interface Setup {
  /** The id of a variant, or the name of a released bot, whose game and options it then is. */
  game: string;
  options?: Options;
  /** Who sits in each seat; `null` is somebody who joins. Left out, all are free. */
  seats?: (Player | null)[];
  any_options?: boolean;
  /** Where the cards come from; left out, nobody knows. */
  seed?: number;
  /** Whether choices may be taken back. */
  undo?: boolean;
  /** A recorded game, which goes on where it ends. */
  record?: object;
}

/** A place at a table. */
export class Seat {
  private constructor(private readonly token: string, private last: Position) {}

  /** Takes a seat; {@link Table.join} does that. */
  static async take(table: string, seat?: number, name?: string): Promise<Seat> {
    const { token, ...position } = await ask<Position & { token: string }>("join", { table, seat, name });
    return new Seat(token, position);
  }

  /** What this seat saw last. */
  get position(): Position {
    return this.last;
  }

  /** Looks at the table, and at what has happened since so many decisions. */
  async look(since?: number): Promise<Position> {
    return (this.last = await ask<Position>("view", { token: this.token, since }));
  }

  /**
   * Plays one of `position.legal`, and lets bots play until it is somebody else's turn.
   *
   * @throws {Refusal} if it is not legal, or somebody else has played meanwhile; then nothing was played
   */
  async play(action: string): Promise<Position> {
    const { decisions: after, undone = 0 } = this.last;
    return (this.last = await ask<Position>("play", { token: this.token, action, after, undone }));
  }

  /** Asks a bot what it would do here. */
  async hint(bot: Player): Promise<Decision> {
    return ask<Decision>("hint", { token: this.token, bot: named(bot) });
  }

  /** Takes the last choice back, with all that came of it, where the table allows that. */
  async undo(): Promise<Position> {
    const { decisions: after, undone = 0 } = this.last;
    return (this.last = await ask<Position>("undo", { token: this.token, after, undone }));
  }

  /** Has a bot take a seat, the first if none is named, where nobody sits or a bot has failed, and play if it is its turn. */
  async invite(bot: Player, seat?: number): Promise<Position> {
    return (this.last = await ask<Position>("invite", { token: this.token, bot: named(bot), seat }));
  }

  /** The record of a game that is over. */
  async record(): Promise<object> {
    return (await ask<{ record: object }>("record", { token: this.token })).record;
  }

  /** Leaves; a table that all have left is cleared away. */
  async close(): Promise<void> {
    await ask("close", { token: this.token });
  }
}

/** A table that was opened. */
export interface Table {
  readonly name: string;
  readonly game: string;
  readonly options: Options;
  readonly warnings: string[];
  /** Takes a seat, the first that is free if none is named. */
  join(seat?: number, name?: string): Promise<Seat>;
}

/**
 * Opens a table.
 *
 * @throws {Refusal} if there is no such game, or somebody does not play it
 */
export async function createTable(setup: Setup): Promise<Table> {
  const seats = setup.seats?.map((player) => player && named(player));
  const opened = await ask<{ table: string; game: string; options: Options; warnings?: string[] }>("new_table", {
    ...setup,
    seats,
  });
  return {
    name: opened.table,
    game: opened.game,
    options: opened.options,
    warnings: opened.warnings ?? [],
    join: (seat, name) => Seat.take(opened.table, seat, name),
  };
}
