//! Runs the program as a user does.

#[cfg(unix)]
pub mod terminal;

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run left.
pub struct Ran {
    /// The exit status.
    pub status: i32,
    /// What it wrote to standard output.
    pub out: String,
    /// What it wrote to standard error.
    pub err: String,
}

impl Ran {
    /// Checks that it went well, and gives the output.
    #[track_caller]
    pub fn well(self) -> String {
        assert_eq!(self.status, 0, "{}", self.err);
        self.out
    }

    /// Checks that it failed as it should, with a message that has these parts, and no panic.
    #[track_caller]
    pub fn fails(self, status: i32, parts: &[&str]) {
        assert_eq!(self.status, status, "{}{}", self.out, self.err);
        assert!(self.err.contains("error: ") && !self.err.contains("panicked"), "{}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "expected `{part}` in: {}", self.err);
        }
    }
}

/// The program with some arguments; whatever has been released, it finds no released bots.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elderhand"));
    command.env("ELDERHAND_CHECKPOINTS", concat!(env!("CARGO_TARGET_TMPDIR"), "/none"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on some input.
pub fn run(args: &[&str], input: &str) -> Ran {
    finish(&mut command(args), input)
}

/// Runs a prepared program on some input.
pub fn finish(command: &mut Command, input: &str) -> Ran {
    let mut child = command.spawn().expect("the program starts");
    // A program that ends before it has read everything is no failure of the test.
    let _ = child.stdin.take().expect("it has an input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Ran { status: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}
