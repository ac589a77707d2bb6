//! One hand between two: who is next, and what is legal.

use std::collections::BTreeSet;

use super::meld::{Laid, MELDS, Meld};
use super::trick::{may_follow, pack};
use super::ways::{Source, Way, ways};
use crate::oracle::C;

/// What a hand waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A card that one player sees, or both.
    Card(Option<usize>),
    /// A card for the trick.
    Play(usize),
    /// Melds and nines of the winner of the trick.
    Lay(usize),
    /// Where a card of the meld comes from.
    Use(usize),
    /// Nothing.
    Over,
}

/// A meld that is being laid.
#[derive(Clone, Debug)]
pub struct Laying {
    /// The meld.
    pub meld: Meld,
    /// The place in it of the card that is asked for.
    pub place: usize,
    /// The ways that are left.
    pub ways: BTreeSet<Way>,
    /// The cards that were asked for, with the first word of the answers.
    pub answered: Vec<(C, String)>,
}

/// A hand; its players are 0, elder hand, and 1, the dealer.
#[derive(Clone, Debug)]
pub struct Deal {
    /// The last card of the stock is shown only as it is drawn.
    pub as_drawn: bool,
    /// The last card of the stock, once it lies turned up.
    pub last: Option<C>,
    /// The cards that are not dealt.
    pub stock: Vec<C>,
    /// What each player holds.
    pub hands: Vec<Vec<C>>,
    /// What lies before each player in melds, and the nines.
    pub table: [Vec<Laid>; 2],
    /// The card that lies open under the stock.
    pub turned: Option<C>,
    /// The suit of trumps.
    pub trumps: u8,
    /// The turned card has been exchanged, or is a nine.
    pub exchanged: bool,
    /// Who leads, and then who may meld.
    pub leader: usize,
    /// The card led.
    pub led: Option<C>,
    /// The tricks that are over.
    pub tricks: usize,
    /// The winner of the trick has not drawn.
    pub lays: bool,
    /// He has melded.
    pub melded: bool,
    /// The meld that he lays.
    pub laying: Option<Laying>,
    /// The players who are to draw.
    pub draws: Vec<usize>,
    /// The cards that each player has won.
    pub won: [Vec<C>; 2],
    /// Cards of each hand that the other player knows.
    pub known: [Vec<C>; 2],
    /// The points for melds and nines.
    pub laid: [i64; 2],
}

impl Deal {
    /// A hand before the first card is dealt.
    pub fn new(as_drawn: bool) -> Deal {
        Deal {
            as_drawn,
            last: None,
            stock: pack(),
            hands: vec![Vec::new(); 2],
            table: [Vec::new(), Vec::new()],
            turned: None,
            trumps: 0,
            exchanged: false,
            leader: 0,
            led: None,
            tricks: 0,
            lays: false,
            melded: false,
            laying: None,
            draws: [0, 0, 0, 1, 1, 1].repeat(4),
            won: [Vec::new(), Vec::new()],
            known: [Vec::new(), Vec::new()],
            laid: [0, 0],
        }
    }

    /// Melds are over.
    pub fn is_phase_two(&self) -> bool {
        self.tricks >= 12 && !self.lays && self.draws.is_empty()
    }

    /// What it waits for.
    pub fn next(&self) -> Next {
        match (self.draws.first(), self.led) {
            // The last card of the stock is shown.
            (Some(_), _) if self.stock.len() == 1 => Next::Card(None),
            (None, _) if self.stock.len() == 1 && !self.as_drawn => Next::Card(None),
            (Some(&player), _) => Next::Card(Some(player)),
            _ if self.turned.is_none() && self.tricks == 0 => Next::Card(None),
            _ if self.laying.is_some() => Next::Use(self.leader),
            _ if self.lays => Next::Lay(self.leader),
            _ if self.tricks == 24 => Next::Over,
            (None, None) => Next::Play(self.leader),
            (None, Some(_)) => Next::Play(1 - self.leader),
        }
    }

    /// The names of the actions that are legal.
    pub fn legal(&self) -> BTreeSet<String> {
        match self.next() {
            Next::Play(player) if self.is_phase_two() => {
                let hand = &self.hands[player];
                let cards = self.led.map_or(hand.clone(), |led| may_follow(hand, led, self.trumps));
                cards.iter().map(|card| format!("play {card}")).collect()
            }
            Next::Play(player) => {
                let held = self.hands[player].iter().map(|card| format!("play {card}"));
                let laid = self.table[player].iter().map(|laid| self.named("play", player, laid));
                held.chain(laid).collect()
            }
            Next::Lay(player) => {
                let mut names = BTreeSet::from(["draw".to_string()]);
                if self.hands[player].contains(&self.nine()) {
                    names.insert("dix".into());
                    names.extend((!self.exchanged).then(|| "exchange".into()));
                }
                let there = MELDS.into_iter().filter(|&meld| !self.melded && !self.ways(meld).is_empty());
                names.extend(there.map(|meld| format!("meld {}", meld.name())));
                names
            }
            Next::Use(player) => {
                let Laying { meld, place, ways, .. } = self.laying.as_ref().expect("a meld is laid");
                let card = meld.cards(self.trumps)[*place];
                ways.iter().map(|way| self.sourced(player, card, &way[*place])).collect()
            }
            _ => BTreeSet::new(),
        }
    }

    /// The ways in which the winner of the trick may lay a meld.
    pub fn ways(&self, meld: Meld) -> BTreeSet<Way> {
        ways(meld, &self.hands[self.leader], &self.table[self.leader], self.trumps)
    }

    /// The nine of trumps.
    pub fn nine(&self) -> C {
        C { rank: 9, suit: self.trumps }
    }

    /// The action that takes a card of a meld from a source.
    pub fn sourced(&self, player: usize, card: C, source: &Source) -> String {
        match source {
            Source::Hand => format!("use {card}"),
            Source::Table(served) => self.named("use", player, &Laid { card, served: served.clone() }),
        }
    }

    /// The action that does something with a card on the table: of two that differ, the one that views list first has
    /// the plain name.
    pub fn named(&self, verb: &str, player: usize, laid: &Laid) -> String {
        let before = |other: &&Laid| other.card == laid.card && other.listed() < laid.listed();
        let word = if self.table[player].iter().any(|other| before(&other)) { "second" } else { "table" };
        format!("{verb}-{word} {}", laid.card)
    }

    /// The first card of a meld, from a place on, of which a copy on the table may serve.
    pub fn asked(&self, meld: Meld, from: usize) -> Option<usize> {
        let (cards, table) = (meld.cards(self.trumps), &self.table[self.leader]);
        let may = |card: C| table.iter().any(|laid| laid.card == card && meld.may_use(&laid.served, self.trumps));
        (from..cards.len()).find(|&place| may(cards[place]))
    }
}

#[cfg(test)]
#[path = "deal_tests.rs"]
mod tests;
