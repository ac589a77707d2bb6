//! Lines from the person.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Context;

use crate::output::Output;

/// No line that a person types is longer.
const MOST_BYTES: u64 = 4 << 10;

/// Lines from the person, asked for only where there is one.
pub struct Input {
    stdin: io::StdinLock<'static>,
    /// A person is there.
    pub terminal: bool,
}

impl Input {
    /// Reads standard input.
    pub fn stdin() -> Input {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Input { stdin: io::stdin().lock(), terminal }
    }

    /// Returns the next line; `None` at the end of the input.
    pub fn line(&mut self, out: &mut Output, prompt: &str) -> anyhow::Result<Option<String>> {
        if self.terminal {
            write!(out, "{}", out.paint.bold(prompt))?;
        }
        out.flush()?;
        let mut line = Vec::new();
        let length =
            io::Read::take(&mut self.stdin, MOST_BYTES).read_until(b'\n', &mut line).context("standard input")?;
        // What is not text is none of the moves, and is said to be so.
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }
}
