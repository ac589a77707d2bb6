//! The cards of a hand by suit, and where in it the shortest combinations of a kind can begin.

use super::cards::{ranks_of, suit};
use super::kind::Kind;
use super::ranks::Lacking;
use crate::cards::CardSet;

/// The cards of a hand by suit, one bit a rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holding {
    suits: [u16; 4],
    jokers: usize,
    size: usize,
}

/// The suits of a colour: black, then red.
const COLOURS: [[usize; 2]; 2] = [[0, 3], [1, 2]];

impl Holding {
    #[inline]
    pub fn new(hand: CardSet) -> Holding {
        let suits = [0, 1, 2, 3].map(|s| ranks_of(hand & suit(s)));
        Holding { suits, jokers: (hand & CardSet::JOKERS).len(), size: hand.len() }
    }

    /// The ranks at which the shortest combinations of a kind can begin, one bit a rank.
    ///
    /// `group`, below [`Kind::groups`], is the suit of a run or flush, the colour of a double or hand (0 black, 1 red),
    /// and 0 for other kinds. A book is a window of one rank; a flush has no ranks, and all bits say that there is one.
    #[inline]
    pub fn windows(&self, kind: Kind, group: usize) -> u16 {
        if self.size < kind.least() {
            return 0;
        }
        let [a, b, c, d] = self.suits;
        let pair = || {
            let [x, y] = COLOURS[group].map(|s| self.suits[s]);
            (x | y, x & y)
        };
        let (any, two) = (a | b | c | d, (a & b) | (c & d) | ((a | b) & (c | d)));
        match kind {
            Kind::Book => match self.jokers {
                0 => (a & b & (c | d)) | (c & d & (a | b)),
                1 => two,
                _ => any,
            },
            Kind::Flush if self.suits[group].count_ones() as usize + self.jokers >= kind.least() => !0,
            Kind::Flush => 0,
            Kind::Run => Lacking::over(4, self.suits[group], None).at_most(self.jokers),
            Kind::Double => Lacking::over(2, pair().0, Some(pair().1)).at_most(self.jokers),
            Kind::Hand => Lacking::over(5, pair().0, None).at_most(self.jokers),
            Kind::Triple => Lacking::over(3, any, Some(two)).at_most(self.jokers),
            Kind::Straight => Lacking::over(7, any, None).at_most(self.jokers),
        }
    }
}
