//! Layer 5: the command line. Arguments become a plain command once; each command has a file.

mod args;
mod book;
mod convert;
mod formats;
mod info;
mod show;
mod table;

use std::io::{self, Write};
use std::process::ExitCode;

pub use args::{Args, Command};

use crate::draw::Charset;
use crate::format::Loaded;
use crate::load::{self, LoadError, LoadOptions};
use crate::record::{Cursor, Record, Warning};
use crate::tui;
use args::Input;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// All was read.
    Fine = 0,
    /// Read, but with warnings, and `--strict` was asked for.
    Findings = 1,
    /// Not readable, or wrong usage.
    Failed = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file gives no record.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Standard output or the terminal failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// Something that was asked for does not exist or makes no sense.
    #[error("{0}")]
    Usage(String),
}

/// Does what the arguments say. Errors are printed as one line each on standard error.
pub fn run(args: Args) -> Exit {
    match dispatch(args) {
        Ok(exit) => exit,
        // Whoever reads our output has seen enough.
        Err(Error::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(error) => {
            eprintln!("dapu: {error}");
            Exit::Failed
        }
    }
}

fn dispatch(args: Args) -> Result<Exit, Error> {
    match args.into_command().map_err(Error::Usage)? {
        Command::Open(open) => {
            if !tui::is_possible() {
                return show::run(&open.into_show());
            }
            let options = open.input.options()?;
            let mut settings = tui::Settings::from_environment();
            settings.flip = open.look.flip;
            if open.look.ascii {
                settings.charset = Charset::Ascii;
            }
            tui::run(&open.input.file, options, settings).map_err(|error| match error {
                tui::Error::Load(error) => Error::Load(error),
                tui::Error::Io(error) => Error::Io(error),
            })?;
            Ok(Exit::Fine)
        }
        Command::Show(show) => show::run(&show),
        Command::Info(info) => info::run(&info),
        Command::Convert(convert) => convert::run(&convert),
        Command::Formats => formats::run(),
        Command::Book(book) => book::run(&book),
    }
}

/// Reads the file that a command names and prints its warnings on standard error.
fn read(input: &Input) -> Result<Loaded, Error> {
    Ok(load::load(&input.file, input.options()?)?)
}

fn print_warnings(input: &Input, warnings: &[Warning]) {
    for warning in warnings {
        let separator = if matches!(warning.at, crate::record::At::Line { .. }) {
            ":"
        } else {
            ": "
        };
        let text = crate::draw::clean_line(&warning.to_string());
        eprintln!("dapu: {}{separator}{text}", load::show_path(&input.file));
    }
}

/// Goes to the ply that the arguments name, or to the end of the mainline.
fn go_to_ply(record: &Record, cursor: &mut Cursor, ply: Option<usize>) -> Result<(), Error> {
    let last = cursor.last_ply();
    let ply = ply.unwrap_or(last);
    if ply > last {
        return Err(Error::Usage(format!(
            "there is no ply {ply}: the mainline has {last}"
        )));
    }
    cursor.go_to_ply(record, ply);
    Ok(())
}

/// 1 where warnings matter, 0 where they do not.
fn verdict(input: &Input, warnings: &[Warning]) -> Exit {
    if input.strict && !warnings.is_empty() {
        Exit::Findings
    } else {
        Exit::Fine
    }
}

/// Writes all of a command's output at once.
fn print(text: &[u8]) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(())
}

impl Input {
    fn options(&self) -> Result<LoadOptions, Error> {
        let encoding = match &self.encoding {
            None => None,
            Some(label) => Some(crate::format::encoding_by_label(label).ok_or_else(|| {
                Error::Usage(format!(
                    "{label:?} is no encoding; try utf-8, gb18030, big5 or shift_jis"
                ))
            })?),
        };
        Ok(LoadOptions {
            encoding,
            ..LoadOptions::default()
        })
    }
}
