//! What a round that is over says to those who join rounds.

use super::state::Seat;

/// What a round that is over says to those who join rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sequel {
    /// The seat that won it, or one of the side that did; `None` in a tie.
    pub winner: Option<Seat>,
    /// Nobody could win it any more, so it is dealt again by the same dealer.
    pub dead: bool,
    /// The seat that is elder hand in the next round, where the game itself says so.
    pub elder: Option<Seat>,
}
