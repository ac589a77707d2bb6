//! The referee of whole games.

use std::collections::BTreeSet;

use serde_json::Value;

use super::deal::{Deal, Next};
use super::shown;
use crate::oracle::C;
use crate::oracle::referee::{Due, Referee};

/// A game.
#[derive(Clone, Debug)]
pub struct Pinochle {
    /// The points to be exceeded and the greatest number of hands; none if one hand is all.
    pub length: Option<(i64, usize)>,
    /// The last card of the stock is shown only as it is drawn.
    pub as_drawn: bool,
    /// The points to be exceeded now.
    pub target: i64,
    /// The points of each seat.
    pub totals: [i64; 2],
    /// The hands that have been played.
    pub played: usize,
    /// The seat of elder hand.
    pub elder: usize,
    /// The hand.
    pub deal: Deal,
    /// What each seat holds in it.
    pub hands: Vec<Vec<C>>,
    /// What each seat got in the last hand that ended.
    pub scored: [i64; 2],
    /// Nothing more is played.
    pub over: bool,
}

impl Pinochle {
    /// A game before the first card is dealt.
    pub fn new(as_drawn: bool, length: Option<(i64, usize)>) -> Pinochle {
        Pinochle {
            length,
            as_drawn,
            target: length.map_or(0, |length| length.0),
            totals: [0, 0],
            played: 0,
            elder: 0,
            deal: Deal::new(as_drawn),
            hands: vec![Vec::new(); 2],
            scored: [0, 0],
            over: false,
        }
    }

    /// The seat of a player, or the player in a seat.
    pub fn seat(&self, player: usize) -> usize {
        (player + self.elder) % 2
    }

    /// The seat that has won a match that is over.
    pub fn winner(&self) -> Option<usize> {
        let past = self.totals.map(|total| total > self.target);
        match past {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }

    fn ended(&self) -> Due {
        if self.length.is_none() {
            let ahead = (self.totals[0] - self.totals[1]) as f64;
            return Due::Over { truncated: false, returns: vec![ahead, -ahead], points: Some(self.totals.into()) };
        }
        let winner = self.winner();
        let paid = |seat| winner.map_or(0.0, |winner| if winner == seat { 1.0 } else { -1.0 });
        // Of a match it is written down who has won.
        let points = [0, 1].map(|seat| i64::from(winner == Some(seat)));
        Due::Over { truncated: winner.is_none(), returns: [0, 1].map(paid).into(), points: Some(points.into()) }
    }

    fn reseat(&mut self) {
        self.hands = (0..2).map(|seat| self.deal.hands[self.seat(seat)].clone()).collect();
    }
}

impl Referee for Pinochle {
    fn due(&self) -> Due {
        match self.deal.next() {
            _ if self.over => self.ended(),
            Next::Card(player) => Due::Card(player.map(|player| self.seat(player))),
            Next::Play(player) | Next::Lay(player) | Next::Use(player) => Due::Decision(self.seat(player)),
            Next::Over => unreachable!("the next hand has begun"),
        }
    }

    fn stock(&self) -> &[C] {
        &self.deal.stock
    }

    fn legal(&self) -> BTreeSet<String> {
        self.deal.legal()
    }

    fn hands(&self) -> &[Vec<C>] {
        &self.hands
    }

    fn shows(&self, seat: usize) -> Value {
        shown::view(self, seat)
    }

    fn deal(&mut self, card: C) {
        self.deal.deal(card);
        self.reseat();
    }

    /// After the last trick of a hand the next hand begins, if nobody has won.
    fn act(&mut self, name: &str) {
        self.deal.act(name);
        if self.deal.next() == Next::Over {
            let points = self.deal.points();
            for seat in 0..2 {
                self.scored[seat] = points[self.seat(seat)];
                self.totals[seat] += self.scored[seat];
            }
            self.played += 1;
            self.over = match self.length {
                None => true,
                Some((_, hands)) => self.winner().is_some() || self.played == hands,
            };
            if !self.over {
                if self.totals.iter().all(|&total| total > self.target) {
                    self.target += 250;
                }
                (self.elder, self.deal) = (1 - self.elder, Deal::new(self.as_drawn));
            }
        }
        self.reseat();
    }
}
