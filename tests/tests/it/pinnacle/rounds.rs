//! Rounds that are part of a match, and views of them.

use elderhand_env::pinnacle::{Pinnacle, PinnacleView, Rules};
use elderhand_env::{Check, Game, read_view};
use serde_json::{Value, json};

/// A view of a round before the first act, in which the seats have so many chips before the ante.
fn view(rules: &Rules, before: &[u16]) -> Value {
    let seats: Vec<Value> = before.iter().map(|before| json!({"before": before})).collect();
    json!({
        "options": rules, "seat": 0, "hole": ["KC", "KD"],
        "table": {"phase": "bet", "seats": seats, "board": [["KH", "9S", "6D"]]},
    })
}

#[test]
fn chips_differ_in_a_match_alone() {
    let rules = Rules { seats: 2, ..Rules::nine() };
    let game = Pinnacle::new("pinnacle-nine", rules).unwrap();
    assert!(read_view(&game, view(&rules, &[300, 300])).is_ok());
    // Of two or more players with 300 chips each, these two are left.
    for before in [[280, 320], [40, 560], [450, 450], [100, 2000]] {
        let problem = read_view(&game, view(&rules, &before)).unwrap_err().to_string();
        assert!(problem.contains("in a single round every seat has 300 chips"), "{problem}");
        let shown: PinnacleView = serde_json::from_value(view(&rules, &before)).unwrap();
        assert_eq!(shown.check(), Ok(()));
    }
    for before in [[300, 301], [100, 200], [2100, 300], [0, 600]] {
        assert!(serde_json::from_value::<PinnacleView>(view(&rules, &before)).is_err(), "{before:?}");
    }
}

#[test]
fn what_cards_count_is_told_and_may_be_left_out_but_not_be_wrong() {
    let rules = Rules { seats: 2, ..Rules::nine() };
    let game = Pinnacle::new("pinnacle-nine", rules).unwrap();
    let told = serde_json::to_value(read_view(&game, view(&rules, &[300, 300])).unwrap()).unwrap();
    let book = json!([{"kind": "book", "cards": ["KC", "KD", "KH"]}]);
    assert_eq!(told["table"]["seats"][0]["count"], json!({"points": 6, "combinations": book}));
    assert_eq!(told["table"]["seats"][1].get("count"), None);
    assert!(read_view(&game, told.clone()).is_ok());
    let wrong = [
        (0, json!({"points": 5, "combinations": book}), "they count 6"),
        (0, json!({"points": 6, "combinations": []}), "they count 6"),
        (1, json!({"points": 0, "combinations": []}), "it must be left out"),
    ];
    for (seat, count, wanted) in wrong {
        let mut view = told.clone();
        view["table"]["seats"][seat]["count"] = count;
        let problem = read_view(&game, view).unwrap_err().to_string();
        assert!(problem.contains(&format!("`table.seats[{seat}].count`")) && problem.contains(wanted), "{problem}");
    }
}
