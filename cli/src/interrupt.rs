//! Ctrl-C: once to stop cleanly, twice to stop at once.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

static STOP: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C from now on; the flag says whether it has come.
pub fn catch() -> anyhow::Result<&'static AtomicBool> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(&STOP)
}
