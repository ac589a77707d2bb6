//! Ctrl-C: where a command stops cleanly, once to stop, twice to stop at once; elsewhere it ends the program.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{io, panic};

use anyhow::Context;
use elderhand_agents::bots;

use crate::output::say;

/// A command stops by itself when it is told.
static CAUGHT: AtomicBool = AtomicBool::new(false);
static STOP: AtomicBool = AtomicBool::new(false);
/// What is said when Ctrl-C ends the program.
static LAST_WORDS: Mutex<String> = Mutex::new(String::new());

/// Has Ctrl-C, and a request to terminate, end the program with the processes of its bots, which do not hear them.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if !CAUGHT.load(Ordering::Relaxed) || STOP.swap(true, Ordering::Relaxed) {
            // Threads that still work fail in what is taken down around them, as libtorch: that is no news to anybody.
            panic::set_hook(Box::new(|_| ()));
            part();
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

/// Sets what is said when Ctrl-C ends the program from now on; nothing if it is empty.
pub fn last_words(words: String) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = words;
}

/// Leaves the line of the prompt, and says the last words.
fn part() {
    // Whoever is just setting them has nothing to say yet.
    let words = LAST_WORDS.try_lock().map(|words| words.clone()).unwrap_or_default();
    if io::stdin().is_terminal() && io::stderr().is_terminal() && !CAUGHT.load(Ordering::Relaxed) {
        say("\n");
    }
    if !words.is_empty() {
        say(&words);
    }
}
