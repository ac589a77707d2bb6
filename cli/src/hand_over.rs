//! Handing a command over to `elderhand-train`, the program beside this one that is linked with libtorch.

use std::env::{self, consts::EXE_SUFFIX};
use std::io;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

use crate::failure::usage;

/// The program that trains, if it lies beside this one.
pub fn trainer() -> Option<PathBuf> {
    let own = env::current_exe().ok()?;
    // This one may have been started by a link from elsewhere.
    let own = own.canonicalize().unwrap_or(own);
    Some(own.with_file_name(format!("elderhand-train{EXE_SUFFIX}"))).filter(|path| path.is_file())
}

/// Has the trainer do what this program was told, in its place; comes back only with an error.
pub fn hand_over(command: &str) -> anyhow::Error {
    let Some(path) = trainer() else {
        return usage(format!(
            "`{command}` needs libtorch or MPI, and there is no elderhand-train beside this elderhand: build it with the \
             cargo feature `train`"
        ));
    };
    let mut trainer = Command::new(&path);
    trainer.args(env::args_os().skip(1));
    let error = replace(&mut trainer);
    error.with_context(|| format!("{} cannot be started", path.display())).unwrap_err()
}

/// Becomes the other program: its signals, terminal, pipes and exit status are ours.
#[cfg(unix)]
fn replace(program: &mut Command) -> io::Result<()> {
    use std::os::unix::process::CommandExt;

    // It tells people, and notes down, how it was called.
    if let Some(name) = env::args_os().next() {
        program.arg0(name);
    }
    Err(program.exec())
}

/// Runs the other program and ends as it ends.
#[cfg(not(unix))]
fn replace(program: &mut Command) -> io::Result<()> {
    // Ctrl-C reaches both; the other decides what it means.
    crate::interrupt::catch();
    let status = program.status()?;
    std::process::exit(status.code().unwrap_or(1))
}
