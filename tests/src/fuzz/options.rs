//! Options from outside: as JSON, as `key=value`, and as variations.

use elderhand_env::options::{nearest, parse_options, plain, read_json};
use elderhand_env::{AnyGame, BatchOptions, Game, Overrides, Table, Variation, game, variants};
use serde_json::Value;

use super::alter::value;
use super::explained::explained;
use super::setup::{id_and_options, setting};
use super::source::Source;

/// Lays options over those of a variant, and lets some of them vary.
pub fn options(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    match source.below(4) {
        0 => texts(&mut source),
        1 => json(&mut source),
        _ => {
            let (id, overrides) = id_and_options(&mut source);
            if let Some(game) = make(id, &overrides) {
                vary(&game, &mut source);
            }
        }
    }
}

/// Reads lines as `key=value`.
fn texts(source: &mut Source<'_>) {
    let id = setting(source).0.id;
    let text = String::from_utf8_lossy(source.rest()).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    match parse_options(&lines) {
        Ok(overrides) => drop(make(id, &overrides)),
        Err(error) => explained(&error),
    }
}

/// Reads a text as an object of options; `id` in it names the game.
fn json(source: &mut Source<'_>) {
    let id = setting(source).0.id;
    match read_json::<Overrides>(source.rest()) {
        Ok(mut overrides) => {
            let named = overrides.remove("id");
            let id = named.as_ref().and_then(Value::as_str).unwrap_or(id);
            make(id, &overrides);
        }
        Err(error) => {
            explained(&error);
            assert!(!plain(&error).is_empty());
            nearest(&error, variants().iter().map(|variant| variant.id));
        }
    }
}

/// Makes a game, if it can be made, and makes it again from what its records say.
fn make(id: &str, overrides: &Overrides) -> Option<AnyGame> {
    let made = match game(id, overrides) {
        Ok(made) => made,
        Err(error) => {
            explained(&error);
            return None;
        }
    };
    let spec = made.spec();
    assert!((2..=16).contains(&spec.seats) && !spec.actions.is_empty() && spec.actions.len() <= 256, "{overrides:?}");
    assert!(spec.returns.0 <= spec.returns.1 && spec.max_length > 0, "{overrides:?}");
    let again = Table::from_record(&made.table(None).record()).unwrap_or_else(|error| panic!("{error}: {overrides:?}"));
    assert_eq!(again.game(), &made, "{overrides:?}");
    assert_eq!(again.game().spec(), spec, "{overrides:?}");
    assert!((0..spec.seats).all(|seat| made.side(seat) < spec.seats), "{overrides:?}");
    Some(made)
}

/// Lets options vary; the games that come of it are played by one network.
fn vary(game: &AnyGame, source: &mut Source<'_>) {
    let mut variation = Variation::new();
    let names: Vec<&str> = game.variable().iter().copied().chain(["seats", "episode"]).collect();
    for _ in 0..source.below(3) {
        let name = *source.pick(&names);
        let values = (0..source.below(4)).map(|_| if source.coin() { source.byte().into() } else { value(source) });
        variation.insert(name.into(), values.collect());
    }
    match game.vary(&variation) {
        Err(error) => explained(&error),
        Ok(games) => {
            assert!(!games.is_empty(), "{variation:?}");
            let (first, rest) = (games[0].spec(), &games[1..]);
            let same =
                |other: &AnyGame| (&other.spec().planes, &other.spec().actions) == (&first.planes, &first.actions);
            assert!(rest.iter().all(same), "one network plays them all: {variation:?}");
            let lanes = games.len().min(8);
            if games.len() <= lanes {
                game.batch(&variation, BatchOptions::from(lanes))
                    .unwrap_or_else(|error| panic!("{error}: {variation:?}"));
            }
        }
    }
}
