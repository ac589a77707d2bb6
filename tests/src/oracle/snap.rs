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
    /// The game ends when a player has laid its last card.
    pub first_out: bool,
    /// The cards after which it is stopped.
    pub cap: usize,
    /// The games that win a match, and the most there are; none if one game is all.
    pub series: Option<(i64, usize)>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A player lays a card that nobody has seen.
    Lay,
    /// The player in a place from elder hand on says whether it snaps.
    Ask(usize),
    /// The lot is drawn among players.
    Lot(Vec<usize>),
    /// The first of these players pays with a card that nobody has seen.
    Pay(Vec<usize>),
    /// Nothing.
    Over,
}

/// A game or a match; lists have an entry a player, whose numbers are those of the match.
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
    /// Who is elder hand in this game.
    pub elder: usize,
    /// The player who lays, or has laid last.
    pub layer: usize,
    /// The cards laid so far.
    pub laid: usize,
    /// What those have said who have been asked, from elder hand on.
    pub snaps: Vec<bool>,
    /// What comes next.
    pub next: Next,
    /// The one who laid last had no card left then, and that ends the game.
    pub out: bool,
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
            elder: 0,
            layer: 0,
            laid: 0,
            snaps: Vec::new(),
            next: Next::Lay,
            out: false,
            capped: false,
        };
        game.share_out();
        game
    }

    /// Deals the pack, one card at a time from elder hand on.
    fn share_out(&mut self) {
        let seats = self.rules.skill.len();
        self.elder = self.contest.players()[0];
        self.layer = self.elder;
        self.unseen = vec![0; seats];
        for card in 0..52 {
            self.unseen[(self.layer + card) % seats] += 1;
        }
        (self.stock, self.pile, self.laid, self.out) = (deck(), Vec::new(), 0, false);
        self.known = vec![Vec::new(); seats];
        self.snaps.clear();
        self.next = Next::Lay;
    }

    /// The player in a place from elder hand on.
    pub fn player(&self, place: usize) -> usize {
        (self.elder + place) % self.rules.skill.len()
    }

    /// The place of a player from elder hand on.
    fn place(&self, player: usize) -> usize {
        let places = 0..self.rules.skill.len();
        places.into_iter().find(|&place| self.player(place) == player).expect("all have a place")
    }

    /// Those who have snapped, of so many who have said it.
    pub fn snappers(&self, snaps: &[bool]) -> Vec<usize> {
        (0..snaps.len()).filter(|&place| snaps[place]).map(|place| self.player(place)).collect()
    }

    /// The number of cards of each player.
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
        let snappers = self.snappers(&self.snaps);
        self.out = self.rules.first_out && self.sizes()[self.layer] == 0;
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
        let is_decided = self.out || sizes.contains(&52) || sizes.iter().all(|&size| size == 0);
        if is_decided || self.laid == self.rules.cap {
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
            Next::Ask(place) => Due::Decision(self.player(*place)),
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

    fn shows(&self, player: usize) -> Value {
        let (places, own) = (0..self.known.len(), self.place(player));
        let texts = |cards: &[C]| -> Vec<String> { cards.iter().map(C::to_string).collect() };
        let packet = |player: usize| json!({"unseen": self.unseen[player], "known": texts(&self.known[player])});
        // What others have said is not shown, nor is it once the game is over.
        let snapped = |place: usize| place == own && self.snaps.get(own) == Some(&true);
        let mut skill: Vec<u8> = places.clone().map(|place| self.rules.skill[self.player(place)]).collect();
        skill.resize(10, 1);
        let packets: Vec<_> = places.clone().map(|place| packet(self.player(place))).collect();
        let round = json!({
            "seat": own,
            "options": {"skill": skill},
            "snapped": places.map(snapped).collect::<Vec<_>>(),
            "table": {
                "layer": self.place(self.layer),
                "to_move": if let Next::Ask(asked) = self.next { asked } else { self.place(self.layer) },
                "cards": {"pile": texts(&self.pile), "packets": packets},
                "laid": self.laid,
            },
        });
        if self.rules.series.is_none() {
            return round;
        }
        let standing = json!({"points": self.contest.totals, "rounds": self.contest.hands, "elder": self.elder});
        json!({"seat": player, "match": standing, "round": round})
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
