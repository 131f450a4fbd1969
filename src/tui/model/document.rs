//! The file that is open, and what is known of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::following::Following;
use super::short_name;
use crate::files::load::LoadOptions;
use crate::format::Loaded;
use crate::record::{Record, Survey};

/// The file, its games, and the record that is on the screen.
#[derive(Debug)]
pub(in crate::tui) struct Document {
    pub(in crate::tui) path: PathBuf,
    /// The file's name, clean.
    pub(in crate::tui) name: String,
    pub(in crate::tui) loaded: Arc<Loaded>,
    /// The number of the game in the file.
    pub(in crate::tui) game: usize,
    /// The records of the directory that was opened.
    pub(in crate::tui) files: Option<Arc<Vec<PathBuf>>>,
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
            game,
            files: None,
            has_comments: record.tree.has_remarks(),
            record,
            survey: None,
            following: Following::new(true),
            is_pasted: false,
            options: LoadOptions::default(),
        }
    }
}
