//! Games as the bytes of an input choose them, and positions that come up in them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use elderhand_env::{AnyGame, Overrides, Stream, Table, Turn, game};
use serde_json::{Value, json};

use super::alter::value;
use super::explained::explained;
use super::source::Source;
use crate::setting::{Setting, settings};

/// Every setting in which games are tested, with its game.
static GAMES: LazyLock<Vec<(Setting, AnyGame)>> = LazyLock::new(|| {
    let made = |setting: Setting| {
        let game = game(setting.id, &setting.overrides).unwrap_or_else(|error| panic!("{setting}: {error}"));
        (setting, game)
    };
    settings().into_iter().map(made).collect()
});

/// The values that each option has in one of these settings.
static VALUES: LazyLock<BTreeMap<&'static str, Vec<Value>>> = LazyLock::new(|| {
    let mut values: BTreeMap<&'static str, Vec<Value>> = BTreeMap::new();
    for (name, value) in GAMES.iter().flat_map(|(_, game)| game.options()) {
        let known = values.entry(name.as_str()).or_default();
        if !known.contains(value) {
            known.push(value.clone());
        }
    }
    values.insert("episode", vec![json!("match"), json!("round")]);
    values
});

/// The words that options take.
static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let words: BTreeSet<&str> = VALUES.values().flatten().filter_map(Value::as_str).collect();
    let formats = elderhand_env::format::Format::ALL.map(elderhand_env::format::Format::name);
    words.into_iter().chain(formats).collect::<BTreeSet<_>>().into_iter().collect()
});

/// One of the settings in which games are tested, with its game.
pub fn setting(source: &mut Source<'_>) -> &'static (Setting, AnyGame) {
    source.pick(&GAMES)
}

/// The id of a variant and options to be laid over its own, which may be wrong.
pub fn id_and_options(source: &mut Source<'_>) -> (&'static str, Overrides) {
    let (setting, game) = setting(source);
    let mut overrides = setting.overrides.clone();
    for _ in 0..source.below(4) {
        let names: Vec<&str> = match source.below(4) {
            0 => VALUES.keys().copied().collect(),
            1 => vec!["episode", "format", "players", "seats", "target", "rounds"],
            _ => game.options().keys().map(String::as_str).chain(["episode"]).collect(),
        };
        let name = *source.pick(&names);
        let value = match (source.below(4), VALUES.get(name)) {
            (0 | 1, Some(values)) => source.pick(values).clone(),
            (2, _) => json!(source.byte()),
            (3, _) if source.coin() => json!(source.pick(&WORDS)),
            _ => value(source),
        };
        overrides.insert(name.into(), value);
    }
    (setting.id, overrides)
}

/// A game under options that the bytes choose; where they are wrong, as it is registered.
pub fn any_game(source: &mut Source<'_>) -> AnyGame {
    let (id, overrides) = id_and_options(source);
    match game(id, &overrides) {
        Ok(game) => game,
        Err(error) => {
            explained(&error);
            game(id, &Overrides::new()).expect("a variant is a game")
        }
    }
}

/// A game that has been played for a while at random, from a seed.
pub fn any_table(source: &mut Source<'_>) -> Table {
    let game = any_game(source);
    let seed = source.byte().into();
    let mut table = game.table(Stream::new(seed));
    let mut chooser = Stream::keyed([seed, 1, 0]);
    for _ in 0..source.below(400) {
        let Turn::Seat(_) = table.turn() else { break };
        table.play(chooser.pick(&table.legal())).expect("a legal action is played");
    }
    table
}
