//! Lines of the protocol, in either version: any text, or a request that is altered.

use elderhand_env::{AnyGame, Table};
use serde_json::{Value, json};

use super::alter::alter;
use super::setup::any_table;
use super::source::Source;
use super::talk::{GUESTS, ask, talk};

/// The requests of version 1.
const ONE: &[Request] = &[hello, new_game, act, game_over];
/// The requests that version 2 adds.
const TWO: &[Request] = &[hello, describe, decide, lay_out, new_table, join, at_table];

/// What version 1 knows.
pub fn lines_one(bytes: &[u8]) {
    lines(bytes, ONE);
}

/// What version 2 adds.
pub fn lines_two(bytes: &[u8]) {
    lines(bytes, TWO);
}

/// Asks by another way what [`lines_two`] asks.
pub fn by_way_of(bytes: &[u8], ask: impl FnMut(&[u8]) -> Value) {
    converse(bytes, TWO, ask);
}

/// Makes a request about a game in progress.
type Request = fn(&Asked<'_>, &mut Source<'_>) -> Value;

/// What requests are about: a game, and what was answered last.
struct Asked<'a> {
    table: &'a Table,
    game: &'a AnyGame,
    last: Value,
}

fn lines(bytes: &[u8], requests: &[Request]) {
    let mut session = talk();
    converse(bytes, requests, |request| ask(&mut session, request));
    let well = json!({"id": "last", "type": "hello", "protocol": 2});
    assert!(ask(&mut session, well.to_string().as_bytes()).get("error").is_none(), "the session goes on");
}

/// Asks line by line what the bytes say, by whatever way.
fn converse(bytes: &[u8], requests: &[Request], mut ask: impl FnMut(&[u8]) -> Value) {
    let mut source = Source::new(bytes);
    if source.below(4) == 0 {
        return source.rest().split(|&byte| byte == b'\n').for_each(|line| drop(ask(line)));
    }
    let table = any_table(&mut source);
    let mut asked = Asked { table: &table, game: table.game(), last: json!({}) };
    for number in 0..8 {
        let mut request = source.pick(requests)(&asked, &mut source);
        request["id"] = number.into();
        if source.below(3) == 0 {
            alter(&mut request, &asked.last, &mut source);
        }
        let answer = ask(request.to_string().as_bytes());
        if answer.get("error").is_none() {
            asked.last = answer;
        }
        if source.is_empty() {
            break;
        }
    }
}

fn hello(_: &Asked<'_>, source: &mut Source<'_>) -> Value {
    json!({"type": "hello", "protocol": source.below(3)})
}

fn new_game(asked: &Asked<'_>, source: &mut Source<'_>) -> Value {
    let (game, options) = (asked.game.spec().id, asked.table.record().options);
    json!({
        "type": "new_game", "game": game, "options": options, "seat": asked.table.seat().unwrap_or(0), "seed": source.byte(),
        "actions": source.coin(), "any_options": source.coin(),
    })
}

/// What the seat to move sees; where none is, what the first one does.
fn view(asked: &Asked<'_>) -> Value {
    asked.table.view(asked.table.seat().unwrap_or(0)).expect("there is this seat").json()
}

fn act(asked: &Asked<'_>, _: &mut Source<'_>) -> Value {
    json!({"type": "act", "view": view(asked)})
}

fn game_over(asked: &Asked<'_>, source: &mut Source<'_>) -> Value {
    match source.coin() {
        true => json!({"type": "game_over", "returns": asked.table.returns()}),
        false => json!({"type": "game_over"}),
    }
}

fn describe(asked: &Asked<'_>, _: &mut Source<'_>) -> Value {
    json!({"type": "describe", "game": asked.game.spec().id, "options": asked.table.record().options})
}

fn decide(asked: &Asked<'_>, source: &mut Source<'_>) -> Value {
    let mut request = json!({
        "type": "decide", "game": asked.game.spec().id, "options": asked.table.record().options, "view": view(asked),
        "bot": source.pick(&GUESTS), "seed": source.byte(), "any_options": source.coin(),
    });
    let names = asked.table.names();
    if !names.is_empty() && source.coin() {
        request["judge"] = (*source.pick(&names)).into();
    }
    request
}

fn lay_out(asked: &Asked<'_>, source: &mut Source<'_>) -> Value {
    let mut cards: Vec<Value> = asked.table.record().deck.iter().map(|card| json!(card)).collect();
    let second = cards.split_off(cards.len() / 2);
    json!({
        "type": "lay_out", "game": asked.game.spec().id, "options": asked.table.record().options,
        "hands": [cards, second], "knocker": source.below(2), "pile": [],
    })
}

fn new_table(asked: &Asked<'_>, source: &mut Source<'_>) -> Value {
    let seats: Vec<Value> = (0..asked.game.spec().seats).map(|_| chair(source)).collect();
    let mut request = json!({"type": "new_table", "seats": seats, "undo": source.coin(), "any_options": source.coin()});
    match source.coin() {
        true => request["record"] = json!(asked.table.record()),
        false => {
            request["game"] = asked.game.spec().id.into();
            request["options"] = asked.table.record().options.into();
        }
    }
    if source.coin() {
        request["seed"] = source.byte().into();
    }
    request
}

/// Somebody who joins, or a bot that thinks fast enough to play to the end.
fn chair(source: &mut Source<'_>) -> Value {
    match source.below(3) {
        0 => GUESTS[source.below(3)].into(),
        _ => Value::Null,
    }
}

fn join(asked: &Asked<'_>, source: &mut Source<'_>) -> Value {
    json!({"type": "join", "table": asked.last["table"], "name": source.text()})
}

/// What the holder of a seat may ask for.
fn at_table(asked: &Asked<'_>, source: &mut Source<'_>) -> Value {
    let kind = *source.pick(&["view", "play", "hint", "undo", "invite", "record", "close"]);
    let action = asked.last["legal"].get(0).cloned().unwrap_or_default();
    json!({"type": kind, "token": asked.last["token"], "action": action, "since": source.below(4), "bot": GUESTS[source.below(3)]})
}
