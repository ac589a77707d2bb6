//! What the cards of a pond can be captured with, for all ranks at once.

use super::capture::{Kind, PIPS, SHORTEST_RUN};
use super::ranks::{FACE_TOTAL, Ranks};
use crate::cards::{Card, CardSet};
use crate::games::rummy::{value, whole_ranks};

/// The cards that capture something from a pond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// For each kind, in the order of [`Kind::ALL`], the cards that capture by it, wherever they are.
    pub kinds: [CardSet; Kind::ALL.len()],
    /// Those that capture a certain card by sum or set.
    held: CardSet,
}

impl Reach {
    /// Examines a pond, and what captures one card of it.
    #[inline]
    pub fn new(pond: CardSet, left: Option<Card>) -> Reach {
        let (any, mut more) = totals(pond - left.into_iter().collect());
        let mut held = CardSet::EMPTY;
        if let Some(left) = left {
            let with = if PIPS.contains(left) { any << left.rank() } else { 0 };
            more |= with;
            held = Ranks::totalling(with).cards() | whole_ranks(CardSet::of(left));
        }
        let sums = Ranks::totalling(more).cards();
        Reach { kinds: [sums, Ranks::of(pond).runs().cards(), whole_ranks(pond)], held }
    }

    /// The kinds by which a card captures something.
    #[inline]
    pub fn of(&self, card: Card) -> impl Iterator<Item = Kind> + use<> {
        let kinds = self.kinds;
        Kind::ALL.into_iter().filter(move |&kind| kinds[kind as usize].contains(card))
    }

    /// Returns `true` if a card captures anything.
    #[inline]
    pub fn has(&self, card: Card) -> bool {
        self.kinds.iter().any(|cards| cards.contains(card))
    }

    /// The cards of a hand that capture the certain card, which lies in the pond.
    #[inline]
    pub(super) fn falls(&self, hand: CardSet, pond: CardSet, left: Card) -> CardSet {
        let ranks = Ranks::of(pond);
        let by_run = |&card: &Card| {
            let sequence = ranks.or(Ranks::one(card)).sequence(card);
            card.rank() != left.rank() && sequence.len() >= SHORTEST_RUN && Ranks::one(left).within(sequence)
        };
        self.held & hand | (hand & self.kinds[Kind::Run as usize]).iter().filter(by_run).collect()
    }

    /// The cards of a hand that capture all that lies in the pond.
    #[inline]
    pub(super) fn sweeps(&self, hand: CardSet, pond: CardSet) -> CardSet {
        let (ranks, [sums, runs, sets]) = (Ranks::of(pond), self.kinds);
        let mut sweeps = CardSet::EMPTY;
        if PIPS.contains_all(pond) && value(pond) <= FACE_TOTAL {
            // One card alone is no sum, and then it is a set.
            sweeps |= Ranks::totalling(1 << value(pond)).cards() & sums;
        }
        if ranks.len() == 1 {
            sweeps |= sets;
        }
        if ranks.len() == pond.len() {
            let whole = |card: &Card| {
                let with = ranks.or(Ranks::one(*card));
                with != ranks && with.sequence(*card) == with
            };
            sweeps |= (hand & runs).iter().filter(whole).collect();
        }
        sweeps & hand
    }
}

/// The totals up to 15, one a bit, that one pip card or more and that two or more add up to.
#[inline]
fn totals(cards: CardSet) -> (u16, u16) {
    let (mut any, mut more) = (0_u16, 0_u16);
    for card in cards & PIPS {
        more |= any << card.rank();
        any |= more | 1 << card.rank();
    }
    (any, more)
}
