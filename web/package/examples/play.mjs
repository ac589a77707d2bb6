// Plays a round of gin against a bot file, by what another bot would do.
//
//     node play.mjs gin.elderhand
import { pathToFileURL } from "node:url";
import { createTable, loadBot } from "elderhand";

const bot = await loadBot(pathToFileURL(process.argv[2] ?? "gin.elderhand"));
const table = await createTable({ game: bot.game, options: bot.options, seats: [null, bot], undo: true });
const seat = await table.join(0, "Ann");
while (seat.position.turn !== null) {
  const { action, value } = await seat.hint(bot);
  console.log(action.name.padEnd(16), value?.toFixed(1));
  await seat.play(action.name);
}
console.log("returns", seat.position.outcome.returns);
await seat.close();
