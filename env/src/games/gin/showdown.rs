//! The count at the end of a hand.

use serde::{Deserialize, Serialize};

use super::rules::{KnockerScores, Rules, Tie};
use crate::cards::CardSet;
use crate::games::rummy::{Defence, Layout};
use crate::rules::Seat;

/// How a hand ended in a showdown: what both laid out, and what it scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Showdown {
    /// The seat that knocked or went gin.
    pub knocker: Seat,
    /// It had no deadwood.
    pub gin: bool,
    /// The layout of each seat; the knocker's without what was laid off on it.
    pub layouts: [Layout; 2],
    /// What the defender laid off.
    pub laid_off: CardSet,
    /// The points that each seat scores.
    pub points: [u16; 2],
    /// The seat that won the count, bonuses for sequences left aside; none in a tie.
    pub winner: Option<Seat>,
}

impl Showdown {
    /// Counts a hand in which both lay out as well as they can; `pile` is what lies in the discard pile.
    pub fn best(rules: &Rules, knocker: Seat, hands: [CardSet; 2], pile: CardSet) -> Showdown {
        let hand = hands[knocker];
        // Every card that the knocker sees neither in his hand nor in the pile may be the defender's.
        let table = Layout::best(hand, CardSet::PACK - hand - pile, rules.sets());
        let defender = hands[1 - knocker];
        let defence = if table.deadwood.is_empty() {
            Defence::best(&Layout::default(), defender, rules.sets())
        } else {
            Defence::best(&table, defender, rules.sets())
        };
        Showdown::count(rules, knocker, table, defence)
    }

    /// Counts a hand as it was laid out.
    pub fn count(rules: &Rules, knocker: Seat, table: Layout, defence: Defence) -> Showdown {
        let defender = 1 - knocker;
        let gin = table.deadwood.is_empty();
        let (own, other) = (table.count() as u16, defence.layout.count() as u16);
        let (winner, score) = if gin {
            (Some(knocker), rules.gin_bonus + other)
        } else if own < other {
            match rules.knocker_scores {
                KnockerScores::Difference => (Some(knocker), other - own),
                KnockerScores::Deadwood => (Some(knocker), other),
            }
        } else if own > other || rules.tie == Tie::Undercut {
            (Some(defender), rules.undercut_bonus + own - other)
        } else {
            (None, 0)
        };
        let mut layouts = [table; 2];
        layouts[defender] = defence.layout;
        let mut points = [0; 2];
        if let Some(winner) = winner {
            points[winner] = score;
        }
        if rules.sequence_bonus {
            for (points, layout) in points.iter_mut().zip(&layouts) {
                *points += layout.sequence_bonus() as u16;
            }
        }
        Showdown { knocker, gin, layouts, laid_off: defence.laid_off, points, winner }
    }
}
