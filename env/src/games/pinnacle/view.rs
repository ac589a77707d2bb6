//! What one seat of a game of Pinnacle knows.

use serde::{Deserialize, Serialize};

use super::actions::{ADD, AMOUNT, BET, CALL, CHECK, CLOCKWISE, DONE, FOLD, GO_ON, START, choices};
use super::amount::addable;
use super::count::Count;
use super::rules::{Amounts, Rules};
use super::table::{Phase, Public};
use super::{best_count, wire};
use crate::cards::CardSet;
use crate::rules::{ActionSet, Check, Inconsistent, Seat, View};

/// What one seat of a game of Pinnacle knows.
///
/// Its JSON lists what was bet in order; docs/protocol.md has every field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "wire::View", into = "wire::View")]
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
    /// Says whether this seat is to move.
    #[inline]
    pub(super) fn deciding(&self) -> bool {
        !matches!(self.table.phase, Phase::Deal | Phase::Over) && usize::from(self.table.betting.to_move) == self.seat
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
        let (mut legal, table, rules) = (ActionSet::EMPTY, &self.table, &self.options);
        let betting = &table.betting;
        if !self.deciding() {
            return legal;
        }
        match (table.phase, self.amount) {
            (Phase::Bet, None) => {
                let range = betting.range(rules);
                legal.insert_bits(FOLD, 1);
                legal.insert_bits(CHECK, betting.may_check().into());
                legal.insert_bits(CALL, betting.may_call().into());
                let sizes = (0..).zip(betting.sizes(rules));
                legal.insert_bits(BET, sizes.fold(0, |bits, (place, to)| bits | u64::from(to.is_some()) << place));
                legal.insert_bits(AMOUNT, u64::from(rules.amounts == Amounts::Any && range.is_some()));
            }
            (Phase::Bet, Some(amount)) => {
                if let Some(range) = betting.range(rules) {
                    legal.insert_bits(ADD, addable(amount, range));
                    legal.insert_bits(DONE, range.contains(amount).into());
                }
            }
            (Phase::Direction, _) => legal.insert_bits(choices(rules) + CLOCKWISE, 0b11),
            (Phase::Start, _) => {
                let starts = |&places: &usize| betting.chips[table.starts(rules, places)] > 0;
                let places = (0..usize::from(rules.seats)).filter(starts);
                legal.insert_bits(choices(rules) + START, places.fold(0, |bits, places| bits | 1 << places));
            }
            (Phase::GoOn, _) => legal.insert_bits(choices(rules) + GO_ON, 1),
            (Phase::Deal | Phase::Over, _) => (),
        }
        legal
    }
}

impl Check for PinnacleView {
    fn check(&self) -> Result<(), Inconsistent> {
        self.options.check().map_err(|error| Inconsistent(format!("`options`: {error}")))?;
        match PinnacleView::try_from(wire::View::from(self.clone())) {
            Ok(view) if view == *self => Ok(()),
            Ok(_) => Err(Inconsistent("`table` holds something that its acts do not lead to".into())),
            Err(error) => Err(Inconsistent(error)),
        }
    }
}
