//! Who drew what in each turn of a hand: the history that a careful player remembers.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::Card;

/// For each turn of a hand, whether the seat drew from the stock or which card it took from the discard pile; or that
/// this is not known.
///
/// With the discard pile this tells all that was done in the hand. Nothing that can still happen hangs on it, so any
/// two are equal and have the same hash: positions and views that differ in this alone are the same, and an observation
/// has none of it.
///
/// Its JSON is a list with `null` for the stock and the card for the pile, or is left out if it is not known. No more
/// than [`Draws::TURNS`] turns and [`Draws::TAKEN`] cards are remembered; beyond these nothing is known any more.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// A bit for each turn: its seat took the upcard.
    took: u64,
    /// The numbers of the cards that were taken, one after another.
    taken: [u8; Draws::TAKEN],
    turns: u8,
}

/// The number of turns of a history that is not known.
const UNKNOWN: u8 = u8::MAX;

impl Draws {
    /// The most turns that are remembered.
    pub const TURNS: usize = u64::BITS as usize;
    /// The most cards that are remembered as taken.
    pub const TAKEN: usize = 31;

    /// No turn yet.
    pub const NONE: Draws = Draws { took: 0, taken: [0; Draws::TAKEN], turns: 0 };

    /// A history that is not known.
    pub const UNKNOWN: Draws = Draws { turns: UNKNOWN, ..Draws::NONE };

    /// The number of turns in which a card has been drawn or taken, if that is known.
    #[inline]
    pub fn turns(&self) -> Option<usize> {
        (!self.are_unknown()).then_some(self.turns.into())
    }

    /// Returns `true` if the history is not known.
    #[inline]
    pub fn are_unknown(&self) -> bool {
        self.turns == UNKNOWN
    }

    /// The card that was taken from the discard pile in a turn, counted from 0; `None` if it came from the stock.
    #[inline]
    pub fn taken(&self, turn: usize) -> Option<Card> {
        let bit = 1u64.checked_shl(turn as u32).filter(|&bit| self.took & bit != 0)?;
        Card::from_index(self.taken[(self.took & (bit - 1)).count_ones() as usize])
    }

    /// Notes that a seat drew from the stock.
    #[inline]
    pub(super) fn draw(&mut self) {
        self.turns = if usize::from(self.turns) < Draws::TURNS { self.turns + 1 } else { UNKNOWN };
    }

    /// Notes that a seat took a card from the discard pile.
    #[inline]
    pub(super) fn take(&mut self, card: Card) {
        let takes = self.took.count_ones() as usize;
        if takes < Draws::TAKEN && usize::from(self.turns) < Draws::TURNS {
            self.taken[takes] = card.index();
            self.took |= 1 << self.turns;
            self.turns += 1;
        } else {
            self.turns = UNKNOWN;
        }
    }
}

impl Default for Draws {
    /// What a view that says nothing of it has: a history that is not known.
    fn default() -> Draws {
        Draws::UNKNOWN
    }
}

impl PartialEq for Draws {
    fn eq(&self, _: &Draws) -> bool {
        true
    }
}

impl Eq for Draws {}

impl Hash for Draws {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Serialize for Draws {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.turns() {
            Some(turns) => serializer.collect_seq((0..turns).map(|turn| self.taken(turn))),
            None => serializer.serialize_none(),
        }
    }
}

impl<'de> Deserialize<'de> for Draws {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Draws, D::Error> {
        let Some(turns) = Option::<Vec<Option<Card>>>::deserialize(deserializer)? else { return Ok(Draws::UNKNOWN) };
        let mut draws = Draws::NONE;
        for taken in turns {
            match taken {
                Some(card) => draws.take(card),
                None => draws.draw(),
            }
        }
        Ok(draws)
    }
}
