//! One hand between two: who is next, and what is legal.

use std::collections::BTreeSet;

use super::meld;
use crate::oracle::{C, deck};

/// A hand that nobody has won stops after so many turns.
pub const TURNS: usize = 200;

/// What a hand waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A card of a player that only he sees.
    Card(usize),
    /// The upcard.
    Upcard,
    /// What a player does before he has drawn.
    Start(usize),
    /// What a player does when he has drawn.
    Act(usize),
    /// Whether a player accepts a challenge.
    Answer(usize),
    /// Nothing.
    Over(End),
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A player has no card left.
    Out(usize),
    /// The stock is empty.
    Exhausted,
    /// There were too many turns.
    Capped,
    /// A challenge was accepted.
    Challenge,
}

/// A hand; its players are 0, elder hand, and 1.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Players may challenge.
    pub challenge: bool,
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
    pub known: [Vec<C>; 2],
    /// The cards that were taken and discarded again.
    pub returned: BTreeSet<C>,
    /// The cards that each player has laid.
    pub laid: [Vec<C>; 2],
    /// The melds in the order in which they were laid.
    pub table: Vec<Vec<C>>,
    /// The turns that are over.
    pub turns: usize,
    /// Whoever has the turn is to draw from the stock.
    pub draws: bool,
    /// Whoever has the turn has his card.
    pub drawn: bool,
    /// The card that whoever has the turn has taken from the pile.
    pub taken: Option<C>,
    /// The cards laid so far of a meld.
    pub begun: Vec<C>,
    /// Whoever has the turn has challenged the other in it.
    pub challenged: bool,
    /// The challenge has not been answered.
    pub asked: bool,
    /// How it ended.
    pub end: Option<End>,
}

impl Hand {
    /// A hand before the first card is dealt.
    pub fn new(challenge: bool, return_taken: bool) -> Hand {
        Hand {
            challenge,
            return_taken,
            stock: deck(),
            cards: vec![Vec::new(); 2],
            pile: Vec::new(),
            by: Vec::new(),
            known: [Vec::new(), Vec::new()],
            returned: BTreeSet::new(),
            laid: [Vec::new(), Vec::new()],
            table: Vec::new(),
            turns: 0,
            draws: false,
            drawn: false,
            taken: None,
            begun: Vec::new(),
            challenged: false,
            asked: false,
            end: None,
        }
    }

    /// Who has the turn.
    pub fn mover(&self) -> usize {
        self.turns % 2
    }

    /// What it waits for.
    pub fn next(&self) -> Next {
        let mover = self.mover();
        match self.end {
            Some(end) => Next::Over(end),
            None if self.stock.len() > 32 => Next::Card(self.stock.len() % 2),
            None if self.stock.len() == 32 => Next::Upcard,
            None if self.asked => Next::Answer(1 - mover),
            None if self.drawn => Next::Act(mover),
            None if self.draws => Next::Card(mover),
            None => Next::Start(mover),
        }
    }

    /// The names of the actions that are legal.
    pub fn legal(&self) -> BTreeSet<String> {
        match self.next() {
            Next::Answer(_) => ["accept", "refuse"].map(String::from).into(),
            Next::Start(_) => {
                let challenge = (self.challenge && !self.challenged).then_some("challenge");
                ["draw", "take"].into_iter().chain(challenge).map(String::from).collect()
            }
            Next::Act(mover) => {
                let held = &self.cards[mover];
                let mut names: BTreeSet<String> =
                    meld::next(&self.begun, held).iter().map(|card| format!("meld {card}")).collect();
                if !self.begun.is_empty() {
                    names.extend((self.begun.len() >= 3).then(|| "end meld".into()));
                    return names;
                }
                for &card in held {
                    names.extend(self.place(card, meld::is_run).map(|_| format!("lay off {card}")));
                    names.extend(self.place(card, meld::is_set).map(|_| format!("add {card}")));
                    let free = Some(card) != self.taken || self.return_taken || held.len() == 1;
                    names.extend(free.then(|| format!("discard {card}")));
                }
                names
            }
            _ => BTreeSet::new(),
        }
    }

    /// The first meld of a kind that a card fits.
    pub fn place(&self, card: C, kind: fn(&[C]) -> bool) -> Option<usize> {
        let fits = |laid: &Vec<C>| kind(laid) && meld::grown(laid, card).is_some();
        self.table.iter().position(fits)
    }
}

#[cfg(test)]
#[path = "hand_tests.rs"]
mod tests;
