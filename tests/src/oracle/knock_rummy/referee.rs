//! The referee of whole games.

use std::collections::BTreeSet;

use serde_json::Value;

use super::hand::{End, Hand, Next};
use super::shown;
use crate::oracle::C;
use crate::oracle::contest::{Contest, Format};
use crate::oracle::referee::{Due, Referee};

/// The options of a game.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The number of seats.
    pub seats: usize,
    /// The card taken may be discarded in the same turn.
    pub return_taken: bool,
    /// How hands are joined; none if one hand is all.
    pub format: Option<Format>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct KnockRummy {
    /// The options.
    pub rules: Rules,
    /// The match; a single hand is one of it.
    pub contest: Contest,
    /// The seats of this hand, elder hand first.
    pub players: Vec<usize>,
    /// The hand.
    pub hand: Hand,
    /// What each seat won or paid in the last hand that ended.
    pub won: Vec<i64>,
    /// How that hand ended.
    pub end: Option<End>,
    /// The game is over.
    pub over: bool,
}

impl KnockRummy {
    /// A game before the first card is dealt.
    pub fn new(rules: Rules) -> KnockRummy {
        let contest = Contest::new(rules.format.unwrap_or(Format::Rounds(1)), rules.seats);
        KnockRummy {
            rules,
            players: contest.players(),
            contest,
            hand: Hand::new(rules.seats, rules.return_taken),
            won: vec![0; rules.seats],
            end: None,
            over: false,
        }
    }

    /// A cap stopped the game: of a hand that of the turns, of a series that of the hands.
    pub fn is_truncated(&self) -> bool {
        match self.rules.format {
            None => self.end == Some(End::Capped),
            Some(_) => self.contest.is_truncated(),
        }
    }

    /// What each seat gets at the end of the game.
    pub fn returns(&self) -> Vec<f64> {
        match self.rules.format {
            None => self.won.iter().map(|&won| won as f64).collect(),
            Some(_) => self.contest.pays(),
        }
    }
}

impl Referee for KnockRummy {
    fn due(&self) -> Due {
        let seat = |player: usize| self.players[player];
        match self.hand.next() {
            Next::Card(player) => Due::Card(Some(seat(player))),
            Next::Upcard => Due::Card(None),
            Next::Draw(player) | Next::Discard(player) => Due::Decision(seat(player)),
            Next::Over(_) => {
                // Of a match it is written down who has won, if one has alone.
                let points = match self.rules.format {
                    None => Some(self.won.clone()),
                    Some(_) => {
                        let first = self.returns().iter().position(|&paid| paid == 1.0);
                        first.map(|first| (0..self.rules.seats).map(|seat| i64::from(seat == first)).collect())
                    }
                };
                Due::Over { truncated: self.is_truncated(), returns: self.returns(), points }
            }
        }
    }

    fn stock(&self) -> &[C] {
        &self.hand.stock
    }

    fn legal(&self) -> BTreeSet<String> {
        self.hand.legal()
    }

    fn hands(&self) -> &[Vec<C>] {
        // Until the first card is dealt the last hands may still lie there.
        if self.hand.stock.len() < 52 { &self.hand.cards } else { &[] }
    }

    fn shows(&self, seat: usize) -> Value {
        shown::view(self, seat)
    }

    fn deal(&mut self, card: C) {
        self.hand.deal(card);
    }

    /// After the last action of a hand the next hand begins.
    fn act(&mut self, name: &str) {
        self.hand.act(name);
        let Next::Over(end) = self.hand.next() else { return };
        self.end = Some(end);
        self.won.fill(0);
        for (&seat, won) in self.players.iter().zip(self.hand.payments()) {
            self.won[seat] = won;
        }
        self.contest.book(&self.won);
        self.over = self.contest.is_over();
        if !self.over {
            self.players = self.contest.players();
            self.hand = Hand::new(self.players.len(), self.rules.return_taken);
        }
    }
}
