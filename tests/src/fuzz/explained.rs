//! Errors that are of use to whoever gets them.

use std::fmt::Display;

/// Holds an error to saying what is wrong.
///
/// # Panics
///
/// Panics if it says nothing.
pub fn explained(error: &impl Display) {
    assert!(!error.to_string().is_empty(), "an error says what is wrong");
}
