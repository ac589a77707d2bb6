//! What is given to be reported: its kind is told from what is in it.

use std::path::Path;

use anyhow::{Context, anyhow};
use elderhand_agents::files::{bundle_path, read_bounded};
use serde_json::Value;

use super::arena::Arena;
use super::bot::Bot;
use super::page::Section;
use super::ratings::Ratings;
use super::run::{METRICS, Run};
use super::tournament::Tournament;
use super::training;

/// No more of a file is read, in bytes.
const MOST: u64 = 256 << 20;
/// What a bot file begins with, as every ZIP archive.
const ARCHIVE: &[u8] = b"PK";

/// What was given.
pub enum Given {
    Run(Run),
    Arena(Arena),
    Ratings(Ratings),
    Tournament(Tournament),
    Bot(Bot),
}

impl Given {
    /// Reads it.
    pub fn read(name: &Path) -> anyhow::Result<Given> {
        let path = &*bundle_path(name)?;
        let shown = name.display();
        if path.is_dir() {
            if path.join(METRICS).exists() {
                return Ok(Given::Run(Run::read(path)?));
            }
            let log = Tournament::of_log(path)?.map(Given::Tournament);
            return log.ok_or_else(|| {
                anyhow!(
                    "{shown}: expected a run directory or the records of a tournament: it has neither {METRICS} nor \
                     round-0001-table-1.json"
                )
            });
        }
        let bytes = read_bounded(path, MOST).with_context(|| shown.to_string())?;
        if bytes.starts_with(ARCHIVE) {
            return Ok(Given::Bot(Bot::read(name, path)?));
        }
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(anyhow!("{shown}: the file is empty: nothing has been written to it yet"));
        }
        // A file of results holds one value after another.
        let mut values = serde_json::Deserializer::from_slice(&bytes).into_iter::<Value>();
        let first = values.next().unwrap_or(Ok(Value::Null));
        let first = first.with_context(|| format!("{shown}: expected JSON, a bot file or a directory"))?;
        let has = |key: &str| first.get(key).is_some();
        let what = |what: &str| format!("{shown}: expected what `elderhand {what} --json` prints");
        if has("duels") || has("table") && has("deals") {
            Ok(Given::Arena(Arena(serde_json::from_value(first).with_context(|| what("arena"))?)))
        } else if has("ratings") {
            Ok(Given::Ratings(Ratings::of(first).with_context(|| shown.to_string())?))
        } else if has("standings") {
            Ok(Given::Tournament(serde_json::from_value(first).with_context(|| what("tournament"))?))
        } else if has("won") && has("deal") {
            Ok(Given::Ratings(Ratings::of_results(path)?))
        } else {
            Err(anyhow!(
                "{shown}: expected what arena, rate or tournament print with --json, a file of `rate --results`, a bot \
                 file or a directory"
            ))
        }
    }

    /// What it is, in a line.
    pub fn title(&self) -> String {
        match self {
            Given::Run(run) => training::title(std::slice::from_ref(run)),
            Given::Arena(arena) => arena.title(),
            Given::Ratings(ratings) => ratings.title(),
            Given::Tournament(tournament) => tournament.title(),
            Given::Bot(bot) => bot.title(),
        }
    }

    /// What is shown of it; nothing of a run, since runs are shown together.
    pub fn sections(&self) -> anyhow::Result<Vec<Section>> {
        match self {
            Given::Run(_) => Ok(Vec::new()),
            Given::Arena(arena) => arena.sections(),
            Given::Ratings(ratings) => ratings.sections(),
            Given::Tournament(tournament) => tournament.sections(),
            Given::Bot(bot) => bot.sections(),
        }
    }
}
