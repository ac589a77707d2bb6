//! How many cards of each rank there are, and the melds of three that they make.

use crate::cards::CardSet;
use crate::games::kinds::cards::{ranks_of, suit};
use crate::games::kinds::ranks::{RANKS, back};

/// The bit of the king, from which a sequence of three goes round the corner.
const KING: u16 = 1 << 12;

/// How many cards of each rank there are; suits mean nothing to the melds of Skarney.
///
/// Four lanes of 16 bits, of which the `n`th has the ranks of which there are more than `n` cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts(u64);

impl Counts {
    /// Counts cards.
    #[inline]
    pub fn of(cards: CardSet) -> Counts {
        let [a, b, c, d] = [0, 1, 2, 3].map(|s| u64::from(ranks_of(cards & suit(s))));
        let (some, both) = ((a | b, c | d), (a & b, c & d));
        let one = some.0 | some.1;
        let two = both.0 | both.1 | (some.0 & some.1);
        let three = (both.0 & some.1) | (some.0 & both.1);
        Counts(one | two << 16 | three << 32 | (both.0 & both.1) << 48)
    }

    /// The ranks of which there are at least so many cards, 1 to 4; bit 0 is the ace.
    #[inline]
    pub fn at_least(self, cards: u32) -> u16 {
        (self.0 >> (16 * (cards - 1))) as u16
    }

    /// The ranks that make a set.
    #[inline]
    pub fn sets(self) -> u16 {
        self.at_least(3)
    }

    /// The lowest ranks of the sequences of three.
    #[inline]
    pub fn sequences(self, corner: bool) -> u16 {
        let any = self.at_least(1);
        any & back(any, 1) & back(any, 2) & if corner { RANKS } else { !KING }
    }

    /// Adds a card of each of some ranks, of which there are fewer than four.
    #[inline]
    pub(super) fn with(self, ranks: u16) -> Counts {
        let lanes = u64::from(ranks) * 0x0001_0001_0001_0001;
        Counts(self.0 | self.0 << 16 & lanes | u64::from(ranks))
    }

    /// Takes one card of each of some ranks away, all of which must be there.
    #[inline]
    pub(super) fn without(self, ranks: u16) -> Counts {
        let lanes = u64::from(ranks) * 0x0001_0001_0001_0001;
        Counts(self.0 & !lanes | self.0 >> 16 & lanes)
    }

    /// Takes a set of a rank away, given as its bit.
    #[inline]
    pub fn without_set(self, rank: u16) -> Counts {
        let lanes = u64::from(rank) * 0x0001_0001_0001_0001;
        Counts(self.0 & !lanes | self.0 >> 48 & lanes)
    }

    /// Takes a sequence of three away, given as the bit of its lowest rank.
    #[inline]
    pub fn without_sequence(self, lowest: u16) -> Counts {
        self.without(lowest | back(lowest, 12) | back(lowest, 11))
    }

    /// Returns `true` if there are so many melds of three side by side.
    pub fn holds(self, melds: usize, corner: bool) -> bool {
        let (sets, sequences) = (self.sets(), self.sequences(corner));
        match melds {
            0 => true,
            1 => sets | sequences != 0,
            _ => {
                bits(sets).any(|rank| self.without_set(rank).holds(melds - 1, corner))
                    || bits(sequences).any(|lowest| self.without_sequence(lowest).holds(melds - 1, corner))
            }
        }
    }

    /// How many melds of three lie side by side, up to the three of a contract.
    #[inline]
    pub fn melds(self, corner: bool) -> usize {
        (1..=3).take_while(|&melds| self.holds(melds, corner)).count()
    }

    /// The ranks that make a set beside which so many more melds can be laid.
    #[inline]
    pub fn sets_beside(self, melds: usize, corner: bool) -> u16 {
        bits(self.sets())
            .filter(|&rank| self.without_set(rank).holds(melds, corner))
            .fold(0, |ranks, rank| ranks | rank)
    }

    /// The lowest ranks of the sequences of three beside which so many more melds can be laid.
    #[inline]
    pub fn sequences_beside(self, melds: usize, corner: bool) -> u16 {
        let sequences = bits(self.sequences(corner));
        sequences
            .filter(|&lowest| self.without_sequence(lowest).holds(melds, corner))
            .fold(0, |ranks, rank| ranks | rank)
    }
}

/// The bits of a set of ranks, one by one.
#[inline]
pub(super) fn bits(mut ranks: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let lowest = ranks & ranks.wrapping_neg();
        ranks ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
