//! The records of an event, a file a table, and beside them what it came to.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use elderhand_agents::TableResult;
use elderhand_agents::files::{read_text, write_atomically};
use elderhand_env::{About, Record, Table};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::date::{PROGRAM, today};
use crate::failure::usage;
use crate::output::points;

/// The file of what an event came to.
pub const EVENT: &str = "tournament.json";
/// No longer file is read, in bytes.
const LONGEST: u64 = 16 << 20;
/// No more records are read.
const MOST: usize = 100_000;

/// A directory of records, and what all of them tell.
pub(super) struct Log {
    folder: PathBuf,
    seed: u64,
    date: String,
    /// What was there when it was opened, by round and table.
    kept: BTreeMap<(u64, u64), Record>,
    /// The directory itself, locked while this lives, where the system lets it be.
    _lock: Option<File>,
}

impl Log {
    /// Takes a directory, with the records that it holds of tables that have been played, and makes it where there is none.
    ///
    /// Fails if another run keeps its records there.
    pub fn open(path: &Path, seed: u64) -> anyhow::Result<Log> {
        let shown = path.display();
        if path.exists() && !path.is_dir() {
            return Err(usage(format!("{shown} is not a directory: name one for the records")));
        }
        fs::create_dir_all(path).with_context(|| shown.to_string())?;
        let lock = lock(path)?;
        let mut kept = BTreeMap::new();
        for (round, table, path) in records(path)? {
            kept.insert((round, table), read(&path)?);
        }
        Ok(Log { folder: path.to_owned(), seed, date: today()?, kept, _lock: lock })
    }

    /// The record of a table that was played before.
    pub fn kept(&self, round: usize, table: usize) -> Option<&Record> {
        self.kept.get(&(round as u64, table as u64))
    }

    /// Keeps the record of a table, at which these sat; the files' names sort as the rounds do.
    ///
    /// One that was there stays as it is.
    pub fn write(&self, result: &TableResult, record: &Record, players: Vec<String>) -> anyhow::Result<()> {
        if self.kept(result.round, result.table).is_some() {
            return Ok(());
        }
        // What the event had come to before is no longer so, and would be read as this one if it were killed.
        match fs::remove_file(self.event()) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| self.event().display().to_string());
            }
            _ => (),
        }
        let about = About {
            players,
            seed: Some(self.seed),
            date: Some(self.date.clone()),
            program: Some(PROGRAM.into()),
            returns: Table::from_record(record)?.returns().into_iter().map(points).collect(),
            ..About::default()
        };
        write(&self.path(result.round, result.table), &Record { about: Some(about), ..record.clone() })
    }

    /// The file of the record of a table.
    pub fn path(&self, round: usize, table: usize) -> PathBuf {
        self.folder.join(format!("round-{round:04}-table-{table}.json"))
    }

    /// Keeps what the event has come to.
    pub fn conclude(&self, report: &impl Serialize) -> anyhow::Result<()> {
        write(&self.event(), report)
    }

    fn event(&self) -> PathBuf {
        self.folder.join(EVENT)
    }
}

/// Locks a directory for this process; `None` where it cannot be opened, or the file system knows no locks.
fn lock(folder: &Path) -> anyhow::Result<Option<File>> {
    let Ok(handle) = File::open(folder) else { return Ok(None) };
    match handle.try_lock() {
        Err(TryLockError::WouldBlock) => Err(anyhow!(
            "{}: another run keeps its records there: wait for its end, or name another directory",
            folder.display()
        )),
        _ => Ok(Some(handle)),
    }
}

/// The records in a directory, in their order: their rounds, tables and paths.
pub fn records(folder: &Path) -> anyhow::Result<Vec<(u64, u64, PathBuf)>> {
    let mut records = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())?.take(MOST) {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let numbers = name.strip_prefix("round-").and_then(|name| name.strip_suffix(".json"));
        let numbers = numbers.and_then(|name| name.split_once("-table-"));
        let numbers = numbers.and_then(|(round, table)| Some((round.parse().ok()?, table.parse().ok()?)));
        records.extend(numbers.map(|(round, table)| (round, table, path)));
    }
    records.sort();
    Ok(records)
}

/// Reads the record of a table, which says who sat there.
pub fn read(path: &Path) -> anyhow::Result<Record> {
    let told = |record: Record| match &record.about {
        Some(about) if about.players.len() == record.seats => Ok(record),
        _ => Err(anyhow!("expected who sat in each seat")),
    };
    let broken = |error: anyhow::Error| {
        let shown = path.display();
        error.context(format!(
            "{shown}: it is no whole record: remove it, and the tournament plays its table again and comes to the same"
        ))
    };
    // A file that cannot be read at all may be whole.
    json(path).and_then(told).map_err(|error| if error.is::<io::Error>() { error } else { broken(error) })
}

/// Reads a file of JSON.
pub fn json<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let shown = || path.display().to_string();
    let text = File::open(path).and_then(|file| read_text(file, LONGEST)).with_context(shown)?;
    serde_json::from_str(&text).with_context(shown)
}

fn write(path: &Path, what: &impl Serialize) -> anyhow::Result<()> {
    let mut json = serde_json::to_vec(what)?;
    json.push(b'\n');
    write_atomically(path, &json).with_context(|| path.display().to_string())
}
