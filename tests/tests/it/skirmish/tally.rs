//! What the compared positions held, so that a comparison of nothing is not taken for agreement.

use elderhand_tests::oracle::card::jokers;
use elderhand_tests::oracle::skirmish::combination::Combination;
use elderhand_tests::oracle::skirmish::growing::Addition;

/// Counts of what was compared.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Positions in which the whole set of combinations was compared.
    pub positions: usize,
    /// Combinations that could be laid, by kind and number of jokers.
    pub laid: [[usize; 3]; 7],
    /// Additions by the kind of what grew and the number of jokers added.
    pub grown: [[usize; 3]; 7],
    /// Additions that ask a joker for its end.
    pub asked: usize,
    /// Additions that close a full circle.
    pub circles: usize,
    /// Cards of the discard stack that may and that may not be taken while neither function is used.
    pub takes: [usize; 2],
    /// Cards that an obligation lets go and keeps in the hand.
    pub kept: [usize; 2],
    /// Positions in which a kind is closed.
    pub closed: usize,
    /// Positions of a player whose chart is full.
    pub full: usize,
}

impl Tally {
    /// Counts a combination that could be laid.
    pub fn lay(&mut self, laid: &Combination) {
        self.laid[laid.kind as usize][jokers(&laid.cards).len()] += 1;
    }

    /// Counts an addition that could be made.
    pub fn grow(&mut self, addition: &Addition) {
        self.grown[addition.grown.kind as usize][jokers(&addition.cards).len()] += 1;
        self.asked += usize::from(addition.end.is_some());
        self.circles += usize::from(addition.grown.ranks().len() == 13);
    }
}
