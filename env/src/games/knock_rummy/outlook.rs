//! What the discards of a hand of Knock Rummy and the upcard promise.

use super::rules::Rules;
use super::table::Phase;
use super::view::KnockView;
use crate::games::rummy::{Drawing, Outlook, Prospect};

/// Reckons what drawing promises: the upcard is better taken if it leaves no more than an average draw.
pub fn drawing(view: &KnockView) -> Drawing {
    prospect(view).drawing(view.table.pile.top(), |taken, drawn| taken <= drawn)
}

/// What a seat to move may think of its discards, or of the upcard; `None` if it has neither to decide.
pub(super) fn outlook(view: &KnockView) -> Option<Outlook> {
    match view.table.phase {
        _ if view.table.to_move != view.seat => None,
        Phase::Draw => Some(Outlook::drawing(drawing(view))),
        Phase::Discard => Some(Outlook::discarding(&prospect(view), view.allowed_discards())),
        _ => None,
    }
}

fn prospect(view: &KnockView) -> Prospect {
    let seats = usize::from(view.options.seats);
    let known = view.table.known[(view.seat + 1) % seats];
    let hidden = Rules::dealt(seats) - known.len();
    Prospect { hand: view.hand, unseen: view.unseen(), known, hidden, sets: true }
}
