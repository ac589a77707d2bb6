//! The action table of Sum-Run-Set.

use super::capture::Kind;
use crate::cards::Card;
use crate::games::moves::moves;

moves! {
    /// Lays a card of the hand open.
    PLAY: Play(card: Card; Card::COUNT) => "play {card}",
    /// Leaves the card that lies open in the pond.
    LEAVE: Leave => "leave",
    /// Captures with it by one kind.
    CAPTURE: Capture(kind: Kind; Kind::ALL.len()) => "{kind}",
    /// Takes a card of the pond.
    TAKE: Take(card: Card; Card::COUNT) => "take {card}",
    /// Closes a capture to which more could be taken.
    CLOSE: End => "end",
}
