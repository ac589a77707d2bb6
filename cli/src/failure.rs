//! How a command fails: what is printed, and the exit status.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use elderhand_agents::{BotError, BundleError, NotReleased};
use elderhand_env::{GameError, OptionError};

use crate::output::say;

/// A command line that asks for what cannot be: exit status 2, as for clap's own errors.
#[derive(Debug)]
pub struct Usage(pub String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Usage {}

/// Makes an error for a wrong command line.
pub fn usage(message: impl Into<String>) -> anyhow::Error {
    Usage(message.into()).into()
}

/// The work was stopped by the user; what there was has been printed, and the text says what it is worth.
#[derive(Debug)]
pub struct Interrupted(pub &'static str);

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "interrupted; {}", self.0)
    }
}

impl Error for Interrupted {}

/// Prints an error and gives its exit status.
pub fn report(error: &anyhow::Error) -> ExitCode {
    // Whoever read the output has seen enough.
    if error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
    {
        return ExitCode::SUCCESS;
    }
    say(&format!("error: {}", describe(error)));
    if error.is::<Interrupted>() {
        ExitCode::from(130)
    } else if is_usage(error) {
        ExitCode::from(2)
    } else {
        ExitCode::from(1)
    }
}

/// Returns `true` if the command line asks for what cannot be: an unknown game, bot or option, or a bad value.
fn is_usage(error: &anyhow::Error) -> bool {
    let wrong = |cause: &(dyn Error + 'static)| match cause.downcast_ref() {
        Some(bot) => !matches!(bot, BotError::Bundle(_) | BotError::Agent(_) | BotError::NoProcesses(_)),
        None => {
            cause.is::<NotReleased>() || cause.is::<Usage>() || cause.is::<GameError>() || cause.is::<OptionError>()
        }
    };
    // A bundle may name a game that there is not; that is the bundle's fault.
    let bundle = |cause: &(dyn Error + 'static)| {
        cause.is::<BundleError>() || matches!(cause.downcast_ref(), Some(BotError::Bundle(_)))
    };
    error.chain().any(wrong) && !error.chain().any(bundle)
}

/// The messages of an error and its causes, without those that the message before already tells.
pub fn describe(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        _ if text.contains(&cause) => text,
        _ => format!("{text}: {cause}"),
    })
}
