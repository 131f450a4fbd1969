//! `dapu man`: man pages for dapu and each command, derived from the command-line types.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::error::Error;
use super::message::Message;
use super::options::{EXIT_CODES, examples};
use super::output::print;
use super::write::write_file;
use crate::settings::{SETTINGS, VARIABLES};
use crate::tui::ACTIONS;
use crate::words::Lang;

/// Arguments of `dapu man`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu man > dapu.1", "then view it with: man -l dapu.1"),
    ("dapu man show > dapu-show.1", "the man page of one command"),
    ("dapu man --out man1", "all man pages, for a package"),
]))]
pub struct ManArgs {
    /// The command whose man page to print [default: dapu itself]
    command: Option<String>,
    /// Write all man pages to this directory, replacing existing ones
    #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints a man page, or writes them all.
pub(super) fn run(root: Command, args: &ManArgs) -> Result<(), Error> {
    let mut root = root.disable_help_subcommand(true);
    root.build();
    let pages = std::iter::once(&root).chain(root.get_subcommands());
    if let Some(directory) = &args.out {
        return write_all(&root, pages, directory);
    }
    let name = args.command.as_deref().unwrap_or(root.get_name());
    let Some(command) = pages.into_iter().find(|page| page.get_name() == name) else {
        return Err(Message::UnknownCommand(name.to_owned()).into());
    };
    print(&page(&root, command)?)
}

fn write_all<'a>(
    root: &Command,
    pages: impl Iterator<Item = &'a Command>,
    directory: &Path,
) -> Result<(), Error> {
    fs::create_dir_all(directory)
        .map_err(|error| Error::about(directory.display().to_string(), error))?;
    for command in pages {
        let path = directory.join(format!("{}.1", page_name(command)));
        write_file(&path, &page(root, command)?, true)?;
    }
    Ok(())
}

/// `dapu`, or `dapu-show`.
fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

fn page(root: &Command, command: &Command) -> io::Result<Vec<u8>> {
    let is_root = command.get_name() == root.get_name();
    let source = format!("dapu {}", env!("CARGO_PKG_VERSION"));
    // The pages refer to each other as separate files; clap would nest the commands.
    let mut alone = command.clone().disable_help_subcommand(true);
    let usage = alone.render_usage().to_string();
    let man = Man::new(alone).source(source).manual("dapu manual");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    let mut synopsis = Roff::new();
    // As `--help` prints it, which shows more of each argument than the synopsis of the library.
    verbatim(&mut synopsis, "SYNOPSIS", usage.trim_start_matches("Usage:").lines());
    synopsis.to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut roff = Roff::new();
    if is_root {
        root_sections(&mut roff, root);
    }
    table(&mut roff, "ENVIRONMENT", "", VARIABLES.iter().copied());
    table(&mut roff, "EXIT STATUS", "", EXIT_CODES);
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = help.lines().skip(1).take_while(|line| !line.is_empty());
    verbatim(&mut roff, "EXAMPLES", examples);
    see_also(&mut roff, root, command);
    roff.to_writer(&mut page)?;
    Ok(page)
}

/// Lines that are not filled.
fn verbatim<'a>(roff: &mut Roff, heading: &str, lines: impl Iterator<Item = &'a str>) {
    roff.control("SH", [heading]);
    roff.control("nf", []);
    for line in lines {
        roff.text([roman(line.trim())]);
    }
    roff.control("fi", []);
}

/// The sections that only dapu's own page has: commands, keys and settings.
fn root_sections(roff: &mut Roff, root: &Command) {
    let commands = root.get_subcommands().map(|command| {
        let about = command.get_about().map(ToString::to_string);
        (page_name(command), about.unwrap_or_default())
    });
    table(roff, "COMMANDS", "Each command has its own man page.", commands);
    let keys = ACTIONS.iter().map(|action| (action.typed(), action.help_in(Lang::En).into_owned()));
    let introduction = "On the screen; a number before a motion repeats it.";
    table(roff, "KEYS", introduction, keys);
    let settings = SETTINGS.iter().map(|setting| {
        let text = format!("{} ({})", setting.help, setting.takes());
        (setting.name, text)
    });
    let introduction = "The configuration file may set:";
    table(roff, "CONFIGURATION", introduction, settings);
}

/// Lists the other pages.
fn see_also(roff: &mut Roff, root: &Command, command: &Command) {
    let names: Vec<String> = std::iter::once(root)
        .chain(root.get_subcommands())
        .filter(|other| other.get_name() != command.get_name())
        .map(|other| format!("{}(1)", page_name(other)))
        .collect();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(names.join(", "))]);
}

fn table(
    roff: &mut Roff,
    heading: &str,
    introduction: &str,
    rows: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
) {
    roff.control("SH", [heading]);
    if !introduction.is_empty() {
        roff.text([roman(introduction)]);
    }
    for (name, text) in rows {
        roff.control("TP", []);
        roff.text([bold(name)]);
        roff.text([roman(text)]);
    }
}
