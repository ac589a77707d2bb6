//! Views that come from outside.

use serde_json::{Map, Value};

use crate::registry::without_episode;
use crate::rules::{Check, Game, Inconsistent, State};

/// A JSON value that is not a view of the game at hand.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// It does not have the form of the game's views.
    #[error("not a view of `{game}`: {reason}")]
    Form {
        /// The variant.
        game: &'static str,
        /// What is wrong, naming the field.
        reason: String,
    },
    /// It was taken under other options.
    #[error("`options` of the view differ from those of the game: leave them out or start a new game with them")]
    Options,
    /// No position of the game shows it.
    #[error("no position shows this view: {0}")]
    Inconsistent(#[from] Inconsistent),
}

/// Reads a view that another program wrote; `options` may be left out of it and are then those of the game.
///
/// # Errors
///
/// Fails unless the view has the game's form and options and some position shows it.
pub fn read_view<G: Game>(game: &G, mut json: Value) -> Result<<G::State as State>::View, ViewError> {
    if let Some(fields) = json.as_object_mut() {
        game.fill_in(fields);
        // What an empty view is filled with are the options as views show them.
        let mut own = Map::new();
        game.fill_in(&mut own);
        if let Some(Value::Object(own)) = own.get("options") {
            match fields.get_mut("options").and_then(Value::as_object_mut) {
                Some(given) if without_episode(own, given) == *own => given.clone_from(own),
                _ => return Err(ViewError::Options),
            }
        }
    }
    let view = game.parse_view(json).map_err(|reason| ViewError::Form { game: game.spec().id, reason })?;
    view.check()?;
    game.admits(&view)?;
    Ok(view)
}
