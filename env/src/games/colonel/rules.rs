//! The options of Colonel.

use serde::{Deserialize, Serialize};

/// The rules of Colonel as far as they are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Before he draws, a player may challenge the other, once a turn.
    pub challenge: bool,
    /// A card taken from the discard pile may be discarded in the same turn, as in gin.
    pub return_taken: bool,
}

impl Rules {
    /// The cards dealt to each seat.
    pub const HAND: usize = 10;
    /// The cards in the stock when the first turn begins.
    pub(super) const STOCK: u8 = 52 - 2 * Rules::HAND as u8 - 1;
    /// A hand ends after so many turns.
    pub const TURN_CAP: u8 = 200;
    /// The most that a hand can be worth to a seat: ten cards of the other at 10 points.
    ///
    /// Nobody holds more when a hand is counted: who goes out does it in his own turn, and after a discard, or before a
    /// draw, no hand has grown beyond the ten that were dealt.
    pub(super) const MOST_POINTS: u8 = 100;

    /// Colonel as it is registered.
    pub const fn colonel() -> Rules {
        Rules { challenge: false, return_taken: false }
    }
}
