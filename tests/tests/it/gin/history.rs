//! Histories that contradict the table, each with the words that say how.

use elderhand_env::gin::{Draws, Rules};
use elderhand_env::{Card, CardSet};
use serde_json::{Value, json};

use crate::gin::refused::{Changes, drawing, refused, taking};

const DIFFERENT: &str = "`table.draws` and `table.pile` tell of different turns";
const BEGINNING: &str = "the first turn is not made by this seat, or not in this way";

/// Expects words in what is wrong with a history of [`drawing`] once fields are changed.
fn told(rules: Rules, draws: Value, changes: Changes, words: &str) {
    refused(rules, &drawing(), &[changes, &[("/table/draws", draws)]].concat(), words);
}

fn of_gin(draws: Value, changes: Changes, words: &str) {
    told(Rules::gin(), draws, changes, words);
}

#[test]
fn a_history_has_an_entry_for_every_turn() {
    of_gin(json!(["AD", null]), &[], "nothing");
    for draws in [json!([]), json!(["AD"]), json!(["AD", null, null])] {
        of_gin(draws, &[], "must have an entry for every turn");
    }
    of_gin(json!(["AD"]), &taking(), "nothing");
    of_gin(json!([]), &taking(), "must have an entry for every turn");
}

#[test]
fn nobody_draws_during_the_deal() {
    let table = json!({"phase": "deal", "to_move": 0, "elder": 0, "pile": [], "stock": 52, "turns": 1,
        "draws": [null], "knock_limit": 10});
    let view = json!({"seat": 1, "hand": [], "table": table});
    refused(Rules::gin(), &view, &[], "nobody has played in this phase");
    refused(Rules::gin(), &view, &[("/table/draws", json!([])), ("/table/turns", json!(0))], "nothing");
}

#[test]
fn what_lies_in_the_pile_was_discarded_in_turn() {
    of_gin(json!(["AD", null]), &[("/table/pile/0/by", json!(0))], DIFFERENT);
    of_gin(json!([null, null]), &[], DIFFERENT);
    of_gin(json!(["AD", "KS"]), &[], "a card was taken from under others");
}

#[test]
fn elder_hand_begins_unless_the_upcard_was_taken() {
    let no_offer = Rules { offer: false, ..Rules::gin() };
    told(no_offer, json!(["AD", null]), &[], BEGINNING);
    told(no_offer, json!(["AD", null]), &[("/table/elder", json!(1))], "nothing");
    // With the upcard refused by both, the first card comes from the stock.
    let pile = json!([{"card": "AS"}, {"card": "KS", "by": 1}, {"card": "QH", "by": 0}]);
    let refused = [("/table/pile", pile), ("/table/stock", json!(29)), ("/table/known", json!([[], []]))];
    of_gin(json!([null, null]), &refused, BEGINNING);
    of_gin(json!([null, null]), &[&refused[..], &[("/table/elder", json!(1))]].concat(), "nothing");
    // Nobody draws before the upcard was offered.
    let first = [("/table/pile", json!([{"card": "AS"}])), ("/table/stock", json!(31)), ("/table/turns", json!(0))];
    let first = [&first[..], &[("/table/known", json!([[], []])), ("/table/elder", json!(1))]].concat();
    of_gin(json!([]), &first, BEGINNING);
    told(no_offer, json!([]), &first, "nothing");
}

#[test]
fn the_card_taken_first_set_the_knock_limit() {
    let limit = |limit: u8, words: &str| {
        let changes = [("/table/elder", json!(1)), ("/table/knock_limit", json!(limit))];
        told(Rules::oklahoma(), json!(["AD", null]), &changes, words);
    };
    limit(1, "nothing");
    limit(10, "`table.knock_limit` is not what the upcard set");
}

#[test]
fn what_was_taken_is_known_until_it_is_discarded() {
    of_gin(json!(["AD", null]), &[("/table/known/1", json!([]))], "`table.known` is not what was taken");
    of_gin(json!(["AD", null]), &[("/table/returned", json!(["AD"]))], "`table.returned` is not what was taken");
    of_gin(
        json!(["AD"]),
        &[&taking()[..], &[("/table/taken", Value::Null)]].concat(),
        "`table.taken` is not what was taken",
    );
    let elsewhere = [("/hand/0", json!("9C")), ("/table/known/1", json!([]))];
    let theirs = [&elsewhere[..], &[("/table/pile/1/card", json!("AD"))]].concat();
    of_gin(json!(["AD", null]), &theirs, "a card in `table.pile` was in the other hand");
    let at_once = [&elsewhere[..], &[("/table/pile/0/card", json!("AD")), ("/table/returned", json!(["AD"]))]].concat();
    of_gin(json!(["AD", null]), &at_once, "a card was discarded at once");
    told(Rules { return_taken: true, ..Rules::gin() }, json!(["AD", null]), &at_once, "nothing");
}

#[test]
fn a_seat_discards_what_it_holds() {
    // Seat 1 takes a card in each of its turns and discards others.
    for (taken, words) in [(7, "nothing"), (8, "a card in `table.pile` was in no hand")] {
        let hand: Vec<Card> = Card::all().take(7).collect();
        let pile: Vec<Value> = Card::all().skip(20).take(taken).map(|card| json!({"card": card, "by": 1})).collect();
        let turns = 2 * taken - 1;
        let draws: Vec<Option<Card>> =
            (0..turns).map(|turn| Card::all().nth(turn / 2).filter(|_| turn % 2 == 0)).collect();
        let table = json!({"phase": "draw", "to_move": 0, "elder": 0, "pile": pile, "stock": 38 - taken,
            "known": [[], hand], "turns": turns, "draws": draws, "knock_limit": 10});
        refused(Rules::seven(), &json!({"seat": 1, "hand": hand, "table": table}), &[], words);
    }
}

#[test]
fn a_hand_ends_with_the_cards_that_were_drawn() {
    let over = [("/table/phase", json!("over")), ("/table/to_move", json!(0))];
    let with = |changes: Changes, words: &str| of_gin(json!(["AD", null]), &[&over[..], changes].concat(), words);
    with(&[], "`showdown` is there once a hand is over, unless it is dead");
    with(&[("/table/turns", json!(200))], "must have an entry for every turn");
}

#[test]
fn a_hand_is_dead_with_two_cards_in_the_stock() {
    let hand = CardSet::PACK.iter().take(10).collect::<Vec<Card>>();
    for (turns, words) in [(28, "unless it is dead"), (29, "nothing"), (30, "`table.stock`: the hand is dead")] {
        let discard = |(place, card): (usize, Card)| match place {
            0 => json!({"card": card}),
            _ => json!({"card": card, "by": (place - 1) % 2}),
        };
        let pile: Vec<Value> = Card::all().skip(10).take(1 + turns).enumerate().map(discard).collect();
        let draws = vec![Value::Null; turns];
        let table = json!({"phase": "over", "to_move": (turns - 1) % 2, "elder": 0, "pile": pile, "stock": 31 - turns,
            "turns": turns, "draws": draws, "knock_limit": 10});
        refused(Rules::gin(), &json!({"seat": 1, "hand": hand, "table": table}), &[], words);
    }
    // Nobody takes a card either once it is dead.
    let cards: Vec<Card> = Card::all().collect();
    let mut pile: Vec<Value> = (1..29).map(|place| json!({"card": cards[10 + place], "by": (place - 1) % 2})).collect();
    pile.insert(0, json!({"card": cards[10]}));
    pile.push(json!({"card": cards[40], "by": 1}));
    let taken = cards[39];
    let draws = [vec![Value::Null; 29], vec![json!(taken)]].concat();
    let table = json!({"phase": "over", "to_move": 1, "elder": 0, "pile": pile, "stock": 2, "known": [[], [taken]],
        "turns": 30, "draws": draws, "knock_limit": 10});
    let hand: Vec<Card> = cards[..9].iter().copied().chain([taken]).collect();
    let words = "the hand would have been dead before";
    refused(Rules::gin(), &json!({"seat": 1, "hand": hand, "table": table}), &[], words);
}

#[test]
fn sixty_four_turns_are_remembered_and_thirty_one_cards() {
    let read = |draws: Vec<Value>| serde_json::from_value::<Draws>(json!(draws)).expect("a history");
    assert_eq!(read(vec![Value::Null; 64]).turns(), Some(64));
    assert_eq!(read(vec![Value::Null; 65]).turns(), None);
    let taken = |cards: usize| Card::all().take(cards).map(|card| json!(card)).collect::<Vec<_>>();
    let after = |turns: usize, cards: usize| read([vec![Value::Null; turns], taken(cards)].concat());
    assert_eq!(after(33, 31).turns(), Some(64));
    assert_eq!(after(33, 31).taken(63), Card::all().nth(30));
    assert_eq!(after(33, 31).taken(32), None);
    assert!(after(34, 31).are_unknown());
    assert!(after(0, 32).are_unknown());
}
