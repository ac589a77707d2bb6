//! Who judges, and how long it thinks.

use elderhand_agents::{Level, Player, SEARCH};
use elderhand_env::{Game, Table, Turn};

use super::Args;
use crate::commands::opponent::strongest;
use crate::failure::usage;

/// The bot that judges, seated.
pub(super) struct Judge {
    pub player: Player,
    /// Who plays on from the moves that are tried.
    pub players: &'static str,
}

/// So many moves may trained bots play for an analysis: two cores take up to a minute for them.
const MOVES: u64 = 12_000_000;
/// Players that follow rules play so many times as many in that time.
const FASTER: u64 = 20;
/// A decision is not played on from more often unless that is asked for.
const MOST: u64 = 512;
/// With fewer, hardly a mistake would be clear.
const LEAST: u64 = 16;

/// Seats the bot that is named, else the strongest, so that it searches wherever the game can be searched.
///
/// A trained bot plays on by itself, else moves that only such a player makes good would be called mistakes. Where that takes too
/// long, as in long matches, players that follow rules play on.
pub(super) fn seated(args: &Args, table: &Table) -> anyhow::Result<Judge> {
    let game = table.game();
    let bot = match &args.bot {
        Some(name) => args.seating.open(name)?,
        None => strongest(game, Level::Strong, args.seating.any_options)?.bot,
    };
    let (name, id) = (bot.name(), game.spec().id);
    if game.bets() {
        return match args.rollouts {
            Some(rollouts) => {
                let why = format!("`{id}` is a game of betting, which is not searched");
                Err(usage(format!("--rollouts {rollouts}: {why}; leave it out")))
            }
            None => Ok(Judge { player: bot.player(game)?, players: "" }),
        };
    }
    if name.starts_with(SEARCH) {
        return match args.rollouts {
            Some(rollouts) => {
                let remedy = format!("write rollouts={rollouts} among its settings");
                Err(usage(format!("--rollouts {rollouts}: `{name}` says itself how it searches; {remedy}")))
            }
            None => Ok(Judge { player: bot.player(game)?, players: "the players that its name tells play on" }),
        };
    }
    let over = matches!(table.turn(), Turn::Over { .. });
    // How long a match will be that is not over, nobody knows.
    let quick = (over || game.terms().one != "match") && affordable(table, MOVES) >= LEAST;
    let by_itself = bot.bundle().is_some() && (quick || args.rollouts.is_some());
    let (by, players, moves) = match by_itself {
        true => (",by=itself", "the bot plays on in every seat", MOVES),
        false => ("", "players that follow rules play on", MOVES * FASTER),
    };
    let rollouts = args.rollouts.map_or_else(|| affordable(table, moves).clamp(LEAST, MOST), u64::from);
    let search = args.seating.open(&format!("{SEARCH}{name}{by},rollouts={rollouts}"))?;
    Ok(Judge { player: search.player(game)?, players })
}

/// So many times each decision can be played on from for so many moves: on average, half of the game is played then.
fn affordable(table: &Table, moves: u64) -> u64 {
    2 * moves / (table.length().max(1) as u64).pow(2)
}
