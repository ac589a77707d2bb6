//! How a game ended, in words.

use std::iter::once;

use elderhand_env::{Seat, Table};
use serde_json::Value;

use crate::output::{amount, rounded};

/// Whoever the words are about: what they are called, and whether that is `you`.
struct Subject {
    name: String,
    you: bool,
}

impl Subject {
    /// The verb in its form for them: `win` or `wins`.
    fn does(&self, verb: &str) -> String {
        format!("{} {verb}{}", self.name, if self.you { "" } else { "s" })
    }
}

/// Returns lines that say how a game that is over ended for the people at it; `names` are those of the seats.
pub fn verdict(table: &Table, people: &[Seat], names: &[String]) -> Vec<String> {
    let subject = |seat: Seat| match people {
        [only] if *only == seat => Subject { name: "You".into(), you: true },
        // It begins a sentence.
        _ => Subject { name: names[seat].replace("the other", "The other"), you: false },
    };
    let each = people.iter().map(|&seat| round(table, seat, &subject(seat)));
    if !table.game().is_match() {
        return each.collect();
    }
    // What a match pays is its winner's share, unless it is settled by points.
    let by_points =
        matches!(table.game().options().get("settlement").and_then(Value::as_str), Some("gambling" | "lurch"));
    once(winners(table, subject)).chain(each.filter(|_| by_points)).collect()
}

/// Who has won a match.
fn winners(table: &Table, subject: impl Fn(Seat) -> Subject) -> String {
    let returns = table.returns();
    let most = returns.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut first: Vec<Seat> = (0..returns.len()).filter(|&seat| returns[seat] == most).collect();
    if first.len() == returns.len() {
        return "The match ends level.".into();
    }
    let game = table.game();
    let one_side = first.iter().all(|&seat| game.side(seat) == game.side(first[0]));
    let verb = if one_side { "win" } else { "share" };
    // Oneself comes before the others.
    first.sort_by_key(|&seat| !subject(seat).you);
    match &first[..] {
        [only] => format!("{} the match.", subject(*only).does(verb)),
        [others @ .., last] => {
            let others: Vec<String> = others.iter().map(|&seat| subject(seat).name).collect();
            format!("{} and {} {verb} the match.", others.join(", "), subject(*last).name)
        }
        [] => unreachable!("somebody has the most"),
    }
}

/// What a seat has won, in points or chips; where the points of others come off its own, beside these.
fn round(table: &Table, seat: Seat, subject: &Subject) -> String {
    let (game, points) = (table.game(), table.points());
    let (won, own, unit) = (rounded(table.returns()[seat]), points[seat] as f32, game.terms().points);
    let mut others = (0..points.len()).filter(|&other| game.side(other) != game.side(seat));
    // Where all that is written down is that somebody has won, as in Snap, there is nothing to compare.
    let by_difference = own != won && !game.is_match() && points.iter().any(|points| points.abs() > 1);
    let other = others.next().filter(|&first| others.all(|other| game.side(other) == game.side(first)));
    if by_difference && other.is_none() {
        let beside = match won {
            0.0 => "as many as".into(),
            won if won > 0.0 => format!("{won} more than"),
            lost => format!("{} fewer than", -lost),
        };
        return format!("{} {}, {beside} the others on average.", subject.does("make"), amount(own, unit));
    }
    let score =
        other.filter(|_| by_difference).map_or_else(String::new, |other| format!(", {own} to {}", points[other]));
    match won {
        0.0 => format!("{} out even{score}.", subject.does("come")),
        won if won > 0.0 => format!("{} {}{score}.", subject.does("win"), amount(won, unit)),
        lost => format!("{} {}{score}.", subject.does("lose"), amount(-lost, unit)),
    }
}
