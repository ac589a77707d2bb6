//! Views of gin that no position shows, each but one field away from one that some position does.

use elderhand_env::gin::{Gin, LayoutBy, Phase, Rules};
use elderhand_env::{Card, CardSet, Check, Game, State, Stream, Turn, read_view};
use serde_json::{Value, json};

/// Fields by their paths, with what they become.
pub type Changes<'a> = &'a [(&'a str, Value)];

/// Seat 1 is to draw: it has taken the ace of diamonds and discarded a king, and elder hand has drawn.
pub fn drawing() -> Value {
    let hand = ["AD", "2D", "3D", "5D", "QD", "KD", "6H", "7H", "4S", "QS"];
    let pile = json!([{"card": "KS", "by": 1}, {"card": "QH", "by": 0}]);
    let table = json!({"phase": "draw", "to_move": 1, "elder": 0, "pile": pile, "stock": 30, "known": [[], ["AD"]],
        "turns": 2, "knock_limit": 10});
    json!({"seat": 1, "hand": hand, "table": table})
}

/// What is wrong with a view under some rules once fields are changed; `nothing` if some position shows it.
fn wrong(rules: Rules, view: &Value, changes: Changes) -> String {
    let mut view = view.clone();
    for (path, value) in changes {
        let (parent, field) = path.rsplit_once('/').expect("a path");
        let parent = view.pointer_mut(parent).expect("the field has a place");
        match field.parse::<usize>() {
            Ok(index) => parent[index] = value.clone(),
            Err(_) => parent[field] = value.clone(),
        }
    }
    read_view(&Gin::new("gin", rules).unwrap(), view).map_or_else(|error| error.to_string(), |_| "nothing".into())
}

/// Expects words in what is wrong with a view once fields are changed.
pub fn refused(rules: Rules, view: &Value, changes: Changes, words: &str) {
    let found = wrong(rules, view, changes);
    assert!(found.contains(words), "{changes:?}: {found}, not: {words}");
}

/// Expects words in what is wrong with [`drawing`] once fields are changed.
fn drawn(changes: Changes, words: &str) {
    refused(Rules::gin(), &drawing(), changes, words);
}

/// Seat 1 is to discard, and has taken the upcard.
pub fn taking() -> Vec<(&'static str, Value)> {
    vec![
        ("/hand", json!(["AD", "2D", "3D", "5D", "QD", "KD", "6H", "7H", "4S", "QS", "KS"])),
        ("/table/phase", json!("discard")),
        ("/table/pile", json!([])),
        ("/table/stock", json!(31)),
        ("/table/taken", json!("AD")),
        ("/table/turns", json!(0)),
    ]
}

#[test]
fn a_card_is_in_one_place() {
    drawn(&[], "nothing");
    drawn(&[("/hand/9", json!("QH"))], "both in `hand` and in `table.pile`");
    drawn(&[("/table/known/1", json!(["KC"]))], "`table.known` of the seat itself must be in `hand`");
    drawn(&[("/table/known/0", json!(["2D"]))], "`table.known` of the other seat is elsewhere too");
    drawn(&[("/table/known/0", json!(["QH"]))], "`table.known` of the other seat is elsewhere too");
    drawn(&[("/hand/9", json!("X1"))], "no jokers");
    for (card, words) in [("9C", "`table.returned` is nowhere that both see"), ("AD", "nothing"), ("QH", "nothing")] {
        drawn(&[("/table/returned", json!([card]))], words);
    }
}

#[test]
fn seats_are_those_of_two_players() {
    for field in ["/seat", "/table/to_move", "/table/elder"] {
        drawn(&[(field, json!(2))], "seats are 0 and 1");
    }
}

#[test]
fn the_options_are_those_of_a_game() {
    let mut view = read_view(&Gin::new("gin", Rules::gin()).unwrap(), drawing()).unwrap();
    assert_eq!(view.check(), Ok(()));
    (view.options.knock_limit, view.table.knock_limit) = (11, 11);
    assert!(view.check().unwrap_err().to_string().contains("options: "));
}

#[test]
fn rules_out_of_their_ranges_make_no_game() {
    let gin = Rules::gin;
    for (within, beyond) in [
        (Rules { hand: 7, ..gin() }, Rules { hand: 8, ..gin() }),
        (Rules { knock_limit: 10, ..gin() }, Rules { knock_limit: 11, ..gin() }),
        (Rules { gin_bonus: 200, ..gin() }, Rules { gin_bonus: 201, ..gin() }),
        (Rules { undercut_bonus: 200, ..gin() }, Rules { undercut_bonus: 201, ..gin() }),
    ] {
        assert!(Gin::new("gin", within).is_ok() && Gin::new("gin", beyond).is_err(), "{within:?} {beyond:?}");
    }
}

#[test]
fn the_cards_add_up_to_a_pack() {
    drawn(&[("/table/stock", json!(41))], "`hand`, `table.pile` and `table.stock` hold too many cards");
    // One card is left for the other.
    let known = |cards: Value| [("/table/stock", json!(39)), ("/table/known/0", cards)];
    drawn(&known(json!(["9C"])), "the cards do not add up");
    drawn(&known(json!(["9C", "8C"])), "hold too many cards");
    for (stock, words) in [(29, "the cards do not add up"), (30, "nothing"), (31, "the cards do not add up")] {
        drawn(&[("/table/stock", json!(stock))], words);
    }
    drawn(&[("/table/phase", json!("discard"))], "the cards do not add up");
    for (stock, words) in [(30, "unless it is dead"), (29, "the cards do not add up")] {
        drawn(&[("/table/phase", json!("over")), ("/table/stock", json!(stock))], words);
    }
}

#[test]
fn cards_are_dealt_one_at_a_time() {
    let dealt = |own: usize, theirs: usize, next: u8, words: &str| {
        let hand: Vec<Card> = Card::all().take(own).collect();
        let table = json!({"phase": "deal", "to_move": next, "elder": 0, "pile": [], "stock": 52 - own - theirs,
            "turns": 0, "knock_limit": 10});
        refused(Rules::gin(), &json!({"seat": 1, "hand": hand, "table": table}), &[], words);
    };
    for (own, theirs, next) in [(0, 0, 0), (3, 3, 0), (3, 4, 1), (10, 10, 0)] {
        dealt(own, theirs, next, "nothing");
        dealt(own, theirs, 1 - next, "the cards do not add up");
    }
    for (own, theirs, next) in [(3, 5, 1), (4, 3, 0), (4, 3, 1), (10, 11, 1)] {
        dealt(own, theirs, next, "the cards do not add up");
    }
}

#[test]
fn a_hand_goes_on_with_three_cards_in_the_stock() {
    let hand: CardSet = serde_json::from_value(drawing()["hand"].clone()).unwrap();
    for (stock, words) in [(3, "nothing"), (2, "`table.stock`")] {
        let cards = (CardSet::PACK - hand).iter().take(32 - stock);
        let pile: Vec<Value> = cards.enumerate().map(|(place, card)| json!({"card": card, "by": place % 2})).collect();
        let changes = [("/table/pile", json!(pile)), ("/table/stock", json!(stock)), ("/table/turns", json!(28))];
        drawn(&changes, words);
    }
    drawn(&[("/table/pile", json!([])), ("/table/stock", json!(32))], "`table.pile` is empty");
}

#[test]
fn a_card_is_taken_by_who_discards() {
    let taken = |card: &str, words: &str| drawn(&[&taking()[..], &[("/table/taken", json!(card))]].concat(), words);
    taken("AD", "nothing");
    taken("2D", "`table.taken`");
    drawn(&[("/table/taken", json!("AD"))], "`table.taken`");
}

#[test]
fn the_knock_limit_is_that_of_the_options_or_of_the_upcard() {
    drawn(&[("/table/knock_limit", json!(9))], "`table.knock_limit`");
    let limit = |pile: Value, limit: u8, words: &str| {
        let changes = [("/table/pile/0", pile), ("/table/knock_limit", json!(limit))];
        refused(Rules::oklahoma(), &drawing(), &changes, words);
    };
    for (found, words) in [(1, "nothing"), (10, "nothing"), (0, "`table.knock_limit`"), (11, "`table.knock_limit`")] {
        limit(json!({"card": "KS", "by": 1}), found, words);
    }
    for (card, right) in [("AS", 1), ("7S", 7), ("JS", 10)] {
        limit(json!({"card": card}), right, "nothing");
        limit(json!({"card": card}), right - 1, "`table.knock_limit`");
    }
}

#[test]
fn no_hand_has_more_than_two_hundred_turns() {
    for (turns, words) in [(200, "nothing"), (201, "`table.turns` is beyond the cap")] {
        drawn(&[("/table/phase", json!("over")), ("/table/turns", json!(turns))], words);
    }
    // After the last of them the hand is over.
    for (turns, words) in [(199, "nothing"), (200, "`table.turns` is beyond the cap"), (255, "is beyond the cap")] {
        drawn(&[("/table/turns", json!(turns))], words);
    }
}

#[test]
fn a_showdown_is_what_the_hands_count() {
    let (game, mut stream) = (Gin::new("gin", Rules::gin()).unwrap(), Stream::new(1));
    let view = loop {
        let mut state = game.start();
        state.settle(&mut stream);
        while let Turn::Seat(_) = state.turn() {
            state.play(stream.pick(&state.legal())).unwrap();
            state.settle(&mut stream);
        }
        if state.view(0).showdown.is_some_and(|showdown| showdown.knocker == 0) {
            break state.view(0);
        }
    };
    assert_eq!(view.table.phase, Phase::Over);
    let points = view.showdown.unwrap().points;
    let view = json!(view);
    let showdown = |changes: Changes, words: &str| refused(Rules::gin(), &view, changes, words);
    showdown(&[], "nothing");
    showdown(&[("/showdown/points/0", json!(points[0] + 1))], "`showdown`");
    showdown(&[("/showdown/points/1", json!(points[1] + 1))], "`showdown`");
    showdown(&[("/showdown/gin", json!(!view["showdown"]["gin"].as_bool().unwrap()))], "`showdown`");
    showdown(&[("/showdown/knocker", json!(1))], "`showdown`");
    showdown(&[("/showdown/knocker", json!(2))], "seats are 0 and 1");
    showdown(&[("/table/phase", json!("draw"))], "`showdown`");
    showdown(&[("/table/known/1", json!([])), ("/table/returned", json!([]))], "`showdown`");
}

#[test]
fn nobody_lays_out_a_hand_before_a_knock() {
    let chosen = Rules { layout: LayoutBy::Chosen, ..Rules::gin() };
    let laid = json!({"layout": {"sets": [], "runs": [], "deadwood": ["AD"]}, "meld": []});
    let empty = json!({"layout": {"sets": [], "runs": [], "deadwood": []}, "meld": []});
    refused(chosen, &drawing(), &[("/table/laid", json!([empty, laid]))], "`table.laid`: nobody lays out");
    refused(chosen, &drawing(), &[("/table/laid_off", json!(["AD"]))], "`table.laid`: nobody lays out");
}

#[test]
fn what_was_played_fits_the_phase_also_without_draws() {
    let dealt = [
        ("/table/pile", json!([{"card": "AD"}])),
        ("/hand", json!(["KS", "2D", "3D", "5D", "QD", "KD", "6H", "7H", "4S", "QS"])),
        ("/table/known", json!([[], []])),
        ("/table/stock", json!(31)),
        ("/table/turns", json!(0)),
    ];
    let with = |more: &[(&'static str, Value)]| dealt.iter().chain(more).cloned().collect::<Vec<_>>();
    drawn(&with(&[("/table/phase", json!("offer"))]), "nothing");
    let changes = with(&[("/table/phase", json!("offer")), ("/table/turns", json!(40))]);
    drawn(&changes, "nobody has played in this phase");
    let changes = with(&[("/table/phase", json!("offer"))]);
    refused(Rules { offer: false, ..Rules::gin() }, &drawing(), &changes, "nothing is offered");
    drawn(&[("/table/turns", json!(0))], "more cards were drawn than `table.turns` tells");
}
