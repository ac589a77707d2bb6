use super::*;
use crate::oracle::{cards, without};

/// A later turn of elder hand, who has drawn; both have laid contracts, and elder hand these melds in turn 3.
fn later(own: &str, other: &str, melds: &[&str]) -> Hand {
    let mut hand = Hand::new(false);
    hand.cards = [cards(own), cards(other)];
    hand.contract = [Some(3), Some(4)];
    let laid = |text: &&str| Laid { owner: 0, turn: 3, cards: cards(text), added: Vec::new() };
    hand.table = melds.iter().map(laid).collect();
    let gone = [hand.cards.concat(), melds.iter().flat_map(|text| cards(text)).collect()].concat();
    hand.stock = without(&deck(), &gone);
    (hand.turn, hand.drawn) = (5, true);
    hand
}

fn legal(hand: &Hand) -> String {
    hand.legal().into_iter().collect::<Vec<_>>().join(", ")
}

fn play(hand: &mut Hand, names: &[&str]) {
    for &name in names {
        assert!(hand.legal().contains(name), "{name}: {}", legal(hand));
        hand.act(name);
    }
}

#[test]
fn ten_cards_go_to_each_and_then_elder_hand_draws() {
    let mut hand = Hand::new(false);
    for number in 0..20 {
        assert_eq!(hand.next(), Next::Deal(number % 2));
        hand.deal(hand.stock[0]);
    }
    assert_eq!(hand.next(), Next::Draw(0));
    hand.deal(hand.stock[31]);
    assert_eq!((hand.next(), hand.cards[0].len(), hand.stock.len()), (Next::Act(0), 11, 31));
}

#[test]
fn nothing_is_laid_after_the_contract() {
    let mut hand = later("5C 6C 7C 5D 6D 7D 5H 6H 7H 7S 8S", "KC", &[]);
    hand.contract[0] = None;
    play(&mut hand, &["meld 5C", "meld 5D", "meld 5H", "meld 6C"]);
    assert_eq!(legal(&hand), "meld 6D, meld 6H, meld 7C, meld 7D, meld 7H, meld 7S");
    play(&mut hand, &["meld 7S"]);
    assert_eq!(legal(&hand), "meld 8S");
    play(&mut hand, &["meld 8S"]);
    assert_eq!(legal(&hand), "meld 7C, meld 7D, meld 7H");
    play(&mut hand, &["meld 7H", "meld 7C", "meld 7D"]);
    assert_eq!((hand.table.len(), hand.contract), (3, [Some(5), Some(4)]));
    assert_eq!(legal(&hand), "offer 6D, offer 6H");
}

#[test]
fn a_meld_may_be_of_any_length_and_be_laid_off_on_at_once() {
    let mut hand = later("2C 3D 4D 5S 6H 6D", "KC", &["TC TD TH"]);
    play(&mut hand, &["meld 3D", "meld 4D"]);
    assert_eq!(legal(&hand), "meld 5S");
    play(&mut hand, &["meld 5S"]);
    assert_eq!(legal(&hand), "end meld, meld 6D, meld 6H");
    play(&mut hand, &["meld 6D", "end meld"]);
    assert_eq!(legal(&hand), "lay off 2C, offer 2C, offer 6H");
    play(&mut hand, &["lay off 2C"]);
    assert_eq!(legal(&hand), "end turn");
}

#[test]
fn two_cards_are_laid_off_on_a_meld_in_a_turn() {
    let mut hand = later("4C 5C 6C QC QD", "KC", &["7C 8D 9H", "7D 7H 7S", "4D 4H 4S", "TD JD QH"]);
    hand.table[2].owner = 1;
    assert_eq!(
        legal(&hand),
        "lay off 6C, offer 4C, offer 5C, offer 6C, offer QC, offer QD, meld 4C"
            .split(", ")
            .map(String::from)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
            .join(", ")
    );
    play(&mut hand, &["lay off 6C", "lay off 5C"]);
    assert!(hand.places("4C".parse().unwrap()).is_empty());
    assert_eq!(hand.table[0].cards, cards("5C 6C 7C 8D 9H"));
    assert_eq!(legal(&hand), "offer 4C, offer QC, offer QD");
}

#[test]
fn who_has_several_melds_for_a_card_says_which() {
    let mut hand = later("7C KS", "KC", &["8C 9D TH", "4C 5C 6C", "7D 7H 7S"]);
    hand.table[1].owner = 1;
    play(&mut hand, &["lay off 7C"]);
    assert_eq!(legal(&hand), "on 1, on 3");
    play(&mut hand, &["on 3"]);
    assert_eq!(hand.table[2].cards, cards("7C 7D 7H 7S"));
    assert_eq!(legal(&hand), "end turn");
}

#[test]
fn who_has_laid_all_is_out() {
    for (contract, points) in [(Some(4), 15 + 9 + 20), (None, 15 + 9 + 40)] {
        let mut hand = later("6C 7C", "AC 9S", &["8C 9D TH"]);
        hand.contract[1] = contract;
        play(&mut hand, &["lay off 7C", "lay off 6C"]);
        assert_eq!((hand.next(), hand.points()), (Next::Over(End::Out(0)), [points, 0]));
    }
    let mut hand = later("6C 7C 8C", "AC 9S", &[]);
    play(&mut hand, &["meld 6C", "meld 7C", "meld 8C"]);
    assert_eq!(legal(&hand), "end meld");
    play(&mut hand, &["end meld"]);
    assert_eq!(hand.next(), Next::Over(End::Out(0)));
}

#[test]
fn a_card_that_was_taken_is_not_offered_back_at_once() {
    let mut hand = later("6C AC KS", "8C 9S 5D", &[]);
    play(&mut hand, &["offer AC", "take"]);
    // Who has taken an ace does not draw.
    assert_eq!(hand.next(), Next::Act(1));
    assert_eq!(legal(&hand), "offer 5D, offer 8C, offer 9S");
    play(&mut hand, &["offer 9S", "take"]);
    assert_eq!(hand.next(), Next::Draw(0));
    hand.deal("2D".parse().unwrap());
    assert_eq!(legal(&hand), "offer 2D, offer 6C, offer KS");
    play(&mut hand, &["offer 2D", "refuse"]);
    hand.deal("2H".parse().unwrap());
    assert_eq!(legal(&hand), "offer 2H, offer 5D, offer 8C, offer AC");
}

#[test]
fn the_last_two_cards_are_not_drawn() {
    let mut hand = later("6C AC KS", "8C 9S 5D", &[]);
    hand.stock.truncate(2);
    assert_eq!(legal(&hand), "end turn");
    play(&mut hand, &["end turn"]);
    assert_eq!((hand.next(), hand.points()), (Next::Over(End::Exhausted), [0, 31 - 22]));
}

#[test]
fn a_hand_has_200_turns() {
    let mut hand = later("6C AC KS", "8C 9S 5D", &[]);
    (hand.turn, hand.drawn) = (199, true);
    play(&mut hand, &["offer AC", "take"]);
    play(&mut hand, &["offer 9S", "refuse"]);
    assert_eq!((hand.next(), hand.points()), (Next::Over(End::Capped), [22 + 15 - 16, 0]));
}
