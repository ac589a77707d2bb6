//! What cards and actions change in a hand, and what it pays.

use super::count::payments;
use super::hand::{End, Hand, Next, TURNS};
use crate::oracle::C;

impl Hand {
    /// Deals a card to where one is due.
    ///
    /// # Panics
    ///
    /// If no card is due, or it is not in the stock.
    pub fn deal(&mut self, card: C) {
        let next = self.next();
        let place = self.stock.iter().position(|&other| other == card).expect("a card of the stock");
        self.stock.remove(place);
        match next {
            Next::Card(player) => self.cards[player].push(card),
            Next::Upcard => self.discard(card, None),
            _ => panic!("no card is due: {next:?}"),
        }
    }

    /// Takes a legal action.
    ///
    /// # Panics
    ///
    /// If the action has no such name.
    pub fn act(&mut self, name: &str) {
        let mover = self.mover();
        match name.split_once(' ') {
            None if name == "draw" => self.draws = true,
            None if name == "take" => {
                self.taken = self.pile.pop();
                self.by.pop();
                self.cards[mover].extend(self.taken);
                self.known[mover].extend(self.taken);
            }
            Some((word @ ("discard" | "knock"), card)) => {
                let card: C = card.parse().expect("a card");
                self.discard(card, Some(mover));
                self.turns += 1;
                (self.draws, self.taken) = (false, None);
                self.end = match word {
                    "knock" => Some(End::Knock(mover)),
                    _ if self.stock.len() == 2 => Some(End::Dead),
                    _ if self.turns == TURNS => Some(End::Capped),
                    _ => None,
                };
            }
            _ => panic!("no action is named {name}"),
        }
    }

    /// Puts a card on the pile.
    fn discard(&mut self, card: C, by: Option<usize>) {
        self.pile.push(card);
        self.by.push(by);
        if let Some(player) = by {
            self.cards[player].retain(|&other| other != card);
            if self.known[player].contains(&card) {
                self.known[player].retain(|&other| other != card);
                self.returned.insert(card);
            }
        }
    }

    /// What each player wins or pays; nothing unless somebody has knocked.
    pub fn payments(&self) -> Vec<i64> {
        match self.end {
            Some(End::Knock(knocker)) => payments(&self.cards, knocker),
            _ => vec![0; self.cards.len()],
        }
    }
}
