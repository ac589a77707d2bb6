//! Files that are read line by line, as those that grow while something runs.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, anyhow};

use crate::output::say;

/// Hands every whole line to `take`, and returns where they end; errors name the file and the line.
///
/// A last line that is not whole, as of a program that was killed or still writes, is left out with a warning, unless `torn` says
/// that it is none of these.
pub fn each_line(
    path: &Path,
    file: impl Read,
    longest: u64,
    mut take: impl FnMut(&[u8]) -> anyhow::Result<()>,
    torn: impl FnOnce(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let shown = path.display();
    let mut reader = BufReader::new(file);
    let (mut line, mut whole, mut number) = (Vec::new(), 0, 0_u64);
    loop {
        line.clear();
        reader.by_ref().take(longest).read_until(b'\n', &mut line).with_context(|| shown.to_string())?;
        if line.is_empty() {
            return Ok(whole);
        }
        number += 1;
        let place = || format!("{shown}, line {number}");
        if line.last() != Some(&b'\n') {
            if line.len() as u64 == longest {
                return Err(anyhow!("{}: it is longer than {longest} bytes, the most of a line", place()));
            }
            torn(&line).with_context(place)?;
            say(&format!("warning: {}: it is not whole, and left out", place()));
            return Ok(whole);
        }
        take(&line).with_context(place)?;
        whole += line.len() as u64;
    }
}
