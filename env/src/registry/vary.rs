//! The games that one network plays: one game with options that take several values.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::registry::GameError;
use crate::rules::{Game, OptionError, Overrides, overlay};

/// The values that options take, by name; every other option stays as it is.
pub type Variation = BTreeMap<String, Vec<Value>>;

/// No variation makes more games than this, so that one from outside cannot ask for absurd memory.
const MOST_GAMES: usize = 1024;

/// Every combination of the values of a variation, the last name's changing fastest; where nothing varies, one empty
/// setting.
///
/// # Examples
///
/// ```
/// use elderhand_env::options::settings;
/// use elderhand_env::Variation;
///
/// let variation = Variation::from([("seats".into(), vec![2.into(), 3.into()])]);
/// assert_eq!(settings(&variation)[1]["seats"], 3);
/// ```
pub fn settings(variation: &Variation) -> Vec<Overrides> {
    let mut settings = vec![Overrides::new()];
    for (name, values) in variation {
        let with = |setting: &Overrides, value: &Value| {
            let mut setting = setting.clone();
            setting.insert(name.clone(), value.clone());
            setting
        };
        settings = settings.iter().flat_map(|setting| values.iter().map(|value| with(setting, value))).collect();
    }
    settings
}

/// Makes the games of a variation, in the order of [`settings`]; one network plays them all.
///
/// # Errors
///
/// Fails if an option is not one of [`Game::VARIABLE`], has no values, has a value twice or one out of its range, and
/// if there would be more than 1024 games.
pub fn vary<G: Game>(game: &G, variation: &Variation) -> Result<Vec<G>, GameError> {
    let wrong = |source| GameError::Option { game: game.spec().id, source };
    let mut games: usize = 1;
    for (name, values) in variation {
        if !game.variable().contains(&name.as_str()) {
            return Err(wrong(OptionError::Fixed { name: name.clone(), variable: game.variable() }));
        }
        let twice = values.iter().enumerate().any(|(place, value)| values[..place].contains(value));
        games = games.saturating_mul(values.len());
        if games == 0 || games > MOST_GAMES || twice {
            let expected = "one value or several different ones, which make at most 1024 games";
            return Err(wrong(OptionError::range(name, values, expected)));
        }
    }
    let with = |setting: &Overrides| game.with(overlay(game.options(), setting)?);
    settings(variation).iter().map(|setting| with(setting).map_err(wrong)).collect()
}
