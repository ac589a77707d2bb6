use super::*;
use crate::oracle::{cards, without};

/// The first turn of three players.
fn three() -> Hand {
    let mut hand = Hand::new(3, false);
    hand.cards = ["AC 2C 3C 4C 5C 6C 7C", "AD 2D 3D 4D 5D 6D 9D", "AH 2H 3H 4H 5H 6H 9H"].map(cards).to_vec();
    (hand.pile, hand.by) = (cards("8C"), vec![None]);
    hand.stock = without(&without(&deck(), &hand.cards.concat()), &hand.pile);
    hand
}

fn play(hand: &mut Hand, names: &[&str]) {
    for &name in names {
        assert!(hand.legal().contains(name), "{name}: {:?}", hand.legal());
        hand.act(name);
    }
}

#[test]
fn cards_go_round_and_the_next_is_turned_up() {
    for (players, size) in [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)] {
        let mut hand = Hand::new(players, false);
        for number in 0..players * size {
            assert_eq!(hand.next(), Next::Card(number % players));
            hand.deal(hand.stock[0]);
        }
        assert_eq!(hand.next(), Next::Upcard);
        hand.deal(hand.stock[0]);
        assert_eq!(hand.next(), Next::Draw(0));
    }
}

#[test]
fn a_card_that_was_taken_is_kept() {
    let mut hand = three();
    play(&mut hand, &["take"]);
    assert!(!hand.legal().contains("discard 8C") && !hand.legal().contains("knock 8C"));
    assert_eq!(hand.legal().len(), 14);
    hand.return_taken = true;
    assert_eq!(hand.legal().len(), 16);
    play(&mut hand, &["discard 8C", "draw"]);
    assert_eq!(hand.next(), Next::Card(1));
}

#[test]
fn a_knock_ends_the_hand() {
    let mut hand = three();
    play(&mut hand, &["take", "discard AC", "draw"]);
    hand.deal("KS".parse().unwrap());
    play(&mut hand, &["knock KS"]);
    assert_eq!(hand.next(), Next::Over(End::Knock(1)));
    // Elder hand has nothing left, the others 9 each; the knocker is beaten.
    assert_eq!(hand.payments(), [28, -19, -9]);
}

#[test]
fn two_cards_left_or_200_turns_end_it_without_payments() {
    for (stock, turns, end) in [(3, 0, End::Dead), (9, 199, End::Capped)] {
        let mut hand = three();
        hand.stock.truncate(stock);
        hand.turns = turns;
        play(&mut hand, &["draw"]);
        let card = hand.stock[0];
        hand.deal(card);
        let word = format!("discard {card}");
        play(&mut hand, &[&word]);
        assert_eq!((hand.next(), hand.payments()), (Next::Over(end), vec![0; 3]));
    }
}
