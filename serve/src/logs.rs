//! What is told to whoever runs the server.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

/// What is told to whoever runs the server, on standard error: to people in lines, to other programs in JSON.
///
/// No line holds a card, an action, a table's name or a token.
pub struct Logs;

/// A text that does not say what is told.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` does not say what is logged: expected error, warn, info, debug or trace")]
pub struct NoFilter(
    /// The text as it was given.
    pub String,
);

impl Logs {
    /// Begins to tell what is at least of this level, one of `error`, `warn`, `info`, `debug` and `trace`.
    ///
    /// # Errors
    ///
    /// Fails if there is no such level.
    pub fn begin(level: &str) -> Result<(), NoFilter> {
        let filter = EnvFilter::builder().parse(level).map_err(|_| NoFilter(level.into()))?;
        let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(false);
        // Another one that was begun before goes on.
        let _ = if io::stderr().is_terminal() { logs.try_init() } else { logs.json().flatten_event(true).try_init() };
        Ok(())
    }
}
