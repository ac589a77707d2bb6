//! Where the record of a game is kept.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use elderhand_agents::files::would_replace;

use crate::failure::usage;
use crate::kept::folder;
use crate::output::say;

/// Where games are kept.
pub enum Place {
    /// In this file, which may be replaced if it is forced; the games after the first beside it, in files of the next numbers that
    /// are free.
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
                let path = if number == 0 { path.clone() } else { free(path, number) };
                check(&path, *force && number == 0).map_err(|error| usage(error.to_string()))?;
                Ok(Some(path))
            }
            Place::Folder => {
                let made = folder().and_then(|folder| {
                    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
                    // A game that was played before from the same seed stays.
                    let path = free(&folder.join(format!("{id}-{seed}.json")), 0);
                    check(&path, false)?;
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

/// The first file from a number on that is not there.
fn free(path: &Path, from: usize) -> PathBuf {
    (from..).map(|number| numbered(path, number)).find(|path| !path.exists()).expect("names have no end")
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
pub fn check(path: &Path, force: bool) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        anyhow::bail!("there is no folder {} for the record: make it first", folder.display());
    }
    let shown = path.display();
    match would_replace(path) {
        Ok(true) if !force => {
            anyhow::bail!("{shown} is there already: name a new file, or let it be replaced with --force")
        }
        Ok(_) => Ok(()),
        Err(error) => anyhow::bail!("the record cannot be written to {shown}: {error}"),
    }
}
