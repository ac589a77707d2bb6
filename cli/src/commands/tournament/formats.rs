//! What each format is, and what is played where the command line leaves it open.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use elderhand_env::format::{Contest, Format};
use elderhand_env::{AnyGame, Game};

use super::Args;

/// The target where neither it nor a number of rounds is given.
const TARGET: u16 = 100;
/// The rounds of `rounds`.
const ROUNDS: u16 = 6;

/// Each format in a line; `None` for the one that joins only rounds of a match, in which one can have nothing left.
fn about(format: Format) -> Option<&'static str> {
    Some(match format {
        Format::Series => "all at one table, until one has reached the target and is alone ahead",
        Format::Rounds => "all at one table, a set number of rounds",
        Format::Elimination => "all at one table, and the lowest leaves; in games for two a knock-out",
        Format::WinnerStaysOn => "three or more, one table of two: who loses goes to the end of the queue",
        Format::LoserStaysOn => "three or more, one table of two: who wins goes to the end of the queue",
        Format::Captains => "the first bot against the others, who relieve each other when they lose",
        Format::Clockwise => "four or six in pairs, everyone meets everyone, moving one place on",
        Format::SeatSwap => "four in pairs, everyone meets everyone, two exchanging places",
        Format::Outsider => "one more than can sit: each sits out in turn, everyone meets everyone",
        Format::Hotfoot => "four at a table of partners, with another partner in each round",
        Format::RotatingTeam => "two teams, the odd bots and the even ones, in pairs; opponents rotate",
        Format::FreezeOut => return None,
    })
}

/// Reads the name of a format.
pub(super) fn parser() -> impl TypedValueParser<Value = Format> {
    let named = |format: Format| Some(PossibleValue::new(format.name()).help(about(format)?));
    let names: Vec<PossibleValue> = Format::ALL.into_iter().filter_map(named).collect();
    let find = |name: String| Format::ALL.into_iter().find(|format| format.name() == name);
    PossibleValuesParser::new(names).try_map(move |name| find(name).ok_or("there is no such format"))
}

/// The contest that the command line asks for.
pub(super) fn contest(args: &Args, players: usize, game: &AnyGame) -> Contest {
    let seats = game.spec().seats;
    let contest = Contest {
        format: args.format,
        players,
        seats,
        target: args.target,
        rounds: Contest::MOST_ROUNDS,
        // In games for two an elimination is a knock-out, unless it is said how often one of the two leaves.
        every: args.every.unwrap_or(u8::from(seats > 2)),
        partners: game.has_partners(),
    };
    let (target, rounds) = match (args.target, args.rounds, args.format) {
        (target, Some(rounds), _) => (target, rounds),
        (Some(target), None, _) => (Some(target), Contest::MOST_ROUNDS),
        (None, None, Format::Series | Format::WinnerStaysOn | Format::LoserStaysOn | Format::Captains) => {
            (Some(TARGET), Contest::MOST_ROUNDS)
        }
        (None, None, Format::Rounds) => (None, ROUNDS),
        (None, None, Format::Elimination) => (None, Contest::MOST_ROUNDS),
        (None, None, _) => (None, 2 * contest.cycle() as u16),
    };
    Contest { target, rounds, ..contest }
}

/// The seats that a table must have, where the game leaves them open.
pub(super) fn seats(format: Format, players: usize) -> usize {
    match format {
        Format::Series | Format::Rounds | Format::Elimination => players,
        Format::Hotfoot => 4,
        // An odd number may play in pairs; a table for all but one is the other way, and --set seats says so.
        _ => 2,
    }
}

/// No event of a contest has more rounds.
pub(super) fn most_rounds(contest: &Contest) -> usize {
    let leaving = (contest.players - 1) * usize::from(contest.every);
    usize::from(contest.rounds).min(if contest.shrinks() { leaving } else { usize::MAX })
}
