//! What to lay in a turn.

use elderhand_env::skirmish::{Board, Kinds, points};
use elderhand_env::{Card, CardSet};

use super::plays::{Play, plays};
use super::worth;

/// The number of plays that are tried, those that score most, by how many come before them. Four times as many win no
/// points.
const WIDTH: [usize; 4] = [8, 4, 2, 1];
/// What it is worth to be able to go out: about what another hand is charged then. From 4 to 12 is all the same.
const OUT: f32 = 8.0;
/// What the first combination of a kind in Gem Rum is worth; 12 or 25 changes nothing.
const GEM: f32 = 6.0;

/// The best that was found to lay in one stretch of play.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// What comes first; nothing if nothing is laid.
    pub first: Option<Play>,
    /// What is left in the hand.
    pub rest: CardSet,
    /// The points laid, and what the rest is worth.
    pub worth: f32,
}

/// A search for what to lay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
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
        let mut all: Vec<(f32, Play)> = plays(hand, self.kinds, board, &taken)
            .into_iter()
            .filter(|play| must.is_none_or(|card| play.cards().contains(card)))
            .map(|play| (self.gain(&play), play))
            .collect();
        all.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        for (gain, play) in all.into_iter().take(WIDTH[depth.min(WIDTH.len() - 1)]) {
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
