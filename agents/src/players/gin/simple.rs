//! The baseline of the 2021 gin rummy AI challenge.

use elderhand_env::gin::{GinView, Move, Phase, upcard_melds};
use elderhand_env::{Action, Card, CardSet, Seat, Stream, View};

use super::{discards, laying};
use crate::players::agent::{Agent, AgentError, Decision};

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
        Ok(match choice(view) {
            Choice::One(action) => action.action(),
            Choice::Discards(cards) => {
                let card = cards.nth(self.0.below(cards.len())).expect("some discard is best");
                discard(view, card)
            }
        })
    }

    fn decide(&mut self, view: &GinView) -> Result<Decision, AgentError> {
        let action = self.act(view)?;
        let probabilities = match choice(view) {
            Choice::One(action) => vec![(action.action(), 1.0)],
            Choice::Discards(cards) => {
                cards.iter().map(|card| (discard(view, card), 1.0 / cards.len() as f32)).collect()
            }
        };
        Ok(Decision::drawn(action, probabilities))
    }
}

/// What it chooses from.
enum Choice {
    One(Move),
    /// Any of these, discarded or knocked with.
    Discards(CardSet),
}

fn choice(view: &GinView) -> Choice {
    Choice::One(match view.table.phase {
        Phase::Offer if !upcard_melds(view) => Move::Pass,
        Phase::Draw if !upcard_melds(view) => Move::Draw,
        Phase::Offer | Phase::Draw => Move::Take,
        Phase::Discard if view.legal().contains(Move::GoOut.action()) && discards(view).melded == view.hand => {
            Move::GoOut
        }
        Phase::Discard => return Choice::Discards(discards(view).best),
        _ => laying::lay_out(view),
    })
}

/// Knocks with a card if that is allowed.
fn discard(view: &GinView, card: Card) -> Action {
    let knock = Move::Knock(card).action();
    if view.legal().contains(knock) { knock } else { Move::Discard(card).action() }
}
