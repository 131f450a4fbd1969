//! `dapu --version`, and with `--verbose` what a bug report needs.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::Path;

use super::error::Error;
use super::output::{print, terminal_size};
use crate::files::address::Address;
use crate::files::load::show_path;
use crate::files::{archive, watch};
use crate::settings::{self, Choice, Config, VARIABLES};
use crate::text::clean_line;

pub(super) fn run(verbose: bool, files: &[Address]) -> Result<(), Error> {
    let mut page = format!("dapu {}\n", env!("CARGO_PKG_VERSION"));
    if verbose {
        for (name, value) in details(files) {
            // Writing to a string cannot fail.
            let _ = writeln!(page, "  {name:<16}{}", clean_line(&value));
        }
    }
    print(page.as_bytes())
}

fn details(files: &[Address]) -> Vec<(&'static str, String)> {
    let config = Config::from_environment(&|name| std::env::var_os(name));
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    // A crate from a registry has no build script: its version says all.
    let build = option_env!("DAPU_BUILD").unwrap_or("from the package");
    let mut details = vec![
        ("build", format!("{build}, {profile}")),
        ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("terminal", terminal()),
        ("colours", format!("{:?}", config.colors).to_lowercase()),
        ("board", config.charset.word().to_owned()),
        ("language", config.language.word().to_owned()),
        ("configuration", configuration()),
    ];
    let names = VARIABLES.iter().flat_map(|(names, _)| names.split(", "));
    details.extend(files.iter().map(|file| ("changes", changes(&file.path))));
    let mut seen = Vec::new();
    for name in names.chain(["TERM_PROGRAM", "TMUX", "STY", "SSH_TTY"]) {
        if let Some(value) = std::env::var_os(name).filter(|_| !seen.contains(&name)) {
            seen.push(name);
            details.push((name, value.to_string_lossy().into_owned()));
        }
    }
    details
}

/// The size of the terminal, if it is one.
fn terminal() -> String {
    if !io::stdout().is_terminal() {
        return "standard output is not a terminal".to_owned();
    }
    terminal_size()
        .map_or_else(|| "size unknown".to_owned(), |(columns, rows)| format!("{columns}x{rows}"))
}

/// How changes of a file are noticed.
fn changes(path: &Path) -> String {
    let seconds = watch::LOOK.as_secs_f64();
    let means = match watch::why_no_events(path) {
        _ if archive::is_archived(path) => "none: in an archive".to_owned(),
        None => format!("system events, and a check every {seconds} s"),
        Some(reason) => format!("a check every {seconds} s: {reason}"),
    };
    format!("{}: {means}", path.to_string_lossy())
}

/// The path of the configuration file, or why none is read.
fn configuration() -> String {
    match settings::path(&|name| std::env::var_os(name)) {
        Some(path) if path.exists() => show_path(&path),
        Some(path) => format!("{} does not exist", show_path(&path)),
        None => "none: HOME is not set".to_owned(),
    }
}
