//! What the seat to move is laying, card by card; nobody else sees it before it is whole.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::counts::Counts;
use crate::cards::{Card, CardSet};
use crate::games::kinds::cards::{of_ranks, ranks_of};
use crate::games::kinds::ranks::back;

/// The contract or the meld that is being put together; its cards are still in the hand.
///
/// Its JSON is a list of lists of cards: the melds of a contract as far as they go, or the one meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Laying {
    melds: [CardSet; Laying::CONTRACT],
    len: u8,
}

impl Laying {
    /// A contract is so many melds, of so many cards each.
    pub const CONTRACT: usize = 3;

    /// The melds as far as they go; only the last one may lack cards.
    #[inline]
    pub fn melds(&self) -> &[CardSet] {
        &self.melds[..usize::from(self.len)]
    }

    /// The cards.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.melds().iter().fold(CardSet::EMPTY, |cards, &meld| cards | meld)
    }

    /// Returns `true` if nothing has been put.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns `true` if it is a whole contract.
    #[inline]
    pub(super) fn is_contract(&self) -> bool {
        self.melds.iter().all(|meld| meld.len() == Laying::CONTRACT)
    }

    /// The lowest cards of a meld: all of a set or of a whole circle.
    #[inline]
    pub(super) fn lowest(meld: CardSet) -> CardSet {
        let ranks = ranks_of(meld);
        let lowest = of_ranks(ranks & !up(ranks)) & meld;
        if lowest.is_empty() { meld } else { lowest }
    }

    /// Puts a card, to a new meld if the last one is whole.
    #[inline]
    pub(super) fn push(&mut self, card: Card, contract: bool) {
        let whole = self.melds().last().is_none_or(|meld| contract && meld.len() == Laying::CONTRACT);
        self.len += u8::from(whole);
        self.melds[usize::from(self.len) - 1].insert(card);
    }

    /// The cards that may come next in a contract laid from a hand.
    #[inline]
    pub(super) fn next_of_contract(&self, hand: CardSet, corner: bool) -> CardSet {
        let whole = self.melds().iter().filter(|meld| meld.len() == Laying::CONTRACT);
        let (count, laid) = whole.fold((0, CardSet::EMPTY), |(count, cards), &meld| (count + 1, cards | meld));
        let part = self.cards() - laid;
        let (counts, left) = (Counts::of(hand - laid), (Laying::CONTRACT - 1).saturating_sub(count));
        let ranks = match part.len() {
            0 => counts.sets_beside(left, corner) | counts.sequences_beside(left, corner),
            1 => {
                let first = ranks_of(part);
                counts.sets_beside(left, corner) & first | up(counts.sequences_beside(left, corner) & first)
            }
            _ => on_top(ranks_of(part)),
        };
        of_ranks(ranks) & (hand - laid - part)
    }

    /// The cards that may come next in a meld laid from a hand, and whether it can end here.
    #[inline]
    pub(super) fn next_of_meld(&self, hand: CardSet, corner: bool) -> (CardSet, bool) {
        let (meld, counts) = (self.melds[0], Counts::of(hand));
        let ranks = match meld.len() {
            0 => counts.sets() | counts.sequences(corner),
            1 => counts.sets() & ranks_of(meld) | up(counts.sequences(corner) & ranks_of(meld)),
            _ => match on_top(ranks_of(meld)) {
                // Above an ace that lies on a king only the corner goes on.
                TWO if !corner && ranks_of(meld) != TWO => 0,
                rank => rank,
            },
        };
        (of_ranks(ranks) & (hand - meld), meld.len() >= 3)
    }
}

const TWO: u16 = 1 << 1;

/// The ranks above some ranks, the ace above the king.
#[inline]
fn up(ranks: u16) -> u16 {
    back(ranks, 12)
}

/// The rank that comes next in a meld of at least two cards: that of a set, or the one above a sequence; none above a whole
/// circle.
#[inline]
fn on_top(ranks: u16) -> u16 {
    if ranks.is_power_of_two() { ranks } else { up(ranks & !back(ranks, 1)) }
}

impl Serialize for Laying {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.melds())
    }
}

impl<'de> Deserialize<'de> for Laying {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Laying, D::Error> {
        let melds = Vec::<CardSet>::deserialize(deserializer)?;
        if melds.len() > Laying::CONTRACT || melds.iter().any(|meld| meld.is_empty()) {
            return Err(de::Error::custom("expected at most three melds, each with cards"));
        }
        let mut laying = Laying { len: melds.len() as u8, ..Laying::default() };
        laying.melds[..melds.len()].copy_from_slice(&melds);
        Ok(laying)
    }
}
