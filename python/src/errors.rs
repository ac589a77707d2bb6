//! The package's own exceptions, which Python defines so that each also derives from a built-in one.

use std::sync::{Mutex, MutexGuard, TryLockError};

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

/// What holds an environment, unless another thread uses it.
pub fn held<T>(environment: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    environment.try_lock().map_err(|error| {
        EnvError::new_err(match error {
            TryLockError::WouldBlock => "another thread is using this environment",
            TryLockError::Poisoned(_) => {
                "an error within Elderhand has left this environment unusable: make another one"
            }
        })
    })
}

/// An action that cannot be played in a lane, with its name and what could be.
pub fn illegal(py: Python<'_>, spec: &Spec, lane: usize, action: i128, legal: ActionSet) -> PyErr {
    let text = format!("lane {lane}: {}", refusal(spec, action, legal));
    let error = refused(py, text, Some(action), name(spec, action));
    match error.value(py).setattr("lane", lane) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// An action that cannot be played, by what there is of its number and its name.
pub fn refused(py: Python<'_>, text: String, action: Option<i128>, name: Option<&str>) -> PyErr {
    let error = ActionError::new_err(text);
    let value = error.value(py);
    match value.setattr("action", action).and_then(|()| value.setattr("name", name)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Why an action cannot be played, and what could be.
pub fn refusal(spec: &Spec, action: i128, legal: ActionSet) -> String {
    match name(spec, action) {
        None => format!("there is no action {action}: the actions are 0 to {}", spec.actions.len() - 1),
        Some(name) => {
            let legal: Vec<String> = legal.iter().map(|action| named(spec, action)).collect();
            format!("action {action} (`{name}`) is not legal: legal are {}", legal.join(", "))
        }
    }
}

/// The name of an action; `None` if there is no such action.
pub fn name(spec: &Spec, action: i128) -> Option<&str> {
    usize::try_from(action).ok().and_then(|place| spec.actions.get(place)).map(String::as_str)
}

fn named(spec: &Spec, action: Action) -> String {
    format!("{} (`{}`)", action.0, spec.name(action))
}
