//! What one seat of Leduc poker knows.

use serde::{Deserialize, Serialize};

use super::round::{Round, Stage};
use super::{HEARTS, JACK, LeducState, PACK, current, turn};
use crate::cards::{Card, CardSet};
use crate::rules::{ActionSet, Chance, Check, Encode, Inconsistent, Redeal, Row, Seat, Stream, Turn, View};

/// What one seat of Leduc poker knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeducView {
    pub(super) seat: Seat,
    pub(super) card: Option<Card>,
    #[serde(default)]
    pub(super) public: Option<Card>,
    pub(super) rounds: [Round; 2],
    /// The other's card, after a showdown.
    #[serde(default)]
    pub(super) shown: Option<Card>,
}

impl View for LeducView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        if self.card.is_some() && turn(&self.rounds, self.public) == Turn::Seat(self.seat) {
            self.rounds[current(self.public)].legal()
        } else {
            ActionSet::EMPTY
        }
    }
}

impl Encode for LeducView {
    #[inline]
    fn encode(&self, row: &mut Row<'_>) {
        for card in [self.card, self.public] {
            row.put(card.map_or(0, |card| 1 << (card.rank() - JACK + 3 * (card.suit() - HEARTS))), 6);
        }
        for round in self.rounds {
            row.flag(round.checked);
            row.thermometer(round.bets.into(), 2);
            row.flag(round.stage == Stage::Level);
        }
    }
}

impl Check for LeducView {
    fn check(&self) -> Result<(), Inconsistent> {
        let require = |holds: bool, text: &str| if holds { Ok(()) } else { Err(Inconsistent(text.into())) };
        require(self.seat < 2, "`seat` must be 0 or 1")?;
        let cards = [self.card, self.public, self.shown];
        let set: CardSet = cards.into_iter().flatten().collect();
        require(PACK.contains_all(set), "the cards of Leduc poker are J, Q and K of hearts and spades")?;
        require(set.len() == cards.iter().flatten().count(), "`card`, `public` and `shown` must differ")?;
        let [first, second] = self.rounds;
        require(first.is_reachable() && second.is_reachable(), "`rounds` holds a round that no moves lead to")?;
        require(self.card.is_some() || first == Round::default(), "`card` is missing")?;
        require(self.public.is_none() || first.stage == Stage::Level, "`public` is dealt after the first round")?;
        require(self.public.is_some() || second == Round::default(), "`public` is missing")?;
        require(
            self.shown.is_some() == (second.stage == Stage::Level),
            "`shown` is the other's card after a showdown and missing before it",
        )
    }
}

impl Redeal<LeducState> for LeducView {
    fn redeal(&self, chance: &mut Stream) -> LeducState {
        let mut cards = [None; 2];
        if let Some(card) = self.card {
            let hidden = self.public.into_iter().fold(PACK.without(card), CardSet::without);
            cards[self.seat] = Some(card);
            cards[1 - self.seat] = self.shown.or_else(|| Some(chance.deal(hidden.into())));
        }
        LeducState { cards, public: self.public, rounds: self.rounds }
    }
}
