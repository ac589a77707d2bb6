//! Ctrl-C: where a command stops cleanly, once to stop, twice to stop at once; elsewhere it ends the program.

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use elderhand_agents::bots;

/// A command stops by itself when it is told.
static CAUGHT: AtomicBool = AtomicBool::new(false);
static STOP: AtomicBool = AtomicBool::new(false);

/// Has Ctrl-C, and a request to terminate, end the program with the processes of its bots, which do not hear them.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if !CAUGHT.load(Ordering::Relaxed) || STOP.swap(true, Ordering::Relaxed) {
            // Threads that still work fail in what is taken down around them, as libtorch: that is no news to anybody.
            panic::set_hook(Box::new(|_| ()));
            bots::exit(130);
        }
    })
    // The library does not say what the system told it.
    .map_err(|error| match error {
        ctrlc::Error::System(cause) => anyhow::Error::from(cause),
        error => error.into(),
    })
    .context("Ctrl-C cannot be caught")
}

/// Catches the first Ctrl-C from now on; the flag says whether it has come.
pub fn catch() -> &'static AtomicBool {
    CAUGHT.store(true, Ordering::Relaxed);
    &STOP
}
