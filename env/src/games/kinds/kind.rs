//! The seven kinds of combination.

use serde::{Deserialize, Serialize};

use super::cards::{colour, rank, suit};
use crate::cards::{Card, CardSet};
use crate::games::moves::listed;

/// A kind of combination; the order is that of the rules page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Three or four of a rank.
    Book,
    /// Four or more of a suit in sequence.
    Run,
    /// Two or more pairs of a colour in sequence.
    Double,
    /// Five or more of a colour in sequence.
    Hand,
    /// Three or more pairs in sequence.
    Triple,
    /// Six or more of a suit.
    Flush,
    /// Seven or more in sequence.
    Straight,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 7;
    /// Every kind in order.
    pub const ALL: [Kind; Kind::COUNT] =
        [Kind::Book, Kind::Run, Kind::Double, Kind::Hand, Kind::Triple, Kind::Flush, Kind::Straight];

    /// The name, as in the action table.
    pub const fn name(self) -> &'static str {
        ["book", "run", "double", "hand", "triple", "flush", "straight"][self as usize]
    }

    /// The least number of cards.
    pub const fn least(self) -> usize {
        [3, 4, 4, 5, 6, 6, 7][self as usize]
    }

    /// The greatest number of cards.
    pub const fn most(self) -> usize {
        [4, 13, 26, 13, 26, 13, 13][self as usize]
    }

    /// The ranks that the shortest combination covers; a flush has none, and counts as one.
    pub(crate) const fn window(self) -> usize {
        if self.sequence() { self.least() / self.width() } else { 1 }
    }

    /// The number of suits, colours or whole packs of which it may be made.
    pub(crate) const fn groups(self) -> usize {
        match self {
            Kind::Run | Kind::Flush => 4,
            Kind::Double | Kind::Hand => 2,
            Kind::Book | Kind::Triple | Kind::Straight => 1,
        }
    }

    /// Returns `true` if its cards lie in sequence, and so have places; in books and flushes they have none.
    pub const fn sequence(self) -> bool {
        !matches!(self, Kind::Book | Kind::Flush)
    }

    /// The cards on each place of a sequence: 2 where it is made of pairs.
    pub const fn width(self) -> usize {
        if matches!(self, Kind::Double | Kind::Triple) { 2 } else { 1 }
    }

    /// The cards, without jokers, that may lie in one combination of this kind with a card that is no joker.
    #[inline]
    pub fn group(self, card: Card) -> CardSet {
        match self {
            Kind::Book => rank(card.rank() - 1),
            Kind::Run | Kind::Flush => suit(card.suit()),
            Kind::Double | Kind::Hand => colour(card.suit()),
            Kind::Triple | Kind::Straight => CardSet::PACK,
        }
    }
}

listed!(Kind);
