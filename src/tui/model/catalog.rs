//! The files to choose from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::State;
use super::game_list::{Arrangement, GameList, Listed};
use crate::files::load::LoadOptions;
use crate::library::positions::Reached;
use crate::tui::background::ListItem;

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

/// Games of the library, each in its own file.
#[derive(Default)]
pub(in crate::tui) struct Found {
    pub(in crate::tui) games: Arc<Vec<Reached>>,
    /// Whether they come from the whole library, rather than from one position.
    pub(in crate::tui) is_all: bool,
    /// Their list, while it is closed.
    pub(in crate::tui) list: Option<GameList>,
    /// The one that was opened.
    here: Option<usize>,
}

impl Found {
    pub(in crate::tui) fn new(games: Vec<Reached>, items: Vec<ListItem>, is_all: bool) -> Self {
        let mut list = GameList::new(Listed::Played, items, 0, None);
        list.fold();
        Self { games: games.into(), is_all, list: Some(list), here: None }
    }

    /// Takes note that a game is opened, and returns it.
    pub(in crate::tui) fn choose(&mut self, index: usize) -> Option<&Reached> {
        self.here = Some(index);
        self.games.get(index)
    }

    /// The list as it was left, with the game that was opened selected.
    pub(in crate::tui) fn open(&mut self) -> Option<GameList> {
        let mut list = self.list.take()?;
        self.here.into_iter().for_each(|here| list.seek(here));
        Some(list)
    }

    /// The index of the game that was opened, if that is this one.
    pub(in crate::tui) fn at(&self, path: &Path, game: usize) -> Option<usize> {
        let here = self.games.get(self.here?)?;
        self.here.filter(|_| here.path == *path && here.game == game)
    }
}

impl State {
    /// The index of the game at the desk among those that were found.
    pub(in crate::tui) fn listed_here(&self) -> Option<usize> {
        let desk = &self.desk;
        self.catalog.found.at(&desk.path, desk.game).filter(|_| desk.has_path())
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
    /// The games of the library that were listed last.
    pub(in crate::tui) found: Found,
    /// How to read files.
    pub(in crate::tui) options: LoadOptions,
    /// How often other games have come in the place of those of a file.
    pub(in crate::tui) turns: usize,
}
