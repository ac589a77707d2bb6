//! What the discards of a hand of gin and the upcard promise.

use super::view::{GinView, Phase};
use crate::cards::Card;
use crate::games::rummy::{Drawing, Outlook, Promise, Prospect, in_runs, in_sets, least_deadwood};

/// Returns `true` if the upcard would make a meld with cards of the hand.
pub fn upcard_melds(view: &GinView) -> bool {
    view.table.pile.top().is_some_and(|card| {
        let hand = view.hand.with(card);
        in_runs(hand).contains(card) || view.options.sets() && in_sets(hand).contains(card)
    })
}

/// Reckons what a discard promises.
pub fn promise(view: &GinView, card: Card) -> Promise {
    prospect(view).promise(card)
}

/// Reckons what drawing promises: the upcard is better taken if it melds and is better than an average draw, or lets one
/// knock.
pub fn drawing(view: &GinView) -> Drawing {
    let pays = |taken: f32, drawn: f32| {
        upcard_melds(view) && taken < least_deadwood(view.hand, view.options.sets()) as f32 && taken <= drawn
            || taken <= view.table.knock_limit.into()
    };
    prospect(view).drawing(view.table.pile.top(), pays)
}

/// What a seat to move may think of its discards, or of the upcard; `None` if it has neither to decide.
pub(super) fn outlook(view: &GinView) -> Option<Outlook> {
    match view.table.phase {
        _ if view.table.to_move != view.seat => None,
        Phase::Offer | Phase::Draw => Some(Outlook::drawing(drawing(view))),
        Phase::Discard => Some(Outlook::discarding(&prospect(view), view.allowed_discards())),
        _ => None,
    }
}

fn prospect(view: &GinView) -> Prospect {
    let known = view.table.known[1 - view.seat];
    let hidden = usize::from(view.options.hand) - known.len();
    Prospect { hand: view.hand, unseen: view.unseen(), known, hidden, sets: view.options.sets() }
}
