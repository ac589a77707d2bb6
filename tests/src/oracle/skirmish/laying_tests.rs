use super::*;
use crate::oracle::card::cards;

fn laid(hand: &str, kind: Kind, table: &[&str]) -> Vec<String> {
    let table: Vec<_> = table.iter().map(|text| Combination::read(text)).collect();
    let found = lays(&cards(hand), &table).into_iter().filter(|combination| combination.kind == kind);
    found.map(|combination| format!("{combination:?}")).collect()
}

#[test]
fn books_are_three_or_four_of_a_rank() {
    let wanted = ["book 5C 5D 5H", "book 5C 5D 5H X1", "book 5C 5D X1", "book 5C 5H X1", "book 5D 5H X1"];
    assert_eq!(laid("5C 5D 5H 6S X1", Kind::Book, &[]), wanted);
    assert_eq!(laid("5C X1 X2", Kind::Book, &[]), ["book 5C X1 X2"]);
}

#[test]
fn a_joker_stands_at_every_place_of_a_run() {
    let wanted = ["run 5C 6C 7C X1", "run X1 5C 6C 7C"];
    assert_eq!(laid("5C 6C 7C X1", Kind::Run, &[]), wanted);
    assert_eq!(laid("5C 7C 8C X1", Kind::Run, &[]), ["run 5C X1 7C 8C"]);
    // Two jokers: three places for the two cards that are given, either joker first.
    assert_eq!(laid("5C 6C X1 X2", Kind::Run, &[]).len(), 6);
    assert_eq!(laid("5C 8C X1 X2", Kind::Run, &[]), ["run 5C X1 X2 8C", "run 5C X2 X1 8C"]);
}

#[test]
fn the_jokers_of_a_double_may_be_one_pair_or_two_halves() {
    let wanted = ["double 5C 5S X1 X2", "double X1 X2 5C 5S"];
    assert_eq!(laid("5C 5S X1 X2", Kind::Double, &[]), wanted);
    assert_eq!(laid("5C 6S X1 X2", Kind::Double, &[]), ["double 5C X1 6S X2", "double 5C X2 6S X1"]);
    assert_eq!(laid("5C 6H X1 X2", Kind::Double, &[]), [""; 0]);
}

#[test]
fn a_long_sequence_may_be_laid_in_part() {
    let wanted = ["run 5C 6C 7C 8C", "run 5C 6C 7C 8C 9C", "run 6C 7C 8C 9C"];
    assert_eq!(laid("5C 6C 7C 8C 9C", Kind::Run, &[]), wanted);
    assert_eq!(laid("5C 6C 7C 8C 9C", Kind::Hand, &[]), ["hand 5C 6C 7C 8C 9C"]);
    assert_eq!(laid("5C 6C 7C 8C 9C", Kind::Straight, &[]), [""; 0]);
}

#[test]
fn a_straight_keeps_off_the_straight_of_the_table() {
    let hand = "QD KD AD 2H 3S 4S X1";
    assert_eq!(
        laid(hand, Kind::Straight, &["run 5C 6C 7C 8C"]),
        ["straight QD KD AD 2H 3S 4S X1", "straight X1 QD KD AD 2H 3S 4S"]
    );
    // Seven places of thirteen are taken, so six are free.
    assert_eq!(laid(hand, Kind::Straight, &["straight 5C 6C 7C 8C 9C TC JD"]), [""; 0]);
    // Hands leave room for each other: one of eight places, one of five.
    let wanted = ["hand QD KD AD 2H 3H"];
    assert_eq!(laid("QD KD AD 2H 3H 4H", Kind::Hand, &["hand 4D 5D 6D 7D 8D 9D TD JD"]), wanted);
    assert_eq!(laid("QD KD AD 2H 3H 4H", Kind::Hand, &["hand 4S 5C 6C 7C 8C 9C TC JC"]).len(), 3);
}

#[test]
fn a_full_circle_is_one_wherever_it_begins() {
    let hand = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC X1";
    let wanted = "run X1 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC";
    assert_eq!(laid(hand, Kind::Run, &[]).iter().filter(|run| run.len() == wanted.len()).collect::<Vec<_>>(), [wanted]);
}
