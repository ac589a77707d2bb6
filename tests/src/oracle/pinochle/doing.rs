//! What cards and actions do to a hand.

use super::deal::{Deal, Laying, Next};
use super::meld::{Laid, MELDS};
use super::trick::{count, follower_wins, rounded};
use super::ways::lay;
use crate::oracle::C;

/// Takes one card out.
fn take(cards: &mut Vec<C>, card: C) -> bool {
    let place = cards.iter().position(|&held| held == card);
    place.map(|place| cards.remove(place)).is_some()
}

impl Deal {
    /// Deals the next card.
    pub fn deal(&mut self, card: C) {
        let next = self.next();
        take(&mut self.stock, card);
        if self.draws.is_empty() && self.turned.is_some() {
            self.last = Some(card);
            return;
        }
        if self.draws.is_empty() {
            (self.turned, self.trumps, self.exchanged) = (Some(card), card.suit, card.rank == 9);
            self.laid[1] += 10 * i64::from(card.rank == 9);
            return;
        }
        if next == Next::Card(None) {
            self.draws.clear();
            return self.take_last(card);
        }
        let player = self.draws.remove(0);
        self.hands[player].push(card);
    }

    /// The winner of the twelfth trick takes the last card, the other the turned one, and both their melds.
    fn take_last(&mut self, card: C) {
        let player = self.leader;
        self.hands[player].push(card);
        self.known[player].push(card);
        let turned = self.turned.take().expect("a card lies open");
        self.hands[1 - player].push(turned);
        self.known[1 - player].push(turned);
        for player in 0..2 {
            let melds: Vec<C> = self.table[player].drain(..).map(|laid| laid.card).collect();
            self.hands[player].extend(&melds);
            self.known[player].extend(melds);
        }
    }

    /// Takes a legal action.
    pub fn act(&mut self, name: &str) {
        let (verb, rest) = name.split_once(' ').unwrap_or((name, ""));
        match verb {
            "play" | "play-table" | "play-second" => self.play(name, rest.parse().expect("a card")),
            "meld" => {
                let meld = MELDS.into_iter().find(|meld| meld.name() == rest).expect("a meld");
                self.lay(Laying { meld, place: 0, ways: self.ways(meld), answered: Vec::new() });
            }
            "use" | "use-table" | "use-second" => {
                let mut laying = self.laying.take().expect("a meld is laid");
                let (card, place) = (rest.parse().expect("a card"), laying.place);
                laying.ways.retain(|way| self.sourced(self.leader, card, &way[place]) == name);
                laying.answered.push((card, verb.into()));
                laying.place += 1;
                self.lay(laying);
            }
            "dix" => {
                let nine = self.shed_nine();
                self.table[self.leader].push(Laid { card: nine, served: Vec::new() });
            }
            "exchange" => {
                let nine = self.shed_nine();
                let turned = self.turned.replace(nine).expect("a card lies open");
                self.hands[self.leader].push(turned);
                self.known[self.leader].push(turned);
                self.exchanged = true;
            }
            "draw" => {
                self.lays = false;
                match self.last.take() {
                    Some(card) => self.take_last(card),
                    None => self.draws = vec![self.leader, 1 - self.leader],
                }
            }
            _ => panic!("no action: {name}"),
        }
    }

    /// Takes the nine of trumps out of the hand and scores it.
    fn shed_nine(&mut self) -> C {
        let nine = self.nine();
        assert!(take(&mut self.hands[self.leader], nine), "a nine is held");
        take(&mut self.known[self.leader], nine);
        self.laid[self.leader] += 10;
        nine
    }

    fn play(&mut self, name: &str, card: C) {
        let Next::Play(player) = self.next() else { panic!("nothing is played now") };
        if name.starts_with("play ") {
            assert!(take(&mut self.hands[player], card), "it is held");
            take(&mut self.known[player], card);
        } else {
            let is = |laid: &Laid| laid.card == card && self.named("play", player, laid) == name;
            let place = self.table[player].iter().position(is).expect("it is on the table");
            self.table[player].remove(place);
        }
        let Some(led) = self.led.take() else {
            self.led = Some(card);
            return;
        };
        let winner = if follower_wins(led, card, self.trumps) { player } else { 1 - player };
        self.won[winner].extend([led, card]);
        self.leader = winner;
        self.tricks += 1;
        (self.lays, self.melded) = (self.tricks <= 12, false);
    }

    /// Lays a meld if no card is asked for from its place on.
    fn lay(&mut self, mut laying: Laying) {
        let Laying { meld, ref ways, .. } = laying;
        if let Some(place) = self.asked(meld, laying.place) {
            laying.place = place;
            self.laying = Some(laying);
            return;
        }
        assert_eq!(ways.len(), 1, "nothing is left open");
        let (player, before) = (self.leader, self.hands[self.leader].clone());
        lay(meld, ways.first().expect("a way"), &mut self.hands[player], &mut self.table[player], self.trumps);
        let mut gone = before;
        self.hands[player].iter().for_each(|&card| assert!(take(&mut gone, card)));
        gone.into_iter().for_each(|card| _ = take(&mut self.known[player], card));
        self.laid[player] += meld.points(self.trumps);
        self.melded = true;
    }

    /// What each player has won in tricks, the last one included.
    pub fn counts(&self) -> [i64; 2] {
        let last = |player| if self.tricks == 24 && self.leader == player { 10 } else { 0 };
        [0, 1].map(|player| count(&self.won[player]) + last(player))
    }

    /// The points of a hand that is over.
    pub fn points(&self) -> [i64; 2] {
        let counts = self.counts();
        [0, 1].map(|player| self.laid[player] + rounded(counts[player]))
    }
}
