//! Layer 4: files on disk: finding, loading and writing them, watching them while another program writes, the
//! reading history, and notes.

pub mod address;
pub mod archive;
mod engine_notes;
mod gzip;
pub mod history;
pub mod load;
pub mod logs;
pub mod new_game;
pub mod notes;
mod open;
pub mod results;
pub mod reviews;
pub mod walk;
pub mod watch;
pub mod write;

use std::ffi::OsString;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::text::fnv;

/// Looks up an environment variable.
pub type Variable<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// A directory for files of the user's: the variable that names it, where it is below the home directory by default, and
/// the variable that names it on Windows.
pub type UserDirectory = [&'static str; 3];
/// For settings.
pub const CONFIG: UserDirectory = ["XDG_CONFIG_HOME", ".config", "APPDATA"];
/// For what the user has written.
pub const DATA: UserDirectory = ["XDG_DATA_HOME", ".local/share", "LOCALAPPDATA"];
/// For what is remembered.
pub const STATE: UserDirectory = ["XDG_STATE_HOME", ".local/state", "LOCALAPPDATA"];
/// For what can be made again.
pub const CACHE: UserDirectory = ["XDG_CACHE_HOME", ".cache", "LOCALAPPDATA"];

/// dapu's own directory in one for files of the user's.
pub fn user_directory(variable: Variable<'_>, within: UserDirectory) -> Option<PathBuf> {
    let [xdg, below_home, windows] = within;
    let values = [xdg, "HOME", windows].map(|name| variable(name).filter(|it| !it.is_empty()));
    let [named, home, windows] = values.map(|value| value.map(PathBuf::from));
    // The XDG specification says to ignore relative paths.
    let named = named.filter(|path| path.is_absolute());
    let base = named.or(home.map(|home| home.join(below_home))).or(windows);
    base.map(|base| base.join("dapu"))
}

/// A path as a shell understands it: `~` is the user's home directory.
pub fn from_home(path: &Path, variable: Variable<'_>) -> PathBuf {
    match (path.strip_prefix("~"), variable("HOME")) {
        (Ok(rest), Some(home)) => Path::new(&home).join(rest),
        _ => path.to_owned(),
    }
}

/// Makes a directory that only its owner can enter.
pub(crate) fn private_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens a file that only its owner can read, to read it and to write at its end. It is made if it is not there, with its directory.
fn private_log(path: &Path) -> io::Result<File> {
    private_directory(path.parent().unwrap_or(path))?;
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The canonical path of a file, however it was named.
pub(crate) fn canonical(path: &Path) -> PathBuf {
    // On Windows without the `\\?\` that no other program shows.
    let found = dunce::canonicalize(path).or_else(|_| std::path::absolute(path));
    found.unwrap_or_else(|_| path.to_owned())
}
