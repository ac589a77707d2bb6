//! Long texts, in a terminal a screenful at a time.

use std::io::{self, Write};

use terminal_size::{Height, terminal_size_of};

use super::input::Input;
use crate::output::Output;

/// Shows lines, and lets a person at a terminal read on or leave after each screenful.
pub fn show(lines: &[String], input: &mut Input, out: &mut Output) -> anyhow::Result<()> {
    let height = terminal_size_of(io::stdout()).filter(|_| input.terminal).map(|(_, Height(rows))| usize::from(rows));
    // The last row is for the question.
    let room = height.map_or(usize::MAX, |rows| rows.saturating_sub(1).max(1));
    let mut pages = lines.chunks(room).peekable();
    while let Some(page) = pages.next() {
        page.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if pages.peek().is_some() {
            let answer = input.line(out, "Enter for more, q to leave the page> ")?;
            if answer.is_none_or(|line| line.to_lowercase().starts_with('q')) {
                break;
            }
        }
    }
    Ok(())
}
