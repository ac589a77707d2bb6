//! What can be typed at the table: the moves of the game, made from its actions, and what else there is.

use elderhand_env::Spec;

use crate::cards;
use crate::output::fold;
use crate::screen::{Screen, called};

/// The width of what is typed.
const TYPED: usize = 15;

/// What can be typed in every game.
const ALWAYS: [(&str, &str); 8] = [
    ("a move", "its number, its name, or what only one of the names has"),
    ("hint, h", "what the bot would do in your place"),
    ("undo, u", "take back your last choice; the record says that you did"),
    ("show", "the table again"),
    ("rules", "the rules of the game"),
    ("save FILE", "keep the record of the game in a new file as well"),
    ("help, ?", "this"),
    ("quit, q", "leave; a game that is kept can be gone on with"),
];

/// Returns the lines of the help for a game.
pub fn lines(spec: &Spec, screen: &dyn Screen) -> Vec<String> {
    let kinds = kinds(&spec.actions.iter().map(|name| called(screen, name)).collect::<Vec<_>>()).join("; ");
    let cards: Vec<_> = spec.actions.iter().filter_map(|name| cards::of_word(name.split(' ').next_back()?)).collect();
    let jokers = if cards.iter().any(|card| card.is_joker()) { "; the jokers are X1 and X2" } else { "" };
    let card = format!("its rank and suit, such as 7♥, 7h or 7H; a ten is T or 10{jokers}");
    let (a_move, rest) = ALWAYS.split_at(1);
    let mut rows = [a_move, &[("moves here", &*kinds)]].concat();
    rows.extend((!cards.is_empty()).then_some(("a card", &*card)));
    rows.extend(rest);
    rows.into_iter().flat_map(|(typed, meaning)| row(typed, meaning)).collect()
}

fn row(typed: &str, meaning: &str) -> Vec<String> {
    let lines = fold(TYPED, " ", meaning.split(' ')).into_iter().enumerate();
    lines.map(|(i, line)| format!("  {:width$}{line}", if i == 0 { typed } else { "" }, width = TYPED - 2)).collect()
}

/// The kinds of moves, each with what it may be said of: `draw`, `discard CARD`, `capture by sum, run or set`.
fn kinds(names: &[String]) -> Vec<String> {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for name in names {
        let (verb, argument) = name.rsplit_once(' ').unwrap_or((name, ""));
        let bare = argument.trim_start_matches('+');
        let argument = match argument {
            _ if cards::of_word(argument).is_some() => "CARD",
            _ if !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit()) => "NUMBER",
            _ => argument,
        };
        let place = kinds.iter().position(|(other, _)| *other == verb).unwrap_or_else(|| {
            kinds.push((verb, Vec::new()));
            kinds.len() - 1
        });
        if !argument.is_empty() && !kinds[place].1.contains(&argument) {
            kinds[place].1.push(argument);
        }
    }
    let told = kinds.into_iter().map(|(verb, arguments)| match arguments.split_last() {
        None => verb.to_owned(),
        Some((last, [])) => format!("{verb} {last}"),
        Some((last, others)) => format!("{verb} {} or {last}", others.join(", ")),
    });
    told.collect()
}
