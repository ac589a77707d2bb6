//! What cards and actions change in a hand.

use super::hand::{End, Hand, Next, TURNS};
use super::meld;
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
            Next::Upcard => {
                self.pile.push(card);
                self.by.push(None);
            }
            _ => panic!("no card is due: {next:?}"),
        }
        self.drawn = self.draws;
    }

    /// Takes a legal action.
    ///
    /// # Panics
    ///
    /// If the action has no such name.
    pub fn act(&mut self, name: &str) {
        let mover = self.mover();
        let (words, last) = name.rsplit_once(' ').unwrap_or(("", name));
        let card = || last.parse::<C>().expect("a card");
        match (words, last) {
            ("", "challenge") => (self.challenged, self.asked) = (true, true),
            ("", "accept") => self.end = Some(End::Challenge),
            ("", "refuse") => self.asked = false,
            ("", "draw") => self.draws = true,
            ("", "take") => {
                self.taken = self.pile.pop();
                self.by.pop();
                self.cards[mover].extend(self.taken);
                self.known[mover].extend(self.taken);
                self.drawn = true;
            }
            ("meld", _) => {
                // The other does not see it before the meld lies.
                self.begun.push(card());
                self.cards[mover].retain(|&other| other != card());
            }
            ("end", "meld") => {
                let meld = std::mem::take(&mut self.begun);
                self.lay(&meld);
                self.table.push(meld);
                self.see_whether_out();
            }
            ("lay off", _) => self.put(card(), meld::is_run),
            ("add", _) => self.put(card(), meld::is_set),
            ("discard", _) => self.discard(card()),
            _ => panic!("no action is named {name}"),
        }
    }

    /// Takes cards out of the hand that has the turn, to lay them.
    fn lay(&mut self, cards: &[C]) {
        let mover = self.mover();
        self.laid[mover].extend(cards);
        for held in [&mut self.cards[mover], &mut self.known[mover]] {
            held.retain(|card| !cards.contains(card));
        }
    }

    fn see_whether_out(&mut self) {
        if self.cards[self.mover()].is_empty() {
            self.end = Some(End::Out(self.mover()));
        }
    }

    /// Puts a card on a meld of a kind.
    fn put(&mut self, card: C, kind: fn(&[C]) -> bool) {
        let place = self.place(card, kind).expect("a meld that it fits");
        self.table[place] = meld::grown(&self.table[place], card).expect("it fits");
        self.lay(&[card]);
        self.see_whether_out();
    }

    /// Discards a card, which ends the turn.
    fn discard(&mut self, card: C) {
        let mover = self.mover();
        if self.known[mover].contains(&card) {
            self.returned.insert(card);
        }
        for held in [&mut self.cards[mover], &mut self.known[mover]] {
            held.retain(|&other| other != card);
        }
        self.pile.push(card);
        self.by.push(Some(mover));
        self.see_whether_out();
        self.turns += 1;
        if self.end.is_none() && self.stock.is_empty() {
            self.end = Some(End::Exhausted);
        } else if self.end.is_none() && self.turns == TURNS {
            self.end = Some(End::Capped);
        }
        (self.draws, self.drawn, self.challenged, self.taken) = (false, false, false, None);
    }
}
