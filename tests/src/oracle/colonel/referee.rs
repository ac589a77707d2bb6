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
    /// Players may challenge.
    pub challenge: bool,
    /// The card taken may be discarded in the same turn.
    pub return_taken: bool,
    /// How hands are joined; none if one hand is all.
    pub format: Option<Format>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Colonel {
    /// The options.
    pub rules: Rules,
    /// The match; a single hand is one of it.
    pub contest: Contest,
    /// The seats of this hand, elder hand first.
    pub players: Vec<usize>,
    /// The hand.
    pub hand: Hand,
    /// What each seat scored in the last hand that ended.
    pub scored: Vec<i64>,
    /// How that hand ended.
    pub end: Option<End>,
}

impl Colonel {
    /// A game before the first card is dealt.
    pub fn new(rules: Rules) -> Colonel {
        let contest = Contest::new(rules.format.unwrap_or(Format::Rounds(1)), 2);
        let hand = Hand::new(rules.challenge, rules.return_taken);
        Colonel { rules, players: contest.players(), contest, hand, scored: vec![0; 2], end: None }
    }

    /// How the game ended.
    fn ended(&self) -> Due {
        let (truncated, returns) = match self.rules.format {
            None => {
                let ahead = (self.scored[0] - self.scored[1]) as f64;
                (self.end == Some(End::Capped), vec![ahead, -ahead])
            }
            Some(_) => (self.contest.is_truncated(), self.contest.pays()),
        };
        // Of a match it is written down who has won.
        let points = match self.rules.format {
            None => self.scored.clone(),
            Some(_) => returns.iter().map(|&paid| i64::from(paid > 0.0)).collect(),
        };
        Due::Over { truncated, returns, points: Some(points) }
    }
}

impl Referee for Colonel {
    fn due(&self) -> Due {
        let seat = |player: usize| self.players[player];
        match self.hand.next() {
            Next::Card(player) => Due::Card(Some(seat(player))),
            Next::Upcard => Due::Card(None),
            Next::Start(player) | Next::Act(player) | Next::Answer(player) => Due::Decision(seat(player)),
            Next::Over(_) => self.ended(),
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
        let dealt = self.hand.stock.len() < 52;
        if dealt && self.hand.begun.is_empty() { &self.hand.cards } else { &[] }
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
        for (&seat, points) in self.players.iter().zip(self.hand.points()) {
            self.scored[seat] = points;
        }
        self.contest.book(&self.scored);
        if !self.contest.is_over() {
            self.players = self.contest.players();
            self.hand = Hand::new(self.rules.challenge, self.rules.return_taken);
        }
    }
}
