export { Refusal, ask } from "./engine.js";
export { type Bot, type Decision, type Options, type Player, type Setting, decide, loadBot } from "./bot.js";
export { type Position, Seat, type Setup, type Table, type View, createTable } from "./table.js";
