//! A person at the table, by script.

mod common;

use common::run;
use elderhand_env::{Game, Record, State, kuhn};

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

#[test]
fn a_game_of_kuhn_is_played_by_number_name_or_beginning() {
    // With seed 7 elder hand holds the king and random calls the bet with the queen.
    let expected = run(&["play", "kuhn", "--seed", "7"], "bet\n").well();
    assert!(expected.contains("your card K♠   the other ▒▒"), "{expected}");
    assert!(expected.contains("1 check   2 bet") && expected.contains("random: call"), "{expected}");
    assert!(expected.contains("You win 2."), "{expected}");
    for input in ["2\n", "BET\n", "b\n", "  bet \r\n"] {
        assert_eq!(run(&["play", "kuhn", "--seed", "7"], input).well(), expected, "{input:?}");
    }
}

#[test]
fn the_other_card_is_never_shown_before_the_showdown() {
    for seed in 0..20 {
        let out = run(&["play", "kuhn", "--seed", &seed.to_string()], "quit\n").well();
        let shown = ["J♠", "Q♠", "K♠"].iter().filter(|card| out.contains(**card)).count();
        assert_eq!(shown, 1, "{out}");
    }
}

#[test]
fn what_cannot_be_read_is_asked_again() {
    let out = run(&["play", "kuhn", "--seed", "7"], "fold\n9\n\nhint\nbet\n").well();
    assert!(out.contains("`fold` is none of the moves"), "{out}");
    assert!(out.contains("There is no move 9: the numbers are 1 to 2."), "{out}");
    assert!(out.contains("Choose a move by its number"), "{out}");
    assert!(out.contains("random would"), "{out}");
    assert!(out.contains("You win 2."), "{out}");
}

#[test]
fn leaving_and_the_end_of_input_are_polite() {
    for input in ["quit\n", "q\n", "check\n"] {
        // After a check random bets with seed 8, so that a decision is left when the input ends.
        let out = run(&["play", "kuhn", "--seed", "8"], input).well();
        assert!(out.contains("You leave the table.") || out.contains("You "), "{out}");
    }
    let out = run(&["play", "leduc", "--seed", "7"], "").well();
    assert!(lines(&out).last() == Some(&"You leave the table."), "{out}");
}

#[test]
fn a_table_of_gin_shows_melds_and_piles_and_hides_the_rest() {
    let out = run(&["play", "gin", "--bot", "random", "--seed", "5"], "take\nquit\n").well();
    assert!(out.contains("other  ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒\n"), "{out}");
    assert!(out.contains("pile   [") && out.contains("31 left in the stock"), "{out}");
    assert!(out.contains("deadwood") && out.contains("a knock needs 10 or less"), "{out}");
    assert!(out.contains("You get "), "{out}");
}

#[test]
fn a_record_is_written_and_replays_to_the_same_end() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.json");
    let path = path.to_str().expect("the path is UTF-8");
    let out = run(&["play", "kuhn", "--seed", "7", "--record", path], "bet\n").well();
    assert!(out.contains("The record is in"), "{out}");
    let text = std::fs::read_to_string(path).expect("the record is there");
    let record: Record = serde_json::from_str(&text).expect("it is a record");
    let game = kuhn::Kuhn::new("kuhn", kuhn::Options {}).expect("kuhn has no options");
    assert_eq!(record.replay(&game, |_, _| ()).expect("it replays").returns(0), 2.0);
    let lost = folder.path().join("no/such/folder.json");
    let lost = lost.to_str().expect("the path is UTF-8");
    run(&["play", "kuhn", "--seed", "7", "--record", lost], "bet\n").fails(1, &["no/such/folder.json"]);
}
