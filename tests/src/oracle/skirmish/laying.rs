//! What can be laid from a hand: every set of its cards, called each kind, with the jokers at every place.

use std::collections::BTreeSet;

use super::combination::{Combination, Kind, rank};
use crate::oracle::card::{Card, jokers, plain};

/// Every combination that may be laid from the hand beside those of the table, full circles beginning with the ace.
///
/// The hand has some ten cards at most, or this takes long.
pub fn lays(hand: &[Card], table: &[Combination]) -> BTreeSet<Combination> {
    let mut found = BTreeSet::new();
    for set in sets(hand) {
        for kind in Kind::ALL {
            for cards in orders(kind, &set) {
                let combination = Combination { kind, cards };
                if combination.is_valid() && !table.iter().any(|other| other.overlaps(&combination)) {
                    found.insert(combination.turned());
                }
            }
        }
    }
    found
}

/// Every set of cards of the hand, each in the order of the pack.
fn sets(hand: &[Card]) -> impl Iterator<Item = Vec<Card>> {
    let mut hand = hand.to_vec();
    hand.sort();
    (0..1_u32 << hand.len()).map(move |chosen| {
        let bit = |place: &usize| chosen >> place & 1 == 1;
        (0..hand.len()).filter(bit).map(|place| hand[place]).collect()
    })
}

/// The orders in which a set might lie as this kind. The combinations that the rules allow are among them.
fn orders(kind: Kind, set: &[Card]) -> Vec<Vec<Card>> {
    let (least, most) = kind.sizes();
    let plain = plain(set);
    // What cannot be right in any order need not be put in order, and no sequence has too many cards of a rank.
    if !(least..=most).contains(&set.len()) || !kind.unites(&plain) {
        return Vec::new();
    }
    let crowded = |width| (1..=13).any(|rank| plain.iter().filter(|card| card.rank == rank).count() > width);
    match kind.width() {
        None => vec![set.to_vec()],
        Some(width) if crowded(width) || !set.len().is_multiple_of(width) => Vec::new(),
        Some(width) => (1..=13).flat_map(|low| sequences(low, width, set)).collect(),
    }
}

/// The ways of making a sequence of the whole set from the rank `low` upwards, with `width` cards at a place.
fn sequences(low: u8, width: usize, set: &[Card]) -> Vec<Vec<Card>> {
    // Each card with a rank has but one place.
    let mut places = vec![Vec::new(); set.len() / width];
    for card in plain(set) {
        match (0..places.len()).find(|&place| rank(low, place) == card.rank) {
            Some(place) => places[place].push(Card::Of(card)),
            None => return Vec::new(),
        }
    }
    // The jokers fill the gaps, in either order.
    let mut jokers = jokers(set);
    let mut found = Vec::new();
    for _ in 0..jokers.len().max(1) {
        let mut left = jokers.clone().into_iter();
        let mut filled = places.clone();
        for place in &mut filled {
            while place.len() < width {
                place.extend(left.next());
            }
            place.sort();
        }
        found.push(filled.concat());
        jokers.reverse();
    }
    found.dedup();
    found
}

#[cfg(test)]
#[path = "laying_tests.rs"]
mod tests;
