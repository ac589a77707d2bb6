//! The referee of whole games: hands make rounds, rounds make a match.

use std::collections::BTreeSet;

use serde_json::Value;

use super::contest::{Contest, Format};
use super::hand::{End, Hand, Next};
use super::shown;
use crate::oracle::C;
use crate::oracle::referee::{Due, Referee};

/// The options of a game.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Sequences go round the corner.
    pub corner: bool,
    /// The number of players.
    pub players: usize,
    /// How rounds are joined.
    pub format: Format,
    /// The points and the most rounds of a match; none if one round is all.
    pub length: Option<(i64, usize)>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Skarney {
    /// The options.
    pub rules: Rules,
    /// The match.
    pub contest: Contest,
    /// The pairs of this round, elder hand first.
    pub pairs: Vec<[usize; 2]>,
    /// The table that plays.
    pub table: usize,
    /// Its hand.
    pub hand: Hand,
    /// What each player has scored in this round.
    pub scored: Vec<i64>,
    /// How the hands of this round ended.
    pub ends: Vec<End>,
    /// The game is over.
    pub over: bool,
}

impl Skarney {
    /// A game before the first card is dealt.
    pub fn new(rules: Rules) -> Skarney {
        let contest = Contest::new(rules.format, rules.players);
        Skarney {
            rules,
            pairs: contest.pairs(),
            contest,
            table: 0,
            hand: Hand::new(rules.corner),
            scored: vec![0; rules.players],
            ends: Vec::new(),
            over: false,
        }
    }

    /// The two who play, elder hand first.
    pub fn pair(&self) -> [usize; 2] {
        self.pairs[self.table]
    }

    /// A cap stopped the game: of a round that of the turns, of a match that of the rounds.
    pub fn is_truncated(&self) -> bool {
        match self.rules.length {
            None => self.ends.contains(&End::Capped),
            Some((target, _)) => self.contest.winner(target).is_none(),
        }
    }

    /// What a player gets at the end of the game.
    pub fn returns(&self, player: usize) -> f64 {
        match self.rules.length {
            None => {
                let pair = self.pairs.iter().find(|pair| pair.contains(&player));
                let other = |pair: &[usize; 2]| pair[usize::from(pair[0] == player)];
                pair.map_or(0, |pair| self.scored[player] - self.scored[other(pair)]) as f64
            }
            Some((target, _)) => self.contest.winner(target).map_or(0.0, |winner| self.contest.pay(winner, player)),
        }
    }
}

impl Referee for Skarney {
    fn due(&self) -> Due {
        let seat = |player: usize| self.pair()[player];
        match self.hand.next() {
            Next::Deal(player) | Next::Draw(player) => Due::Card(Some(seat(player))),
            Next::Act(player) | Next::Answer(player) => Due::Decision(seat(player)),
            Next::Over(_) => {
                let returns: Vec<f64> = (0..self.rules.players).map(|player| self.returns(player)).collect();
                // Of a match it is written down who has won.
                let points = match self.rules.length {
                    None => self.scored.clone(),
                    Some(_) => returns.iter().map(|&paid| i64::from(paid > 0.0)).collect(),
                };
                Due::Over { truncated: self.is_truncated(), returns, points: Some(points) }
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
        if self.hand.begun.is_empty() && self.hand.placing.is_none() { &self.hand.cards } else { &[] }
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
        if self.table == 0 {
            self.scored.fill(0);
            self.ends.clear();
        }
        for (player, points) in self.pair().into_iter().zip(self.hand.points()) {
            self.scored[player] = points;
        }
        self.ends.push(end);
        if self.table + 1 < self.pairs.len() {
            self.table += 1;
            self.hand = Hand::new(self.rules.corner);
            return;
        }
        self.contest.book(&self.scored);
        self.over = match self.rules.length {
            None => true,
            Some((target, rounds)) => self.contest.winner(target).is_some() || self.contest.rounds == rounds,
        };
        if !self.over {
            self.table = 0;
            self.pairs = self.contest.pairs();
            self.hand = Hand::new(self.rules.corner);
        }
    }
}
