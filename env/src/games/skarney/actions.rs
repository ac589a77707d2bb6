//! The action table of Skarney.

use super::board::Board;
use crate::cards::Card;
use crate::games::moves::moves;

moves! {
    /// Takes the card that is offered.
    TAKE: Take => "take",
    /// Refuses it.
    REFUSE: Refuse => "refuse",
    /// Ends a turn in which no card is offered.
    END_TURN: EndTurn => "end turn",
    /// Lays the meld that is being put together.
    END_MELD: EndMeld => "end meld",
    /// Puts a card to the contract or to the meld that is being put together.
    MELD: Meld(card: Card; Card::COUNT) => "meld {card}",
    /// Lays a card off.
    LAY_OFF: LayOff(card: Card; Card::COUNT) => "lay off {card}",
    /// Offers a card.
    OFFER: Offer(card: Card; Card::COUNT) => "offer {card}",
    /// Says on which meld of the table, counted from 0, a card is laid off; its name counts from 1.
    ON: On(meld: u8; Board::MOST) => "on {meld}",
}
