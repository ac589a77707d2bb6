//! A rule-based Colonel player.

use elderhand_env::colonel::{ColonelView, Melds, Move, Phase, spare, value, wants_upcard};
use elderhand_env::{Action, Card, Seat, View};

use crate::players::agent::{Agent, AgentError};

/// What a card of the other hand is taken to count: the mean of the pack is 94 / 13.
const UNSEEN: u32 = 7;
/// So many points lower than the other's total seems to be, its own must be for a challenge.
const MARGIN: u32 = 10;

/// Takes the upcard if it melds or fits on the table, lays all that it can at once, and discards what goes with no other
/// card, the highest first; challenges and accepts a challenge if its total seems the lower one.
///
/// It has no randomness and no memory: the view carries all it needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Agent<ColonelView> for Simple {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &ColonelView) -> Result<Action, AgentError> {
        let (own, other) = (value(view.hand), other_total(view));
        let choice = match view.table.phase {
            Phase::Draw if view.legal().contains(Move::Challenge.action()) && own + MARGIN <= other => Move::Challenge,
            Phase::Draw if wants_upcard(view) => Move::Take,
            Phase::Draw => Move::Draw,
            Phase::Answer if own < other => Move::Accept,
            Phase::Answer => Move::Refuse,
            _ => lay(view).unwrap_or_else(|| Move::Discard(spare(view).expect("a hand has cards to discard"))),
        };
        Ok(choice.action())
    }
}

/// What the other hand seems to count.
fn other_total(view: &ColonelView) -> u32 {
    let known = view.table.known[1 - view.seat];
    value(known) + UNSEEN * (view.others() - known.len()) as u32
}

/// The next step in laying all that can be laid: melds first, then single cards.
fn lay(view: &ColonelView) -> Option<Move> {
    let (legal, melds) = (view.legal(), Melds::best(view.hand));
    let open = |card: &Card| legal.contains(Move::Meld(*card).action());
    if !view.meld.is_empty() {
        // The kind that the meld is to have goes on; a meld that was begun otherwise is ended as soon as it can be.
        let set = view.meld.iter().all(|card| melds.sets.contains(card));
        let planned = if set { melds.sets } else { melds.runs };
        let end = legal.contains(Move::EndMeld.action()).then_some(Move::EndMeld);
        let next = planned.iter().find(open).map(Move::Meld);
        return next.or(end).or(view.hand.iter().find(open).map(Move::Meld));
    }
    let begins = melds.sets.iter().find(open).or_else(|| melds.runs.iter().find(open)).map(Move::Meld);
    let board = &view.table.board;
    let off = (view.hand & board.fits_run()).first().map(Move::LayOff);
    begins.or(off).or((view.hand & board.fits_set()).first().map(Move::Add))
}
