//! The referee of whole games of Snap, who keeps packets and pile as lists.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::contest::{Contest, Format};
use super::referee::{Due, Referee};
use super::{C, deck};

/// The options of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The weight of each seat in the lot.
    pub skill: Vec<u8>,
    /// A wrong snap costs a card.
    pub penalty: bool,
    /// The games that win a match, and the most there are; none if one game is all.
    pub series: Option<(i64, usize)>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A seat lays a card that nobody has seen.
    Lay,
    /// A seat says whether it snaps.
    Ask(usize),
    /// The lot is drawn among seats.
    Lot(Vec<usize>),
    /// The first of these seats pays with a card that nobody has seen.
    Pay(Vec<usize>),
    /// Nothing.
    Over,
}

/// A game or a match.
#[derive(Clone, Debug)]
pub struct Snap {
    /// The options.
    pub rules: Rules,
    /// The match; a single game is one round of it, in which one's cards count.
    pub contest: Contest,
    /// The cards that nobody has seen.
    pub stock: Vec<C>,
    /// How many of them lie on top of each packet.
    pub unseen: Vec<usize>,
    /// The other cards of each packet, the next to be laid first.
    pub known: Vec<Vec<C>>,
    /// The pile, the lowest card first.
    pub pile: Vec<C>,
    /// The seat that lays, or has laid last.
    pub layer: usize,
    /// The cards laid so far.
    pub laid: usize,
    /// What each seat that has been asked has said.
    pub snaps: Vec<bool>,
    /// What comes next.
    pub next: Next,
    /// The last game was stopped by its cap.
    pub capped: bool,
}

impl Snap {
    /// A game before the first card is laid.
    pub fn new(rules: Rules) -> Snap {
        let seats = rules.skill.len();
        let format = rules.series.map_or(Format::Rounds(1), |(target, rounds)| Format::Series(target, rounds));
        let mut game = Snap {
            contest: Contest::new(format, seats),
            rules,
            stock: Vec::new(),
            unseen: Vec::new(),
            known: Vec::new(),
            pile: Vec::new(),
            layer: 0,
            laid: 0,
            snaps: Vec::new(),
            next: Next::Lay,
            capped: false,
        };
        game.share_out();
        game
    }

    /// Deals the pack, one card at a time from elder hand on.
    fn share_out(&mut self) {
        let seats = self.rules.skill.len();
        self.layer = self.contest.players()[0];
        self.unseen = vec![0; seats];
        for card in 0..52 {
            self.unseen[(self.layer + card) % seats] += 1;
        }
        (self.stock, self.pile, self.laid) = (deck(), Vec::new(), 0);
        self.known = vec![Vec::new(); seats];
        self.snaps.clear();
        self.next = Next::Lay;
    }

    /// The number of cards of each seat.
    pub fn sizes(&self) -> Vec<usize> {
        self.unseen.iter().zip(&self.known).map(|(unseen, known)| unseen + known.len()).collect()
    }

    /// The card on top is of the rank of the one below it.
    pub fn is_match(&self) -> bool {
        self.pile.len() >= 2 && self.pile[self.pile.len() - 1].rank == self.pile[self.pile.len() - 2].rank
    }

    /// The seats clockwise from the one after a seat, that seat last.
    fn clockwise(&self, seat: usize) -> Vec<usize> {
        let seats = self.rules.skill.len();
        (1..=seats).map(|step| (seat + step) % seats).collect()
    }

    /// All have said what they do.
    fn judge(&mut self) {
        let snappers: Vec<usize> = (0..self.snaps.len()).filter(|&seat| self.snaps[seat]).collect();
        if self.is_match() {
            match snappers.len() {
                0 => self.lay_after(self.layer),
                1 => self.take(snappers[0]),
                _ => self.next = Next::Lot(snappers),
            }
        } else if self.rules.penalty {
            self.pay(self.clockwise(self.layer).into_iter().filter(|seat| snappers.contains(seat)).collect());
        } else {
            self.lay_after(self.layer);
        }
    }

    /// A seat takes the pile.
    fn take(&mut self, seat: usize) {
        self.known[seat].append(&mut self.pile);
        self.lay_after(seat);
    }

    /// Seats pay for wrong snaps.
    fn pay(&mut self, mut payers: Vec<usize>) {
        while !payers.is_empty() {
            let payer = payers[0];
            if self.unseen[payer] > 0 {
                self.next = Next::Pay(payers);
                return;
            }
            if !self.known[payer].is_empty() {
                self.pile.insert(0, self.known[payer].remove(0));
            }
            payers.remove(0);
        }
        self.lay_after(self.layer);
    }

    /// The next after a seat lays, if the game goes on.
    fn lay_after(&mut self, seat: usize) {
        self.snaps.clear();
        let sizes = self.sizes();
        let is_decided = sizes.contains(&52) || sizes.iter().all(|&size| size == 0);
        if is_decided || self.laid == 1000 {
            self.capped = !is_decided;
            return self.end();
        }
        self.layer = self.clockwise(seat).into_iter().find(|&next| sizes[next] > 0).expect("some have cards");
        if self.unseen[self.layer] > 0 {
            self.next = Next::Lay;
        } else {
            let card = self.known[self.layer].remove(0);
            self.put(card);
        }
    }

    /// A card is laid on the pile.
    fn put(&mut self, card: C) {
        self.pile.push(card);
        self.laid += 1;
        self.next = Next::Ask(0);
    }

    /// The seat that alone has the most cards.
    pub fn winner(&self) -> Option<usize> {
        let sizes = self.sizes();
        (0..sizes.len()).find(|&seat| (0..sizes.len()).all(|other| other == seat || sizes[other] < sizes[seat]))
    }

    /// A game is over.
    fn end(&mut self) {
        let (sizes, winner) = (self.sizes(), self.winner());
        let score = |seat: usize| match self.rules.series {
            None => sizes[seat] as i64,
            Some(_) => i64::from(winner == Some(seat)),
        };
        let scores: Vec<i64> = (0..sizes.len()).map(score).collect();
        self.contest.book(&scores);
        if self.contest.is_over() {
            self.next = Next::Over;
        } else {
            self.share_out();
        }
    }

    /// A cap has stopped the game, or the match.
    pub fn is_truncated(&self) -> bool {
        if self.rules.series.is_some() { self.contest.is_truncated() } else { self.capped }
    }
}

impl Referee for Snap {
    fn due(&self) -> Due {
        match &self.next {
            Next::Lay | Next::Pay(_) => Due::Card(None),
            Next::Ask(seat) => Due::Decision(*seat),
            Next::Lot(seats) => {
                let weight = |(seat, &skill): (usize, &u8)| if seats.contains(&seat) { skill } else { 0 };
                Due::Lot(self.rules.skill.iter().enumerate().map(weight).collect())
            }
            Next::Over => {
                let returns = self.contest.pays();
                let points = returns.iter().map(|&paid| i64::from(paid == 1.0)).collect();
                Due::Over { truncated: self.is_truncated(), returns, points: Some(points) }
            }
        }
    }

    fn stock(&self) -> &[C] {
        &self.stock
    }

    fn legal(&self) -> BTreeSet<String> {
        ["snap", "wait"].map(String::from).into()
    }

    fn hands(&self) -> &[Vec<C>] {
        &self.known
    }

    fn shows(&self, seat: usize) -> Value {
        let texts = |cards: &[C]| -> Vec<String> { cards.iter().map(C::to_string).collect() };
        let packets = self.unseen.iter().zip(&self.known);
        let packets = packets.map(|(unseen, known)| json!({"unseen": unseen, "known": texts(known)}));
        // What others have said is not shown, nor is it once the game is over.
        let snapped = |other: usize| other == seat && self.snaps.get(seat) == Some(&true);
        let mut table = json!({
            "layer": self.layer,
            "to_move": if let Next::Ask(asked) = self.next { asked } else { self.layer },
            "cards": {"pile": texts(&self.pile), "packets": packets.collect::<Vec<_>>()},
            "laid": self.laid,
        });
        if self.rules.series.is_some() {
            table["contest"] = json!({"points": self.contest.totals, "rounds": self.contest.hands});
        }
        json!({"seat": seat, "snapped": (0..self.known.len()).map(snapped).collect::<Vec<_>>(), "table": table})
    }

    fn deal(&mut self, card: C) {
        self.stock.retain(|&other| other != card);
        if let Next::Pay(mut payers) = self.next.clone() {
            self.unseen[payers.remove(0)] -= 1;
            self.pile.insert(0, card);
            self.pay(payers);
        } else {
            self.unseen[self.layer] -= 1;
            self.put(card);
        }
    }

    fn draw(&mut self, seat: usize) {
        self.take(seat);
    }

    fn act(&mut self, name: &str) {
        self.snaps.push(name == "snap");
        let asked = self.snaps.len();
        if asked < self.rules.skill.len() {
            self.next = Next::Ask(asked);
        } else {
            self.judge();
        }
    }
}
