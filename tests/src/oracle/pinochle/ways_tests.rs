use super::*;
use crate::oracle::cards;
use crate::oracle::pinochle::meld::MELDS;

const SPADES: u8 = 3;

fn laid(text: &str, served: &[Meld]) -> Vec<Laid> {
    cards(text).into_iter().map(|card| Laid { card, served: served.to_vec() }).collect()
}

/// The number of ways of each meld that there is.
fn found(hand: &str, table: &[Laid]) -> Vec<(String, usize)> {
    let count = |meld: Meld| (meld.name(), ways(meld, &cards(hand), table, SPADES).len());
    MELDS.map(count).into_iter().filter(|found| found.1 > 0).collect()
}

fn is(found: &[(String, usize)], wanted: &[(&str, usize)]) -> bool {
    found.iter().map(|(name, ways)| (name.as_str(), *ways)).eq(wanted.iter().copied())
}

#[test]
fn equal_cards_of_a_hand_are_one_way() {
    assert!(is(&found("QS QS JD JD KS", &[]), &[("marriage S", 1), ("pinochle", 1)]));
}

#[test]
fn a_card_of_the_hand_is_needed() {
    assert!(is(&found("9C", &[laid("QS", &[Meld::Queens]), laid("JD", &[Meld::Jacks])].concat()), &[]));
    assert!(is(&found("QS", &laid("QS JD", &[Meld::Queens])), &[("pinochle", 1)]));
    assert!(is(&found("QS JD", &laid("QS JD", &[Meld::Queens])), &[("pinochle", 3)]));
}

#[test]
fn a_marriage_becomes_a_flush_but_no_flush_a_marriage() {
    let married = laid("KS QS", &[Meld::Marriage(SPADES)]);
    assert!(is(&found("AS TS JS", &married), &[("flush", 1)]));
    assert!(is(&found("AS TS JS QS", &married), &[("flush", 2)]));
    let flush = laid("AS TS KS QS JS", &[Meld::Flush]);
    assert!(is(&found("KS QS AH AD AC", &flush), &[("marriage S", 1), ("aces", 1)]));
    assert!(is(&found("QS", &flush), &[]));
}

#[test]
fn two_queens_on_the_table_can_differ() {
    let table = [laid("QS", &[Meld::Marriage(SPADES)]), laid("QS", &[Meld::Queens])].concat();
    assert!(is(&found("JD KS", &table), &[("marriage S", 1), ("pinochle", 2)]));
    let same = laid("QS QS", &[Meld::Queens]);
    assert!(is(&found("JD KS", &same), &[("marriage S", 1), ("pinochle", 1)]));
    let (mut hand, mut left) = (cards("JD KS"), table);
    let way = ways(Meld::Pinochle, &hand, &left, SPADES).into_iter().next().unwrap();
    lay(Meld::Pinochle, &way, &mut hand, &mut left, SPADES);
    assert_eq!((hand, left.len()), (cards("KS"), 3));
    assert!(left.iter().filter(|laid| laid.served.contains(&Meld::Pinochle)).count() == 2);
}
