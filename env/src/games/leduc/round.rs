//! One round of betting.

use serde::{Deserialize, Serialize};

use crate::rules::{Action, ActionSet, Seat};

/// The names of the actions, in order.
pub(super) const ACTIONS: [&str; 5] = ["check", "bet", "fold", "call", "raise"];

const CHECK: u16 = 0;
const BET: u16 = 1;
const FOLD: u16 = 2;
const CALL: u16 = 3;
const RAISE: u16 = 4;

/// The most bets in a round, raises included.
pub(super) const MOST_BETS: u8 = 2;

/// How a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stage {
    /// A seat is to act, or will be when the round begins.
    #[default]
    Open,
    /// Both seats have paid the same, and the round is over.
    Level,
    /// The seat to act has folded.
    Folded,
}

/// All that matters of a round; its moves can be read back from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Round {
    /// Elder hand began with a check.
    pub checked: bool,
    /// The number of bets, raises included.
    pub bets: u8,
    /// How it stands.
    pub stage: Stage,
}

impl Round {
    /// The seat to act; in a round that ended with a fold, the seat that folded.
    #[inline]
    pub fn seat(self) -> Seat {
        (Seat::from(self.checked) + Seat::from(self.bets)) & 1
    }

    /// The actions of the seat to act.
    #[inline]
    pub fn legal(self) -> ActionSet {
        let mut legal = ActionSet::EMPTY;
        let bits = match self.bets {
            0 => 1 << CHECK | 1 << BET,
            MOST_BETS.. => 1 << FOLD | 1 << CALL,
            _ => 1 << FOLD | 1 << CALL | 1 << RAISE,
        };
        legal.insert_bits(0, bits);
        legal
    }

    /// Applies a legal action.
    #[inline]
    pub fn apply(&mut self, action: Action) {
        match action.0 {
            CHECK if self.checked => self.stage = Stage::Level,
            CHECK => self.checked = true,
            BET | RAISE => self.bets += 1,
            FOLD => self.stage = Stage::Folded,
            _ => self.stage = Stage::Level,
        }
    }

    /// The number of bets that both seats have paid.
    #[inline]
    pub fn paid_by_both(self) -> u8 {
        if self.stage == Stage::Level { self.bets } else { self.bets.saturating_sub(1) }
    }

    /// Returns `true` if some moves lead to this round.
    pub fn is_reachable(self) -> bool {
        match self.stage {
            Stage::Open => self.bets <= MOST_BETS,
            Stage::Level => self.bets <= MOST_BETS && (self.checked || self.bets > 0),
            Stage::Folded => self.bets > 0 && self.bets <= MOST_BETS,
        }
    }
}
