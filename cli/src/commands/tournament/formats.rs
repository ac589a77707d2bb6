//! What each format is, and what it takes.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use elderhand_env::format::{Contest, Format};

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
