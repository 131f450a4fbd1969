//! Writing files and standard output.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::error::Error;
use super::message::Message;
use super::output::{lang, print};
use crate::files::load::show_path;
use crate::files::write::{Draft, NotWritten};
use crate::text;
use crate::words::Worded;

/// How files are written.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SinkOptions {
    /// Overwrite existing files.
    pub(super) force: bool,
    /// Print what would be written instead of writing it.
    pub(super) dry_run: bool,
    /// Write nothing until everything is ready.
    pub(super) at_once: bool,
}

/// A file, or standard output for `-`, that is being written. An unfinished file is removed.
pub(super) struct Sink {
    path: PathBuf,
    destination: Destination,
}

#[allow(clippy::large_enum_variant, reason = "there is one for each file")]
enum Destination {
    File(Draft),
    Stdout,
    /// The part of standard output that is held back: all of it, or what follows the last line end.
    Held(Vec<u8>, bool),
    /// The number of bytes that would be written.
    Nowhere(usize),
}

impl Sink {
    /// Begins a file.
    ///
    /// # Errors
    /// The file exists, or cannot be written.
    pub(super) fn open(path: &Path, options: SinkOptions) -> Result<Self, Error> {
        let is_stdout = path == Path::new("-");
        let destination = if options.dry_run {
            if let Some(error) = NotWritten::of_archive(path) {
                return Err(refusal(error));
            }
            if !is_stdout && !options.force && path.symlink_metadata().is_ok() {
                return Err(refusal(NotWritten::Exists(path.to_owned())));
            }
            Destination::Nowhere(0)
        } else if !is_stdout {
            Destination::File(Draft::new(path, options.force).map_err(refusal)?)
        } else if options.at_once || io::stdout().is_terminal() {
            Destination::Held(Vec::new(), options.at_once)
        } else {
            Destination::Stdout
        };
        Ok(Self { path: path.to_owned(), destination })
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    /// The file has been created in the meantime, or cannot be written.
    pub(super) fn finish(self) -> Result<(), Error> {
        match self.destination {
            Destination::File(draft) => draft.finish().map_err(refusal),
            Destination::Stdout => Ok(io::stdout().flush()?),
            Destination::Held(held, _) => print_held(&held),
            Destination::Nowhere(bytes) => {
                let (name, bytes) = (show_path(&self.path), Message::Bytes(bytes));
                print(format!("{name}: {}\n", bytes.worded(lang())).as_bytes())
            }
        }
    }

    /// Why the bytes could not be written.
    pub(super) fn error(path: &Path, error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Error::Io(error),
            _ if path == Path::new("-") => Error::Io(error),
            _ => refusal(NotWritten::new(path, error)),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.destination {
            Destination::File(draft) => return draft.write(bytes),
            Destination::Stdout => return io::stdout().write(bytes),
            Destination::Nowhere(count) => *count += bytes.len(),
            Destination::Held(held, all) => {
                held.extend_from_slice(bytes);
                let end = held.iter().rposition(|byte| *byte == b'\n');
                if let (false, Some(end)) = (*all, end) {
                    let lines: Vec<u8> = held.drain(..=end).collect();
                    print_held(&lines).map_err(io::Error::other)?;
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a file, or standard output for `-`. An existing file is overwritten only with `force`.
///
/// # Errors
/// The file exists, or cannot be written.
pub(super) fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<(), Error> {
    let options = SinkOptions { force, ..SinkOptions::default() };
    let mut sink = Sink::open(path, options)?;
    let written = sink.write_all(bytes);
    written.map_err(|error| Sink::error(path, error))?;
    sink.finish()
}

fn refusal(error: NotWritten) -> Error {
    match error {
        NotWritten::Exists(path) => Message::Exists(show_path(&path)).into(),
        error if error.is_broken_pipe() => Error::Io(io::ErrorKind::BrokenPipe.into()),
        error => error.into(),
    }
}

/// Writes text to a terminal without control characters, and refuses to write binary data to it. Other outputs get the
/// bytes unchanged.
fn print_held(bytes: &[u8]) -> Result<(), Error> {
    if !io::stdout().is_terminal() {
        return print(bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => print(text::clean(text).as_bytes()),
        Err(_) => Err(Message::Binary.into()),
    }
}

/// `out.kif` becomes `out-07.kif`.
pub(super) fn numbered(path: &Path, number: usize, width: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0width$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
