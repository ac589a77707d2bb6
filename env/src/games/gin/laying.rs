//! Laying out a hand card by card, for `layout = "chosen"`.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet};
use crate::games::rummy::{Layout, in_runs, in_sets, least_deadwood, value, whole_ranks};

/// A hand being laid out: what lies already, and the meld that is being built.
///
/// A meld is built from its lowest card upwards, so that each meld is built in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Laying {
    /// What lies already; its deadwood is what is left of the hand, the meld in hand not counted.
    pub layout: Layout,
    /// The cards of the meld that is being built.
    pub meld: CardSet,
}

impl Laying {
    /// A hand of which nothing is laid out yet.
    pub(super) fn new(hand: CardSet) -> Laying {
        Laying { layout: Layout { deadwood: hand, ..Layout::default() }, meld: CardSet::EMPTY }
    }

    /// Returns `true` if what lies, is being built and is left are these cards, each once, and what lies is melds.
    pub(super) fn is_made_of(&self, cards: CardSet) -> bool {
        let Layout { sets, runs, deadwood } = self.layout;
        let parts = [sets, runs, deadwood, self.meld];
        let all = parts.iter().fold(CardSet::EMPTY, |all, &part| all | part);
        let count: usize = parts.iter().map(|part| part.len()).sum();
        all == cards && count == all.len() && in_sets(sets) == sets && in_runs(runs) == runs
    }

    /// The next cards that the meld in hand can take, and whether it can end here, so that no more than `limit` points of
    /// deadwood need be left in the end.
    pub(super) fn choices(&self, limit: u32, sets: bool) -> (CardSet, bool) {
        let hand = self.layout.deadwood | self.meld;
        let (mut next, mut end) = (CardSet::EMPTY, false);
        let mut consider = |meld: CardSet| {
            let beyond = meld - self.meld;
            let begun = self.meld.iter().last() < beyond.first() || beyond.is_empty();
            if begun && meld.contains_all(self.meld) && least_deadwood(hand - meld, sets) <= limit {
                match beyond.first() {
                    Some(card) => next.insert(card),
                    None => end = true,
                }
            }
        };
        each_meld(hand, sets, &mut consider);
        (next, end)
    }

    /// Returns `true` if the laying out may stop here with no more than `limit` points of deadwood.
    pub(super) fn complete(&self, limit: u32) -> bool {
        self.meld.is_empty() && value(self.layout.deadwood) <= limit
    }

    /// Puts a card to the meld in hand.
    pub(super) fn build(&mut self, card: Card) {
        self.meld.insert(card);
        self.layout.deadwood.remove(card);
    }

    /// Lays the meld in hand on the table.
    pub(super) fn end_meld(&mut self) {
        let pile = if is_set(self.meld) { &mut self.layout.sets } else { &mut self.layout.runs };
        *pile |= self.meld;
        self.meld = CardSet::EMPTY;
    }
}

fn is_set(meld: CardSet) -> bool {
    meld.first().is_some_and(|first| whole_ranks(CardSet::of(first)).contains_all(meld))
}

/// Shows every meld that a hand contains: sets of three and four, and every stretch of three or more of its runs.
fn each_meld(hand: CardSet, sets: bool, visit: &mut impl FnMut(CardSet)) {
    let mut in_sets = if sets { in_sets(hand) } else { CardSet::EMPTY };
    while let Some(first) = in_sets.first() {
        let rank = whole_ranks(CardSet::of(first)) & in_sets;
        visit(rank);
        if rank.len() == 4 {
            rank.iter().for_each(|card| visit(rank.without(card)));
        }
        in_sets -= rank;
    }
    let in_runs = in_runs(hand);
    for start in in_runs {
        let mut run = CardSet::EMPTY;
        for card in in_runs.iter().skip_while(|&card| card < start) {
            let place = usize::from(card.index() - start.index());
            if place != run.len() || card.suit() != start.suit() {
                break;
            }
            run.insert(card);
            if run.len() >= 3 {
                visit(run);
            }
        }
    }
}
