//! What a seat of Gem Rum has laid.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use crate::games::kinds::{Kind, Kinds};
use crate::rules::PerSeat;

/// The charts of the seats; none where none are kept.
pub type Charts = PerSeat<Chart, { Rules::HANDS }>;

/// The kinds that a seat has laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// Those of the rounds before.
    pub laid: Kinds,
    /// Those that this round has added.
    #[serde(default)]
    pub fresh: Kinds,
}

impl Chart {
    /// Returns all that it shows.
    #[inline]
    pub fn all(self) -> Kinds {
        self.laid.with(self.fresh)
    }

    /// Returns the kinds that the seat may lay: not those of the rounds before, unless the chart is full.
    #[inline]
    pub fn open(self) -> Kinds {
        if self.all() == Kinds::ALL { Kinds::ALL } else { Kinds::ALL.without(self.laid) }
    }

    /// Notes a kind that is laid.
    #[inline]
    pub(super) fn note(&mut self, kind: Kind) {
        if !self.laid.contains(kind) {
            self.fresh.insert(kind);
        }
    }
}
