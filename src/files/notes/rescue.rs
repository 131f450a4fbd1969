//! Notes that could not be written where they belong.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tempfile::Builder;

use crate::files::{STATE, private_directory, user_directory};

const PREFIX: &str = "dapu-unwritten-";
const SUFFIX: &str = ".jsonl";

/// Where they may be: `$XDG_STATE_HOME/dapu`, or the directory of temporary files.
fn directories() -> impl Iterator<Item = PathBuf> {
    let state = user_directory(&|name| std::env::var_os(name), STATE);
    state.into_iter().chain([std::env::temp_dir()])
}

/// How long a disk has to take a small file. One that hangs may never do.
const MOMENT: Duration = Duration::from_millis(250);

/// Writes a text to a new file that only its owner can read, and returns its path; `None` if no place takes it in time.
pub fn rescue(text: &str) -> Option<PathBuf> {
    directories().find_map(|directory| {
        let text = text.to_owned();
        within(MOMENT, move || write(&directory, &text).ok()).flatten()
    })
}

fn write(directory: &Path, text: &str) -> io::Result<PathBuf> {
    private_directory(directory)?;
    let mut file = Builder::new().prefix(PREFIX).suffix(SUFFIX).tempfile_in(directory)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    Ok(file.keep()?.1)
}

/// Does work on a thread of its own. Returns its result, or `None` if that takes longer than a time; the thread goes on.
pub fn within<T: Send + 'static>(
    time: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, result) = mpsc::channel();
    thread::Builder::new().spawn(move || drop(sender.send(work()))).ok()?;
    result.recv_timeout(time).ok()
}

/// The user's files that were written so and are still there, as far as the disk answers in time.
pub fn rescued() -> Vec<PathBuf> {
    within(MOMENT, all_rescued).unwrap_or_default()
}

fn all_rescued() -> Vec<PathBuf> {
    let entries = directories().flat_map(fs::read_dir).flatten().flatten();
    let own = entries.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with(PREFIX)
            && name.ends_with(SUFFIX)
            && entry.metadata().is_ok_and(|metadata| metadata.is_file() && is_of_user(&metadata))
    });
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
