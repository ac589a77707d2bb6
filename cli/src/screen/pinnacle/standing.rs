//! How a match stands, and what is chosen after a round.

use elderhand_env::pinnacle::{Phase, PinnacleView};

use super::{LABEL, name, sentence, way};
use crate::output::Paint;
use crate::screen::labelled;

/// The round, and the antes to come as players go out; nothing in a single round.
pub fn standing(view: &PinnacleView, paint: Paint) -> Vec<String> {
    let (rules, table) = (&view.options, &view.table);
    if !rules.is_match() {
        return Vec::new();
    }
    let round = format!("round {} of {} at most", table.rounds + 1, rules.rounds);
    let left = table.betting.playing.len();
    let chips = u32::from(rules.stack) * u32::from(rules.seats);
    let mut words = vec![round];
    for left in (2..left).rev() {
        let (ante, first) = (rules.ante(left, chips), words.len() == 1);
        let (head, comma) = (if first { "  antes to come: " } else { "" }, if left > 2 { "," } else { "" });
        words.push(format!("{head}{ante} with {left} left{comma}"));
    }
    labelled(LABEL, "match", &words, paint)
}

/// What the winner of a round chooses, or who goes on.
pub fn choice(view: &PinnacleView) -> Vec<String> {
    let (table, seat) = (&view.table, usize::from(view.table.betting.to_move));
    let has = if seat == view.seat { "have" } else { "has" };
    let winner = sentence(&name(view, seat));
    vec![match table.phase {
        Phase::Direction => format!("{winner} {has} won the round: which way does play go?"),
        Phase::GoOn => "The pot was shared, so button and direction stay.".into(),
        _ => {
            let way = way(table.goes_clockwise());
            format!("Play goes {way}: who is given the button and starts?")
        }
    }]
}
