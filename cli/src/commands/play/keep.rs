//! The record of a game, kept as it is played.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use elderhand_agents::files::write_atomically;
use elderhand_env::{About, Record, Table, Turn};

use super::input::Input;
use super::place::check;
use crate::interrupt;
use crate::output::{Output, points, printable, word};

/// Keeps the record of one game.
pub struct Keeper {
    path: Option<PathBuf>,
    /// Who plays, when, and what was taken back.
    pub about: About,
    /// What was written last.
    written: Option<Record>,
}

impl Keeper {
    /// Keeps a game in a file, or nowhere until one is named.
    pub fn new(path: Option<PathBuf>, about: About) -> Keeper {
        Keeper { path, about, written: None }
    }

    /// The record of the game so far.
    fn record(&self, table: &Table) -> Record {
        let mut about = self.about.clone();
        if matches!(table.turn(), Turn::Over { .. }) {
            about.returns = table.returns().into_iter().map(points).collect();
            return Record { about: Some(about), ..table.record() };
        }
        // What is known to come next is kept as well.
        Record { about: Some(about), ..table.snapshot() }
    }

    /// Writes what has been played to a new file, and goes on keeping it there if it was kept nowhere.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written or is there already.
    pub fn save(&mut self, table: &Table, path: &Path) -> anyhow::Result<()> {
        check(path, false)?;
        write(path, &self.record(table))?;
        self.path.get_or_insert_with(|| path.to_owned());
        Ok(())
    }

    /// Writes what has been played since the last time.
    ///
    /// Where it cannot be written any more, a person is asked for another file, and without one the game goes on unkept.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written and there is no person to ask, or if the terminal is gone.
    pub fn keep(&mut self, table: &Table, input: &mut Input, out: &mut Output) -> anyhow::Result<()> {
        let Some(path) = self.path.clone() else { return Ok(()) };
        let record = self.record(table);
        if self.written.as_ref() == Some(&record) {
            return Ok(());
        }
        let mut kept = write(&path, &record);
        while let Err(error) = kept {
            if !input.terminal {
                return Err(error);
            }
            writeln!(out, "The record cannot be kept: {}.", printable(format!("{error:#}")))?;
            let other = input.line(out, "another file to keep it in, or Enter for none> ")?.unwrap_or_default();
            if other.is_empty() {
                self.path = None;
                interrupt::last_words(String::new());
                return Ok(());
            }
            kept = self.move_to(Path::new(&other), &record);
        }
        self.written = Some(record);
        interrupt::last_words(self.words(table).unwrap_or_default());
        Ok(())
    }

    fn move_to(&mut self, path: &Path, record: &Record) -> anyhow::Result<()> {
        check(path, false)?;
        write(path, record)?;
        self.path = Some(path.to_owned());
        Ok(())
    }

    /// Says where the record is, and what can be done with it.
    ///
    /// # Errors
    ///
    /// Fails if the terminal is gone.
    pub fn tell(&self, table: &Table, out: &mut Output) -> io::Result<()> {
        interrupt::last_words(String::new());
        self.words(table).map_or(Ok(()), |words| writeln!(out, "{words}"))
    }

    /// Where the record is, and what can be done with it; `None` if there is none.
    fn words(&self, table: &Table) -> Option<String> {
        let (path, file) = (printable(self.path.as_ref()?.display()), word(self.path.as_ref()?.display()));
        Some(match table.turn() {
            Turn::Over { .. } => format!("The record is in {path}; see it with: elderhand replay {file}"),
            _ => format!("The game is kept in {path}; go on with: elderhand play --resume {file}"),
        })
    }
}

fn write(path: &Path, record: &Record) -> anyhow::Result<()> {
    let mut json = serde_json::to_vec(record)?;
    json.push(b'\n');
    write_atomically(path, &json).with_context(|| path.display().to_string())
}
