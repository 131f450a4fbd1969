//! Files that dapu writes because it was asked to.

use crate::text;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::Error;
use super::output::print;
use crate::files::load::show_path;

/// Writes a file, or standard output for `-`. A file is written beside its place first and renamed then, so that no crash
/// leaves half a file; one that is there is kept unless `force` says otherwise. A pipe or a device is written to, and
/// never replaced.
///
/// # Errors
/// The file is there already, or cannot be written.
pub(super) fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<(), Error> {
    if path == Path::new("-") {
        return write_stdout(bytes);
    }
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return write_through(path, bytes).map_err(|error| unwritten(path, &error));
    }
    if !force && path.symlink_metadata().is_ok() {
        let message = format!(
            "{} is there already; --force overwrites it",
            show_path(path)
        );
        return Err(Error::Usage(message));
    }
    replace(path, bytes).map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &io::Error) -> Error {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Error::Io(error.kind().into());
    }
    Error::Usage(format!("{}: cannot be written: {error}", show_path(path)))
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(bytes)
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link keeps leading to the file that it names.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = temporary(&path)?;
    let written = File::create_new(&temporary)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            if let Ok(before) = fs::metadata(&path) {
                file.set_permissions(before.permissions())?;
            }
            file.sync_all()
        })
        .and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A name beside a file that nobody else uses.
fn temporary(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}

/// A terminal gets text without control characters, and no binary file at all; everything else gets the bytes.
fn write_stdout(bytes: &[u8]) -> Result<(), Error> {
    if !io::stdout().is_terminal() {
        return print(bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => print(text::clean(text).as_bytes()),
        Err(_) => {
            let message = "this is no text for a terminal; name a file, or pipe it on";
            Err(Error::Usage(message.to_owned()))
        }
    }
}
