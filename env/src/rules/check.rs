//! Whether a view from outside can be.

use serde_json::Value;

use super::view::View;

/// A view that can be examined before anything is built on it.
pub trait Check: View {
    /// Returns `Ok` if some position of the game shows this view, so that no method can fail on it.
    ///
    /// # Errors
    ///
    /// Fails with the first field that contradicts the rules or another field.
    fn check(&self) -> Result<(), Inconsistent>;
}

/// A view that no position of the game shows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Inconsistent(
    /// What is wrong with it, naming the field.
    pub String,
);

/// Returns `true` if a position or a view is written down with options, and with others than these.
pub(crate) fn has_other_options(written: &Value, options: &Value) -> bool {
    ["rules", "options"].iter().any(|&name| written.get(name).is_some_and(|found| found != options))
}

/// Refuses a view in which something does not hold.
pub(crate) fn require(holds: bool, text: &str) -> Result<(), Inconsistent> {
    if holds { Ok(()) } else { Err(Inconsistent(text.into())) }
}

/// As [`require`], with a text that is made only if it is needed.
pub(crate) fn require_or(holds: bool, text: impl FnOnce() -> String) -> Result<(), Inconsistent> {
    if holds { Ok(()) } else { Err(Inconsistent(text())) }
}
