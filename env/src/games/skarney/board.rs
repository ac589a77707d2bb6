//! The melds on the table.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::rules::Rules;
use crate::cards::CardSet;
use crate::games::kinds::cards::ranks_of;
use crate::games::kinds::ranks::{RANKS, back};

/// The melds on the table, in the order in which they were laid.
///
/// Its JSON is a list of [`Meld`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Board {
    melds: [CardSet; Board::MOST],
    len: u8,
    /// The melds of the younger hand, one bit a meld.
    younger: u32,
    /// The cards laid off on each meld in this turn.
    added: [u8; Board::MOST],
}

/// A meld on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meld {
    /// Whose it is.
    pub by: usize,
    /// Its cards; they are a set if all are of one rank.
    pub cards: CardSet,
    /// How many of them were laid off in this turn, 0 to 2.
    #[serde(default)]
    pub added: u8,
}

impl Board {
    /// More melds cannot be made of a pack.
    pub const MOST: usize = 17;

    /// The number of melds.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Returns `true` if there is no meld.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The melds.
    pub fn iter(&self) -> impl Iterator<Item = Meld> {
        (0..self.len()).map(|meld| Meld { by: self.by(meld), cards: self.melds[meld], added: self.added[meld] })
    }

    /// The seat whose meld it is.
    #[inline]
    pub(super) fn by(&self, meld: usize) -> usize {
        (self.younger >> meld & 1) as usize
    }

    /// The melds of a place at the table, one bit a meld.
    #[inline]
    pub(super) fn of(&self, seat: usize) -> u32 {
        let all = (1 << self.len) - 1;
        if seat == 0 { all & !self.younger } else { self.younger }
    }

    /// The cards of all melds of a place at the table.
    #[inline]
    pub fn cards_of(&self, seat: usize) -> CardSet {
        places(self.of(seat)).fold(CardSet::EMPTY, |cards, meld| cards | self.melds[meld])
    }

    /// All cards of all melds.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.melds[..self.len()].iter().fold(CardSet::EMPTY, |cards, &meld| cards | meld)
    }

    /// The cards of all melds whose number has this binary digit.
    #[inline]
    pub(super) fn digit(&self, digit: usize) -> CardSet {
        let melds = self.melds[..self.len()].iter().enumerate();
        melds.filter(|(meld, _)| meld >> digit & 1 == 1).fold(CardSet::EMPTY, |cards, (_, &meld)| cards | meld)
    }

    /// The melds on which so many cards were laid off in this turn, one bit a meld.
    #[inline]
    pub(super) fn added(&self, cards: u8) -> u32 {
        (0..self.len()).filter(|&meld| self.added[meld] == cards).fold(0, |melds, meld| melds | 1 << meld)
    }

    /// Lays a meld.
    #[inline]
    pub(super) fn push(&mut self, by: usize, cards: CardSet) {
        self.melds[self.len()] = cards;
        self.younger |= (by as u32) << self.len;
        self.len += 1;
    }

    /// Lays a card off.
    #[inline]
    pub(super) fn add(&mut self, meld: usize, cards: CardSet) {
        self.melds[meld] |= cards;
        self.added[meld] += 1;
    }

    /// Ends a turn, after which cards can be laid off anew.
    #[inline]
    pub(super) fn end_turn(&mut self) {
        self.added = [0; Board::MOST];
    }

    /// The melds of a place at the table on which a card of some of these ranks can be laid off, one bit a meld.
    #[inline]
    pub fn taking(&self, seat: usize, ranks: u16, corner: bool) -> u32 {
        let open = places(self.of(seat)).filter(|&meld| self.added[meld] < Rules::ADDED);
        open.filter(|&meld| fitting(self.melds[meld], corner) & ranks != 0).fold(0, |melds, meld| melds | 1 << meld)
    }

    /// The ranks that can be laid off on the melds of a place at the table; bit 0 is the ace.
    #[inline]
    pub fn fits(&self, seat: usize, corner: bool) -> u16 {
        let open = places(self.of(seat)).filter(|&meld| self.added[meld] < Rules::ADDED);
        open.fold(0, |ranks, meld| ranks | fitting(self.melds[meld], corner))
    }
}

/// The ranks of which a card fits on a meld.
#[inline]
fn fitting(meld: CardSet, corner: bool) -> u16 {
    let ranks = ranks_of(meld);
    if ranks.is_power_of_two() {
        return if meld.len() < 4 { ranks } else { 0 };
    }
    // In a circle of ranks a sequence has one that follows no other and one that no other follows; a whole circle has none.
    let (lowest, highest) = (ranks & !back(ranks, 12), ranks & !back(ranks, 1));
    let (below, above) = (back(lowest, 1), back(highest, 12));
    const ACE: u16 = 1;
    match corner {
        true => below | above,
        false => (if lowest == ACE { 0 } else { below }) | if highest == ACE { 0 } else { above },
    }
}

/// Returns `true` if some meld has these cards.
pub(super) fn is_meld(cards: CardSet, corner: bool) -> bool {
    let ranks = ranks_of(cards);
    if ranks.is_power_of_two() {
        return cards.len() >= 3;
    }
    let lowest = ranks & !back(ranks, 12);
    // Of the circle only one stretch may be taken, and it may go from the king past the ace only round the corner.
    let one_stretch = ranks == RANKS || lowest.is_power_of_two();
    const PAST_ACE: u16 = 0b11 | 1 << 12;
    let straight = corner || ranks == RANKS || ranks & PAST_ACE != PAST_ACE;
    cards.len() >= 3 && cards.len() == ranks.count_ones() as usize && one_stretch && straight
}

/// The places of the bits of a set of melds.
#[inline]
fn places(mut melds: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = melds.trailing_zeros() as usize;
        melds &= melds.wrapping_sub(1);
        (lowest < 32).then_some(lowest)
    })
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let melds = Vec::<Meld>::deserialize(deserializer)?;
        if melds.len() > Board::MOST || melds.iter().any(|meld| meld.by > 1 || meld.added > Rules::ADDED) {
            return Err(de::Error::custom("expected at most 17 melds, `by` 0 or 1 and `added` 0 to 2"));
        }
        let mut board = Board::default();
        for Meld { by, cards, added } in melds {
            board.added[board.len()] = added;
            board.push(by, cards);
        }
        Ok(board)
    }
}
