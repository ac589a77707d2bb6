//! The rule-based Skarney player: what it takes, lays and offers.

use elderhand_agents::bots::load;
use elderhand_env::skarney::{Rules, Skarney};
use elderhand_env::{Game, read_view};
use serde_json::{Value, json};

/// What `simple` does as seat 1 with a hand, where `table` says what else lies there.
fn does(hand: &str, table: Value) -> String {
    let game = Skarney::new("skarney", Rules::skarney()).unwrap();
    let hand: Vec<&str> = hand.split(' ').collect();
    let mut whole = json!({"to_move": 1, "phase": "turn", "turns": 3});
    whole.as_object_mut().unwrap().extend(table.as_object().unwrap().clone());
    let view = read_view(&game, json!({"seat": 1, "hand": hand, "table": whole})).unwrap();
    let action = load(&game, "simple").unwrap().act(&view).unwrap();
    game.spec().name(action).to_owned()
}

/// Melds of seat 1: a set of twos, 7 8 9 and J Q K.
fn contract() -> Value {
    json!([
        {"by": 1, "cards": ["2C", "2D", "2S"]},
        {"by": 1, "cards": ["7C", "8D", "9H"]},
        {"by": 1, "cards": ["JC", "QD", "KS"]},
    ])
}

#[test]
fn it_takes_a_card_that_makes_a_meld_more() {
    let offer = |card: &str| json!({"phase": "answer", "turns": 2, "stock": 31, "sizes": [11, 10], "offered": card});
    assert_eq!(does("2C 3D 5H 5S 8C 8D TH JC QS KD", offer("4S")), "take");
    assert_eq!(does("2C 3D 5H 5S 8C 8D TH JC QS KD", offer("7S")), "refuse");
}

#[test]
fn it_takes_a_card_that_fits_on_its_own_melds_only() {
    let offer = |card: &str| json!({"phase": "answer", "turns": 2, "stock": 28, "sizes": [13, 2], "offered": card, "board": contract()});
    assert_eq!(does("4H 5S", offer("TC")), "take");
    assert_eq!(does("4H 5S", offer("8S")), "refuse");
}

#[test]
fn it_lays_the_contract_at_once() {
    let table = json!({"stock": 30, "sizes": [11, 11]});
    assert!(does("2C 2D 2S 7C 8D 9H JC QD KS 4H 5S", table).starts_with("meld "));
}

#[test]
fn it_offers_what_goes_least_with_the_rest() {
    let table = json!({"stock": 30, "sizes": [11, 11]});
    assert_eq!(does("2C 2D 3S 4C 4D 5H 8H QD QS KD KC", table), "offer 8H");
}

#[test]
fn it_lays_off_before_it_offers() {
    let table = json!({"stock": 30, "sizes": [10, 3], "board": contract()});
    assert_eq!(does("TC 4H 2H", table), "lay off TC");
}
