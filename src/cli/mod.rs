//! Layer 5: the command line. Arguments become a plain command once; each command has a file.

mod args;
mod book;
mod check;
mod config;
mod convert;
mod convert_tree;
mod files;
mod find;
mod formats;
mod info;
mod manual;
mod moves;
mod open;
mod output;
mod paint;
mod parallel;
mod show;
mod summary;
mod table;
mod write;

use std::io;
use std::process::ExitCode;

pub use args::{Args, Command};

use crate::crash;
use crate::files::load::LoadError;
use crate::record::{Cursor, Record, Warning};
use crate::settings::ConfigError;
use crate::tui;
use output::complain;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Exit {
    /// All was done.
    #[default]
    Fine,
    /// Done, but there are findings, and `check` or `--strict` asked for them.
    Findings,
    /// Not readable, or wrong usage.
    Failed,
    /// A signal of this number ended the screen.
    Signal(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
            Exit::Signal(number) => 128 + (number & 0x7f),
        })
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file gives no record.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The configuration file is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Standard output failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// The screen had to be left.
    #[error(transparent)]
    Screen(tui::Error),
    /// Something that was asked for does not exist or makes no sense.
    #[error("{0}")]
    Usage(String),
}

/// Does what the arguments say. Errors are printed as one line each on standard error.
pub fn run(args: Args) -> Exit {
    crash::install_hook();
    match dispatch(args) {
        Ok(exit) => exit,
        // Whoever reads our output has seen enough.
        Err(Error::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(error) => {
            complain(&error);
            Exit::Failed
        }
    }
}

fn dispatch(args: Args) -> Result<Exit, Error> {
    match args.into_command().map_err(Error::Usage)? {
        Command::Open(open) => open::run(open),
        Command::Show(show) => show::run(&show),
        Command::Info(info) => info::run(&info),
        Command::Check(check) => check::run(&check),
        Command::Convert(convert) => convert::run(&convert),
        Command::Find(find) => find::run(find),
        Command::Formats => formats::run(),
        Command::Book(book) => book::run(&book),
        Command::Config(config) => config::run(&config),
        Command::Completions(shell) => manual::completions(&shell),
        Command::Man => manual::man(),
    }
}

/// Goes to the ply of the current line that the arguments name, or to its end.
fn go_to_ply(record: &Record, cursor: &mut Cursor, ply: Option<usize>) -> Result<(), Error> {
    let last = cursor.last_ply();
    let ply = ply.unwrap_or(last);
    if ply > last {
        let label = cursor.lines().label(&record.tree, cursor.node());
        let line = match &label.0[..] {
            [] => "the mainline".to_owned(),
            _ => format!("line {label}"),
        };
        let message = format!("there is no ply {ply}: {line} has {last}");
        return Err(Error::Usage(message));
    }
    cursor.go_to_ply(record, ply);
    Ok(())
}

/// 1 where warnings matter, 0 where they do not.
fn verdict(strict: bool, warnings: &[Warning]) -> Exit {
    if strict && !warnings.is_empty() {
        Exit::Findings
    } else {
        Exit::Fine
    }
}
