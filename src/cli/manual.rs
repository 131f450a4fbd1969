//! `dapu man` and `dapu completions`: both derive from the types that read the command line.

use std::io;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::error::{Error, Exit};
use super::options::{EXIT, examples};
use super::output::print;
use crate::settings::SETTINGS;
use crate::tui::KEYS;

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
pub(super) fn completions(mut command: Command, args: &CompletionsArgs) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "dapu", &mut script);
    print(&script)?;
    Ok(Exit::Fine)
}

/// Prints the manual of the whole command line.
pub(super) fn man(command: Command) -> Result<Exit, Error> {
    let mut page = Vec::new();
    write_manual(command, &mut page)?;
    print(&page)?;
    Ok(Exit::Fine)
}

fn write_manual(command: Command, page: &mut Vec<u8>) -> io::Result<()> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let main = Man::new(command.clone());
    main.render_title(page)?;
    main.render_name_section(page)?;
    main.render_synopsis_section(page)?;
    main.render_description_section(page)?;
    for subcommand in command.get_subcommands() {
        write_command(page, subcommand)?;
    }
    let keys = KEYS
        .iter()
        .map(|binding| (binding.keys, binding.help.to_owned()));
    write_table(
        page,
        "KEYS",
        "On the screen; a number typed before a motion repeats it.",
        keys,
    )?;
    let settings = SETTINGS.iter();
    let settings = settings.map(|setting| {
        (
            setting.name,
            format!("{} ({})", setting.help, setting.takes),
        )
    });
    let place =
        "$XDG_CONFIG_HOME/dapu/config.toml, by default ~/.config/dapu/config.toml, may set:";
    write_table(page, "CONFIGURATION", place, settings)?;
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    roff.text([roman(EXIT)]);
    roff.to_writer(page)?;
    main.render_version_section(page)
}

/// A command with its options and examples, as subsections of one section.
fn write_command(page: &mut Vec<u8>, command: &Command) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let mut roff = Roff::new();
    roff.control("SH", [name.to_uppercase().as_str()]);
    roff.text([roman(
        command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default(),
    )]);
    roff.to_writer(page)?;
    let mut sections = Vec::new();
    let man = Man::new(command.clone());
    man.render_synopsis_section(&mut sections)?;
    man.render_options_section(&mut sections)?;
    let sections = String::from_utf8_lossy(&sections).replace(".SH ", ".SS ");
    page.extend_from_slice(sections.as_bytes());
    write_examples(page, command)
}

fn write_examples(page: &mut Vec<u8>, command: &Command) -> io::Result<()> {
    let help = command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let mut roff = Roff::new();
    roff.control("SS", ["EXAMPLES"]);
    roff.control("nf", []);
    for line in help.lines().skip(1) {
        roff.text([roman(line.trim_start())]);
    }
    roff.control("fi", []);
    roff.to_writer(page)
}

fn write_table<'a>(
    page: &mut Vec<u8>,
    heading: &str,
    introduction: &str,
    rows: impl Iterator<Item = (&'a str, String)>,
) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [heading]);
    roff.text([roman(introduction)]);
    for (name, text) in rows {
        roff.control("TP", []);
        roff.text([bold(name)]);
        roff.text([roman(text)]);
    }
    roff.to_writer(page)
}
