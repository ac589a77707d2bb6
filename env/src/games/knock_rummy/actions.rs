//! The action table of Knock Rummy.

use crate::cards::Card;
use crate::games::moves::moves;

moves! {
    /// Draws from the stock.
    DRAW: Draw => "draw",
    /// Takes the upcard.
    TAKE: Take => "take",
    /// Discards a card and plays on.
    DISCARD: Discard(card: Card; Card::COUNT) => "discard {card}",
    /// Discards a card and knocks.
    KNOCK: Knock(card: Card; Card::COUNT) => "knock {card}",
}
