// What the messages of the protocol hold, as far as more than one of them has it.

/** A value of an option. */
export type Setting = string | number | boolean | number[];
/** The options that differ from those of the game, or of the bot. */
export type Options = Record<string, Setting>;
/** What a seat knows: an object whose fields the page of its game tells. */
export type View = Record<string, unknown>;

/** What a seat saw after a decision of `seat`; `ended` are the rounds that ended then, before the one that `view` shows. */
export interface Step {
  seat: number;
  view: View;
  ended?: View[];
}

/** The points or chips of every seat, and whether a cap has stopped the game. */
export interface Outcome {
  returns: number[];
  truncated: boolean;
}

/** What a seat sees of its table. */
export interface Position {
  table: string;
  seat: number;
  /** Who sits in each seat; `null` where nobody does. */
  players: (string | null)[];
  /** The seats that people hold, whatever they call themselves. */
  people: number[];
  /** How many decisions have been made by all. */
  decisions: number;
  /** The seat to move; `null` when the game is over. */
  turn: number | null;
  /** The actions of this seat; none if it is not to move. */
  legal: string[];
  view: View;
  /** What the seat saw after each decision since the one that was asked from. */
  steps?: Step[];
  /** `true` if whoever opened the table may know every card. */
  prepared?: boolean;
  /** `true` if whoever sits here may take choices back. */
  undo?: boolean;
  /** How often something was taken back: where that has grown, other decisions may stand under the same numbers. */
  undone?: number;
  /** What an invited bot does not know that learnt the game with other options. */
  warning?: string;
  /** How it ended, when it is over. */
  outcome?: Outcome;
}

/**
 * What came of an action that a search tried: the mean of what followed, its standard error, if it was tried in more than one world,
 * how often it was tried, and how often it was won then, if that can be told.
 */
export interface Tried {
  value: number;
  error?: number;
  rollouts: number;
  chance?: number;
}

/** A mean difference with its standard error. */
export interface Gap {
  mean: number;
  error: number;
}

/** What a bot would do. */
export interface Decision {
  action: { id: number; name: string };
  /** How likely it is to choose each action, likeliest first; those left out are never chosen. */
  probabilities: Record<string, number>;
  /** What it expects to win, in points or chips. */
  value?: number;
  /** Of a bot that searches: what it tried, and what came of it. */
  findings?: { tried: Record<string, Tried>; worlds: number };
  /** Of an action that such a bot was asked about: how much less it brought than the choice, in points and chances of winning. */
  loss?: { points: Gap; chance?: Gap };
  /** What a bot does not know that plays under options of which it has learnt others. */
  warning?: string;
  /** What was taken for the fields that the view leaves out, by their paths. */
  assumed?: Record<string, unknown>;
}
