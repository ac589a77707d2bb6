//! Records from outside: what is taken up is a game that goes on, and comes to the same when it is taken up again.

use elderhand_env::{Record, Stream, Table};
use serde_json::{Value, json};

use super::alter::alter;
use super::explained::explained;
use super::play::go_on;
use super::setup::any_table;
use super::source::Source;
use super::watch::{Photo, Promises};

/// Reads a text as a record, or alters the record of a game that was played.
pub fn records(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    if source.below(8) == 0 {
        if let Ok(record) = serde_json::from_slice(source.rest()) {
            take_up(&record, &mut Source::new(&[]));
        }
        return;
    }
    let table = any_table(&mut source);
    let mut json = json!(table.record());
    // What most records lack may stand in them too.
    let donor = json!({
        "game": "gin", "seats": 2, "seed": source.byte(), "lots": [1, 0], "options": {"episode": "match"},
        "deck": ["KS"], "about": {"players": ["a", "b"], "returns": [1.5], "undone": [{"after": 3, "actions": ["x"]}]},
    });
    if source.coin() {
        json["seed"] = source.byte().into();
    }
    shorten(&mut json, &mut source);
    alter(&mut json, &donor, &mut source);
    if let Ok(record) = serde_json::from_value(json) {
        take_up(&record, &mut source);
    }
}

/// Takes the end of the deck away, or of the actions, or puts them in another order.
fn shorten(json: &mut Value, source: &mut Source<'_>) {
    for name in ["deck", "actions"] {
        let Some(list) = json.get_mut(name).and_then(Value::as_array_mut) else { continue };
        match source.below(4) {
            0 => list.truncate(source.below(list.len() + 1)),
            1 if list.len() > 1 => {
                let (one, other) = (source.below(list.len()), source.below(list.len()));
                list.swap(one, other);
            }
            _ => (),
        }
    }
}

fn take_up(record: &Record, source: &mut Source<'_>) {
    let mut table = match Table::from_record(record) {
        Ok(table) => table,
        Err(error) => return explained(&error),
    };
    assert_eq!(table.length(), record.actions.len(), "every action was played");
    // What the seed has dealt stands in the deck, so this record needs none.
    let again = Table::from_record(&table.record()).unwrap_or_else(|error| panic!("{error}: {record:?}"));
    assert_eq!(Photo::of(&again), Photo::of(&table), "{record:?}");
    let mut promises = Promises::new(&table);
    let mut chance = Stream::new(source.byte().into());
    for _ in 0..8 {
        go_on(&mut table, chance.below(1 << 16));
        promises.watch(&table);
    }
    let left = source.below(table.length() + 1);
    table.undo_to(left).expect("so many decisions were made");
    promises.watch(&table);
}
