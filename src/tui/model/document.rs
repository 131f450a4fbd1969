//! The file that is open, and what is known of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::following::Following;
use super::game_list::Choice;
use super::short_name;
use crate::files::history::Entry;
use crate::files::load::LoadOptions;
use crate::files::walk;
use crate::format::Loaded;
use crate::record::{Record, Survey};

/// A folder of the directory that was opened.
#[derive(Debug, Clone)]
pub(in crate::tui) struct Folder {
    pub(in crate::tui) path: PathBuf,
    /// The folders in it, after the one that it is in, if that is not beyond the directory.
    pub(in crate::tui) folders: Vec<PathBuf>,
    /// The directory itself.
    root: PathBuf,
}

impl Folder {
    /// The directory that was opened, and the records in it.
    pub(in crate::tui) fn open(root: PathBuf) -> (Self, Vec<PathBuf>) {
        let outside = Self {
            path: root.clone(),
            folders: Vec::new(),
            root,
        };
        outside.entered(outside.path.clone())
    }

    /// Another folder of the directory, and the records in it.
    pub(in crate::tui) fn entered(&self, path: PathBuf) -> (Self, Vec<PathBuf>) {
        let (inside, files) = walk::entries_in(&path);
        let above = path.parent().filter(|_| path != self.root);
        let folder = Self {
            folders: above
                .map(Path::to_owned)
                .into_iter()
                .chain(inside)
                .collect(),
            root: self.root.clone(),
            path,
        };
        (folder, files)
    }

    /// The folder that it is in, if that is not beyond the directory.
    pub(in crate::tui) fn above(&self) -> Option<PathBuf> {
        let above = self.path.parent().filter(|_| self.path != self.root);
        above.map(Path::to_owned)
    }
}

/// The file, its games, and the record that is on the screen.
#[derive(Debug)]
pub(in crate::tui) struct Document {
    pub(in crate::tui) path: PathBuf,
    /// The file's name, clean.
    pub(in crate::tui) name: String,
    /// What was read of it.
    pub(in crate::tui) loaded: Arc<Loaded>,
    /// How much of the file that is, in percent, while the rest is being read.
    pub(in crate::tui) percent: Option<u8>,
    /// What is remembered of a game that was not read yet, and whether the reader is to be taken there.
    pub(in crate::tui) remembered: Option<(Entry, bool)>,
    /// The number of the game in the file.
    pub(in crate::tui) game: usize,
    /// The folder that is looked at, if a directory was opened.
    pub(in crate::tui) folder: Option<Folder>,
    /// The records of that folder, or the files that were opened at once.
    pub(in crate::tui) files: Option<Arc<Vec<PathBuf>>>,
    /// What the list of games was narrowed down to, and that of files.
    pub(in crate::tui) chosen_games: Option<Choice>,
    pub(in crate::tui) chosen_files: Option<Choice>,
    pub(in crate::tui) record: Arc<Record>,
    /// What was found out about the record since it was opened.
    pub(in crate::tui) survey: Option<Survey>,
    /// Whether the record has anything for the comment pane.
    pub(in crate::tui) has_comments: bool,
    pub(in crate::tui) following: Following,
    /// The records were pasted; the file is as it was.
    pub(in crate::tui) is_pasted: bool,
    /// How files are read.
    pub(in crate::tui) options: LoadOptions,
}

impl Document {
    /// A file that was just opened, with the record of a game.
    pub(super) fn new(path: &Path, loaded: Arc<Loaded>, game: usize, record: Arc<Record>) -> Self {
        Self {
            path: path.to_owned(),
            name: short_name(path),
            loaded,
            percent: None,
            remembered: None,
            game,
            folder: None,
            files: None,
            chosen_games: None,
            chosen_files: None,
            has_comments: record.tree.has_remarks(),
            record,
            survey: None,
            following: Following::new(true),
            is_pasted: false,
            options: LoadOptions::default(),
        }
    }
}
