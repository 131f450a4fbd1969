//! `dapu completions`: they derive from the types that read the command line.

use clap::Command;
use clap_complete::Shell;

use super::error::{Error, Exit};
use super::options::examples;
use super::output::print;

/// Arguments of `dapu completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu completions bash > dapu.bash", "then source dapu.bash"),
    ("dapu completions fish > dapu.fish", "for ~/.config/fish/completions"),
]))]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_parser = clap::builder::EnumValueParser::<Shell>::new())]
    shell: Shell,
}

/// Prints the completions of the whole command line.
pub(super) fn run(mut command: Command, args: &CompletionsArgs) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "dapu", &mut script);
    print(&script)?;
    Ok(Exit::Fine)
}
