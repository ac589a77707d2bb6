//! `elderhand-train`: the commands of `elderhand` that need libtorch or MPI, which it hands over.
#![forbid(unsafe_code)]

mod bench;
mod doctor;
mod exploit;
mod export;
mod measure;
mod run;
mod sweep;
mod together;
mod watch;

use std::process::ExitCode;

use anyhow::anyhow;
use elderhand::commands::bench::What;
use elderhand::commands::{Command, arena, rate};
use elderhand::failure::{describe, usage};
use elderhand_train::ConfigError;

fn main() -> ExitCode {
    elderhand::program(|command, out| {
        let result = match command {
            Command::Train(args) => run::run(&args, out),
            Command::Sweep(args) => sweep::run(&args, out),
            Command::Exploit(args) => exploit::run(&args, out),
            Command::Arena(args) => together::play(&args.together, out, |crew, out| arena::run(&args, crew, out)),
            Command::Rate(args) => together::play(&args.together, out, |crew, out| rate::run(&args, crew, out)),
            Command::Export(args) if !args.onnx => export::run(&args, out),
            Command::Doctor(args) => doctor::run(&args, out),
            Command::Bench(args) => match args.what {
                Some(What::Train(args)) => bench::run(&args, out),
                _ => Err(elsewhere()),
            },
            _ => Err(elsewhere()),
        };
        result.map_err(placed)
    })
}

fn elsewhere() -> anyhow::Error {
    usage("elderhand-train only does what needs libtorch or MPI: start `elderhand`, which does everything")
}

/// In a config the place says whose fault an error is: a setting of the command line makes that one wrong, a line of a
/// file does not.
fn placed(error: anyhow::Error) -> anyhow::Error {
    match error.chain().find_map(|cause| cause.downcast_ref::<ConfigError>()) {
        Some(config) if config.on_the_command_line() => usage(describe(&error)),
        Some(_) => anyhow!(describe(&error)),
        None => error,
    }
}
