//! The options of a game, as the referee is told them.

use super::count::count;
use crate::oracle::card::{Card, pack};

/// How much may be bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Betting {
    /// Fixed amounts.
    Limit,
    /// Named sizes, from the least up to all chips.
    NoLimit,
    /// Named sizes, or any amount put together.
    AnyAmount,
}

/// The options of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The number of cards face up that each seat is dealt.
    pub up: usize,
    /// A seat counts its hole cards or those face up, never both.
    pub split: bool,
    /// The number of seats.
    pub seats: usize,
    /// The chips each seat has at first.
    pub stack: i64,
    /// The antes of 2, 3, … 7 players left; none if the formula gives them.
    pub antes: Option<[i64; 6]>,
    /// How much may be bet.
    pub betting: Betting,
    /// The most rounds of a match; none if one round is all.
    pub rounds: Option<usize>,
    /// The number of ranks in the pack, from the ace up.
    pub ranks: u8,
    /// The number of jokers in the pack.
    pub jokers: u8,
    /// The number of betting cycles.
    pub cycles: usize,
}

impl Rules {
    /// The pack, in order.
    pub fn pack(&self) -> Vec<Card> {
        let is_in = |card: &Card| match card {
            Card::Of(card) => card.rank <= self.ranks,
            Card::Joker(number) => *number <= self.jokers,
        };
        pack().into_iter().filter(is_in).collect()
    }

    /// The ante when so many players are left, before it is lowered for one that cannot pay it.
    pub fn ante(&self, left: usize) -> i64 {
        let chips = self.stack * self.seats as i64;
        match self.antes {
            Some(antes) => antes[left - 2],
            None => (chips * 5 / 100 / left as i64).max(1),
        }
    }

    /// The community cards laid before each cycle.
    pub fn laid(&self) -> Vec<usize> {
        [3, 2, 1, 1][..self.cycles].to_vec()
    }

    /// What a seat counts.
    pub fn count(&self, hole: &[Card], up: &[Card], board: &[Card]) -> i64 {
        if self.split {
            count(&[hole, board].concat()).max(count(&[up, board].concat()))
        } else {
            count(&[hole, up, board].concat())
        }
    }
}
