//! The same captures for ponds of any size: first the ranks of a capture, then every choice of cards for them.

use std::collections::BTreeSet;

use super::capture::{Capture, Kind};
use crate::oracle::C;

/// All captures from a pond.
pub fn captures(played: C, pond: &[C]) -> BTreeSet<Capture> {
    let mut found = BTreeSet::new();
    for (kind, ranks) in [(Kind::Sum, sums(played)), (Kind::Run, runs(played)), (Kind::Set, sets(played))] {
        for counts in ranks {
            found.extend(chosen(&counts, pond).iter().map(|cards| Capture::new(kind, cards)));
        }
    }
    found
}

/// How many cards of each rank: place 1 is the ace's.
type Counts = [usize; 14];

/// Two cards or more that add up: all ways to write the number with parts from 1 to 10, each four times at most.
fn sums(played: C) -> Vec<Counts> {
    fn add(left: u8, most: u8, counts: &mut Counts, found: &mut Vec<Counts>) {
        if left == 0 && counts.iter().sum::<usize>() >= 2 {
            found.push(*counts);
        }
        for rank in 1..=most.min(left) {
            if counts[usize::from(rank)] < 4 {
                counts[usize::from(rank)] += 1;
                add(left - rank, rank, counts, found);
                counts[usize::from(rank)] -= 1;
            }
        }
    }
    let mut found = Vec::new();
    add(if played.rank <= 10 { played.rank } else { 15 }, 10, &mut [0; 14], &mut found);
    found
}

/// Three ranks or more in a row with the one that is played, from the ace to the ten, or the three faces.
fn runs(played: C) -> Vec<Counts> {
    let (lowest, highest) = if played.rank <= 10 { (1, 10) } else { (11, 13) };
    let mut found = Vec::new();
    for low in lowest..=played.rank {
        for high in (low + 2).max(played.rank)..=highest {
            let mut counts = [0; 14];
            (low..=high).for_each(|rank| counts[usize::from(rank)] = 1);
            counts[usize::from(played.rank)] = 0;
            found.push(counts);
        }
    }
    found
}

/// One, two or three of the same rank.
fn sets(played: C) -> Vec<Counts> {
    let of = |count| {
        let mut counts = [0; 14];
        counts[usize::from(played.rank)] = count;
        counts
    };
    (1..=3).map(of).collect()
}

/// Every choice of so many cards of each rank.
fn chosen(counts: &Counts, pond: &[C]) -> Vec<Vec<C>> {
    let mut choices = vec![Vec::new()];
    for (rank, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let there: Vec<C> = pond.iter().copied().filter(|card| usize::from(card.rank) == rank).collect();
        let subsets = (0..1_usize << there.len()).filter(|bits| bits.count_ones() as usize == count);
        let subsets: Vec<Vec<C>> =
            subsets.map(|bits| (0..there.len()).filter(|i| bits >> i & 1 == 1).map(|i| there[i]).collect()).collect();
        choices =
            choices.iter().flat_map(|begun| subsets.iter().map(move |more| [&begun[..], more].concat())).collect();
    }
    choices
}
