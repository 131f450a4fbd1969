//! `dapu completions`: completion scripts, derived from the command-line types.

use clap::Command;
use clap_complete::Shell;

use super::error::{Error, Exit};
use super::options::examples;
use super::output::print;

/// Arguments of `dapu completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu completions bash > dapu.bash", "then run: source dapu.bash"),
    ("dapu completions fish > dapu.fish", "for ~/.config/fish/completions"),
]))]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_parser = clap::builder::EnumValueParser::<Shell>::new())]
    shell: Shell,
}

/// Prints the completion script.
pub(super) fn run(mut command: Command, args: &CompletionsArgs) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "dapu", &mut script);
    print(&script)?;
    Ok(Exit::Fine)
}
