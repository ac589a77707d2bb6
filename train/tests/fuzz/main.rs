//! What a trainer reads, over any bytes: configs and checkpoints, as in `elderhand_tests::fuzz`, for what needs libtorch.

mod checkpoints;
mod configs;
mod written;

use std::path::Path;

use elderhand_tests::fuzz::{Target, smoke};

/// The targets by name.
const TARGETS: &[(&str, Target)] = &[("configs", configs::configs), ("checkpoints", checkpoints::checkpoints)];

#[test]
fn targets_hold_for_inputs_that_are_kept_and_made() {
    smoke(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus"), TARGETS);
}
