//! Texts that are checked in and computed again.

use std::path::Path;

/// Compares each line of a file of this crate with what it is computed to be; lines with `#` and empty ones are kept.
///
/// With `ELDERHAND_UPDATE=1` in the environment the file is written anew instead.
///
/// # Panics
///
/// Panics, with both lines, if one differs.
pub fn checked_in(file: &str, mut compute: impl FnMut(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut wrong = String::new();
    let mut anew = String::new();
    for line in text.lines() {
        let computed = if line.is_empty() || line.starts_with('#') { line.into() } else { compute(line) };
        if computed != line {
            wrong += &format!("\n- {line}\n+ {computed}");
        }
        anew += &computed;
        anew.push('\n');
    }
    if std::env::var_os("ELDERHAND_UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(&path, anew).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    } else {
        assert!(wrong.is_empty(), "tests/{file} differs; if the change is meant, see the head of the file:{wrong}");
    }
}
