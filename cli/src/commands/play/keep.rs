//! The record of a game, kept as it is played.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use elderhand_agents::files::{would_replace, write_atomically};
use elderhand_env::{About, Record, Table, Turn};

use super::input::Input;
use crate::failure::usage;
use crate::output::{Output, points, printable, say};

/// The environment variable that names the folder in which games are kept where nothing else is asked for.
const FOLDER: &str = "ELDERHAND_GAMES";

/// Where games are kept.
pub enum Place {
    /// In this file; the games after the first beside it, with their number.
    File { path: PathBuf, force: bool },
    /// In the folder for kept games, by the names of their seeds.
    Folder,
    /// Nowhere, unless it is asked for at the table.
    Nowhere,
}

impl Place {
    /// Returns the file of a game, after checking that it can be written; `None` if the game is not kept.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, or would replace one that may not be replaced.
    pub fn of_game(&self, number: usize, id: &str, seed: u64) -> anyhow::Result<Option<PathBuf>> {
        match self {
            Place::Nowhere => Ok(None),
            Place::File { path, force } => {
                let path = numbered(path, number);
                check(&path, *force).map_err(|error| usage(error.to_string()))?;
                Ok(Some(path))
            }
            Place::Folder => {
                let made = folder().and_then(|folder| {
                    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
                    let path = folder.join(format!("{id}-{seed}.json"));
                    check(&path, true)?;
                    Ok(path)
                });
                match made {
                    Ok(path) => Ok(Some(path)),
                    Err(error) => {
                        say(&format!("warning: the game is not kept: {error:#}; `save FILE` keeps it"));
                        Ok(None)
                    }
                }
            }
        }
    }
}

/// Where games are kept that nobody named a file for.
fn folder() -> anyhow::Result<PathBuf> {
    if let Some(folder) = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let folder = dirs::state_dir().or_else(dirs::data_local_dir).context("there is no folder for a user's data")?;
    Ok(folder.join("elderhand").join("games"))
}

/// The first game's file, and those of later ones beside it.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}-{}", number + 1);
    let name = path.extension().map_or_else(|| name.clone(), |end| format!("{name}.{}", end.to_string_lossy()));
    path.with_file_name(name)
}

/// Refuses a file that cannot be written, or that would replace one that may not be replaced.
fn check(path: &Path, force: bool) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        anyhow::bail!("there is no folder {} for the record: make it first", folder.display());
    }
    let shown = path.display();
    match would_replace(path) {
        Ok(true) if !force => {
            anyhow::bail!("{shown} is there already: name a new file, or let it be replaced with --force")
        }
        Ok(_) => (),
        Err(error) => anyhow::bail!("the record cannot be written to {shown}: {error}"),
    }
    // A folder may be there and yet take no files.
    tempfile::tempfile_in(folder.unwrap_or(Path::new(".")))
        .map_err(|error| anyhow::anyhow!("the record cannot be written to {shown}: {error}"))?;
    Ok(())
}

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
        }
        Record { about: Some(about), ..table.record() }
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
                return Ok(());
            }
            kept = self.move_to(Path::new(&other), &record);
        }
        self.written = Some(record);
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
        let Some(path) = &self.path else { return Ok(()) };
        let path = printable(path.display());
        match table.turn() {
            Turn::Over { .. } => writeln!(out, "The record is in {path}; see it with: elderhand replay {path}"),
            _ => writeln!(out, "The game is kept in {path}; go on with: elderhand play --resume {path}"),
        }
    }
}

fn write(path: &Path, record: &Record) -> anyhow::Result<()> {
    let mut json = serde_json::to_vec(record)?;
    json.push(b'\n');
    write_atomically(path, &json).with_context(|| path.display().to_string())
}
