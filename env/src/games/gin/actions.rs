//! The action table of the gin family.

use super::rules::LayoutBy;
use crate::cards::Card;
use crate::games::moves::moves;

moves! {
    /// Draws from the stock.
    DRAW: Draw => "draw",
    /// Takes the upcard.
    TAKE: Take => "take",
    /// Refuses the upcard on the first turn.
    PASS: Pass => "pass",
    /// Goes out with all cards melded, without a discard.
    GO_OUT: GoOut => "go out",
    /// Discards a card and plays on.
    DISCARD: Discard(card: Card; Card::COUNT) => "discard {card}",
    /// Discards a card and knocks or goes gin.
    KNOCK: Knock(card: Card; Card::COUNT) => "knock {card}",
    /// Lays the meld that is being built.
    END_MELD: EndMeld => "end meld",
    /// Has laid all that it wants to.
    DONE: Done => "done",
    /// Puts a card to the meld that is being built.
    MELD: Meld(card: Card; Card::COUNT) => "meld {card}",
    /// Lays a card off on the knocker's melds.
    LAY_OFF: LayOff(card: Card; Card::COUNT) => "lay off {card}",
}

/// Returns the names of the actions; those of laying out only where players do it themselves.
pub(super) fn table(layout: LayoutBy) -> Vec<String> {
    names(if layout == LayoutBy::Chosen { END } else { END_MELD })
}
