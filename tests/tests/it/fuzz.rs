//! Every fuzz target over the inputs that are kept for it, and over some more; coverage chooses them in `fuzz/`.

use std::fs;
use std::path::{Path, PathBuf};

use elderhand_tests::fuzz::{TARGETS, smoke};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus")
}

#[test]
fn targets_hold_for_inputs_that_are_kept_and_made() {
    smoke(&corpus(), TARGETS);
}

#[test]
fn inputs_are_kept_for_targets_and_nothing_else() {
    let mut folders: Vec<String> = fs::read_dir(corpus())
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").file_name().to_string_lossy().into_owned())
        .collect();
    let mut names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    folders.sort_unstable();
    names.sort_unstable();
    assert_eq!(folders, names);
}
