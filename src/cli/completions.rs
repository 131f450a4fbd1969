//! `dapu completions`: completion scripts, derived from the command-line types.

use clap::Command;
use clap_complete::Shell;

use super::error::Error;
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
pub(super) fn run(command: &Command, args: &CompletionsArgs) -> Result<(), Error> {
    // With the argument for the file, the scripts would take only the second word for a command.
    let options = command.get_arguments().filter(|arg| !arg.is_positional());
    let mut commands =
        Command::new("dapu").args(options).subcommands(command.get_subcommands().cloned());
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut commands, "dapu", &mut bytes);
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let script = String::from_utf8_lossy(&bytes).into_owned();
    print(accept_files(script, args.shell, &names).as_bytes())
}

/// The scripts take any first word for a command. Here it can be a file, followed by the options of `open`; and an
/// option before it may still lack its value.
fn accept_files(script: String, shell: Shell, commands: &[&str]) -> String {
    let describe = "_describe -t commands 'dapu commands' commands \"$@\"\n";
    let is_command = format!("contains -- \"$argv[1]\" {}", commands.join(" "));
    let command = format!("${{${{(M)line[1]:#({})}}:-open}}", commands.join("|"));
    let changes = match shell {
        Shell::Fish => [
            ("or return\n", "or return 0\n".to_owned()),
            ("if set -q argv[1]", format!("if {is_command}")),
        ],
        Shell::Zsh => [
            (describe, format!("{describe}    _files\n")),
            ("case $line[1] in", format!("case {command} in")),
        ],
        _ => return script,
    };
    changes.iter().fold(script, |script, (from, to)| {
        debug_assert!(script.contains(from), "the script has no {from:?}");
        script.replacen(from, to, 1)
    })
}
