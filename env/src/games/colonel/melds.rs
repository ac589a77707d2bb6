//! Melds with the ace above the king, and what cards in a hand count.

use crate::cards::CardSet;
use crate::games::rummy::{self, ACES, Values, each_choice, in_sets};

/// The place of the highest card of each suit once aces are raised.
pub(super) const HIGHEST: u64 = ACES << 12;

const VALUES: Values = Values::with_ace(10);

/// What cards left in a hand count: ace, T, J, Q, K 10, the others their number.
#[inline]
pub fn value(cards: CardSet) -> u32 {
    VALUES.of(cards)
}

/// The cards with each ace moved above its king: the bits of a suit are then in order from two to ace.
#[inline]
pub(super) fn raised(cards: CardSet) -> CardSet {
    let cards = cards.bits();
    CardSet::from_bits((cards & !ACES) >> 1 | (cards & ACES) << 12)
}

/// What [`raised`] was made of.
#[inline]
pub(super) fn lowered(cards: CardSet) -> CardSet {
    let cards = cards.bits();
    CardSet::from_bits((cards & !HIGHEST) << 1 | (cards & HIGHEST) >> 12)
}

/// The cards that lie in runs: three or more in sequence in one suit, ace high.
#[inline]
pub fn in_runs(cards: CardSet) -> CardSet {
    lowered(rummy::in_runs(raised(cards)))
}

/// The cards one step above or below a card of the set, in its suit, ace high.
#[inline]
pub(super) fn neighbours(cards: CardSet) -> CardSet {
    lowered(rummy::neighbours(raised(cards)))
}

/// Cards in melds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Melds {
    /// The cards in sets.
    pub sets: CardSet,
    /// The cards in runs.
    pub runs: CardSet,
}

impl Melds {
    /// The melds of a hand that leave the fewest points in it; of equal ones the first that is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use elderhand_env::colonel::Melds;
    ///
    /// let melds = Melds::best("QS KS AS 2S AD AH 7C 7D 7H 8H 9H".parse()?);
    /// assert_eq!(melds.sets.to_string(), "");
    /// assert_eq!(melds.runs.to_string(), "7H 8H 9H AS QS KS");
    /// # Ok::<(), elderhand_env::NotCards>(())
    /// ```
    #[inline]
    pub fn best(hand: CardSet) -> Melds {
        let (mut best, mut most) = (Melds::default(), 0);
        let hand = raised(hand);
        each_choice(hand, true, &mut |chosen| {
            let melds = Melds { sets: lowered(chosen), runs: lowered(rummy::in_runs(hand - chosen)) };
            let melded = value(melds.cards());
            if melded > most {
                (best, most) = (melds, melded);
            }
        });
        best
    }

    /// All the cards.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.sets | self.runs
    }

    /// Returns `true` if these are melds, and no card lies in two.
    pub(super) fn are_whole(&self) -> bool {
        in_sets(self.sets) == self.sets && in_runs(self.runs) == self.runs && (self.sets & self.runs).is_empty()
    }
}
