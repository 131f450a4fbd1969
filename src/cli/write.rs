//! Writing files and standard output.

use std::io::{self, IsTerminal};
use std::path::Path;

use super::error::Error;
use super::output::print;
use crate::files::write::{self, WriteError};
use crate::text;

/// Writes a file, or standard output for `-`. An existing file is overwritten only with `force`.
///
/// # Errors
/// The file exists already, or cannot be written.
pub(super) fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<(), Error> {
    if path == Path::new("-") {
        return write_stdout(bytes);
    }
    write::write(path, bytes, force).map_err(|error| match error {
        WriteError::Exists(_) => exists(&error),
        error if error.is_broken_pipe() => Error::Io(io::ErrorKind::BrokenPipe.into()),
        error => Error::Usage(error.to_string()),
    })
}

/// The error that the file already exists.
pub(super) fn exists(error: &WriteError) -> Error {
    Error::Usage(format!("{error}; --force overwrites it"))
}

/// Writes text to a terminal without control characters, and refuses to write binary data to it. Other outputs get the
/// bytes unchanged.
fn write_stdout(bytes: &[u8]) -> Result<(), Error> {
    if !io::stdout().is_terminal() {
        return print(bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => print(text::clean(text).as_bytes()),
        Err(_) => {
            let message =
                "refusing to write binary data to the terminal; name a file, or pipe the output";
            Err(Error::Usage(message.to_owned()))
        }
    }
}
