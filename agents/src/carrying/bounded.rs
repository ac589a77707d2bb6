//! Reading files of which nobody knows how long they are.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Reads a file to its end, which must come within `limit` bytes.
///
/// # Errors
///
/// Fails if the file cannot be read, and with [`ErrorKind::FileTooLarge`] if it is longer, as a device is that never ends.
pub fn read_bounded(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_all(File::open(path)?, limit)
}

/// Reads a text to its end, which must come within `limit` bytes.
///
/// # Errors
///
/// As [`read_bounded`], and with [`ErrorKind::InvalidData`] if it is not UTF-8.
pub fn read_text(reader: impl Read, limit: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(ErrorKind::InvalidData, "it is not a text in UTF-8");
    String::from_utf8(read_all(reader, limit)?).map_err(not_text)
}

fn read_all(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let why = format!("it is longer than {limit} bytes, the most that is read of such a file");
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}
