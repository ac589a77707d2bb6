use super::*;
use crate::oracle::{cards, deck, without};

fn count(rules: &Rules, knocker: &str, defender: &str) -> Showdown {
    let (knocker, defender) = (cards(knocker), cards(defender));
    showdown(rules, &knocker, &defender, &without(&deck(), &knocker))
}

fn only(rules: &Rules, knocker: &str, defender: &str) -> ([u32; 2], [i64; 2], Option<usize>) {
    let outcomes = count(rules, knocker, defender).outcomes;
    assert_eq!(outcomes.len(), 1, "{outcomes:?}");
    let outcome = outcomes.first().unwrap();
    (outcome.deadwood, outcome.points, outcome.winner)
}

const KNOCKER: &str = "AS 2S 3S 7H 8H 9H KC KD KH 4D";

#[test]
fn the_example_scores_28_and_32() {
    let defender = "4S TH 5C 5D 5H QC JD 9C 2D AD";
    assert_eq!(only(&Rules::GIN, KNOCKER, defender), ([4, 32], [28, 0], Some(0)));
    assert_eq!(only(&Rules::OKLAHOMA, KNOCKER, defender), ([4, 32], [32, 0], Some(0)));
}

#[test]
fn an_undercut_pays_the_bonus_and_the_difference() {
    // The spades 4 5 6 are laid off or melded, the hearts 5 6 T J and KS laid off: AD 2D are left.
    let defender = "4S 5S TH JH 6H KS 5H 6S AD 2D";
    for (rules, bonus) in [(Rules::GIN, 10), (Rules::OKLAHOMA, 20), (Rules::CHALLENGE, 25)] {
        assert_eq!(only(&rules, KNOCKER, defender), ([4, 3], [0, bonus + 1], Some(1)));
    }
}

#[test]
fn a_tie_is_nobodys_or_an_undercut() {
    let defender = "4S 5S TH JH 6H KS 5H 6S AD 3D";
    assert_eq!(only(&Rules::GIN, KNOCKER, defender), ([4, 4], [0, 0], None));
    assert_eq!(only(&Rules::OKLAHOMA, KNOCKER, defender), ([4, 4], [0, 20], Some(1)));
    assert_eq!(only(&Rules::CHALLENGE, KNOCKER, defender), ([4, 4], [0, 25], Some(1)));
}

#[test]
fn gin_admits_no_layoffs_even_out_of_eleven() {
    let gin = "AS 2S 3S 7H 8H 9H KC KD KH KS";
    let defender = "4S TH 5C 5D 5H QC JD 9C 2D AD";
    assert_eq!(only(&Rules::GIN, gin, defender), ([0, 46], [66, 0], Some(0)));
    let eleven = "AS 2S 3S 6H 7H 8H 9H KC KD KH KS";
    assert_eq!(only(&Rules::OKLAHOMA, eleven, defender), ([0, 46], [66, 0], Some(0)));
    // A defender without deadwood does not undo gin.
    let melded = "4S 5S 6S 5C 5D 5H QC QD QH QS";
    assert_eq!(only(&Rules::GIN, gin, melded), ([0, 0], [20, 0], Some(0)));
}

#[test]
#[should_panic]
fn eleven_cards_are_too_many_for_gin() {
    count(&Rules::GIN, "AS 2S 3S 6H 7H 8H 9H KC KD KH KS", "4S TH 5C 5D 5H QC JD 9C 2D AD");
}

#[test]
fn the_knocker_lays_what_admits_fewest_layoffs() {
    // Sets of 5, 6, 7 admit three cards, the spades; runs admit 2 3 4 and 8 to K in three suits.
    let hand = cards("5C 6C 7C 5D 6D 7D 5H 6H 7H AS");
    let unseen = without(&deck(), &hand);
    let layouts = knocker_layouts(&hand, &unseen, true);
    assert_eq!(layouts.len(), 1);
    assert_eq!(layouts[0].melds[0], cards("5C 5D 5H"));
    // With the runs' neighbours all seen the runs admit nothing.
    let layouts = knocker_layouts(&hand, &cards("5S 6S KD"), true);
    assert_eq!(layouts.len(), 1);
    assert_eq!(layouts[0].melds[0], cards("5C 6C 7C"));
    // With nothing unseen they are equal, and the score may hang on the fixed order.
    assert_eq!(knocker_layouts(&hand, &[], true).len(), 2);
    let result = showdown(&Rules::GIN, &hand, &cards("4C 8C KC JD QH TS 2S 3H 9S 2H"), &[]);
    assert_eq!(result.outcomes.len(), 2);
}

#[test]
fn long_runs_and_court_cards_score_in_sequence_gin() {
    // Knocker: 6 for the run of six, 1 for the J; defender 1 each for J Q K, and 31 left over.
    let knocker = "AC 2C 3C 4C 5C 6C 9D TD JD AH";
    let defender = "JH QH KH 2S 4S 6S 8S 2D 4D 5H";
    let result = only(&Rules::SEQUENCE, knocker, defender);
    assert_eq!(result, ([1, 31], [38, 3], Some(0)));
    // The bonus does not decide who wins: 2 and 7 against 3, then an undercut, 7 against 21 and 3.
    let defender = "7C 8C 9C QD KD JS QS KS AS AD";
    assert_eq!(only(&Rules::SEQUENCE, knocker, defender), ([1, 2], [9, 3], Some(0)));
    let knocker = "AC 2C 3C 4C 5C 6C 9D TD JD 3H";
    assert_eq!(only(&Rules::SEQUENCE, knocker, defender), ([3, 2], [7, 24], Some(1)));
}

#[test]
fn a_defender_who_lays_off_from_his_own_run_may_lose_a_bonus() {
    // 4C to 9C is a run of six of his own; laying off 4C (or more) leaves a shorter one.
    let result = count(&Rules::SEQUENCE, "AC 2C 3C 7H 8H 9H TS JS QS AD", "4C 5C 6C 7C 8C 9C 2D 4D 6D 8D");
    let bonuses: Vec<i64> = result.outcomes.iter().map(|o| o.points[1]).collect();
    assert_eq!(bonuses, [0, 6]);
}

#[test]
fn seats_turn_round() {
    let outcome = *count(&Rules::GIN, KNOCKER, "4S TH 5C 5D 5H QC JD 9C 2D AD").outcomes.first().unwrap();
    assert_eq!(outcome.seated(0), outcome);
    let turned = outcome.seated(1);
    assert_eq!((turned.deadwood, turned.points, turned.winner), ([32, 4], [0, 28], Some(1)));
}
