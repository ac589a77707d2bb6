//! The referee of whole games.

use std::collections::BTreeSet;

use serde_json::Value;

use super::pitch::{Next, Pitch};
use super::shown;
use crate::oracle::C;
use crate::oracle::referee::{Due, Referee};

/// The options of a game.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The number of players.
    pub seats: usize,
    /// Seats 0 and 2 play against 1 and 3.
    pub partners: bool,
    /// The points that win a match and its greatest number of pitches; none if one pitch is all.
    pub length: Option<(i64, usize)>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct SumRunSet {
    /// The options.
    pub rules: Rules,
    /// The points of each player, or of each pair, from all pitches.
    pub totals: Vec<i64>,
    /// The points of each in this pitch, or in the last one when all is over.
    pub pitched: Vec<i64>,
    /// The pitches that have ended.
    pub pitches: usize,
    /// The pitch.
    pub pitch: Pitch,
    /// A player or a pair has won the match.
    pub winner: Option<usize>,
    /// Nothing more is played.
    pub over: bool,
}

impl SumRunSet {
    /// A game before the first card is dealt.
    pub fn new(rules: Rules) -> SumRunSet {
        let sides = if rules.partners { 2 } else { rules.seats };
        SumRunSet {
            rules,
            totals: vec![0; sides],
            pitched: vec![0; sides],
            pitches: 0,
            pitch: Pitch::new(rules.seats, rules.partners, 0),
            winner: None,
            over: false,
        }
    }

    /// The player, or the pair, that a seat plays for.
    pub fn side(&self, seat: usize) -> usize {
        if self.rules.partners { seat % 2 } else { seat }
    }

    /// The sides that the winner of a match has lurched.
    pub fn lurched(&self) -> usize {
        let Some((target, _)) = self.rules.length else { return 0 };
        let short = |&side: &usize| Some(side) != self.winner && self.totals[side] < target - 30;
        (0..self.totals.len()).filter(short).count()
    }

    /// The points of each side before this pitch, or of all pitches when all is over.
    pub fn standing(&self) -> Vec<i64> {
        let before = |(total, pitched): (&i64, &i64)| if self.over { *total } else { total - pitched };
        self.totals.iter().zip(&self.pitched).map(before).collect()
    }

    /// What each seat gets.
    fn returns(&self) -> Vec<f64> {
        let seats = 0..self.rules.seats;
        if self.rules.length.is_none() {
            let others = (self.totals.len() - 1) as f64;
            let all: i64 = self.totals.iter().sum();
            let ahead = |own: i64| own as f64 - (all - own) as f64 / others;
            return seats.map(|seat| ahead(self.totals[self.side(seat)])).collect();
        }
        let Some(winner) = self.winner else { return vec![0.0; self.rules.seats] };
        let won = 1.0 + self.lurched() as f64;
        let paid = if self.rules.partners { won } else { won / (self.rules.seats - 1) as f64 };
        seats.map(|seat| if self.side(seat) == winner { won } else { -paid }).collect()
    }
}

impl Referee for SumRunSet {
    fn due(&self) -> Due {
        if self.over {
            let truncated = self.rules.length.is_some() && self.winner.is_none();
            let returns = self.returns();
            // Of a pitch its points are written down, of a match the match points of those who have won.
            let written = |seat| match self.rules.length {
                None => self.totals[self.side(seat)],
                Some(_) => f64::max(returns[seat], 0.0) as i64,
            };
            let points = Some((0..self.rules.seats).map(written).collect());
            return Due::Over { truncated, returns, points };
        }
        match self.pitch.next() {
            Next::Card(whose) => Due::Card(whose),
            Next::Play(seat) | Next::Capture(seat) => Due::Decision(seat),
            Next::Over => unreachable!("the next pitch has begun"),
        }
    }

    fn stock(&self) -> &[C] {
        &self.pitch.stock
    }

    fn legal(&self) -> BTreeSet<String> {
        self.pitch.legal()
    }

    fn hands(&self) -> &[Vec<C>] {
        &self.pitch.hands
    }

    fn shows(&self, seat: usize) -> Value {
        shown::view(self, seat)
    }

    fn deal(&mut self, card: C) {
        self.pitch.deal(card);
    }

    /// A capture, cards and honours are booked one after another; what comes after the target has been reached counts no
    /// more.
    fn act(&mut self, name: &str) {
        self.pitch.act(name);
        for (seat, points) in self.pitch.scored.clone() {
            let side = self.side(seat);
            self.totals[side] += points;
            self.pitched[side] += points;
            if self.rules.length.is_some_and(|(target, _)| self.totals[side] >= target) {
                (self.winner, self.over) = (Some(side), true);
                // A pitch that is broken off is the last one.
                self.pitches += 1;
                return;
            }
        }
        if self.pitch.next() != Next::Over {
            return;
        }
        self.pitches += 1;
        self.over |= self.rules.length.is_none_or(|(_, pitches)| self.pitches == pitches);
        if !self.over {
            self.pitched.fill(0);
            self.pitch = Pitch::new(self.rules.seats, self.rules.partners, self.pitches % self.rules.seats);
        }
    }
}
