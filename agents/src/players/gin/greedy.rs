//! A rule-based gin player that looks one draw ahead.

use elderhand_env::gin::{GinView, Move, Phase, drawing, promise};
use elderhand_env::{Action, Seat, View};

use super::{discards, laying};
use crate::players::agent::{Agent, AgentError};

/// Discards what promises the least deadwood after coming draws, wary of what the opponent collects; takes the upcard if
/// it melds and is better than an average draw; knocks as soon as it may.
///
/// It has no randomness and no memory: the view carries all it needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Agent<GinView> for Greedy {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &GinView) -> Result<Action, AgentError> {
        Ok(choose(view, Knocks::AtOnce).action())
    }
}

/// When a player knocks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Knocks {
    /// As soon as it may.
    AtOnce,
    /// Without any deadwood.
    WithGin,
}

/// Chooses as [`Greedy`] does, but for when to knock.
pub(super) fn choose(view: &GinView, knocks: Knocks) -> Move {
    match view.table.phase {
        Phase::Offer if !drawing(view).takes => Move::Pass,
        Phase::Draw if !drawing(view).takes => Move::Draw,
        Phase::Offer | Phase::Draw => Move::Take,
        Phase::Discard => discard(view, knocks),
        _ => laying::lay_out(view),
    }
}

fn discard(view: &GinView, knocks: Knocks) -> Move {
    let discards = discards(view);
    if view.legal().contains(Move::GoOut.action()) && discards.melded == view.hand {
        return Move::GoOut;
    }
    let ready = knocks == Knocks::AtOnce || discards.least == 0;
    if let Some(card) = (discards.best & discards.knocks).first().filter(|_| ready) {
        return Move::Knock(card);
    }
    let costs = view.allowed_discards().iter().map(|card| (card, promise(view, card).cost()));
    let (cheapest, _) = costs.min_by(|(_, a), (_, b)| a.total_cmp(b)).expect("a hand has cards to discard");
    Move::Discard(cheapest)
}
