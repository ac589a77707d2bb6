//! What the JSON of a view shows, as the oracle reads it.

use std::collections::BTreeSet;

use elderhand_tests::oracle::card::Card;
use elderhand_tests::oracle::skirmish::combination::{Combination, Kind};
use elderhand_tests::oracle::skirmish::turn::{Chart, Function, Position};
use serde_json::Value;

/// The cards of a list.
pub fn cards(list: &Value) -> Vec<Card> {
    list.as_array().expect("a list of cards").iter().map(card).collect()
}

/// One card.
fn card(text: &Value) -> Card {
    text.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("not a card: {text}"))
}

/// What a view shows of a round: in a match a part of it, else the whole.
pub fn round(view: &Value) -> &Value {
    view.get("round").unwrap_or(view)
}

/// The combinations of the table in the order in which they were laid.
pub fn table(view: &Value) -> Vec<Combination> {
    let combinations = round(view)["table"]["combinations"].as_array().expect("a list of combinations");
    combinations.iter().map(|shown| Combination { kind: kind(&shown["kind"]), cards: cards(&shown["cards"]) }).collect()
}

/// One kind.
fn kind(text: &Value) -> Kind {
    text.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("not a kind: {text}"))
}

/// The position of the hand to move, if it is between two actions of its turn; the view is that of its seat.
pub fn position(view: &Value) -> Option<Position> {
    let view = round(view);
    let table = &view["table"];
    if table["phase"] != "turn" || !view["laying"].is_null() {
        return None;
    }
    let turn = &table["turn"];
    let mover = table["to_move"].as_u64().expect("a number of a hand") as usize;
    let shown = &table["hands"][mover];
    let hidden = view["seat"] == table["to_move"];
    let functions = turn["used"].as_array().expect("a list of functions").iter().map(function);
    Some(Position {
        hand: cards(if hidden { &view["hand"] } else { &shown["known"] }).into_iter().collect(),
        table: self::table(view),
        discards: table["discards"].as_array().expect("a list").iter().map(|discard| card(&discard["card"])).collect(),
        dropped: cards(&shown["dropped"]),
        deck: table["stock"].as_u64().expect("a number of cards") as usize,
        used: functions.collect(),
        playing: turn["playing"].as_bool().expect("yes or no"),
        must: (!turn["must"].is_null()).then(|| card(&turn["must"])),
        chart: table["charts"].get(mover).map(chart),
    })
}

fn function(name: &Value) -> Function {
    match name.as_str() {
        Some("draw") => Function::Draw,
        Some("discard") => Function::Discard,
        Some("drop") => Function::Drop,
        Some("pick-up") => Function::PickUp,
        Some("retrieve") => Function::Retrieve,
        Some("play") => Function::Play,
        _ => panic!("not a function: {name}"),
    }
}

/// A chart, which shows apart what this round has added.
fn chart(shown: &Value) -> Chart {
    let kinds =
        |name: &str| -> BTreeSet<Kind> { shown[name].as_array().expect("a list of kinds").iter().map(kind).collect() };
    let (laid, fresh) = (kinds("laid"), kinds("fresh"));
    Chart { laid: laid.union(&fresh).copied().collect(), fresh }
}
