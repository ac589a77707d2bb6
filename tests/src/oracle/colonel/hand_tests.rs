use super::*;
use crate::oracle::{cards, without};

/// The beginning of a turn of elder hand.
fn turn(own: &str, other: &str, upcard: &str, melds: &[&str]) -> Hand {
    let mut hand = Hand::new(false, false);
    hand.cards = vec![cards(own), cards(other)];
    (hand.pile, hand.by) = (cards(upcard), vec![None]);
    hand.table = melds.iter().map(|text| cards(text)).collect();
    let gone = [hand.cards.concat(), hand.pile.clone(), hand.table.concat()].concat();
    hand.stock = without(&deck(), &gone);
    hand.stock.truncate(20);
    hand
}

fn play(hand: &mut Hand, names: &[&str]) {
    for &name in names {
        assert!(hand.legal().contains(name), "{name}: {:?}", hand.legal());
        hand.act(name);
    }
}

fn legal(hand: &Hand) -> String {
    hand.legal().into_iter().collect::<Vec<_>>().join(", ")
}

#[test]
fn ten_cards_go_to_each_and_the_next_is_turned_up() {
    let mut hand = Hand::new(true, false);
    for number in 0..20 {
        assert_eq!(hand.next(), Next::Card(number % 2));
        hand.deal(hand.stock[0]);
    }
    assert_eq!(hand.next(), Next::Upcard);
    hand.deal(hand.stock[0]);
    assert_eq!((hand.next(), legal(&hand)), (Next::Start(0), "challenge, draw, take".into()));
}

#[test]
fn cards_go_on_runs_and_on_sets() {
    let mut hand = turn("7C 3C KS", "9H", "2D", &["4C 5C 6C", "8C 9C TC", "7D 7H 7S"]);
    play(&mut hand, &["take"]);
    assert_eq!(legal(&hand), "add 7C, discard 3C, discard 7C, discard KS, lay off 3C, lay off 7C");
    play(&mut hand, &["lay off 7C", "lay off 3C"]);
    assert_eq!(legal(&hand), "discard KS");
    // Runs that touch are as good as one.
    assert_eq!(hand.place("2C".parse().unwrap(), meld::is_run), Some(0));
    assert_eq!(hand.place("JC".parse().unwrap(), meld::is_run), Some(1));
}

#[test]
fn the_card_taken_is_kept_unless_it_is_the_last() {
    let mut hand = turn("QC KC AC", "9H", "2D", &[]);
    play(&mut hand, &["take"]);
    assert_eq!(legal(&hand), "discard AC, discard KC, discard QC, meld QC");
    play(&mut hand, &["meld QC", "meld KC"]);
    assert_eq!(legal(&hand), "meld AC");
    play(&mut hand, &["meld AC", "end meld", "discard 2D"]);
    assert_eq!((hand.next(), hand.points()), (Next::Over(End::Out(0)), [9, 0]));
}

#[test]
fn who_has_laid_the_last_card_is_out() {
    let mut hand = turn("QC KC", "AH 9H TS", "AC", &[]);
    play(&mut hand, &["take", "meld QC", "meld KC", "meld AC"]);
    assert_eq!(legal(&hand), "end meld");
    play(&mut hand, &["end meld"]);
    assert_eq!((hand.next(), hand.points()), (Next::Over(End::Out(0)), [29, 0]));
}

#[test]
fn a_hand_ends_with_the_stock_or_after_200_turns() {
    for (stock, turns, end) in [(1, 0, End::Exhausted), (5, 198, End::Capped)] {
        let mut hand = turn("QC KC", "AH 9H", "AC", &[]);
        hand.stock = cards("2C 3C 4C 5C 6C")[..stock].to_vec();
        hand.turns = turns;
        if end == End::Exhausted {
            play(&mut hand, &["draw"]);
            hand.deal(hand.stock[0]);
            play(&mut hand, &["discard KC"]);
        } else {
            play(&mut hand, &["take", "discard KC", "take", "discard AH"]);
        }
        let points = if end == End::Exhausted { [7, 0] } else { [0, 0] };
        assert_eq!((hand.next(), hand.points()), (Next::Over(end), points));
    }
}

#[test]
fn a_challenge_is_for_the_whole_total() {
    for (own, points) in [("2C 3C", [10, 0]), ("KC 3C", [0, 13]), ("KC", [0, 0])] {
        let mut hand = turn(own, "AH", "AC", &[]);
        hand.challenge = true;
        play(&mut hand, &["challenge"]);
        assert_eq!((hand.next(), legal(&hand)), (Next::Answer(1), "accept, refuse".into()));
        let mut refused = hand.clone();
        play(&mut refused, &["refuse"]);
        assert_eq!((refused.next(), legal(&refused)), (Next::Start(0), "draw, take".into()));
        play(&mut hand, &["accept"]);
        assert_eq!((hand.next(), hand.points()), (Next::Over(End::Challenge), points));
    }
}
