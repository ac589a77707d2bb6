//! Writing files, and errors that name them.

use std::path::Path;

use elderhand_agents::files::write_atomically;

use crate::error::TrainError;

/// Returns what makes an I/O error one that names the file.
pub(crate) fn failed<'a>(doing: &'static str, path: &'a Path) -> impl FnOnce(std::io::Error) -> TrainError + 'a {
    move |source| TrainError::File { doing, path: path.into(), source }
}

/// Writes a file, whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    write_atomically(path, bytes).map_err(failed("write", path))
}
