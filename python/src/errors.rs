//! The package's own exceptions, which Python defines so that each also derives from a built-in one.

use elderhand_env::{Action, ActionSet, Spec};
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(elderhand.errors, ActionError);
import_exception!(elderhand.errors, BotError);
import_exception!(elderhand.errors, EnvError);
import_exception!(elderhand.errors, GameError);
import_exception!(elderhand.errors, RecordError);
import_exception!(elderhand.errors, SavedError);
import_exception!(elderhand.errors, ViewError);

/// Turns an error into one of these by its text.
pub trait Raise<T> {
    /// Returns the value, or the exception that `raise` makes of the error's text.
    fn or_raise(self, raise: fn(String) -> PyErr) -> PyResult<T>;
}

impl<T, E: std::fmt::Display> Raise<T> for Result<T, E> {
    fn or_raise(self, raise: fn(String) -> PyErr) -> PyResult<T> {
        self.map_err(|error| raise(error.to_string()))
    }
}

/// An action that cannot be played in a lane, with its name and what could be.
pub fn illegal(py: Python<'_>, spec: &Spec, lane: usize, action: i64, legal: ActionSet) -> PyErr {
    let named = usize::try_from(action).ok().and_then(|place| spec.actions.get(place));
    let text = match named {
        None => format!("lane {lane}: there is no action {action}: the actions are 0 to {}", spec.actions.len() - 1),
        Some(name) => {
            let legal: Vec<String> = legal.iter().map(|action| self::named(spec, action)).collect();
            format!("lane {lane}: action {action} (`{name}`) is not legal: legal are {}", legal.join(", "))
        }
    };
    let error = ActionError::new_err(text);
    let value = error.value(py);
    let attributes = [("lane", lane as i64), ("action", action)];
    let set = attributes.into_iter().try_for_each(|(name, number)| value.setattr(name, number));
    match set.and_then(|()| value.setattr("name", named)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

fn named(spec: &Spec, action: Action) -> String {
    format!("{} (`{}`)", action.0, spec.name(action))
}
