//! What one seat of a game of Knock Rummy knows.

use serde::{Deserialize, Serialize};

use super::actions::{DISCARD, DRAW, KNOCK, TAKE};
use super::rules::Rules;
use super::showdown::Showdown;
use super::table::{Phase, Public};
use crate::cards::CardSet;
use crate::games::rummy::{Discards, Look};
use crate::rules::{ActionSet, Seat, View};

/// What one seat of a game of Knock Rummy knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnockView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Its hand.
    pub hand: CardSet,
    /// What all see.
    pub table: Public,
    /// How the hand ended, when it is over and was not a dead one.
    #[serde(default)]
    pub showdown: Option<Showdown>,
}

impl KnockView {
    /// Examines the hand for the seat's decision.
    #[inline]
    pub(super) fn look(&self) -> Look {
        let (table, mut legal) = (&self.table, ActionSet::EMPTY);
        let (phase, deciding) = (table.phase, table.to_move == self.seat);
        if deciding && phase == Phase::Discard {
            let allowed = self.allowed_discards();
            let discards = Discards::new(self.hand, allowed, 0, true);
            legal.insert_bits(DISCARD, allowed.bits());
            legal.insert_bits(KNOCK, allowed.bits());
            return Look::at_discards(&discards, legal);
        }
        let draws = deciding && phase == Phase::Draw;
        legal.insert_bits(0, u64::from(draws) << DRAW | u64::from(draws) << TAKE);
        Look::at(self.hand, legal, table.pile.top().filter(|_| draws), true)
    }

    /// The cards that may be discarded: all but the one just taken from the discard pile, unless it may go back.
    #[inline]
    pub fn allowed_discards(&self) -> CardSet {
        match self.table.taken {
            Some(card) if !self.options.return_taken => self.hand.without(card),
            _ => self.hand,
        }
    }

    /// The cards whose place this seat does not know: in the stock or in the hands of others.
    pub fn unseen(&self) -> CardSet {
        let known = self.table.known.as_slice().iter().fold(self.hand, |cards, &known| cards | known);
        CardSet::PACK - known - self.table.pile.cards()
    }
}

impl View for KnockView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        self.look().legal
    }
}
