//! What is told to whoever runs the server.

use std::io::{self, IsTerminal};

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Begins to tell whoever runs the server what is at least of this level, on standard error: to people in lines, to other
/// programs in JSON.
///
/// No line holds a card, an action, a table's name or a token. That is why libraries, whose lines may hold anything, only warn.
pub fn log(level: Level) {
    let filter = Targets::new().with_target("elderhand", level).with_default(level.min(Level::WARN));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false);
    let lines = if io::stderr().is_terminal() { lines.boxed() } else { lines.json().flatten_event(true).boxed() };
    // Another one that was begun before goes on.
    let _ = tracing_subscriber::registry().with(filter).with(lines).try_init();
}
