//! The options of the Pinnacle family, and the presets that are its variants.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet};
use crate::rules::OptionError;

/// The rules of one variant of Pinnacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of players, 2 to 7.
    pub seats: u8,
    /// The cards that each seat is dealt face up besides its two hole cards, 0 to 2; under `split` at least 1.
    pub open_cards: u8,
    /// The hole cards or those face up count, never both (Split).
    pub split: bool,
    /// How much may be bet.
    pub betting: Limits,
    /// Which amounts can be bet; in a limit game the named ones.
    pub amounts: Amounts,
    /// The chips of each seat at the beginning, 20 to 9000.
    pub stack: u16,
    /// How the ante is found.
    pub ante: Ante,
    /// The ante of 2, 3, … 7 players left, under `table`; 1 to 9000 each, that of all seats below the stack.
    pub antes: [u16; 6],
    /// The ranks in the pack, from the ace up, 1 to 13; there must be cards for all seats and the community.
    pub ranks: u8,
    /// The jokers in the pack, 0 to 2.
    pub jokers: u8,
    /// The cycles of betting in a round, 1 to 4.
    pub cycles: u8,
}

/// How much may be bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limits {
    /// Fixed sizes: the ante in the first two cycles, twice the ante in the last two.
    Limit,
    /// Anything from the least to all chips.
    NoLimit,
}

/// Which amounts can be bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amounts {
    /// The named ones.
    Named,
    /// The named ones, and any other that is put together chip by chip.
    Any,
}

/// How the ante is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ante {
    /// The twentieth part of all chips, divided by the players left.
    Formula,
    /// By the players left.
    Table,
}

impl Rules {
    /// There are no more seats than this.
    pub const SEATS: usize = 7;
    /// Each seat is dealt so many cards face down.
    pub const HOLE_CARDS: usize = 2;
    /// There are no more cycles of betting than this.
    pub const CYCLES: usize = 4;
    /// The community cards that are dealt before each cycle.
    pub const COMMUNITY: [usize; Rules::CYCLES] = [3, 2, 1, 1];

    /// Nine Card Pinnacle.
    pub const fn nine() -> Rules {
        Rules {
            seats: 4,
            open_cards: 0,
            split: false,
            betting: Limits::NoLimit,
            amounts: Amounts::Named,
            stack: 300,
            ante: Ante::Formula,
            antes: [50, 35, 26, 22, 17, 15],
            ranks: 13,
            jokers: 2,
            cycles: 4,
        }
    }

    /// Ten Card Pinnacle.
    pub const fn ten() -> Rules {
        Rules { open_cards: 1, ..Rules::nine() }
    }

    /// Eleven Card Pinnacle.
    pub const fn eleven() -> Rules {
        Rules { open_cards: 2, ..Rules::nine() }
    }

    /// Split Pinnacle.
    pub const fn split() -> Rules {
        Rules { split: true, ..Rules::eleven() }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        let refuse = |name, found: u16, expected| Err(OptionError::range(name, found, expected));
        let small = |name, found: u8, expected| refuse(name, found.into(), expected);
        match self {
            Rules { seats: 0 | 1 | 8.., .. } => return small("seats", self.seats, "2 to 7"),
            Rules { open_cards: 3.., .. } => return small("open_cards", self.open_cards, "0 to 2"),
            Rules { split: true, open_cards: 0, .. } => return small("open_cards", 0, "1 or 2, with `split`"),
            Rules { stack: 0..20 | 9001.., .. } => return refuse("stack", self.stack, "20 to 9000"),
            Rules { ranks: 0 | 14.., .. } => return small("ranks", self.ranks, "1 to 13"),
            Rules { jokers: 3.., .. } => return small("jokers", self.jokers, "0 to 2"),
            Rules { cycles: 0 | 5.., .. } => return small("cycles", self.cycles, "1 to 4"),
            Rules { betting: Limits::Limit, amounts: Amounts::Any, .. } => {
                return Err(OptionError::range("amounts", self.amounts, "\"named\", with `betting` \"limit\""));
            }
            _ => (),
        }
        let wrong = self.antes.iter().any(|&ante| !(1..=9000).contains(&ante));
        if wrong || self.ante == Ante::Table && self.antes[usize::from(self.seats) - 2] >= self.stack {
            let expected = "six numbers of 1 to 9000, for 2 to 7 players; with `ante` \"table\" the one for all seats below `stack`";
            return Err(OptionError::range("antes", self.antes, expected));
        }
        let community: usize = Rules::COMMUNITY[..self.cycles.into()].iter().sum();
        if self.dealt() + community > self.pack().len() {
            let expected = "more: the pack has too few cards for these seats";
            return small("ranks", self.ranks, expected);
        }
        Ok(())
    }

    /// The pack.
    #[inline]
    pub fn pack(&self) -> CardSet {
        let suit = (1 << self.ranks) - 1;
        let jokers = (1 << self.jokers) - 1;
        CardSet::from_bits(suit | suit << 13 | suit << 26 | suit << 39 | jokers << Card::COUNT)
    }

    /// The cards that all seats are dealt before the community's.
    #[inline]
    pub(super) fn dealt(&self) -> usize {
        usize::from(self.seats) * (Rules::HOLE_CARDS + usize::from(self.open_cards))
    }

    /// The ante of a round with so many chips on the table.
    pub fn ante(&self, chips: u32) -> u16 {
        match self.ante {
            Ante::Formula => (chips / 20 / u32::from(self.seats)).max(1) as u16,
            Ante::Table => self.antes[usize::from(self.seats) - 2],
        }
    }
}
