//! Two tables of a round do not know of each other until both have ended.

use elderhand_env::options::parse_options;
use elderhand_env::{Stream, Table, Turn};
use serde_json::Value;

/// What came of a round of two tables.
struct Played {
    /// What all four saw while the second table was playing.
    second: Vec<Value>,
    /// What the match says when both have ended.
    after: Value,
}

/// Plays the first table at random, and the second always alike.
fn played(id: &str, options: &[&str], seed: u64) -> Played {
    let overrides = parse_options(options).expect("options");
    let mut table = Table::new(id, &overrides, None).expect("a game");
    let (mut stream, mut second) = (Stream::new(seed), Vec::new());
    loop {
        let views: Vec<Value> = (0..4).map(|seat| table.view(seat).expect("a seat").json().clone()).collect();
        let standing = &views[0]["match"];
        if standing["counted"] == true {
            return Played { second, after: standing.clone() };
        }
        // With the first card of the second table the first one has gone.
        let alike = standing["table"] == 1;
        if alike {
            second.extend(views);
        }
        match table.turn() {
            Turn::Chance => {
                let deck = table.deck();
                let number = if alike { 0 } else { stream.below(deck.len()) };
                table.deal(deck.iter().nth(number).expect("a card")).expect("it may be dealt");
            }
            Turn::Seat(_) => {
                let legal = table.legal();
                let action = if alike { legal.nth(0).expect("an action") } else { stream.pick(&legal) };
                table.play(action).expect("it is legal");
            }
            turn => panic!("{turn:?}"),
        }
    }
}

/// Compares rounds that differ at the first table alone; they must differ in what they come to.
fn compare(id: &str, options: &[&str], field: &str) {
    let rounds: Vec<Played> = (0..40).map(|seed| played(id, options, seed)).collect();
    assert!(rounds[0].second.len() > 100);
    assert!(rounds.iter().all(|round| round.second == rounds[0].second), "{id}: the second table knows of the first");
    assert!(rounds.iter().any(|round| round.after[field] != rounds[0].after[field]), "{id}: all came to the same");
}

#[test]
fn the_second_table_of_partners_knows_nothing_of_the_first() {
    compare("skarney-partners", &[], "points");
}

#[test]
fn what_players_take_along_is_shown_when_both_tables_have_ended() {
    compare("gem-rum", &["seats=2", "players=4", "format=rotating-team"], "carried");
}
