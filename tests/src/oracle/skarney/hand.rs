//! One hand between two: who is next, and what is legal.

use std::collections::BTreeSet;

use super::{contract, meld};
use crate::oracle::{C, deck};

/// A hand that nobody has won stops after so many turns.
pub const TURNS: usize = 200;

/// A meld on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Whose it is: 0 for elder hand, 1 for the other.
    pub owner: usize,
    /// The turn in which it was laid.
    pub turn: usize,
    /// Its cards.
    pub cards: Vec<C>,
    /// The turn of each card that was laid off on it.
    pub added: Vec<usize>,
}

/// What a hand waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// One of the ten cards of a player.
    Deal(usize),
    /// The card that a player draws.
    Draw(usize),
    /// What a player does in his turn.
    Act(usize),
    /// Whether a player takes the card that is offered.
    Answer(usize),
    /// Nothing.
    Over(End),
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A player has laid all his cards.
    Out(usize),
    /// The stock is exhausted.
    Exhausted,
    /// There were too many turns.
    Capped,
}

/// A hand; its players are 0, elder hand, and 1.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Sequences go round the corner.
    pub corner: bool,
    /// The cards that are not dealt.
    pub stock: Vec<C>,
    /// What each player holds.
    pub cards: [Vec<C>; 2],
    /// The melds in the order in which they were laid.
    pub table: Vec<Laid>,
    /// The turn in which each player laid his contract.
    pub contract: [Option<usize>; 2],
    /// The number of the turn, from 1; nobody has one before the deal is over.
    pub turn: usize,
    /// Whoever has the turn has drawn, or does not draw.
    pub drawn: bool,
    /// The card that whoever has the turn took in the turn before.
    pub taken: Option<C>,
    /// The cards laid so far of a contract or of a meld.
    pub begun: Vec<C>,
    /// The card that is to be laid off.
    pub placing: Option<C>,
    /// The card that is offered.
    pub offered: Option<C>,
    /// The cards that each player holds since he took them.
    pub known: [Vec<C>; 2],
    /// The cards that each player holds since he offered them in vain.
    pub refused: [Vec<C>; 2],
    /// How it ended.
    pub end: Option<End>,
}

impl Hand {
    /// A hand before the first card is dealt.
    pub fn new(corner: bool) -> Hand {
        Hand {
            corner,
            stock: deck(),
            cards: [Vec::new(), Vec::new()],
            table: Vec::new(),
            contract: [None; 2],
            turn: 0,
            drawn: false,
            taken: None,
            begun: Vec::new(),
            placing: None,
            offered: None,
            known: [Vec::new(), Vec::new()],
            refused: [Vec::new(), Vec::new()],
            end: None,
        }
    }

    /// Who has the turn: elder hand has the first.
    pub fn mover(&self) -> usize {
        (self.turn + 1) % 2
    }

    /// What it waits for.
    pub fn next(&self) -> Next {
        match self.end {
            Some(end) => Next::Over(end),
            None if self.turn == 0 => Next::Deal(self.cards.concat().len() % 2),
            None if self.offered.is_some() => Next::Answer(1 - self.mover()),
            None if self.drawn => Next::Act(self.mover()),
            None => Next::Draw(self.mover()),
        }
    }

    /// The names of the actions that are legal.
    pub fn legal(&self) -> BTreeSet<String> {
        match self.next() {
            Next::Answer(_) => ["take", "refuse"].map(String::from).into(),
            Next::Act(_) if self.placing.is_some() => {
                let places = self.places(self.placing.expect("a card"));
                places.into_iter().map(|place| format!("on {}", place + 1)).collect()
            }
            Next::Act(_) if !self.begun.is_empty() => {
                let ends = self.has_contract() && self.begun.len() >= 3;
                self.lays().into_iter().chain(ends.then(|| "end meld".into())).collect()
            }
            Next::Act(mover) => {
                let mut names = self.lays();
                let held = &self.cards[mover];
                let fits = held.iter().filter(|&&card| !self.places(card).is_empty());
                names.extend(fits.map(|card| format!("lay off {card}")));
                if held.len() == 1 || self.stock.len() == 2 {
                    names.insert("end turn".into());
                } else {
                    let free = held.iter().filter(|&&card| Some(card) != self.taken);
                    names.extend(free.map(|card| format!("offer {card}")));
                }
                names
            }
            _ => BTreeSet::new(),
        }
    }

    /// Whoever has the turn has laid his contract in an earlier one.
    fn has_contract(&self) -> bool {
        self.contract[self.mover()].is_some_and(|turn| turn < self.turn)
    }

    /// The next cards of a contract or of a meld.
    fn lays(&self) -> BTreeSet<String> {
        let held = &self.cards[self.mover()];
        let cards = match self.contract[self.mover()] {
            None => contract::next(&self.begun, held, self.corner),
            Some(turn) if turn == self.turn => BTreeSet::new(),
            Some(_) => meld::next(&self.begun, held, self.corner),
        };
        cards.iter().map(|card| format!("meld {card}")).collect()
    }

    /// The melds on which a card may be laid off by whoever has the turn.
    pub fn places(&self, card: C) -> Vec<usize> {
        let admits = |laid: &Laid| {
            laid.owner == self.mover()
                && laid.added.iter().filter(|&&turn| turn == self.turn).count() < 2
                && meld::grown(&laid.cards, card, self.corner).is_some()
        };
        (0..self.table.len()).filter(|&place| self.has_contract() && admits(&self.table[place])).collect()
    }
}

#[cfg(test)]
#[path = "hand_tests.rs"]
mod tests;
