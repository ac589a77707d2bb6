// What the players at a table are called.
import { words } from "../words";
import { say } from "../words/say";

/** The word for how strong a bot is: `search:checkpoint:gin,rollouts=256` is one that thinks ahead. */
export function strengthOf(bot: string): string {
  const { strengths } = words();
  if (bot.startsWith("search:")) return strengths.search;
  if (bot.startsWith("checkpoint:")) return strengths.trained;
  const level = /^(easy|medium):/.exec(bot)?.[1];
  if (level !== undefined) return strengths[level as "easy" | "medium"];
  return strengths[bot as keyof typeof strengths] ?? bot;
}

/** A bot in short, without what stands in brackets. */
export function botName(bot: string): string {
  const name = strengthOf(bot).replace(/[ ,(].*$/, "");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What the protocol calls somebody without a name. */
const NAMELESS = "somebody";

/** Names for all seats, of which people hold some; who is called like another gets a number. */
export function playerNames(players: (string | null)[], own: number, people: number[]): string[] {
  const { ui } = words();
  const names = players.map((player, seat) => {
    if (seat === own) return ui.you;
    if (player === null) return say(ui.seat, { n: seat + 1 });
    if (people.includes(seat)) return player === NAMELESS ? say(ui.player, { n: seat + 1 }) : player;
    // A bot of somebody else's has a name of its own.
    return strengthOf(player) === player ? player : botName(player);
  });
  return names.map((name, seat) => {
    const same = names.flatMap((other, place) => (other === name ? [place] : []));
    return same.length > 1 && seat !== own ? `${name} ${same.indexOf(seat) + 1}` : name;
  });
}
