//! Hands that cannot have been laid out by their players.

use elderhand_env::gin::{LayoutBy, Melds, Rules};
use serde_json::{Value, json};

use crate::gin::refused::{Changes, refused};

const KNOCKERS: [&str; 10] = ["AC", "2C", "3C", "5D", "7C", "7D", "7H", "KC", "KD", "KS"];
const DEFENDERS: [&str; 10] = ["4C", "5C", "2H", "3H", "4H", "8S", "8D", "8H", "9D", "TS"];

fn laying(sets: &[&str], runs: &[&str], deadwood: &[&str], meld: &[&str]) -> Value {
    json!({"layout": {"sets": sets, "runs": runs, "deadwood": deadwood}, "meld": meld})
}

/// A view of a seat after seat 0 has knocked.
fn knocked(seat: usize, phase: &str, known: [&[&str]; 2], laid: [Value; 2]) -> Value {
    let to_move = usize::from(phase != "knocker-melds");
    let pile = json!([{"card": "9S", "by": 1}, {"card": "QD", "by": 0}]);
    let table = json!({"phase": phase, "to_move": to_move, "elder": 0, "pile": pile, "stock": 30, "known": known,
        "turns": 3, "knock_limit": 10, "laid": laid, "laid_off": []});
    let hand = [KNOCKERS, DEFENDERS][seat];
    json!({"seat": seat, "hand": hand, "table": table})
}

/// The knocker has laid his sevens and begun with his run.
fn melding(seat: usize) -> Value {
    let own = laying(&["7C", "7D", "7H"], &[], &["3C", "5D", "KC", "KD", "KS"], &["AC", "2C"]);
    knocked(seat, "knocker-melds", [&KNOCKERS, &[]], [own, laying(&[], &[], &[], &[])])
}

/// The knocker is done, and the defender has laid a run.
fn defending(seat: usize) -> Value {
    let sets = ["7C", "7D", "7H", "KC", "KD", "KS"];
    let own = laying(&["8S", "8D", "8H"], &[], &["4C", "5C", "2H", "3H", "4H", "9D", "TS"], &[]);
    let laid = [laying(&sets, &["AC", "2C", "3C"], &["5D"], &[]), own];
    knocked(seat, "defender-melds", [&KNOCKERS, &DEFENDERS], laid)
}

/// The defender has laid off the four of clubs.
fn laying_off(seat: usize) -> Value {
    let sets = ["7C", "7D", "7H", "KC", "KD", "KS"];
    let own = laying(&["8S", "8D", "8H"], &["2H", "3H", "4H"], &["5C", "9D", "TS"], &[]);
    let laid = [laying(&sets, &["AC", "2C", "3C", "4C"], &["5D"], &[]), own];
    let mut view = knocked(seat, "lay-off", [&KNOCKERS, &DEFENDERS], laid);
    view["table"]["laid_off"] = json!(["4C"]);
    view
}

/// Expects words in what is wrong with a view once fields are changed, where players lay out themselves.
fn check(view: &Value, changes: Changes, words: &str) {
    refused(Rules { layout: LayoutBy::Chosen, ..Rules::gin() }, view, changes, words);
}

#[test]
fn both_seats_see_what_is_laid_out() {
    for seat in 0..2 {
        for view in [melding(seat), defending(seat), laying_off(seat)] {
            check(&view, &[], "nothing");
            refused(Rules::gin(), &view, &[], "`table.phase`: hands are laid out by themselves");
        }
        // The defender has begun with his run.
        let begun = laying(&["8S", "8D", "8H"], &[], &["4C", "5C", "4H", "9D", "TS"], &["2H", "3H"]);
        check(&defending(seat), &[("/table/laid/1", begun)], "nothing");
    }
}

#[test]
fn the_hand_of_who_lays_out_lies_open() {
    let open = "`table.known`: the hand of who lays out lies open";
    for seat in 0..2 {
        check(&melding(seat), &[("/table/known/0", json!(KNOCKERS[..9]))], open);
        for view in [defending(seat), laying_off(seat)] {
            for knower in ["/table/known/0", "/table/known/1"] {
                let hand = if knower.ends_with('0') { &KNOCKERS } else { &DEFENDERS };
                check(&view, &[(knower, json!(hand[..9]))], open);
            }
        }
    }
}

#[test]
fn what_was_taken_is_in_the_open_hands() {
    let words = "`table.known` is not what was taken by `table.draws`";
    let history = |upcard: &str, discard: &str| ("/table/draws", json!([upcard, discard, null]));
    let known = |cards: Value| ("/table/known/1", cards);
    for seat in 0..2 {
        check(&melding(seat), &[known(json!(["4C"])), history("AC", "4C")], "nothing");
        check(&melding(seat), &[known(json!(["4C"])), history("TD", "4C")], words);
        check(&melding(seat), &[known(json!([])), history("AC", "4C")], words);
        for view in [defending(seat), laying_off(seat)] {
            check(&view, &[history("AC", "4C")], "nothing");
            check(&view, &[history("TD", "4C")], words);
            check(&view, &[history("AC", "TD")], words);
        }
    }
}

#[test]
fn a_knocker_alone_has_a_card_more_and_only_where_nobody_need_discard() {
    let more = |cards: &[&'static str], card| [cards, &[card]].concat();
    let cards = [more(&KNOCKERS, "AH"), more(&DEFENDERS, "TD")];
    let deadwood = [json!(["5D", "AH"]), json!(["4C", "5C", "2H", "3H", "4H", "9D", "TS", "TD"])];
    for seat in 0..2 {
        for longer in 0..2 {
            let (known, left) = (format!("/table/known/{longer}"), format!("/table/laid/{longer}/layout/deadwood"));
            let mut changes = vec![
                (known.as_str(), json!(cards[longer])),
                (left.as_str(), deadwood[longer].clone()),
                ("/table/stock", json!(29)),
            ];
            if seat == longer {
                changes.push(("/hand", json!(cards[longer])));
            }
            check(&defending(seat), &changes, "the cards do not add up");
            let out = Rules { layout: LayoutBy::Chosen, out_without_discard: true, ..Rules::gin() };
            let words = if longer == 0 { "nothing" } else { "the cards do not add up" };
            refused(out, &defending(seat), &changes, words);
        }
    }
}

#[test]
fn a_hand_is_laid_out_whole_and_in_melds() {
    let whole = "`table.laid` is not the hand of its seat, in melds and deadwood";
    let layout = |field: &str, cards: &[&str]| -> (String, Value) { (format!("/table/laid/0/{field}"), json!(cards)) };
    let cases = [
        vec![layout("layout/deadwood", &["3C", "5D", "KC", "KD"])],
        vec![layout("layout/deadwood", &["3C", "5D", "KC", "KD", "KS", "QS"])],
        vec![layout("layout/deadwood", &["2C", "3C", "5D", "KC", "KD", "KS"])],
        vec![layout("layout/sets", &["7C", "7D"]), layout("layout/deadwood", &["3C", "5D", "7H", "KC", "KD", "KS"])],
        vec![layout("layout/runs", &["7C", "7D", "7H"]), layout("layout/sets", &[])],
        vec![layout("layout/runs", &["AC", "2C"]), layout("meld", &[])],
    ];
    for case in cases {
        let changes: Vec<_> = case.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
        (0..2).for_each(|seat| check(&melding(seat), &changes, whole));
    }
    check(&melding(0), &[("/table/laid/1", laying(&[], &[], &DEFENDERS, &[]))], whole);
    check(&laying_off(0), &[("/table/laid/0/layout/runs", json!(["AC", "2C", "3C"]))], whole);
    check(&laying_off(0), &[("/table/laid/1/layout/deadwood", json!(["4C", "5C", "9D", "TS"]))], whole);
}

#[test]
fn only_what_the_defender_held_is_laid_off() {
    check(&laying_off(1), &[("/table/laid_off", json!(["4C", "5D"]))], "`table.laid_off`");
    check(&defending(1), &[("/table/laid_off", json!(["4C"]))], "`table.laid_off`");
}

#[test]
fn no_meld_is_begun_that_cannot_be_ended() {
    let begun = laying(&["7C", "7D", "7H"], &[], &["3C", "AC", "KC", "KD", "KS"], &["2C", "5D"]);
    let stuck = "`table.laid` leaves nothing that can be done";
    (0..2).for_each(|seat| check(&melding(seat), &[("/table/laid/0", begun.clone())], stuck));
}

#[test]
fn who_has_laid_out_a_hand_is_done() {
    let done = "`table.laid`: who has laid out a hand is done with it";
    let (sevens, run) = (["7C", "7D", "7H"], ["AC", "2C", "3C"]);
    let building = laying(&sevens, &run, &["5D"], &["KC", "KD", "KS"]);
    let with_too_much = laying(&sevens, &run, &["5D", "KC", "KD", "KS"], &[]);
    for laid in [building, with_too_much] {
        (0..2).for_each(|seat| check(&defending(seat), &[("/table/laid/0", laid.clone())], done));
    }
    let building = laying(&[], &["2H", "3H", "4H"], &["5C", "9D", "TS"], &["8S", "8D", "8H"]);
    (0..2).for_each(|seat| check(&laying_off(seat), &[("/table/laid/1", building.clone())], done));
}

/// The defender has laid off the four of clubs and the five, which is all that he can.
fn counted(seat: usize) -> Value {
    let table = laying(&["7C", "7D", "7H", "KC", "KD", "KS"], &["AC", "2C", "3C"], &["5D"], &[])["layout"].clone();
    let defence = laying(&["8S", "8D", "8H"], &["2H", "3H", "4H"], &["9D", "TS"], &[])["layout"].clone();
    let mut view = laying_off(seat);
    view["table"]["phase"] = json!("over");
    view["table"]["laid_off"] = json!(["4C", "5C"]);
    view["table"]["laid"][0]["layout"]["runs"] = json!(["AC", "2C", "3C", "4C", "5C"]);
    view["table"]["laid"][1]["layout"]["deadwood"] = json!(["9D", "TS"]);
    view["showdown"] = json!({"knocker": 0, "gin": false, "layouts": [table, defence], "laid_off": ["4C", "5C"],
        "points": [14, 0], "winner": 0});
    view
}

#[test]
fn a_hand_that_is_over_was_laid_out_and_counted() {
    for seat in 0..2 {
        check(&counted(seat), &[], "nothing");
        check(&counted(seat), &[("/showdown", json!(null))], "`table.laid`: nobody lays out a hand in this phase");
        check(&counted(seat), &[("/showdown/points", json!([15, 0]))], "`showdown` is not what the hands count");
        check(&counted(seat), &[("/showdown/knocker", json!(2))], "seats are 0 and 1");
        let none = json!([laying(&[], &[], &[], &[]), laying(&[], &[], &[], &[])]);
        let unlaid = [("/showdown", json!(null)), ("/table/laid", none), ("/table/laid_off", json!([]))];
        check(&counted(seat), &unlaid, "`showdown` is there once a hand is over");
        let known = if seat == 0 { "/table/known/1" } else { "/table/known/0" };
        check(&counted(seat), &[(known, json!([]))], "`table.known`");
        let laid_badly = laying(&["8S", "8D", "8H"], &["2H", "3H"], &["4H", "9D", "TS"], &[]);
        check(&counted(seat), &[("/table/laid/1", laid_badly)], "in melds and deadwood");
    }
}

#[test]
fn nothing_is_laid_off_on_gin_and_nothing_is_a_set_where_there_are_none() {
    let knockers = ["AC", "2C", "3C", "7C", "8C", "9C", "AD", "2D", "3D", "4D"];
    let runs = laying(&[], &knockers, &[], &[]);
    let gin = [
        ("/table/known/0", json!(knockers)),
        ("/table/laid/0", runs.clone()),
        ("/table/laid_off", json!([])),
        ("/table/laid/1/layout/deadwood", json!(["4C", "5C", "9D", "TS"])),
    ];
    let mut defended = defending(1);
    defended["table"]["known"][0] = json!(knockers);
    defended["table"]["laid"][0] = runs;
    check(&defended, &[], "nothing");
    check(&laying_off(1), &gin, "`table.phase`: nothing is laid off on gin");
    let runs_alone = Rules { layout: LayoutBy::Chosen, melds: Melds::Runs, ..Rules::gin() };
    let unlaid = laying(&[], &["2H", "3H", "4H"], &["4C", "5C", "8S", "8D", "8H", "9D", "TS"], &[]);
    refused(runs_alone, &defended, &[("/table/laid/1", unlaid)], "nothing");
    refused(runs_alone, &defended, &[], "in melds and deadwood");
}

#[test]
fn nobody_knocks_with_more_than_the_limit() {
    let mut view = counted(0);
    view["table"]["laid"] = json!([laying(&[], &[], &[], &[]), laying(&[], &[], &[], &[])]);
    view["table"]["laid_off"] = json!([]);
    view["table"]["to_move"] = json!(0);
    refused(Rules::gin(), &view, &[], "nothing");
    refused(Rules::gin(), &view, &[("/table/to_move", json!(1))], "`table.to_move`");
    let low = Rules { knock_limit: 4, ..Rules::gin() };
    refused(low, &view, &[("/table/knock_limit", json!(4))], "`showdown`: nobody may knock with so much deadwood");
}
