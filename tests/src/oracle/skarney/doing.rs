//! What cards and actions change in a hand.

use super::hand::{End, Hand, Laid, Next, TURNS};
use super::meld;
use crate::oracle::C;

impl Hand {
    /// Deals a card to whom one is due.
    ///
    /// # Panics
    ///
    /// If no card is due, or it is not in the stock.
    pub fn deal(&mut self, card: C) {
        let (Next::Deal(player) | Next::Draw(player)) = self.next() else { panic!("no card is due") };
        let place = self.stock.iter().position(|&other| other == card).expect("a card of the stock");
        self.stock.remove(place);
        self.cards[player].push(card);
        if self.turn > 0 {
            self.drawn = true;
        } else if self.cards.concat().len() == 20 {
            self.turn = 1;
        }
    }

    /// Takes a legal action.
    ///
    /// # Panics
    ///
    /// If the action has no such name.
    pub fn act(&mut self, name: &str) {
        let (words, last) = name.rsplit_once(' ').unwrap_or(("", name));
        let card = || last.parse::<C>().expect("a card");
        match (words, last) {
            ("", "take" | "refuse") => self.answer(last == "take"),
            ("offer", _) => self.offered = Some(card()),
            ("end", "turn") => self.end_turn(),
            ("end", "meld") => {
                let cards = std::mem::take(&mut self.begun);
                self.lay(&cards);
            }
            ("on", _) => {
                let number: usize = last.parse().expect("a number");
                let card = self.placing.take().expect("a card");
                self.lay_off(card, number - 1);
            }
            ("lay off", _) => match self.places(card())[..] {
                [place] => self.lay_off(card(), place),
                _ => self.placing = Some(card()),
            },
            ("meld", _) => self.lay_card(card()),
            _ => panic!("no action is named {name}"),
        }
    }

    /// Lays the next card; with the ninth of a contract its melds are on the table.
    fn lay_card(&mut self, card: C) {
        let mover = self.mover();
        // Nobody else sees it before the meld lies.
        self.cards[mover].retain(|&other| other != card);
        self.begun.push(card);
        if self.contract[mover].is_none() && self.begun.len() == 9 {
            self.contract[mover] = Some(self.turn);
            for meld in std::mem::take(&mut self.begun).chunks(3) {
                self.lay(meld);
            }
        }
    }

    /// Puts a meld on the table.
    fn lay(&mut self, cards: &[C]) {
        self.table.push(Laid { owner: self.mover(), turn: self.turn, cards: cards.to_vec(), added: Vec::new() });
        self.forget(cards);
        self.see_whether_out();
    }

    fn lay_off(&mut self, card: C, place: usize) {
        let laid = &mut self.table[place];
        laid.cards = meld::grown(&laid.cards, card, self.corner).expect("a card that fits");
        laid.added.push(self.turn);
        self.lose(card);
        self.see_whether_out();
    }

    /// Takes a card out of the hand that has the turn.
    fn lose(&mut self, card: C) {
        let mover = self.mover();
        self.cards[mover].retain(|&other| other != card);
        self.forget(&[card]);
    }

    /// What has been taken or refused is not remembered once it is laid or given away.
    fn forget(&mut self, gone: &[C]) {
        let mover = self.mover();
        for cards in [&mut self.known[mover], &mut self.refused[mover]] {
            cards.retain(|card| !gone.contains(card));
        }
    }

    fn see_whether_out(&mut self) {
        if self.cards[self.mover()].is_empty() {
            self.end = Some(End::Out(self.mover()));
        }
    }

    /// Takes the answer to an offer, with which the turn ends.
    fn answer(&mut self, takes: bool) {
        let (mover, card) = (self.mover(), self.offered.take().expect("a card"));
        if takes {
            self.lose(card);
            self.cards[1 - mover].push(card);
            self.known[1 - mover].push(card);
        } else if !self.refused[mover].contains(&card) {
            self.refused[mover].push(card);
        }
        self.taken = takes.then_some(card);
        self.pass_on();
    }

    /// Ends the turn without an offer.
    fn end_turn(&mut self) {
        self.taken = None;
        self.pass_on();
    }

    /// Gives the turn to the other, unless the hand is over.
    fn pass_on(&mut self) {
        if self.stock.len() == 2 {
            self.end = Some(End::Exhausted);
        } else if self.turn == TURNS {
            self.end = Some(End::Capped);
        }
        self.turn += 1;
        // Who has just taken an ace does not draw.
        self.drawn = self.taken.is_some_and(|card| card.rank == 1);
    }
}
