//! The action table of the Pinnacle family.

use super::amount::UNITS;
use super::rules::{Amounts, Rules};
use super::sizes::Size;
use crate::rules::{Action, ActionSet};

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Gives up the pot.
    Fold,
    /// Stays in without a bet.
    Check,
    /// Equals the highest bet.
    Call,
    /// Bets or raises by a named size.
    Bet(Size),
    /// Begins to put an amount together.
    Amount,
    /// Adds so many chips to the amount.
    Add(u16),
    /// Bets the amount.
    Done,
}

pub(super) const FOLD: u16 = 0;
pub(super) const CHECK: u16 = 1;
pub(super) const CALL: u16 = 2;
pub(super) const BET: u16 = 3;
/// What follows is in the table only if amounts can be put together.
pub(super) const AMOUNT: u16 = BET + Size::ALL.len() as u16;
pub(super) const ADD: u16 = AMOUNT + 1;
pub(super) const DONE: u16 = ADD + UNITS.len() as u16;
const _: () = ActionSet::must_hold(DONE + 1);

/// Returns the number of actions.
#[inline]
pub(super) fn count(rules: &Rules) -> u16 {
    if rules.amounts == Amounts::Any { DONE + 1 } else { AMOUNT }
}

impl Move {
    /// Reads an action of the table that these rules have; nothing beyond it.
    #[inline]
    pub fn of(rules: &Rules, action: Action) -> Option<Move> {
        Some(match action.0 {
            id if id >= count(rules) => return None,
            FOLD => Move::Fold,
            CHECK => Move::Check,
            CALL => Move::Call,
            id @ BET..AMOUNT => Move::Bet(Size::ALL[usize::from(id - BET)]),
            AMOUNT => Move::Amount,
            id @ ADD..DONE => Move::Add(UNITS[usize::from(id - ADD)]),
            DONE.. => Move::Done,
        })
    }

    fn name(self) -> String {
        match self {
            Move::Fold => "fold".into(),
            Move::Check => "check".into(),
            Move::Call => "call".into(),
            Move::Bet(size) => size.name().into(),
            Move::Amount => "bet amount".into(),
            Move::Add(chips) => format!("+{chips}"),
            Move::Done => "done".into(),
        }
    }
}

/// The names of the actions.
pub(super) fn table(rules: &Rules) -> Vec<String> {
    (0..).map_while(|id| Move::of(rules, Action(id))).map(Move::name).collect()
}
