//! The action table of Colonel.

use super::rules::Rules;
use crate::cards::Card;
use crate::games::moves::moves;

moves! {
    /// Draws from the stock.
    DRAW: Draw => "draw",
    /// Takes the upcard.
    TAKE: Take => "take",
    /// Lays the meld that is being built.
    END_MELD: EndMeld => "end meld",
    /// Discards a card, which ends the turn.
    DISCARD: Discard(card: Card; Card::COUNT) => "discard {card}",
    /// Puts a card to the meld that is being built.
    MELD: Meld(card: Card; Card::COUNT) => "meld {card}",
    /// Lays a card off on a run.
    LAY_OFF: LayOff(card: Card; Card::COUNT) => "lay off {card}",
    /// Adds a card to a set.
    ADD: Add(card: Card; Card::COUNT) => "add {card}",
    /// Challenges the other.
    CHALLENGE: Challenge => "challenge",
    /// Accepts a challenge.
    ACCEPT: Accept => "accept",
    /// Refuses a challenge.
    REFUSE: Refuse => "refuse",
}

/// Returns the names of the actions; those of a challenge only where there are any.
pub(super) fn table(rules: &Rules) -> Vec<String> {
    names(if rules.challenge { END } else { CHALLENGE })
}
