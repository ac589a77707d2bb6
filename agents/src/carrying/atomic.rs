//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file so that at every moment `path` holds the old content or the new one, whole.
///
/// The bytes go to a temporary name in the same folder, are synced, and take the file's place by a rename. A link stays
/// one: the file to which it leads is written. A file that was there keeps its permissions.
///
/// # Errors
///
/// Fails if what is there is no regular file or is read-only, if the folder is missing or closed to us, and if the disk is
/// full; `path` is then as it was and nothing is left.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &target(path)?;
    let permissions = replaced(path)?;
    let temporary = temporary(path)?;
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        // What failed is the news; that the rest could not be cleared away either adds nothing to it.
        let _ = fs::remove_file(&temporary);
    })?;
    sync_folder(path)
}

/// Returns `true` if [`write_atomically`] would replace a file.
///
/// # Errors
///
/// Fails if what is there is no regular file or is read-only, and if the folder is missing or takes no file.
pub fn would_replace(path: &Path) -> io::Result<bool> {
    let path = target(path)?;
    let replaces = replaced(&path)?.is_some();
    // A folder may be there and yet take nothing.
    let tried = temporary(&path)?;
    File::create(&tried)?;
    fs::remove_file(&tried).map(|()| replaces)
}

/// A name in the folder of a file that no other file has.
fn temporary(path: &Path) -> io::Result<PathBuf> {
    static NAMES: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "not the name of a file"))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.{}.tmp", std::process::id(), NAMES.fetch_add(1, Ordering::Relaxed)));
    Ok(path.with_file_name(temporary))
}

/// The permissions of the file that would be replaced.
fn replaced(path: &Path) -> io::Result<Option<Permissions>> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            Err(io::Error::new(ErrorKind::InvalidInput, "what is there is not a regular file"))
        }
        Ok(there) if there.permissions().readonly() => {
            Err(io::Error::new(ErrorKind::PermissionDenied, "the file there is read-only"))
        }
        Ok(there) => Ok(Some(there.permissions())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The links that are followed.
const LINKS: usize = 40;

/// Where links lead in the end, whether there is a file or not.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.with_file_name("").join(next),
            // No link, or nothing there.
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "its links lead in a circle"))
}

/// Makes the rename last through a power cut, where the system lets a folder be opened and synced.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The file is in its place already: that the folder may not be read does not undo it.
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        Err(error) if !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Err(error),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
