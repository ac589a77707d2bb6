//! What the seat to move is putting down, card by card; nobody else sees it before it is whole.

use serde::{Deserialize, Serialize};

use super::board::{Board, Taken};
use super::building::{Building, left};
use crate::cards::{Card, CardSet};

/// A combination or an addition that is being put together; its cards are still in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Laying {
    /// A new combination.
    Build(Building),
    /// An addition to one that lies.
    Extend(Extending),
}

/// A combination that is being grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extending {
    /// The place of the combination on the table, counted from 0.
    pub combination: u8,
    /// The first card of a pair, or the joker whose end is asked for.
    #[serde(default)]
    pub card: Option<Card>,
    /// The second joker, where the end of a pair of them is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Card>,
}

/// What may come next of what is being put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// One of these cards, or, if so, nothing more.
    Put(CardSet, bool),
    /// The end of the sequence.
    End,
}

impl Laying {
    /// The cards put down so far.
    #[inline]
    pub fn cards(&self) -> CardSet {
        match self {
            Laying::Build(building) => building.cards,
            Laying::Extend(extending) => extending.cards(),
        }
    }

    /// What may come next: `hand` is the whole hand, and `must` a card that is to be laid.
    pub(super) fn next(&self, hand: CardSet, board: &Board, taken: &Taken, must: Option<Card>) -> Next {
        match self {
            Laying::Build(building) => {
                let must = must.filter(|&card| !building.cards.contains(card));
                let choices = building.choices(hand - building.cards, taken, must);
                Next::Put(choices, building.complete() && must.is_none())
            }
            Laying::Extend(extending) => extending.next(hand, board, taken, must),
        }
    }
}

impl Extending {
    /// The cards put down so far.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.card.into_iter().chain(self.second).collect()
    }

    fn next(&self, hand: CardSet, board: &Board, taken: &Taken, must: Option<Card>) -> Next {
        let Some(combination) = board.all().get(usize::from(self.combination)) else {
            return Next::Put(CardSet::EMPTY, false);
        };
        let pairs = combination.kind().width() == 2;
        if let Some(first) = self.card {
            if !pairs || self.second.is_some() {
                return Next::End;
            }
            let seconds = combination.seconds(first, hand.without(first));
            let wanted = left(must, first).map_or(seconds, |card| seconds & CardSet::of(card));
            return Next::Put(wanted, false);
        }
        let cards = if pairs { combination.firsts(hand, taken) } else { combination.fitting(taken) & hand };
        let leads = |&first: &Card| {
            left(must, first).is_none_or(|card| pairs && combination.seconds(first, hand).contains(card))
        };
        Next::Put(cards.iter().filter(leads).collect(), false)
    }
}
