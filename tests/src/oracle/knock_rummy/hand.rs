//! One hand: who is next, and what is legal.

use std::collections::BTreeSet;

use crate::oracle::{C, deck};

/// A hand that nobody has ended is dead after so many turns.
pub const TURNS: usize = 200;

/// What a hand waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A card of a player that only he sees.
    Card(usize),
    /// The upcard.
    Upcard,
    /// Where a player draws from.
    Draw(usize),
    /// What a player discards.
    Discard(usize),
    /// Nothing.
    Over(End),
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A player has knocked.
    Knock(usize),
    /// Two cards were left in the stock.
    Dead,
    /// There were too many turns.
    Capped,
}

/// A hand; its players are numbered in the order of play, 0 being elder hand.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The card taken may be discarded in the same turn.
    pub return_taken: bool,
    /// The cards that are not dealt.
    pub stock: Vec<C>,
    /// What each player holds.
    pub cards: Vec<Vec<C>>,
    /// The discard pile from the bottom to the top.
    pub pile: Vec<C>,
    /// The player who has discarded each card of the pile; nobody the upcard.
    pub by: Vec<Option<usize>>,
    /// The cards that each player holds since he took them from the pile.
    pub known: Vec<Vec<C>>,
    /// The cards that were taken and discarded again.
    pub returned: BTreeSet<C>,
    /// The turns that are over.
    pub turns: usize,
    /// Whoever has the turn draws from the stock.
    pub draws: bool,
    /// The card that whoever has the turn has taken from the pile.
    pub taken: Option<C>,
    /// How it ended.
    pub end: Option<End>,
}

impl Hand {
    /// A hand before the first card is dealt.
    pub fn new(players: usize, return_taken: bool) -> Hand {
        Hand {
            return_taken,
            stock: deck(),
            cards: vec![Vec::new(); players],
            pile: Vec::new(),
            by: Vec::new(),
            known: vec![Vec::new(); players],
            returned: BTreeSet::new(),
            turns: 0,
            draws: false,
            taken: None,
            end: None,
        }
    }

    /// The cards that each player holds between turns.
    pub fn size(&self) -> usize {
        match self.cards.len() {
            2 => 10,
            3 | 4 => 7,
            _ => 6,
        }
    }

    /// Who has the turn.
    pub fn mover(&self) -> usize {
        self.turns % self.cards.len()
    }

    /// What it waits for.
    pub fn next(&self) -> Next {
        let dealt = self.cards.concat().len();
        let mover = self.mover();
        match self.end {
            Some(end) => Next::Over(end),
            None if self.pile.is_empty() && self.turns == 0 && self.taken.is_none() => {
                let all = dealt == self.size() * self.cards.len();
                if all { Next::Upcard } else { Next::Card(dealt % self.cards.len()) }
            }
            None if self.cards[mover].len() > self.size() => Next::Discard(mover),
            None if self.draws => Next::Card(mover),
            None => Next::Draw(mover),
        }
    }

    /// The names of the actions that are legal.
    pub fn legal(&self) -> BTreeSet<String> {
        match self.next() {
            Next::Draw(_) => ["draw", "take"].map(String::from).into(),
            Next::Discard(mover) => {
                let free = |card: &&C| self.return_taken || Some(**card) != self.taken;
                let cards = self.cards[mover].iter().filter(free);
                cards.flat_map(|card| ["discard", "knock"].map(|word| format!("{word} {card}"))).collect()
            }
            _ => BTreeSet::new(),
        }
    }
}

#[cfg(test)]
#[path = "hand_tests.rs"]
mod tests;
