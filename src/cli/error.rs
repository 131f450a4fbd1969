//! Errors and exit statuses of commands.

use std::io;
use std::process::ExitCode;

use super::message::Message;
use crate::files::load::LoadError;
use crate::files::write::NotWritten;
use crate::library::positions::IndexError;
use crate::record::{PlaceError, Warning};
use crate::settings::ConfigError;
use crate::tui;
use crate::words::{Lang, Worded, worded};

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
pub(crate) enum Error {
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
    /// The index could not be used.
    #[error(transparent)]
    Index(IndexError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] NotWritten),
    /// The screen failed.
    #[error(transparent)]
    Screen(#[from] tui::ScreenError),
    /// The command line asks for something that does not exist or makes no sense, or anything else.
    #[error("{}", .0.worded(Lang::En))]
    Other(Message),
}

impl From<Message> for Error {
    fn from(message: Message) -> Self {
        Self::Other(message)
    }
}

impl Error {
    /// Something is wrong with a file, an option or something else that has a name.
    pub(super) fn about(name: impl Into<String>, what: impl Worded + 'static) -> Self {
        Self::Other(Message::About(name.into(), Box::new(what)))
    }
}

worded! {
    Error {
        Load(error): "{error}" "{error}";
        Config(error): "{error}" "{error}";
        Place(error): "{error}" "{error}";
        Io(error): "无法写入：{error}" "書き込めません：{error}";
        Notes(error): "{error}" "{error}";
        Results(error): "引擎的结果：{error}" "エンジンの結果：{error}";
        Screen(error): "{error}" "{error}";
        Index(error): "{error}" "{error}";
        Write(error): "{error}" "{error}";
        Other(message): "{message}" "{message}";
    }
    tui::ScreenError {
        Load(error): "{error}" "{error}";
        Place(error): "{error}" "{error}";
        Io(error): "终端出错：{error}" "端末のエラー：{error}";
        Input(reason): "终端不再有输入：{reason}" "端末からの入力が途切れました：{reason}";
    }
}

/// The exit status, given whether warnings count.
pub(super) fn verdict(strict: bool, warnings: &[Warning]) -> Exit {
    if strict && !warnings.is_empty() { Exit::Findings } else { Exit::Fine }
}
