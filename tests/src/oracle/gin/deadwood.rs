//! Melds, layouts and least deadwood, by listing them all.

use super::total;
use crate::oracle::{C, without};

/// One way of laying out a hand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layout {
    /// The melds, each in order of cards, and the melds themselves in order.
    pub melds: Vec<Vec<C>>,
    /// The cards outside the melds, in order.
    pub deadwood: Vec<C>,
}

impl Layout {
    /// The layout of these melds and this deadwood, put in order.
    pub fn new(mut melds: Vec<Vec<C>>, mut deadwood: Vec<C>) -> Self {
        melds.iter_mut().for_each(|meld| meld.sort());
        melds.sort();
        deadwood.sort();
        Self { melds, deadwood }
    }

    /// The deadwood in points.
    pub fn count(&self) -> u32 {
        total(&self.deadwood)
    }

    /// The same layout with runs that touch in one suit made into one run.
    pub fn joined(&self) -> Self {
        let mut melds = self.melds.clone();
        while let Some((low, high)) = touching(&melds) {
            let mut run = melds[low].clone();
            run.extend(&melds[high]);
            melds[low] = run;
            melds.remove(high);
        }
        Self::new(melds, self.deadwood.clone())
    }
}

/// Two runs of which the second goes on where the first ends.
fn touching(melds: &[Vec<C>]) -> Option<(usize, usize)> {
    for (i, low) in melds.iter().enumerate() {
        for (j, high) in melds.iter().enumerate() {
            let (end, start) = (low[low.len() - 1], high[0]);
            if is_run(low) && is_run(high) && end.suit == start.suit && end.rank + 1 == start.rank {
                return Some((i, j));
            }
        }
    }
    None
}

/// Whether the meld is a run and not a set.
pub fn is_run(meld: &[C]) -> bool {
    meld[0].suit == meld[1].suit
}

/// Every meld contained in the hand: sets of 3 and 4 (if `sets`), and runs of 3 or more with every part of them.
pub fn melds(hand: &[C], sets: bool) -> Vec<Vec<C>> {
    let mut hand = hand.to_vec();
    hand.sort();
    let mut found = Vec::new();
    if sets {
        for rank in 1..=13 {
            let same: Vec<C> = hand.iter().copied().filter(|c| c.rank == rank).collect();
            if same.len() == 4 {
                for left_out in 0..4 {
                    found.push(without(&same, &same[left_out..=left_out]));
                }
            }
            if same.len() >= 3 {
                found.push(same);
            }
        }
    }
    for &start in &hand {
        let mut run = vec![start];
        let mut next = start;
        loop {
            next.rank += 1;
            if !hand.contains(&next) {
                break;
            }
            run.push(next);
            if run.len() >= 3 {
                found.push(run.clone());
            }
        }
    }
    found
}

/// Every way of laying disjoint melds out of the hand, the way that lays none included.
pub fn layouts(hand: &[C], sets: bool) -> Vec<Layout> {
    let mut found = Vec::new();
    visit(&melds(hand, sets), hand, &mut Vec::new(), &mut |laid, rest| {
        found.push(Layout::new(laid.to_vec(), rest.to_vec()));
    });
    found
}

/// The least deadwood in points that any layout of the hand leaves.
pub fn least_deadwood(hand: &[C], sets: bool) -> u32 {
    let mut least = total(hand);
    visit(&melds(hand, sets), hand, &mut Vec::new(), &mut |_, rest| {
        least = least.min(total(rest));
    });
    least
}

/// Every layout of the hand that leaves the least deadwood, in order and without repeats.
pub fn best_layouts(hand: &[C], sets: bool) -> Vec<Layout> {
    let mut all = layouts(hand, sets);
    let least = all.iter().map(Layout::count).min().unwrap_or(0);
    all.retain(|layout| layout.count() == least);
    all.sort();
    all
}

/// Calls `each` with the melds laid and the cards left, for every choice of disjoint melds.
fn visit(melds: &[Vec<C>], rest: &[C], laid: &mut Vec<Vec<C>>, each: &mut impl FnMut(&[Vec<C>], &[C])) {
    each(laid, rest);
    for (i, meld) in melds.iter().enumerate() {
        if meld.iter().all(|card| rest.contains(card)) {
            laid.push(meld.clone());
            visit(&melds[i + 1..], &without(rest, meld), laid, each);
            laid.pop();
        }
    }
}

#[cfg(test)]
#[path = "deadwood_tests.rs"]
mod tests;
