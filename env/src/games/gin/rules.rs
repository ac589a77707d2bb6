//! The options of the gin family, and the presets that are its variants.

use serde::{Deserialize, Serialize};

use crate::rules::OptionError;

/// The rules of one variant of gin: every column of the family's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The cards dealt to each seat: 7 or 10.
    pub hand: u8,
    /// Which melds there are.
    pub melds: Melds,
    /// The most deadwood one may knock with, 0 to 10, unless `oklahoma` sets it.
    pub knock_limit: u8,
    /// The value of the first upcard is the most deadwood one may knock with; an ace allows 1.
    pub oklahoma: bool,
    /// On the first turn the upcard is offered to elder hand, then to the other.
    pub offer: bool,
    /// Points for going gin, 0 to 200.
    pub gin_bonus: u16,
    /// Points for an undercut, 0 to 200.
    pub undercut_bonus: u16,
    /// What happens when knocker and defender have equal deadwood.
    pub tie: Tie,
    /// One may show all cards without a discard if their deadwood is within the knock limit; without any it is gin.
    pub out_without_discard: bool,
    /// What a knocker who is not undercut scores.
    pub knocker_scores: KnockerScores,
    /// Long runs and court cards in runs score at the count.
    pub sequence_bonus: bool,
    /// A card taken from the discard pile may be discarded in the same turn.
    pub return_taken: bool,
    /// Who decides how a hand is laid out at the showdown.
    pub layout: LayoutBy,
}

/// Which melds there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Melds {
    /// Sets of three or four and runs of three or more.
    SetsAndRuns,
    /// Runs only.
    Runs,
}

/// What happens when knocker and defender have equal deadwood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// Nobody scores.
    Nobody,
    /// It is an undercut.
    Undercut,
}

/// What a knocker who is not undercut scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KnockerScores {
    /// The defender's deadwood less his own.
    Difference,
    /// The defender's whole deadwood.
    Deadwood,
}

/// Who decides how a hand is laid out at the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LayoutBy {
    /// The best layout is found exactly, for both.
    Best,
    /// Both choose by actions.
    Chosen,
}

impl Rules {
    /// A hand is dead after so many turns.
    pub const TURN_CAP: u8 = 200;

    /// Gin rummy.
    pub const fn gin() -> Rules {
        Rules {
            hand: 10,
            melds: Melds::SetsAndRuns,
            knock_limit: 10,
            oklahoma: false,
            offer: true,
            gin_bonus: 20,
            undercut_bonus: 10,
            tie: Tie::Nobody,
            out_without_discard: false,
            knocker_scores: KnockerScores::Difference,
            sequence_bonus: false,
            return_taken: false,
            layout: LayoutBy::Best,
        }
    }

    /// Oklahoma gin.
    pub const fn oklahoma() -> Rules {
        Rules {
            oklahoma: true,
            offer: false,
            undercut_bonus: 20,
            tie: Tie::Undercut,
            out_without_discard: true,
            knocker_scores: KnockerScores::Deadwood,
            ..Rules::gin()
        }
    }

    /// Sequence gin: Oklahoma gin with runs only, and points for long and courtly ones.
    pub const fn sequence() -> Rules {
        Rules { melds: Melds::Runs, sequence_bonus: true, ..Rules::oklahoma() }
    }

    /// Seven-card gin.
    pub const fn seven() -> Rules {
        Rules { hand: 7, ..Rules::gin() }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        let refuse = |name, found: u16, expected| Err(OptionError::range(name, found, expected));
        match self {
            Rules { hand, .. } if ![7, 10].contains(hand) => refuse("hand", u16::from(*hand), "7 or 10"),
            Rules { knock_limit: 11.., .. } => refuse("knock_limit", self.knock_limit.into(), "0 to 10"),
            Rules { gin_bonus: 201.., .. } => refuse("gin_bonus", self.gin_bonus, "0 to 200"),
            Rules { undercut_bonus: 201.., .. } => refuse("undercut_bonus", self.undercut_bonus, "0 to 200"),
            _ => Ok(()),
        }
    }

    /// Returns `true` if sets are melds.
    #[inline]
    pub fn sets(&self) -> bool {
        self.melds == Melds::SetsAndRuns
    }

    /// The most points that one seat can win from the other in one hand: all its cards at 10, the larger bonus, and in
    /// Sequence gin a point for each card and one more for each court card of eleven.
    pub(super) fn most_points(&self) -> u16 {
        let bonus = self.gin_bonus.max(self.undercut_bonus);
        10 * u16::from(self.hand) + bonus + if self.sequence_bonus { 22 } else { 0 }
    }
}
