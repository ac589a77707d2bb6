//! Players by their names, and what is said beside the names; bots that are handed over.

pub use crate::carrying::lent::lend;
pub use crate::seating::bot::{load, parse_timeout};
#[cfg(feature = "process")]
pub use crate::speaking::process::exit;
