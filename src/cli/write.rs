//! Files and standard output, written because the command line asks for it.

use std::io::{self, IsTerminal};
use std::path::Path;

use super::error::Error;
use super::output::print;
use crate::files::write::{self, WriteError};
use crate::text;

/// Writes a file, or standard output for `-`. A file that exists is kept unless `force` says otherwise.
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

/// The error that there is a file already.
pub(super) fn exists(error: &WriteError) -> Error {
    Error::Usage(format!("{error}; --force overwrites it"))
}

/// A terminal gets text without control characters, and no binary file at all; everything else gets the bytes.
fn write_stdout(bytes: &[u8]) -> Result<(), Error> {
    if !io::stdout().is_terminal() {
        return print(bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => print(text::clean(text).as_bytes()),
        Err(_) => {
            let message =
                "this is not text, and standard output is a terminal; name a file, or pipe it on";
            Err(Error::Usage(message.to_owned()))
        }
    }
}
