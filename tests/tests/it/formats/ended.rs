//! That every round of a match is shown as it was counted, also those in which nobody had anything to decide.

use elderhand_env::options::parse_options;
use elderhand_env::{AnyView, Stream, Table};
use serde_json::Value;

/// The number of a round that a view shows as it was counted.
fn counted(view: &Value) -> Option<u64> {
    (view["match"]["counted"] == true).then(|| view["match"]["rounds"].as_u64().expect("a number"))
}

/// Plays a match at random, and gives how many rounds it had and how many of them went by without a decision.
fn play(id: &str, options: &[&str], seed: u64) -> [u64; 2] {
    let mut table = Table::new(id, &parse_options(options).unwrap(), Stream::new(seed)).unwrap();
    let mut stream = Stream::new(!seed);
    let (mut rounds, mut passed) = (0, 0);
    while table.seat().is_some() {
        table.play(stream.pick(&table.legal())).unwrap();
        let (ended, now) = (table.ended(0).unwrap(), table.view(0).unwrap());
        let shown: Vec<u64> = ended.iter().chain([&now]).map(AnyView::json).filter_map(|view| counted(&view)).collect();
        assert!(shown.len() >= ended.len(), "{id} {seed}: what has ended is counted");
        for &round in &shown {
            assert!(round == rounds || round == rounds + 1, "{id} {seed}: {round} after {rounds}");
            rounds = round;
        }
        passed += shown.len().saturating_sub(1) as u64;
    }
    assert_eq!(table.view(0).unwrap().json()["match"]["rounds"], rounds, "{id} {seed}");
    [rounds, passed]
}

#[test]
fn no_round_of_a_match_is_passed_over() {
    let small = ["episode=match", "seats=3", "stack=20", "ante=table", "antes=[19,19,19,19,19,19]"];
    let matches: [(&str, &[&str], bool); 6] = [
        ("pinnacle-nine", &small, true),
        ("pinnacle-split", &["episode=match", "seats=5"], true),
        ("gin", &["episode=match"], false),
        ("skarney-three", &[], false),
        ("skirmish", &["episode=match", "seats=3"], false),
        ("snap", &["episode=match"], false),
    ];
    for (id, options, passes) in matches {
        let played = (0..5).map(|seed| play(id, options, seed));
        let [rounds, passed] = played.fold([0; 2], |[rounds, passed], [more, went]| [rounds + more, passed + went]);
        assert!(rounds >= 10 && (passed > 0) == passes, "{id}: {passed} of {rounds}");
    }
}

#[test]
fn what_has_ended_is_forgotten_with_the_next_decision_and_comes_again_when_it_is_taken_back() {
    let mut table = Table::new("gin", &parse_options(&["episode=match"]).unwrap(), Stream::new(1)).unwrap();
    let mut stream = Stream::new(2);
    while table.ended(1).unwrap().is_empty() {
        table.play(stream.pick(&table.legal())).unwrap();
    }
    let (made, ended) = (table.length(), table.ended(1).unwrap());
    table.play(stream.pick(&table.legal())).unwrap();
    assert!(table.ended(1).unwrap().is_empty());
    table.undo_to(made).unwrap();
    assert_eq!(table.ended(1).unwrap(), ended);
    assert!(table.ended(2).is_err());
}
