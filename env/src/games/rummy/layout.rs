//! How a hand is laid out at the showdown, and what can be laid off on it.

use serde::{Deserialize, Serialize};

use super::melds::{each_choice, in_runs, neighbours, value, whole_ranks};
use crate::cards::{Card, CardSet};

/// A hand laid out: which cards lie in sets, which in runs, and which are left.
///
/// Cards of a rank in `sets` are one set; neighbours of a suit in `runs` are one run, so touching runs are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// The cards in sets.
    pub sets: CardSet,
    /// The cards in runs.
    pub runs: CardSet,
    /// The cards in no meld.
    pub deadwood: CardSet,
}

impl Layout {
    fn choosing(hand: CardSet, sets: CardSet) -> Layout {
        let runs = in_runs(hand - sets);
        Layout { sets, runs, deadwood: hand - sets - runs }
    }

    /// The knocker's layout: the least deadwood; of equal ones the fewest layoffs over `unseen` cards; of these the one
    /// whose cards in sets come first as a number, so that a card that may lie in either lies in a run.
    pub fn best(hand: CardSet, unseen: CardSet, sets: bool) -> Layout {
        let mut best: Option<((u32, usize, u64), Layout)> = None;
        each_choice(hand, sets, &mut |chosen| {
            let layout = Layout::choosing(hand, chosen);
            let rank = (layout.count(), layout.open(unseen).len(), chosen.bits());
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, layout));
            }
        });
        best.expect("there is always a choice").1
    }

    /// The points of the deadwood.
    pub fn count(&self) -> u32 {
        value(self.deadwood)
    }

    /// The cards of some `others` that could be laid off here, chains included.
    pub fn open(&self, others: CardSet) -> CardSet {
        let mut table = *self;
        loop {
            let more = table.run_ends() & others;
            if more.is_empty() {
                break;
            }
            table.runs |= more;
        }
        (table.runs - self.runs) | (self.set_gaps() & others)
    }

    /// The cards that lengthen a run as it lies.
    fn run_ends(&self) -> CardSet {
        neighbours(self.runs) - (self.sets | self.runs | self.deadwood)
    }

    /// The fourth cards of sets of three.
    fn set_gaps(&self) -> CardSet {
        whole_ranks(self.sets) - (self.sets | self.runs | self.deadwood)
    }

    /// The cards that fit on a meld as it lies.
    pub(crate) fn fitting(&self) -> CardSet {
        self.run_ends() | self.set_gaps()
    }

    /// Lays off a card that fits: on a run if it can, since only a run grows further.
    pub(crate) fn add(&mut self, card: Card) {
        let pile = if self.run_ends().contains(card) { &mut self.runs } else { &mut self.sets };
        pile.insert(card);
    }

    /// The points that long runs and court cards in runs score: a point for each card of a run of six or more, and
    /// one for each J, Q and K in runs.
    pub fn sequence_bonus(&self) -> u32 {
        const COURTS: u64 = 0b111 << 10;
        let mut bonus = 0;
        for suit in 0..4 {
            let mut run = self.runs.bits() >> (13 * suit) & ((1 << 13) - 1);
            bonus += (run & COURTS).count_ones();
            while run != 0 {
                let start = run.trailing_zeros();
                let length = (run >> start).trailing_ones();
                bonus += if length >= 6 { length } else { 0 };
                run &= !(((1 << length) - 1) << start);
            }
        }
        bonus
    }
}

/// The defender's answer to a knock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The cards laid off on the knocker's melds.
    pub laid_off: CardSet,
    /// How the rest lies.
    pub layout: Layout,
}

impl Defence {
    /// The best melds and layoffs together: the least deadwood; of equal ones the greatest sequence bonus, then the
    /// fewest cards laid off, then the first in a fixed order.
    ///
    /// A layoff on a run is some length of the chain of held cards beyond one of its ends, and at most four cards can be
    /// the fourth of a set, so all the choices are few and every one is tried.
    pub fn best(table: &Layout, hand: CardSet, sets: bool) -> Defence {
        type Rank = (u32, std::cmp::Reverse<u32>, usize, u64);
        let mut best: Option<(Rank, Defence)> = None;
        each_layoff(table, hand & table.open(hand), &mut |laid_off| {
            let rest = hand - laid_off;
            each_choice(rest, sets, &mut |chosen| {
                let layout = Layout::choosing(rest, chosen);
                let bonus = std::cmp::Reverse(layout.sequence_bonus());
                let order = chosen.bits();
                let rank = (layout.count(), bonus, laid_off.len(), order);
                if best.is_none_or(|(least, _)| rank < least) {
                    best = Some((rank, Defence { laid_off, layout }));
                }
            });
        });
        best.expect("laying nothing off is a choice").1
    }
}

/// Shows every set of cards among `open` that can be laid off, nothing included, each once.
///
/// The ends of runs are decided first: a card that lies between two others of a chain must not go to a set before it is
/// known whether the chain reaches it.
fn each_layoff(table: &Layout, open: CardSet, visit: &mut impl FnMut(CardSet)) {
    fn decide(table: Layout, open: CardSet, laid: CardSet, visit: &mut dyn FnMut(CardSet)) {
        let next = (table.run_ends() & open).first().or_else(|| (table.set_gaps() & open).first());
        let Some(card) = next else { return visit(laid) };
        // Left out: whatever only hangs on it no longer fits either.
        decide(table, open.without(card), laid, visit);
        let mut longer = table;
        longer.add(card);
        decide(longer, open.without(card), laid.with(card), visit);
    }
    decide(*table, open, CardSet::EMPTY, visit);
}
