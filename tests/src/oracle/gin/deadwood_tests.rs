use super::*;
use crate::oracle::{C, cards, deck};

#[test]
fn a_set_of_four_holds_five_melds_and_a_run_of_five_six() {
    assert_eq!(melds(&cards("7C 7D 7H 7S"), true).len(), 5);
    assert_eq!(melds(&cards("7C 7D 7H 7S"), false).len(), 0);
    assert_eq!(melds(&cards("5C 9C 7C 6C 8C"), true).len(), 6);
}

#[test]
fn the_ace_is_low_and_runs_keep_to_one_suit() {
    assert!(melds(&cards("QC KC AC"), true).is_empty());
    assert!(melds(&cards("TC JD QC"), true).is_empty());
    assert_eq!(melds(&cards("3C AC 2C"), true), [cards("AC 2C 3C")]);
}

#[test]
fn every_meld_of_the_deck_is_found() {
    // Sets: 13 ranks of 4 + 1. Runs: 4 suits of 11 + 10 + ... + 1.
    assert_eq!(melds(&deck(), true).len(), 13 * 5 + 4 * 66);
}

#[test]
fn a_shared_card_goes_where_it_saves_most() {
    // 7H in the set leaves 8H 9H (17); in the run it leaves 7C 7D (14).
    assert_eq!(least_deadwood(&cards("7C 7D 7H 8H 9H"), true), 14);
    assert_eq!(least_deadwood(&cards("7C 7D 7H 8H 9H"), false), 14);
    // With the fourth seven both melds stand.
    assert_eq!(least_deadwood(&cards("7C 7D 7S 7H 8H 9H"), true), 0);
    // A greedy longest run (4-5-6-7) would lose the set of fours.
    assert_eq!(least_deadwood(&cards("4C 4D 4H 5H 6H 7H"), true), 0);
}

#[test]
fn the_example_hand_knocks_with_4() {
    let hand = cards("AS 2S 3S 7H 8H 9H KC KD KH 4D");
    assert_eq!(least_deadwood(&hand, true), 4);
    assert_eq!(least_deadwood(&hand, false), 34);
    assert_eq!(best_layouts(&hand, true).len(), 1);
}

#[test]
fn three_by_three_lies_as_sets_or_as_runs() {
    let hand = cards("5C 6C 7C 5D 6D 7D 5H 6H 7H");
    assert_eq!(best_layouts(&hand, true).len(), 2);
    assert_eq!(least_deadwood(&hand, true), 0);
}

#[test]
fn layouts_count_by_hand() {
    // No meld; 5-6-7; 6-7-8; 5-6-7-8.
    assert_eq!(layouts(&cards("5C 6C 7C 8C"), true).len(), 4);
    // A run of six, whole or in two; joining makes them one.
    let six = best_layouts(&cards("AC 2C 3C 4C 5C 6C"), false);
    assert_eq!(six.len(), 2);
    assert_eq!(six[0].joined(), six[1].joined());
    assert_eq!(six[0].joined().melds, [cards("AC 2C 3C 4C 5C 6C")]);
}

#[test]
fn joining_leaves_sets_and_other_suits_alone() {
    let layout =
        Layout::new(vec![cards("4D 5D 6D"), cards("7C 7D 7H"), cards("AC 2C 3C"), cards("8D 9D TD")], Vec::<C>::new());
    assert_eq!(layout.joined(), layout);
}
