//! When something is written, and by what.

use std::time::{SystemTime, UNIX_EPOCH};

use elderhand_agents::files::date;

use crate::failure::usage;

/// The program with its version.
pub const PROGRAM: &str = concat!("elderhand ", env!("CARGO_PKG_VERSION"));

/// What builds that others can repeat set instead of the clock.
const EPOCH: &str = "SOURCE_DATE_EPOCH";

/// Returns the day in UTC, as YYYY-MM-DD.
pub fn today() -> anyhow::Result<String> {
    let seconds = match std::env::var_os(EPOCH) {
        Some(text) => text
            .to_str()
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| usage(format!("{EPOCH}: `{}` is no number of seconds since 1970", text.display())))?,
        None => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
    };
    Ok(date(seconds))
}
