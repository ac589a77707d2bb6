//! Files of results: a line of JSON a batch, added as it is played.

use std::fs::{File as Handle, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use elderhand_agents::Crew;
use elderhand_agents::rating::{Batch, Results};

use crate::lines::each_line;

/// The most bytes of a line: a million deals are one.
const LONGEST: u64 = 64 << 20;

/// What each begins with, as [`Batch`] is written.
const BEGINNING: &[u8] = br#"{"game":"#;

/// What has been read of files.
#[derive(Default)]
pub struct Found {
    pub results: Results,
    /// The lines themselves, if they are to be told.
    lines: Option<Vec<u8>>,
}

impl Found {
    /// Nothing yet, of which others are to be told.
    pub fn to_tell() -> Found {
        Found { lines: Some(Vec::new()), ..Found::default() }
    }

    /// Reads the results of a file.
    pub fn join(&mut self, path: &Path) -> anyhow::Result<()> {
        let handle = Handle::open(path).with_context(|| path.display().to_string())?;
        self.read(path, &handle).map(|_| ())
    }

    /// Has the first of a crew tell the others what it has read, and returns that.
    pub fn tell(self, crew: &dyn Crew) -> anyhow::Result<Results> {
        let lines = crew.spread(self.lines.unwrap_or_default()).map_err(|error| anyhow!(error))?;
        let mut told = Found::default();
        told.read(Path::new("the results of rank 0"), &lines[..])?;
        Ok(told.results)
    }

    /// Reads all lines that are whole, and returns where they end.
    fn read(&mut self, path: &Path, file: impl Read) -> anyhow::Result<u64> {
        let take = |line: &[u8]| {
            let batch: Batch =
                serde_json::from_slice(line).context("expected a batch as `elderhand rate` writes it")?;
            self.results.add(&batch)?;
            if let Some(lines) = &mut self.lines {
                lines.extend_from_slice(line);
            }
            Ok(())
        };
        let torn = |line: &[u8]| match is_begun(line) {
            true => Ok(()),
            false => Err(anyhow!(
                "expected a batch as `elderhand rate` writes it, or the beginning of one: name another file"
            )),
        };
        each_line(path, file, LONGEST, take, torn)
    }
}

/// A file to which batches are added.
pub(super) struct File {
    path: PathBuf,
    /// `None` before there is a file.
    handle: Option<Handle>,
}

impl File {
    /// Reads the results of a file, where there is one, and keeps it for more of them if `write` says so; a new file is made when
    /// there is something to add.
    ///
    /// A last line that is not whole, as of a run that was killed, is left out, and cut off before something is added. What no run
    /// can have begun to write is an error, and stays.
    pub fn open(path: &Path, write: bool, found: &mut Found) -> anyhow::Result<File> {
        let shown = path.display().to_string();
        let handle = match OpenOptions::new().read(true).append(write).open(path) {
            Err(error) if write && error.kind() == ErrorKind::NotFound => {
                return Ok(File { path: path.to_owned(), handle: None });
            }
            handle => handle.with_context(|| shown.clone())?,
        };
        if write {
            lock(path, &handle)?;
        }
        let whole = found.read(path, &handle)?;
        if write && whole < handle.metadata().with_context(|| shown.clone())?.len() {
            handle.set_len(whole).with_context(|| shown)?;
        }
        Ok(File { path: path.to_owned(), handle: Some(handle) })
    }

    /// Adds a batch: it is in the file, whole, when this returns.
    pub fn add(&mut self, batch: &Batch) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(batch)?;
        line.push(b'\n');
        let handle = match &mut self.handle {
            Some(handle) => handle,
            None => {
                // Whoever has made it since keeps it.
                let handle = OpenOptions::new().append(true).create_new(true).open(&self.path);
                let handle = handle.with_context(|| self.path.display().to_string())?;
                lock(&self.path, &handle)?;
                self.handle.insert(handle)
            }
        };
        handle.write_all(&line).with_context(|| self.path.display().to_string())
    }
}

/// Keeps a file from others that add to it.
fn lock(path: &Path, handle: &Handle) -> anyhow::Result<()> {
    match handle.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let path = path.display();
            Err(anyhow!("{path}: another run adds to it: wait for its end, or keep results elsewhere"))
        }
        // Some file systems know no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Returns `true` if something may be what was written of a line.
fn is_begun(line: &[u8]) -> bool {
    let shared = line.len().min(BEGINNING.len());
    line[..shared] == BEGINNING[..shared]
        && serde_json::from_slice::<Batch>(line).map_or_else(|error| error.is_eof(), |_| true)
}
