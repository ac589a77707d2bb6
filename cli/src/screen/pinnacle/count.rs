//! How a round ended: who won the pot, with what, and how the chips stand.

use elderhand_env::Seat;
use elderhand_env::pinnacle::PinnacleView;

use super::combinations::{combinations, used};
use super::{name, names, table};
use crate::cards;
use crate::output::{Paint, fold};
use crate::screen::label;

/// The width of the columns before a seat's cards.
const COLUMNS: usize = 38;

/// The winner, the board, and a line for each seat with its shown cards under it.
pub fn lines(view: &PinnacleView, paint: Paint) -> Vec<String> {
    let (rules, public) = (&view.options, &view.table);
    let (winners, unpaid) = (public.winners(rules), public.retell(rules, |_, _| ()));
    let verb = match (winners.len(), winners.contains(view.seat)) {
        (1, false) => "wins",
        (1, true) => "win",
        _ => "share",
    };
    let folded = if unpaid.live().len() == 1 { "; all others have folded" } else { "" };
    let head =
        format!("The round is over: {} {verb} the pot of {}{folded}.", names(view, winners, paint), unpaid.pot());
    let mut lines: Vec<String> = fold(0, " ", head.split(' ')).into_iter().map(|line| paint.bold(line)).collect();
    if unpaid.all_in && (0..rules.cycles.into()).all(|cycle| unpaid.history.raises(cycle).is_empty()) {
        lines.push("The ante took somebody's last chip, so there was no betting.".into());
    }
    let shown = unpaid.live().len() > 1;
    if shown {
        lines.extend(table::board(public, rules, paint));
    }
    let count = if shown { "counts" } else { "" };
    lines.push(paint.dim(row("", ["before", "wins", "after", count], "")));
    for seat in 0..rules.seats.into() {
        let won = public.betting.chips[seat] - unpaid.chips[seat];
        lines.extend(one(view, seat, winners.contains(seat).then_some(won), paint));
    }
    lines
}

/// A seat's chips, its cards, and its combinations under them.
fn one(view: &PinnacleView, seat: Seat, won: Option<u16>, paint: Paint) -> Vec<String> {
    let (rules, public, betting) = (&view.options, &view.table, &view.table.betting);
    let name = label(name(view, seat, paint));
    let won = won.map_or_else(String::new, |won| won.to_string());
    let (before, after) = (betting.before[seat].to_string(), betting.chips[seat].to_string());
    let row = |count: &str, rest: &str| row(&name, [&before, &won, &after, count], rest);
    if public.shown[seat].is_empty() {
        let folded = if betting.folded.contains(seat) { paint.dim("folded") } else { String::new() };
        return vec![row("", &folded)];
    }
    let (count, hands) = (public.counted(rules, seat), [public.shown[seat], public.open[seat]]);
    let drawn = hands.into_iter().filter(|hand| !hand.is_empty());
    let drawn: Vec<String> = drawn.map(|hand| cards::cards(hand, paint)).collect();
    let mut lines = vec![row(&count.points.to_string(), &drawn.join(" | "))];
    let mut words: Vec<String> = used(rules, &count, hands).map(|used| paint.dim(used)).into_iter().collect();
    words.extend(combinations(&count, paint));
    lines.extend(fold(COLUMNS, " ", words.iter()).into_iter().map(|line| format!("{:COLUMNS$}{line}", "")));
    lines
}

/// Sets a seat's name and numbers in columns, and the rest after them.
fn row(name: &str, [before, won, after, count]: [&str; 4], rest: &str) -> String {
    format!("{name:7}{before:>7}{won:>7}{after:>7}{count:>8}  {rest}").trim_end().to_owned()
}
