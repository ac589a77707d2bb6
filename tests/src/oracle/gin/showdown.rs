//! The count after a knock or gin: the layouts the knocker may choose and what they score.

use std::collections::BTreeSet;

use super::deadwood::{Layout, best_layouts, is_run};
use super::defence::{best_replies, open_layoffs};
use super::rules::{KnockerScores, Rules, Tie};
use crate::oracle::C;

/// One result of a hand; each pair is knocker, defender until [`Outcome::seated`] puts it in order of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The deadwood of each player after layoffs.
    pub deadwood: [u32; 2],
    /// The points each player scores.
    pub points: [i64; 2],
    /// Who wins the hand, whatever the run bonuses add.
    pub winner: Option<usize>,
}

impl Outcome {
    /// The outcome indexed by seat, for a knocker who sits at seat `knocker`.
    pub fn seated(mut self, knocker: usize) -> Self {
        if knocker == 1 {
            self.deadwood.reverse();
            self.points.reverse();
            self.winner = self.winner.map(|winner| 1 - winner);
        }
        self
    }
}

/// All that the rules admit at a showdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Showdown {
    /// The knocker's layouts that are equally good, split runs included.
    pub layouts: Vec<Layout>,
    /// Whether the knocker has no deadwood.
    pub gin: bool,
    /// The results these layouts, and replies with equal deadwood, lead to; one alone if no choice matters.
    pub outcomes: BTreeSet<Outcome>,
}

/// The knocker's layouts that are equally good: least deadwood, then fewest layoffs over `unseen` cards.
pub fn knocker_layouts(hand: &[C], unseen: &[C], sets: bool) -> Vec<Layout> {
    let mut layouts = best_layouts(hand, sets);
    let open = |layout: &Layout| open_layoffs(&layout.melds, unseen).len();
    let fewest = layouts.iter().map(open).min().unwrap_or(0);
    layouts.retain(|layout| open(layout) == fewest);
    layouts
}

/// Counts a hand that `knocker` ended; `unseen` is what he has not seen.
///
/// # Panics
///
/// If the knocker holds another number of cards than the defender, unless he keeps the one he might discard.
pub fn showdown(rules: &Rules, knocker: &[C], defender: &[C], unseen: &[C]) -> Showdown {
    let layouts = knocker_layouts(knocker, unseen, rules.sets);
    let gin = layouts[0].count() == 0;
    let extra = knocker.len() - defender.len();
    assert!(extra == 0 || (extra == 1 && rules.out_without_discard));
    let mut outcomes = BTreeSet::new();
    for layout in &layouts {
        let table = if gin { &[] } else { &layout.melds[..] };
        for reply in best_replies(table, defender, rules.sets) {
            outcomes.insert(outcome(rules, layout, &reply.layout));
        }
    }
    Showdown { layouts, gin, outcomes }
}

/// The result of two given layouts, layoffs made.
pub fn outcome(rules: &Rules, knocker: &Layout, defender: &Layout) -> Outcome {
    let deadwood = [knocker.count(), defender.count()];
    let [own, other] = deadwood.map(i64::from);
    let (winner, mut points) = if own == 0 {
        (Some(0), [rules.gin_bonus + other, 0])
    } else if own < other {
        match rules.knocker_scores {
            KnockerScores::Difference => (Some(0), [other - own, 0]),
            KnockerScores::OpponentDeadwood => (Some(0), [other, 0]),
        }
    } else if own == other && rules.tie == Tie::Nobody {
        (None, [0, 0])
    } else {
        (Some(1), [0, rules.undercut_bonus + own - other])
    };
    if rules.sequence_bonus {
        points[0] += sequence_bonus(knocker);
        points[1] += sequence_bonus(defender);
    }
    Outcome { deadwood, points, winner }
}

/// The bonuses of Sequence Gin: 1 a card of each run of six or more, and 1 for each J, Q, K in a run.
///
/// They count the cards a player has laid as his own melds: a card laid off belongs to neither player's
/// runs. Runs that touch are one run, so a run of six is never counted as two of three.
pub fn sequence_bonus(layout: &Layout) -> i64 {
    let mut bonus = 0;
    for run in layout.joined().melds.iter().filter(|meld| is_run(meld)) {
        if run.len() >= 6 {
            bonus += run.len() as i64;
        }
        bonus += run.iter().filter(|card| card.rank > 10).count() as i64;
    }
    bonus
}

#[cfg(test)]
#[path = "showdown_tests.rs"]
mod tests;
