//! Layer 4: files on disk: finding, loading and writing them, watching them while another program writes, and the
//! reading history.

pub mod address;
pub mod archive;
mod gzip;
pub mod history;
pub mod load;
mod open;
pub mod walk;
pub mod watch;
pub mod write;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The directory for files of the user's that `xdg` names, or that is `below_home` by default. Programs on Windows have
/// another variable for it.
pub fn user_directory(
    variable: &dyn Fn(&str) -> Option<OsString>,
    xdg: &str,
    below_home: &str,
    windows: &str,
) -> Option<PathBuf> {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    // The XDG specification says to ignore relative paths.
    let named = set(xdg).map(PathBuf::from).filter(|path| path.is_absolute());
    named
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(below_home)))
        .or_else(|| set(windows).map(PathBuf::from))
}
