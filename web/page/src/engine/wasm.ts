// The only file that imports the engine: whoever carries it elsewhere changes this line.
import init, { Conversation, lend } from "elderhand-engine";

export { Conversation, init, lend };
