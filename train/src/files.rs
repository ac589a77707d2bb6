//! Files that are either whole or not there.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::TrainError;

/// What the temporary names of unfinished files end with.
pub(crate) const UNFINISHED: &str = ".part";

/// Names the file in an I/O error.
pub(crate) fn failed<'a>(doing: &'static str, path: &'a Path) -> impl FnOnce(std::io::Error) -> TrainError + 'a {
    move |source| TrainError::File { doing, path: path.into(), source }
}

/// Writes a file: under a temporary name beside it, synced, renamed, and the folder synced.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(UNFINISHED);
    let unfinished = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&unfinished, path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        sync_folder(folder.unwrap_or(Path::new(".")))
    };
    write().map_err(|error| {
        // What is left over of it is of no use, and takes room that may be what was missing.
        let _ = fs::remove_file(&unfinished);
        failed("write", path)(error)
    })
}

/// Makes a renaming last; only Unix can sync a folder.
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
