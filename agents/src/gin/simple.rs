//! The baseline of the 2021 gin rummy AI challenge.

use elderhand_env::gin::{GinView, Melds, Move, Phase, in_runs, in_sets};
use elderhand_env::{Action, Seat, Stream, View};

use super::{discards, laying};
use crate::{Agent, AgentError};

/// Takes the upcard only if it completes a meld, discards at random among what leaves least deadwood, and knocks as soon
/// as it may (Neller's SimpleGinRummyPlayer, 2021).
#[derive(Clone, Debug)]
pub struct Simple(Stream);

impl Default for Simple {
    fn default() -> Simple {
        Simple(Stream::new(0))
    }
}

impl Agent<GinView> for Simple {
    fn begin(&mut self, _seat: Seat, seed: u64) -> Result<(), AgentError> {
        self.0 = Stream::new(seed);
        Ok(())
    }

    fn act(&mut self, view: &GinView) -> Result<Action, AgentError> {
        let action = match view.table.phase {
            Phase::Offer if !completes_a_meld(view) => Move::Pass,
            Phase::Draw if !completes_a_meld(view) => Move::Draw,
            Phase::Offer | Phase::Draw => Move::Take,
            Phase::Discard => {
                let discards = discards(view);
                let card = discards.best.nth(self.0.below(discards.best.len())).expect("some discard is best");
                match card {
                    _ if view.legal().contains(Move::GoOut.action()) => Move::GoOut,
                    card if discards.knocks.contains(card) => Move::Knock(card),
                    card => Move::Discard(card),
                }
            }
            _ => laying::lay_out(view),
        };
        Ok(action.action())
    }
}

fn completes_a_meld(view: &GinView) -> bool {
    view.table.pile.top().is_some_and(|card| {
        let hand = view.hand.with(card);
        let in_set = view.options.melds == Melds::SetsAndRuns && in_sets(hand).contains(card);
        in_set || in_runs(hand).contains(card)
    })
}
