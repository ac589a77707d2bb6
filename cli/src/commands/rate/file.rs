//! Files of results: a line of JSON a batch, added as it is played.

use std::fs::{self, File as Handle, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use elderhand_agents::rating::{Batch, Results};

use crate::output::say;

/// The most bytes of a line: a million deals are one.
const LONGEST: u64 = 64 << 20;

/// A file to which batches are added.
pub(super) struct File {
    path: PathBuf,
    handle: Handle,
}

impl File {
    /// Reads the results of a file, where there is one, and keeps it for more of them if `write` says so.
    ///
    /// A last line that is not whole, as of a run that was killed, is left out, and cut off before something is added.
    pub fn open(path: &Path, write: bool, results: &mut Results) -> anyhow::Result<File> {
        let shown = path.display().to_string();
        let mut options = OpenOptions::new();
        options.read(true);
        if write {
            options.append(true).create(true);
        }
        let handle = options.open(path).with_context(|| shown.clone())?;
        if write {
            match handle.try_lock() {
                Ok(()) => (),
                Err(TryLockError::WouldBlock) => {
                    return Err(anyhow!(
                        "{shown}: another run adds to it: wait for its end, or keep results elsewhere"
                    ));
                }
                // Some file systems know no locks.
                Err(TryLockError::Error(_)) => (),
            }
        }
        let whole = read(path, &handle, results)?;
        if write && whole < handle.metadata().with_context(|| shown.clone())?.len() {
            handle.set_len(whole).with_context(|| shown)?;
        }
        Ok(File { path: path.to_owned(), handle })
    }

    /// Adds a batch: it is in the file, whole, when this returns.
    pub fn add(&mut self, batch: &Batch) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(batch)?;
        line.push(b'\n');
        self.handle.write_all(&line).with_context(|| self.path.display().to_string())
    }
}

/// Reads the results of another file.
pub(super) fn join(path: &Path, results: &mut Results) -> anyhow::Result<()> {
    let handle = fs::File::open(path).with_context(|| path.display().to_string())?;
    read(path, &handle, results).map(|_| ())
}

/// Reads all lines that are whole, and returns where they end.
fn read(path: &Path, handle: &Handle, results: &mut Results) -> anyhow::Result<u64> {
    let shown = path.display();
    let mut reader = BufReader::new(handle);
    let (mut line, mut whole, mut number) = (Vec::new(), 0, 0_u64);
    loop {
        line.clear();
        reader.by_ref().take(LONGEST).read_until(b'\n', &mut line).with_context(|| shown.to_string())?;
        if line.is_empty() {
            return Ok(whole);
        }
        number += 1;
        let place = || format!("{shown}, line {number}");
        if line.last() != Some(&b'\n') {
            if line.len() as u64 == LONGEST {
                return Err(anyhow!("{}: it is longer than {LONGEST} bytes, the most of a line of results", place()));
            }
            say(&format!("warning: {}: it is not whole, and left out", place()));
            return Ok(whole);
        }
        let batch: Batch = serde_json::from_slice(&line)
            .with_context(|| format!("{}: expected a batch as `elderhand rate` writes it", place()))?;
        results.add(&batch).with_context(place)?;
        whole += line.len() as u64;
    }
}
