//! The least deadwood, and what each discard would leave.

use elderhand_env::gin::{Discards, best_melds, least_deadwood, value};
use elderhand_env::{CardSet, Stream};
use elderhand_tests::oracle::gin::deadwood::{best_layouts, least_deadwood as naive};
use elderhand_tests::oracle::gin::deal;
use elderhand_tests::oracle::without;

use crate::gin::hands::{card, pack, set};

/// Compares so many random hands of a size, with sets and without.
fn compare(size: usize, plain: usize, clustered: usize) {
    let mut stream = Stream::new(size as u64);
    for number in 0..plain + clustered {
        let below = |n| stream.below(n);
        let mut hand = if number < plain { deal::shuffled(below) } else { deal::clustered_deck(below) };
        hand.truncate(size);
        for sets in [true, false] {
            assert_eq!(least_deadwood(set(&hand), sets), naive(&hand, sets), "{hand:?}, sets {sets}");
        }
    }
}

#[test]
fn hands_of_seven_agree() {
    compare(7, 100_000, 20_000);
}

#[test]
fn hands_of_ten_agree() {
    compare(10, 100_000, 20_000);
}

#[test]
fn hands_of_eleven_agree() {
    compare(11, 100_000, 20_000);
}

#[test]
fn the_melded_cards_are_those_of_a_best_layout() {
    let mut stream = Stream::new(1);
    for number in 0..4_000 {
        let hand = &pack(number, &mut stream)[..11];
        let melded = best_melds(set(hand), true);
        let layouts = best_layouts(hand, true);
        assert!(layouts.iter().any(|layout| set(hand) - set(&layout.deadwood) == melded), "{hand:?}: {melded}");
    }
}

#[test]
fn each_discard_leaves_what_it_should() {
    let mut stream = Stream::new(2);
    for number in 0..10_000 {
        let (size, limit, sets) = ([8, 11][number / 2 % 2], stream.below(11) as u32, number % 3 > 0);
        let hand = &pack(number, &mut stream)[..size];
        let barred = &hand[..stream.below(2)];
        let allowed = without(hand, barred);
        let left: Vec<_> = allowed.iter().map(|&c| (card(c), naive(&without(hand, &[c]), sets))).collect();
        let least = left.iter().map(|&(_, points)| points).min().unwrap();
        let with = |wanted: &dyn Fn(u32) -> bool| -> CardSet {
            left.iter().filter(|&&(_, points)| wanted(points)).map(|&(card, _)| card).collect()
        };
        let found = Discards::new(set(hand), set(&allowed), limit, sets);
        assert_eq!(found.least, least, "{hand:?}");
        assert_eq!(found.best, with(&|points| points == least), "{hand:?}");
        assert_eq!(found.knocks, with(&|points| points <= limit), "{hand:?}, limit {limit}");
        assert_eq!(value(set(hand) - found.melded), naive(hand, sets), "{hand:?}");
    }
}
