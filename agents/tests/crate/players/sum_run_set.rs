//! The rule-based Sum-Run-Set player: what it captures and leaves, and how it fares in matches.

use elderhand_agents::bots::load;
use elderhand_env::options::parse_options;
use elderhand_env::sum_run_set::{Rules, SumRunSet};
use elderhand_env::{Game, game, read_view};
use serde_json::{Value, json};

use crate::common::won_from_random;

/// What `simple` does as seat 0 of two in the first turn, where `table` says what is otherwise.
fn does(hand: &str, pond: &str, table: Value) -> String {
    let game = SumRunSet::new("sum-run-set", Rules::sum_run_set()).unwrap();
    let cards = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut whole = json!({"phase": "play", "to_move": 0, "pond": cards(pond), "piles": [[], []], "pack": 40,
        "pegged": [0, 0]});
    whole.as_object_mut().unwrap().extend(table.as_object().unwrap().clone());
    let view = read_view(&game, json!({"seat": 0, "hand": cards(hand), "table": whole})).unwrap();
    let action = load(&game, "simple").unwrap().act(&view).unwrap();
    game.spec().name(action).to_owned()
}

#[test]
fn it_plays_the_card_that_captures_most() {
    assert_eq!(does("7S 2H KD JC", "7C 7D 7H 9S", json!({})), "play 7S");
    // Both capture by sum, but the Eight all of the pond.
    assert_eq!(does("8S 6H KD QC", "AC 2D 3H 2S", json!({})), "play 8S");
}

#[test]
fn it_names_the_best_run_card_by_card() {
    let pond = "3C 4C 4D 6S";
    let open = |more: Value| {
        let mut table = json!({"phase": "choose", "played": "5C"});
        table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        table
    };
    assert_eq!(does("KD QH JC", pond, open(json!({}))), "run");
    let taking = |taken: Value| open(json!({"phase": "take", "kind": "run", "taken": taken}));
    // With 3C 4C it is of one suit, 6 points; with 6S it would be longer, and 4 points.
    assert_eq!(does("KD QH JC", pond, taking(json!([]))), "take 3C");
    assert_eq!(does("KD QH JC", pond, taking(json!(["3C"]))), "take 4C");
    assert_eq!(does("KD QH JC", pond, taking(json!(["3C", "4C"]))), "end");
}

#[test]
fn it_leaves_what_is_least_use_to_the_other() {
    // An Ace beside 9C could be captured by a Ten, and a King beside Queens by a Jack; 2H goes with nothing there.
    assert_eq!(does("AD 2H KC KS", "9C QS QH QD", json!({})), "play 2H");
}

#[test]
fn it_beats_random_play_in_matches() {
    for (id, seats) in [("sum-run-set", 2), ("sum-run-set", 5), ("sum-run-set-partners", 4)] {
        let options = parse_options(&[format!("seats={seats}"), "episode=match".into()]).unwrap();
        let points = won_from_random(&game(id, &options).unwrap(), 20);
        assert!(points > 0.0, "{id} at {seats}: {points}");
    }
}
