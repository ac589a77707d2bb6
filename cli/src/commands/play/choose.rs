//! What a line typed at the table means.

use super::moves::Move;
use crate::cards;

/// What the person wants.
#[derive(Debug, PartialEq, Eq)]
pub enum Choice {
    /// The move at this place of the list; the text says so where the line could mean another.
    Move(usize, Option<String>),
    /// Advice.
    Hint,
    /// What can be typed.
    Help,
    /// The rules of the game.
    Rules,
    /// The table again.
    Show,
    /// To take back the last choice.
    Undo,
    /// A copy of the record, in this file.
    Save(String),
    /// To leave.
    Quit,
    /// It cannot be told; the text says why.
    None(String),
}

/// Reads a line as a number of the list, a name, the beginning of one, a word that only one has, or the rank of a card that only
/// one has; case is free.
pub fn choose(line: &str, moves: &[Move]) -> Choice {
    if let Some(("save", file)) = line.split_once(' ') {
        return Choice::Save(file.trim().into());
    }
    let typed: String = line.chars().take(40).collect();
    let line = spelt(line);
    let count = moves.len();
    if line.is_empty() {
        return Choice::None(format!(
            "Choose a move by its number, 1 to {count}, or its name; or type hint, help or quit."
        ));
    }
    let of_rank = of_rank(&line, moves);
    // A name may begin with a plus sign, a number does not.
    if let Some(number) = line.parse::<usize>().ok().filter(|_| !line.starts_with('+')) {
        return match (number, &of_rank[..]) {
            (1.., _) if number <= count => understood(&typed, number - 1, &of_rank, moves),
            (_, [place]) => Choice::Move(*place, Some(said(&typed, *place, moves))),
            (_, [_, _, ..]) => several(&typed, &of_rank, moves),
            _ if count == 1 => Choice::None(format!("There is no move {number}: 1 is the only one.")),
            _ => Choice::None(format!("There is no move {number}: the numbers are 1 to {count}.")),
        };
    }
    let matching = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let fit = |of: &Move| fits(&of.name.to_lowercase()) || fits(&spelt(&of.called));
        (0..count).filter(|&place| fit(&moves[place])).collect()
    };
    if let [place, ..] = matching(&|name| name == line)[..] {
        return Choice::Move(place, None);
    }
    match line.as_str() {
        "hint" | "h" => return Choice::Hint,
        "help" | "?" => return Choice::Help,
        "rules" => return Choice::Rules,
        "show" | "table" => return Choice::Show,
        "undo" | "u" => return Choice::Undo,
        "save" => return Choice::Save(String::new()),
        "quit" | "q" | "exit" => return Choice::Quit,
        _ => (),
    }
    let mut found = matching(&|name| name.starts_with(&line));
    if found.is_empty() {
        found = matching(&|name| format!(" {name} ").contains(&format!(" {line} ")));
    }
    if let (true, Some(rest)) = (found.is_empty(), line.strip_suffix(" 10")) {
        found = matching(&|name| name.starts_with(&format!("{rest} t")));
    }
    if found.is_empty() {
        found.clone_from(&of_rank);
    }
    match found[..] {
        [place] => understood(&typed, place, &of_rank, moves),
        [] => Choice::None(format!("`{typed}` is none of the moves; choose by number, 1 to {count}, or by name.")),
        _ => several(&typed, &found, moves),
    }
}

/// A line in small letters, with the letters of cards: suits may be given by their signs, as they are shown, and a ten by its
/// number.
fn spelt(line: &str) -> String {
    let line = line.replace('♣', "c").replace('♦', "d").replace('♥', "h").replace('♠', "s");
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    ["c", "d", "h", "s"].iter().fold(line, |line, suit| line.replace(&format!("10{suit}"), &format!("t{suit}")))
}

/// The places of the moves with a card of a rank, if the line is one.
fn of_rank(line: &str, moves: &[Move]) -> Vec<usize> {
    let line = if line == "10" { "t" } else { line };
    let of_rank = |of: &Move| {
        let card = of.name.split(' ').next_back().and_then(cards::of_word).filter(|card| !card.is_joker());
        card.is_some_and(|card| cards::rank(card).to_string().eq_ignore_ascii_case(line))
    };
    (0..moves.len()).filter(|&place| of_rank(&moves[place])).collect()
}

/// A move, and what it was taken for where the line could mean a card of another.
fn understood(typed: &str, place: usize, of_rank: &[usize], moves: &[Move]) -> Choice {
    let others = of_rank.iter().any(|&other| other != place);
    Choice::Move(place, others.then(|| format!("{} A card is typed with its suit.", said(typed, place, moves))))
}

fn said(typed: &str, place: usize, moves: &[Move]) -> String {
    format!("`{typed}` is taken as move {}, {}.", place + 1, moves[place].drawn())
}

fn several(typed: &str, found: &[usize], moves: &[Move]) -> Choice {
    let some: Vec<String> = found.iter().take(4).map(|&place| moves[place].drawn()).collect();
    let others = if found.len() > 4 { " or others" } else { "" };
    Choice::None(format!("`{typed}` could be {}{others}.", some.join(" or ")))
}
