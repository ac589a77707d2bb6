//! The records of an event, a file a table.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use elderhand_agents::TableResult;
use elderhand_agents::files::write_atomically;
use elderhand_env::{About, Record, Table};

use crate::date::{PROGRAM, today};
use crate::failure::usage;
use crate::output::points;

/// A directory of records, and what all of them tell.
pub(super) struct Log {
    folder: PathBuf,
    seed: u64,
    date: String,
}

impl Log {
    /// Takes a directory that holds no records yet, and makes it where there is none.
    pub fn create(path: &Path, seed: u64) -> anyhow::Result<Log> {
        let shown = path.display();
        if path.exists() && !path.is_dir() {
            return Err(usage(format!("{shown} is not a directory: name one for the records")));
        }
        fs::create_dir_all(path).with_context(|| shown.to_string())?;
        for entry in fs::read_dir(path).with_context(|| shown.to_string())? {
            let name = entry.with_context(|| shown.to_string())?.file_name();
            let name = name.to_string_lossy();
            if name.starts_with("round-") && name.ends_with(".json") {
                return Err(usage(format!("{shown} holds records already, such as {name}: name a new directory")));
            }
        }
        Ok(Log { folder: path.to_owned(), seed, date: today()? })
    }

    /// Keeps the record of a table, at which these sat; the files' names sort as the rounds do.
    pub fn write(&self, result: &TableResult, record: &Record, players: Vec<String>) -> anyhow::Result<()> {
        let about = About {
            players,
            seed: Some(self.seed),
            date: Some(self.date.clone()),
            program: Some(PROGRAM.into()),
            returns: Table::from_record(record)?.returns().into_iter().map(points).collect(),
            ..About::default()
        };
        let path = self.folder.join(format!("round-{:04}-table-{}.json", result.round, result.table));
        let mut json = serde_json::to_vec(&Record { about: Some(about), ..record.clone() })?;
        json.push(b'\n');
        write_atomically(&path, &json).with_context(|| path.display().to_string())
    }
}
