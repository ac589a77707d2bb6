//! A Skarney player that collects melds, and lays whatever it can.

use std::cmp::Reverse;

use elderhand_env::skarney::{Move, Phase, SkarneyView, count, makes_meld, spare};
use elderhand_env::{Action, CardSet, Seat, View};

use crate::players::agent::{Agent, AgentError};

/// Lays the contract as soon as it can and then every meld and card; takes a card that makes a meld more, and offers the one
/// that goes least with the rest of its hand and does not fit on the other's melds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Agent<SkarneyView> for Simple {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &SkarneyView) -> Result<Action, AgentError> {
        Ok(match view.table.phase {
            Phase::Answer if takes(view) => Move::Take.action(),
            Phase::Answer => Move::Refuse.action(),
            _ => turn(view),
        })
    }
}

/// Lays what counts most, else lays off, else offers.
fn turn(view: &SkarneyView) -> Action {
    let legal = view.legal();
    let moves = || legal.iter().filter_map(|action| Some((Move::of(action)?, action)));
    let melds = moves().filter_map(|(of, action)| match of {
        Move::Meld(card) => Some((count(CardSet::of(card)), action)),
        _ => None,
    });
    if let Some((_, action)) = melds.max_by_key(|&(points, action)| (points, Reverse(action))) {
        return action;
    }
    let lays = |of: Move| matches!(of, Move::EndMeld | Move::LayOff(_) | Move::On(_));
    if let Some((_, action)) = moves().find(|&(of, _)| lays(of)) {
        return action;
    }
    let offer = spare(view).map(|card| Move::Offer(card).action()).filter(|&action| legal.contains(action));
    offer.unwrap_or(Move::EndTurn.action())
}

/// Returns `true` if the card on offer makes a meld more, or fits on the own ones.
fn takes(view: &SkarneyView) -> bool {
    let (Some(card), corner) = (view.table.offered, view.options.corner) else { return false };
    let fits = view.table.board.fits(view.seat, corner) >> (card.rank() - 1) & 1 == 1;
    fits || makes_meld(card, view.hand, corner)
}
