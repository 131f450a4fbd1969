//! Notes that could not be written where they belong.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::files::{private_directory, user_directory};

const PREFIX: &str = "dapu-unwritten-";
const SUFFIX: &str = ".jsonl";

/// Where they may be: `$XDG_STATE_HOME/dapu`, or the directory of temporary files.
fn directories() -> impl Iterator<Item = PathBuf> {
    let variable: &dyn Fn(&str) -> _ = &|name| std::env::var_os(name);
    let base = user_directory(variable, "XDG_STATE_HOME", ".local/state", "LOCALAPPDATA");
    base.map(|base| base.join("dapu")).into_iter().chain([std::env::temp_dir()])
}

/// Writes a text to a new file that only its owner can read, and returns its path.
///
/// # Errors
/// There is no place for it.
pub fn rescue(text: &str) -> io::Result<PathBuf> {
    let write = |directory: &Path| {
        private_directory(directory)?;
        let mut file = Builder::new().prefix(PREFIX).suffix(SUFFIX).tempfile_in(directory)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        Ok(file.keep()?.1)
    };
    let mut written = directories().map(|directory| write(&directory));
    written.find(io::Result::is_ok).unwrap_or_else(|| Err(io::ErrorKind::NotFound.into()))
}

/// The files that were written so and are still there.
pub fn rescued() -> Vec<PathBuf> {
    let entries = directories().flat_map(fs::read_dir).flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let is_ours = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with(PREFIX) && name.ends_with(SUFFIX)
    };
    files.filter(is_ours).map(|entry| entry.path()).collect()
}
