//! The `elderhand` command: train, measure, ship and play bots for traditional card games with hidden cards.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use elderhand::commands::Command;

fn main() -> ExitCode {
    elderhand::program(Command::run)
}
