//! Notes that could not be written where they belong.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::files::{STATE, private_directory, user_directory};

const PREFIX: &str = "dapu-unwritten-";
const SUFFIX: &str = ".jsonl";

/// Where they may be: `$XDG_STATE_HOME/dapu`, or the directory of temporary files.
fn directories() -> impl Iterator<Item = PathBuf> {
    let state = user_directory(&|name| std::env::var_os(name), STATE);
    state.into_iter().chain([std::env::temp_dir()])
}

/// Writes a text, if there is any, to a new file that only its owner can read.
///
/// # Errors
/// There is no place for it.
pub fn rescue(text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let write = |directory: &Path| {
        private_directory(directory)?;
        let mut file = Builder::new().prefix(PREFIX).suffix(SUFFIX).tempfile_in(directory)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.keep()?;
        Ok(())
    };
    let mut written = directories().map(|directory| write(&directory));
    written.find(io::Result::is_ok).unwrap_or_else(|| Err(io::ErrorKind::NotFound.into()))
}

/// The user's files that were written so and are still there.
pub fn rescued() -> Vec<PathBuf> {
    let entries = directories().flat_map(fs::read_dir).flatten().flatten();
    let is_so_named = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with(PREFIX) && name.ends_with(SUFFIX)
    };
    let is_own = |entry: &fs::DirEntry| {
        entry.metadata().is_ok_and(|metadata| metadata.is_file() && is_of_user(&metadata))
    };
    let own = entries.filter(|entry| is_so_named(entry) && is_own(entry));
    own.map(|entry| entry.path()).collect()
}

/// Whether a file is the user's: all share the directory of temporary files.
#[cfg(unix)]
fn is_of_user(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(metadata) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_of_user(_: &fs::Metadata) -> bool {
    true
}
