//! The options of Skarney, and the presets that are its variants.

use serde::{Deserialize, Serialize};

/// The rules of one variant of Skarney.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Sequences go round the corner: K A 2.
    pub corner: bool,
}

impl Rules {
    /// Each of the two is dealt so many cards.
    pub const DEALT: u8 = 10;
    /// The cards of the stock that are never drawn.
    pub const UNDRAWN: u8 = 2;
    /// A hand ends after so many turns.
    pub const TURN_CAP: u8 = 200;
    /// The most cards that are laid off on one meld in a turn.
    pub const ADDED: u8 = 2;
    /// The points for being out, and for being out before the other has laid a contract.
    pub const OUT: [i16; 2] = [20, 40];
    /// No hand scores more than the whole pack and the greater bonus.
    pub const MOST_POINTS: i16 = 4 * 99 + Rules::OUT[1];

    /// Skarney.
    pub const fn skarney() -> Rules {
        Rules { corner: false }
    }

    /// Skarney round the corner.
    pub const fn corner() -> Rules {
        Rules { corner: true }
    }
}
