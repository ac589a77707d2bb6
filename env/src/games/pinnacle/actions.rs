//! The action table of the Pinnacle family.

use super::amount::{UNITS, Unit};
use super::rules::{Amounts, Rules};
use super::sizes::Size;
use crate::games::moves::moves;

moves! {
    /// Gives up the pot.
    FOLD: Fold => "fold",
    /// Stays in without a bet.
    CHECK: Check => "check",
    /// Equals the highest bet.
    CALL: Call => "call",
    /// Bets or raises by a named size.
    BET: Bet(size: Size; Size::ALL.len()) => "{size}",
    /// Begins to put an amount together.
    AMOUNT: Amount => "bet amount",
    /// Adds a chip to the amount.
    ADD: Add(chip: Unit; UNITS.len()) => "+{chip}",
    /// Bets the amount.
    DONE: Done => "done",
}

/// Returns the number of actions: those on amounts are in the table only if any can be put together.
#[inline]
pub(super) fn count(rules: &Rules) -> u16 {
    if rules.amounts == Amounts::Any { END } else { AMOUNT }
}
