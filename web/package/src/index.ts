export { Refusal, ask } from "./engine.js";
export type { Decision, Options, Outcome, Position, Setting, Step, Tried, View } from "./messages.js";
export { type Bot, type Player, decide, loadBot } from "./bot.js";
export { Seat, type Setup, type Table, createTable } from "./table.js";
