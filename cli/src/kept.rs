//! The folder in which games are kept, and the records in it.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, anyhow};
use elderhand_agents::files::read_text;
use elderhand_env::Record;
use elderhand_env::options::read_json;

use crate::failure::usage;

/// The environment variable that names the folder in which games are kept where nothing else is asked for.
const FOLDER: &str = "ELDERHAND_GAMES";

/// No record is longer.
const MOST_BYTES: u64 = 64 << 20;

/// A game in the folder for kept games.
pub struct KeptGame {
    /// The name of its file, without its ending.
    pub name: String,
    pub path: PathBuf,
    pub record: Record,
    /// When it was last written.
    written: SystemTime,
}

impl KeptGame {
    /// Returns `true` if it can be gone on with.
    pub fn goes_on(&self) -> bool {
        self.record.about.as_ref().is_none_or(|about| about.returns.is_empty())
    }

    fn read(path: PathBuf) -> Option<KeptGame> {
        let written = fs::metadata(&path).and_then(|file| file.modified()).ok()?;
        let name = path.file_stem()?.to_str()?.to_owned();
        let record = record(&path).ok()?;
        Some(KeptGame { name, path, record, written })
    }
}

/// Returns the games in the folder for kept games, the one played last first; what is no record is passed over.
///
/// # Errors
///
/// Fails if there is no such folder, or it cannot be read.
pub fn kept() -> anyhow::Result<Vec<KeptGame>> {
    let folder = folder()?;
    let files = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        files => files.with_context(|| folder.display().to_string())?,
    };
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    let records = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let mut games: Vec<KeptGame> = records.filter_map(KeptGame::read).collect();
    games.sort_by_key(|game| Reverse(game.written));
    Ok(games)
}

/// Returns the file of the game that was played last and is not over, of this variant if one is named.
///
/// # Errors
///
/// Fails if there is none.
pub fn last(game: Option<&str>) -> anyhow::Result<PathBuf> {
    let of_game = |kept: &KeptGame| kept.goes_on() && game.is_none_or(|id| id == kept.record.game);
    match kept()?.into_iter().find(of_game) {
        Some(kept) => Ok(kept.path),
        None => Err(usage(format!(
            "no game{} is kept that is not over",
            game.map_or_else(String::new, |id| format!(" of {id}"))
        ))),
    }
}

/// Returns the file that a name stands for: a path, or a game in the folder for kept games, with or without its ending.
pub fn find(name: &Path) -> PathBuf {
    if name.exists() {
        return name.to_owned();
    }
    let named = folder().map(|folder| folder.join(name)).unwrap_or_default();
    let mut ended = named.clone().into_os_string();
    ended.push(".json");
    [named, ended.into()].into_iter().find(|path| path.is_file()).unwrap_or_else(|| name.to_owned())
}

/// Where games are kept that nobody named a file for.
pub fn folder() -> anyhow::Result<PathBuf> {
    if let Some(folder) = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let folder = dirs::state_dir().or_else(dirs::data_local_dir).context("there is no folder for a user's data")?;
    Ok(folder.join("elderhand").join("games"))
}

/// Reads a record, from standard input where the path is `-`.
///
/// # Errors
///
/// Fails if it cannot be read, or is no record.
pub fn record(path: &Path) -> anyhow::Result<Record> {
    let file = path.display().to_string();
    let read = match file.as_str() {
        "-" => read_text(io::stdin(), MOST_BYTES),
        _ => File::open(path).and_then(|file| read_text(file, MOST_BYTES)),
    };
    let text = read.with_context(|| file.clone())?;
    read_json(text.as_bytes()).map_err(|wrong| anyhow!("{file} is not a record: {wrong}"))
}
