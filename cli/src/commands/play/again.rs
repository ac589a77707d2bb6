//! A kept game as it went: the cards that come next, and what can be taken back.

use elderhand_env::{Record, Seat, Table, Undone};

/// Plays a recorded game from its first deal, with all that was taken back, so that what comes next is what would have come;
/// `None` if other cards are dealt on the way than the record holds.
///
/// `table` is the game as its seed deals it, before the first decision.
pub fn played_again(mut table: Table, record: &Record) -> Option<Table> {
    let undone = record.about.as_ref().map_or(&[][..], |about| &about.undone);
    let lines = lines(record, undone)?;
    let mut stands = 0;
    for (place, line) in lines.iter().enumerate() {
        line[stands..].iter().try_for_each(|name| table.play_named(name)).ok()?;
        if let Some(undone) = undone.get(place) {
            stands = undone.after;
            table.undo_to(stands).ok()?;
        }
    }
    let known = |played: Record| played.deck == record.deck && played.lots == record.lots;
    // A game that is over, and one that an earlier version kept, holds no more than was dealt.
    (known(table.snapshot()) || known(table.record())).then_some(table)
}

/// The decisions that stood before each time that some were taken back, and at last.
///
/// What was not taken back then stands in the line that followed, so each is found from the one after it.
fn lines<'a>(record: &'a Record, undone: &'a [Undone]) -> Option<Vec<Vec<&'a str>>> {
    let mut lines = vec![record.actions.iter().map(String::as_str).collect::<Vec<_>>()];
    for Undone { after, actions } in undone.iter().rev() {
        let mut line = lines.last()?.get(..*after)?.to_vec();
        line.extend(actions.iter().map(String::as_str));
        lines.push(line);
    }
    lines.reverse();
    Some(lines)
}

/// Returns where people could choose: who, and the number of decisions before.
pub fn choices(table: &Table, people: &[Seat]) -> Vec<(Seat, usize)> {
    let mut walk = table.clone();
    walk.undo_to(0).expect("every game has its beginning");
    let mut choices = Vec::new();
    for (before, &action) in table.actions().iter().enumerate() {
        let chooser = walk.seat().filter(|seat| people.contains(seat) && walk.legal().len() > 1);
        choices.extend(chooser.map(|seat| (seat, before)));
        walk.play(action).expect("it has been played");
    }
    choices
}
