//! The action table of the Skirmish family.

use super::board::Board;
use super::combination::End;
use crate::cards::Card;
use crate::games::kinds::Kind;
use crate::games::moves::moves;

moves! {
    /// Draws from the deck.
    DRAW: Draw => "draw",
    /// Ends the turn.
    END_TURN: EndTurn => "end turn",
    /// Has laid all cards of a combination.
    DONE: Done => "done",
    /// Puts a joker to one end of a sequence.
    AT: At(end: End; End::ALL.len()) => "{end}",
    /// Begins a combination.
    LAY: Lay(kind: Kind; Kind::COUNT) => "lay {kind}",
    /// Grows a combination of the table, counted from 0.
    EXTEND: Extend(place: u8; Board::MOST) => "extend {place}",
    /// Puts a card on the discard stack.
    DISCARD: Discard(card: Card; Card::COUNT_WITH_JOKERS) => "discard {card}",
    /// Puts a card on the own stack.
    DROP: Drop(card: Card; Card::COUNT_WITH_JOKERS) => "drop {card}",
    /// Takes a card and all above it, from the discard stack or the own one.
    TAKE: Take(card: Card; Card::COUNT_WITH_JOKERS) => "take {card}",
    /// Puts a card to the combination that is being laid or grown.
    PUT: Put(card: Card; Card::COUNT_WITH_JOKERS) => "put {card}",
}
