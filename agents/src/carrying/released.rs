//! Released bots: bundles that are found by their names, wherever the program is started.

use std::borrow::Cow;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use elderhand_env::options::nearest;

/// What begins the name of a released bot where a bot is named.
pub(crate) const RELEASED: &str = "checkpoint:";
/// The folder that holds released bots.
const FOLDER: &str = "checkpoints";
/// The environment variable that names another one.
const VARIABLE: &str = "ELDERHAND_CHECKPOINTS";
/// What ends the name of a bundle's file.
const EXTENSION: &str = "elderhand";
/// The program looks so many folders above its own: it may have been built in a folder of the repository.
const ABOVE: usize = 3;

/// The released bots: the files `NAME.elderhand` of one folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Releases {
    /// Where they were looked for; if there are any, they are in the last.
    folders: Vec<PathBuf>,
    names: Vec<String>,
}

/// There is no released bot of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no released bot `{name}`: {}; put {name}.{EXTENSION} there, or set {VARIABLE} to its folder{}",
    .releases,
    .nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{RELEASED}{name}`?"))
)]
pub struct NotReleased {
    /// The name as it was given.
    pub name: String,
    /// The most similar name.
    pub nearest: Option<String>,
    /// What there is, and where it was looked for.
    pub releases: Releases,
}

impl Releases {
    /// Finds the released bots.
    ///
    /// They are in the folder that the environment variable `ELDERHAND_CHECKPOINTS` names. If it is not set, they are in
    /// the first of these that holds any: `checkpoints` in the current folder, beside the program, and in each of the
    /// three folders above the program's own.
    pub fn find() -> Releases {
        if let Some(folder) = env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
            return Releases::among([folder.into()]);
        }
        let program = env::current_exe().unwrap_or_default();
        let above = program.ancestors().skip(1).take(1 + ABOVE).map(|folder| folder.join(FOLDER));
        Releases::among([PathBuf::from(FOLDER)].into_iter().chain(above))
    }

    /// Takes the first of these folders that holds a bundle.
    pub fn among(folders: impl IntoIterator<Item = PathBuf>) -> Releases {
        let mut releases = Releases { folders: Vec::new(), names: Vec::new() };
        for folder in folders {
            releases.names = names(&folder);
            releases.folders.push(folder);
            if !releases.names.is_empty() {
                break;
            }
        }
        releases
    }

    /// Their names, in alphabetical order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The file of one of them.
    ///
    /// # Errors
    ///
    /// Fails if there is none of this name, with the nearest one.
    pub fn path(&self, name: &str) -> Result<PathBuf, NotReleased> {
        match self.folders.last().filter(|_| self.names.iter().any(|known| known == name)) {
            Some(folder) => Ok(folder.join(format!("{name}.{EXTENSION}"))),
            None => {
                let nearest = nearest(name, self.names.iter().map(String::as_str)).map(str::to_owned);
                Err(NotReleased { name: name.into(), nearest, releases: self.clone() })
            }
        }
    }
}

/// Says where they are and where none is.
impl std::fmt::Display for Releases {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let folders: Vec<String> = self.folders.iter().map(|folder| folder.display().to_string()).collect();
        let held = usize::from(!self.names.is_empty());
        let (without, with) = folders.split_at(folders.len().saturating_sub(held));
        let none = (!without.is_empty()).then(|| format!("none is in {}", without.join(", ")));
        let some = with.first().map(|folder| format!("{folder} holds {}", self.names.join(", ")));
        f.write_str(&none.into_iter().chain(some).collect::<Vec<_>>().join("; "))
    }
}

/// The path of a bundle as it is named: of a released bot after `checkpoint:`, else the path itself.
///
/// # Errors
///
/// Fails if there is no released bot of this name.
pub fn bundle_path(name: &Path) -> Result<Cow<'_, Path>, NotReleased> {
    match name.to_str().and_then(|name| name.strip_prefix(RELEASED)) {
        Some(name) => Ok(Releases::find().path(name)?.into()),
        None => Ok(name.into()),
    }
}

/// The names of the bundles in a folder; none if it cannot be read.
fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let bundles = entries.filter(|path| path.extension() == Some(OsStr::new(EXTENSION)) && path.is_file());
    let mut names: Vec<String> = bundles.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    names
}
