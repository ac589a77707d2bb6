//! Views of Skarney that no position shows.

use elderhand_env::skarney::{Rules, Skarney};
use elderhand_env::{Game, read_view};
use serde_json::{Value, json};

/// What is wrong with a view of seat 1, which has twelve cards in its turn and has laid nothing.
fn refused(laying: Value, turns: u8) -> String {
    let game = Skarney::new("skarney", Rules::skarney()).unwrap();
    let hand = ["7C", "8D", "9H", "2C", "2D", "2S", "JC", "QD", "KS", "5H", "5S", "5C"];
    let table = json!({"phase": "turn", "to_move": 1, "stock": 30, "sizes": [10, 12], "turns": turns});
    let view = json!({"seat": 1, "hand": hand, "laying": laying, "table": table});
    read_view(&game, view).map_or_else(|error| error.to_string(), |_| "nothing".into())
}

#[test]
fn a_contract_is_laid_by_its_ninth_card() {
    assert_eq!(refused(json!([["7C", "8D", "9H"], ["2C", "2D", "2S"], ["JC", "QD"]]), 1), "nothing");
    let whole = json!([["7C", "8D", "9H"], ["2C", "2D", "2S"], ["JC", "QD", "KS"]]);
    assert!(refused(whole, 1).contains("a contract that is whole lies on the table"));
    let more = json!([["7C", "8D", "9H", "2C", "2D", "2S", "JC", "QD", "KS", "5H", "5S", "5C"]]);
    assert!(refused(more, 1).contains("a contract that is whole lies on the table"));
}

#[test]
fn what_cannot_become_a_contract_is_not_begun() {
    assert!(refused(json!([["7C", "9H"]]), 1).contains("9H cannot come next"));
    assert!(refused(json!([["7C", "8D"], ["2C"]]), 1).contains("cannot come next"));
}

#[test]
fn the_two_take_turns() {
    assert!(refused(json!([]), 2).contains("`table.to_move`"));
}
