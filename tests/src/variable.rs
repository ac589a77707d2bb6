//! The options that may vary under one network, at the bounds of what they take.

use elderhand_env::options::as_table;
use elderhand_env::{Game, Variation, vary};
use serde_json::Value;

use crate::setting::settings;

/// No option that varies takes a number above this.
const MOST: u64 = 1000;

/// The least two and the greatest value of every variable option of a game; empty if it has no such options.
///
/// Of an option that takes words, those that it has in some setting.
///
/// # Panics
///
/// Panics if an option takes lists or tables.
pub fn bounds<G: Game>(game: &G) -> Variation {
    let options = as_table(game.options());
    let values = |name: &str| -> Vec<Value> {
        let candidates: Vec<Value> = match options.get(name) {
            Some(Value::Bool(_)) => vec![false.into(), true.into()],
            Some(Value::Number(_)) => (0..=MOST).map(Value::from).collect(),
            Some(own @ Value::String(_)) => {
                let mut words = vec![own.clone()];
                for setting in settings().iter().filter(|setting| setting.id == game.spec().id) {
                    let word = elderhand_env::game(setting.id, &setting.overrides)
                        .expect("the setting is valid")
                        .options()[name]
                        .clone();
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                words
            }
            other => panic!("`{name}` is {other:?}: expected a number, a word or a truth value"),
        };
        let takes = |value: &Value| vary(game, &Variation::from([(name.into(), vec![value.clone()])])).is_ok();
        let mut values: Vec<Value> = candidates.into_iter().filter(takes).collect();
        if values.len() > 3 {
            values.drain(2..values.len() - 1);
        }
        values
    };
    G::VARIABLE.iter().map(|&name| (name.into(), values(name))).collect()
}

/// The game at every combination of the [`bounds`] of its variable options; itself alone if it has none.
///
/// # Panics
///
/// As [`bounds`].
pub fn tables<G: Game>(game: &G) -> Vec<G> {
    vary(game, &bounds(game)).expect("every value was tried")
}
