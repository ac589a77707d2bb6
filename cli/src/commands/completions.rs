//! `completions` and `man`: what a shell and the manual need, made from the arguments themselves.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::output::Output;

/// Print what a shell needs to complete the command line
///
/// For bash: elderhand completions bash > ~/.local/share/bash-completion/completions/elderhand
#[derive(clap::Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Print the manual page
///
/// For one look: elderhand man | man -l -
#[derive(clap::Args, Debug)]
pub struct Man {
    /// The command whose page it is, such as `play` or `bench env` [default: that of the program]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

pub fn completions(args: &Completions, out: &mut Output) -> anyhow::Result<()> {
    let mut page = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "elderhand", &mut page);
    Ok(out.write_all(&page)?)
}

pub fn man(args: &Man, out: &mut Output) -> anyhow::Result<()> {
    let mut command = Cli::command();
    command.build();
    for name in args.command.iter().flat_map(|names| names.split(' ')) {
        let found = command.find_subcommand(name).cloned();
        command = found
            .ok_or_else(|| crate::failure::usage(format!("there is no command `{name}`: see elderhand --help")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(out.write_all(&page)?)
}
