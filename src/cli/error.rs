//! Errors and exit statuses of commands.

use std::io;
use std::process::ExitCode;

use crate::files::load::LoadError;
use crate::record::{PlaceError, Warning};
use crate::settings::ConfigError;
use crate::tui;

/// The exit status of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Exit {
    /// Success.
    #[default]
    Fine,
    /// `find` found nothing.
    Nothing,
    /// `check` or `--strict` reported something.
    Findings,
    /// A file could not be read, or the command line is wrong.
    Failed,
    /// A signal with this number ended the program.
    Signal(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Nothing | Exit::Findings => 1,
            Exit::Failed => 2,
            Exit::Signal(number) => 128 + (number & 0x7f),
        })
    }
}

impl From<()> for Exit {
    fn from((): ()) -> Self {
        Self::Fine
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The configuration file is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A named place does not exist in the record.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// Writing to standard output failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// The user's notes could not be read or written.
    #[error("{0}")]
    Notes(io::Error),
    /// Analyses could not be read or written.
    #[error("results of engines: {0}")]
    Results(io::Error),
    /// The screen failed.
    #[error(transparent)]
    Screen(#[from] tui::ScreenError),
    /// The command line asks for something that does not exist or makes no sense.
    #[error("{0}")]
    Usage(String),
}

/// The exit status, given whether warnings count.
pub(super) fn verdict(strict: bool, warnings: &[Warning]) -> Exit {
    if strict && !warnings.is_empty() { Exit::Findings } else { Exit::Fine }
}
