//! How commands end.

use std::io;
use std::process::ExitCode;

use crate::files::load::LoadError;
use crate::record::{PlaceError, Warning};
use crate::settings::ConfigError;
use crate::tui;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Exit {
    /// All was done.
    #[default]
    Fine,
    /// `find` has found nothing.
    Nothing,
    /// Done, but there are findings, and `check` or `--strict` asked for them.
    Findings,
    /// Not readable, or wrong usage.
    Failed,
    /// A signal of this number ended the screen, or the reading of many files.
    Signal(u8),
}

impl Exit {
    /// Ctrl-C ended the work.
    pub(super) const INTERRUPTED: Self = Self::Signal(2);
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

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file gives no record.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The configuration file is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A record does not have a place that was named.
    #[error(transparent)]
    Place(#[from] PlaceError),
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

/// 1 where warnings matter, 0 where they do not.
pub(super) fn verdict(strict: bool, warnings: &[Warning]) -> Exit {
    if strict && !warnings.is_empty() {
        Exit::Findings
    } else {
        Exit::Fine
    }
}
