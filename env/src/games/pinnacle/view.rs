//! What one seat of a game of Pinnacle knows.

use super::actions::{ADD, AMOUNT, BET, CALL, CHECK, DONE, FOLD};
use super::amount::addable;
use super::count::{Count, best_count};
use super::rules::{Amounts, Rules};
use super::table::{Phase, Public};
use crate::cards::CardSet;
use crate::rules::{Action, ActionSet, Seat, View};

/// What one seat of a game of Pinnacle knows.
///
/// Its JSON lists what was bet in order; views.md has every field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PinnacleView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Its hole cards.
    pub hole: CardSet,
    /// What it has put together of an amount to bet, if it is doing that.
    pub amount: Option<u16>,
    /// What all see.
    pub table: Public,
}

impl PinnacleView {
    /// Returns `true` if this seat is to move.
    #[inline]
    pub(super) fn deciding(&self) -> bool {
        self.table.phase == Phase::Bet && usize::from(self.table.betting.to_move) == self.seat
    }

    /// What its cards count now.
    #[inline]
    pub fn count(&self) -> Count {
        best_count(&self.options, self.hole, self.table.open[self.seat], self.table.community())
    }

    /// The cards whose place this seat does not know: in the deck or in the hands of others.
    #[inline]
    pub fn unseen(&self) -> CardSet {
        self.options.pack() - self.hole - self.table.visible()
    }
}

impl View for PinnacleView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        let (mut legal, betting, rules) = (ActionSet::EMPTY, &self.table.betting, &self.options);
        if !self.deciding() {
            return legal;
        }
        match self.amount {
            None => {
                let range = betting.range(rules);
                legal.insert_bits(FOLD, 1);
                legal.insert_bits(CHECK, betting.may_check().into());
                legal.insert_bits(CALL, betting.may_call().into());
                let sizes = (0..).zip(betting.sizes(rules));
                legal.insert_bits(BET, sizes.fold(0, |bits, (place, to)| bits | u64::from(to.is_some()) << place));
                legal.insert_bits(AMOUNT, u64::from(rules.amounts == Amounts::Any && range.is_some()));
            }
            Some(amount) => {
                if let Some(range) = betting.range(rules) {
                    legal.insert_bits(ADD, addable(amount, range));
                    legal.insert_bits(DONE, range.contains(amount).into());
                }
            }
        }
        legal
    }

    /// To fold where a check costs nothing.
    fn folly(&self) -> ActionSet {
        let free = self.deciding() && self.amount.is_none() && self.table.betting.may_check();
        free.then_some(Action(FOLD)).into_iter().collect()
    }
}
