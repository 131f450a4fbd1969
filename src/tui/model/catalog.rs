//! The files to choose from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::game_list::Arrangement;
use crate::files::load::LoadOptions;

/// A folder of the opened directory.
#[derive(Debug, Clone)]
pub(in crate::tui) struct Folder {
    pub(in crate::tui) path: PathBuf,
    /// Its subfolders, preceded by its parent unless that is outside the directory.
    pub(in crate::tui) folders: Vec<PathBuf>,
    /// The opened directory.
    pub(in crate::tui) root: PathBuf,
}

impl Folder {
    /// A folder with these subfolders of the directory in which another one is, or of its own.
    pub(in crate::tui) fn new(path: PathBuf, inside: Vec<PathBuf>, of: Option<Self>) -> Self {
        let root = of.map_or_else(|| path.clone(), |of| of.root);
        let above = path.parent().filter(|_| path != root);
        let folders = above.map(Path::to_owned).into_iter().chain(inside).collect();
        Self { path, folders, root }
    }

    /// The parent folder, unless that is outside the directory.
    pub(in crate::tui) fn above(&self) -> Option<PathBuf> {
        let above = self.path.parent().filter(|_| self.path != self.root);
        above.map(Path::to_owned)
    }
}

/// The files to choose from.
#[derive(Default)]
pub(in crate::tui) struct Catalog {
    /// The current folder, if a directory was opened.
    pub(in crate::tui) folder: Option<Folder>,
    /// The records in that folder, or the files that were named.
    pub(in crate::tui) files: Option<Arc<Vec<PathBuf>>>,
    /// The directory whose newest file is followed, if any.
    pub(in crate::tui) directory: Option<PathBuf>,
    /// The filters and orders of the lists, in the order of [`Listed`](super::Listed).
    pub(in crate::tui) choices: [Option<Arrangement>; 4],
    /// How to read files.
    pub(in crate::tui) options: LoadOptions,
    /// How often other games have come in the place of those of a file.
    pub(in crate::tui) turns: usize,
}
