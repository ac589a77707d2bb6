//! What to lay in a turn.

use super::plays::{Play, plays};
use super::worth;
use crate::cards::{Card, CardSet};
use crate::games::kinds::{Kinds, points};
use crate::games::skirmish::board::Board;

/// The number of plays that are tried, those that score most, by how many come before them. Four times as many win no
/// points.
const WIDTH: [usize; 4] = [8, 4, 2, 1];
/// What it is worth to be able to go out: about what another hand is charged then. From 4 to 12 is all the same.
const OUT: f32 = 8.0;
/// What the first combination of a kind in Gem Rum is worth; 12 or 25 changes nothing.
const GEM: f32 = 6.0;

/// The best that was found to lay in one stretch of play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// What comes first; nothing if nothing is laid.
    pub first: Option<Play>,
    /// What is left in the hand.
    pub rest: CardSet,
    /// The points laid, and what the rest is worth.
    pub worth: f32,
}

/// A search for what to lay.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The kinds that may be laid.
    pub kinds: Kinds,
    /// The kinds that the seat has still to lay in Gem Rum.
    pub wanted: Kinds,
    /// The cards that can be parted with otherwise.
    pub sheddable: usize,
}

impl Search {
    /// Finds what to lay from a hand; a card that must be laid at once is in the first play.
    pub fn plan(&self, hand: CardSet, board: &Board, must: Option<Card>) -> Plan {
        self.deeper(hand, board, must, 0)
    }

    fn deeper(&self, hand: CardSet, board: &Board, must: Option<Card>, depth: usize) -> Plan {
        let taken = board.taken();
        let stop = match must {
            // Nothing else may be done, so that anything is better than to stop.
            Some(_) => f32::NEG_INFINITY,
            None => worth::held(hand, self.kinds, &taken) + if hand.len() <= self.sheddable { OUT } else { 0.0 },
        };
        let mut best = Plan { first: None, rest: hand, worth: stop };
        let mut most = Most::new(WIDTH[depth.min(WIDTH.len() - 1)]);
        plays(hand, self.kinds, board, &taken, must, |play| most.add(self.gain(&play), play));
        for &(gain, play) in most.all() {
            let (mut board, mut search) = (*board, *self);
            play.lay_on(&mut board);
            if let Play::New(combination) = play {
                let mut laid = Kinds::NONE;
                laid.insert(combination.kind());
                search.wanted = self.wanted.without(laid);
            }
            let next = search.deeper(hand - play.cards(), &board, None, depth + 1);
            if gain + next.worth > best.worth {
                best = Plan { first: Some(play), rest: next.rest, worth: gain + next.worth };
            }
        }
        best
    }

    fn gain(&self, play: &Play) -> f32 {
        let gem = matches!(play, Play::New(combination) if self.wanted.contains(combination.kind()));
        f32::from(points(play.cards())) + if gem { GEM } else { 0.0 }
    }
}

/// The plays that score most, the best first; of equal ones those that were found first.
struct Most {
    width: usize,
    count: usize,
    all: [(f32, Play); WIDTH[0]],
}

impl Most {
    fn new(width: usize) -> Most {
        Most { width, count: 0, all: [(0.0, Play::Grow(0, CardSet::EMPTY)); _] }
    }

    fn all(&self) -> &[(f32, Play)] {
        &self.all[..self.count]
    }

    fn add(&mut self, gain: f32, play: Play) {
        let place = self.all().partition_point(|&(other, _)| other >= gain);
        if place < self.width {
            self.count = self.width.min(self.count + 1);
            self.all.copy_within(place..self.count - 1, place + 1);
            self.all[place] = (gain, play);
        }
    }
}
