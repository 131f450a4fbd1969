//! The open file, and the state of following it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::game_list::Arrangement;
use super::short_name;
use crate::files::history::Entry;
use crate::files::load::LoadOptions;
use crate::files::notes::Contents;
use crate::files::results::{Placed, Source};
use crate::files::watch::Origin;
use crate::format::{Loaded, ReadError};
use crate::record::{Layer, NodeId, Record, Survey};
use crate::tui::background::Compared;
use crate::tui::notebook::NotedGame;

/// A folder of the opened directory.
#[derive(Debug, Clone)]
pub(in crate::tui) struct Folder {
    pub(in crate::tui) path: PathBuf,
    /// Its subfolders, preceded by its parent unless that is outside the directory.
    pub(in crate::tui) folders: Vec<PathBuf>,
    /// The opened directory.
    root: PathBuf,
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

/// The file, its games, and the record on the screen.
pub(in crate::tui) struct Document {
    pub(in crate::tui) path: PathBuf,
    /// The name of the file, cleaned.
    pub(in crate::tui) name: String,
    /// What has been read of it.
    pub(in crate::tui) loaded: Arc<Loaded>,
    /// Whether the reader last turned the board away from the side that the file asks for.
    pub(in crate::tui) is_flipped: bool,
    /// How much of the file has been read, in percent, while reading continues.
    pub(in crate::tui) percent: Option<u8>,
    /// Whether to go to the place in the history, while that or its game has not been read yet; and the history.
    pub(in crate::tui) remembered: Option<(bool, Option<Entry>)>,
    /// The index of the game in the file.
    pub(in crate::tui) game: usize,
    /// The current folder, if a directory was opened.
    pub(in crate::tui) folder: Option<Folder>,
    /// The records in that folder, or the files that were named.
    pub(in crate::tui) files: Option<Arc<Vec<PathBuf>>>,
    /// The filters and orders of the lists, in the order of [`Listed`](super::Listed).
    pub(in crate::tui) choices: [Option<Arrangement>; 3],
    pub(in crate::tui) record: Arc<Record>,
    /// What the reader has added to the games, by their indexes. It is part of the record.
    pub(in crate::tui) layers: Arc<BTreeMap<usize, Layer>>,
    /// Whether each problem that was tried is solved, by its name as in the history.
    pub(in crate::tui) tried: Arc<BTreeMap<String, bool>>,
    /// Whether what is the reader's own is hidden.
    pub(in crate::tui) hides_own: bool,
    /// The indexes of the games that have notes.
    pub(in crate::tui) noted: BTreeSet<usize>,
    /// The number of the reader's notes on the game.
    pub(in crate::tui) notes: usize,
    /// The game whose notes are being looked at.
    pub(in crate::tui) attended: Option<NotedGame>,
    /// What has been read of these, but not taken over.
    pub(in crate::tui) untaken: Contents,
    /// How often other games have come in the place of those of the file.
    pub(in crate::tui) turns: usize,
    /// Why notes cannot be read or written.
    pub(in crate::tui) notes_trouble: Option<String>,
    /// The survey of the record, once it is finished.
    pub(in crate::tui) survey: Option<Survey>,
    /// What engines found in the game.
    pub(in crate::tui) sources: Arc<Vec<Source>>,
    /// What the chosen one found at the nodes of the record.
    pub(in crate::tui) valued: Placed,
    /// Whether the values of the survey are its.
    pub(in crate::tui) has_engine_evals: bool,
    /// The swings of the values by ordinal in [`Lines`](crate::record::Lines), in order, with the change.
    pub(in crate::tui) swings: Vec<(u32, i32)>,
    /// The selected line of an engine, and its node.
    pub(in crate::tui) marked_line: Option<(NodeId, usize)>,
    /// Whether the comment pane has anything to show.
    pub(in crate::tui) has_comments: bool,
    pub(in crate::tui) following: Following,
    /// Whether the records were pasted instead of read from the file.
    pub(in crate::tui) is_pasted: bool,
    /// What the path names.
    pub(in crate::tui) origin: Origin,
    /// How to read files.
    pub(in crate::tui) options: LoadOptions,
}

impl Document {
    /// Whether the file is in an archive.
    pub(in crate::tui) fn is_archived(&self) -> bool {
        self.origin == Origin::Archive
    }

    /// Whether the records can be opened again by the path.
    pub(in crate::tui) fn has_path(&self) -> bool {
        !self.is_pasted && self.origin != Origin::Stream
    }

    /// A game of the file, with what the reader has added.
    pub(in crate::tui) fn read_game(&mut self, game: usize) -> Result<Arc<Record>, ReadError> {
        let record = self.loaded.game(game)?;
        let layer = Arc::make_mut(&mut self.layers).get_mut(&game);
        Ok(layer.map_or_else(|| Arc::clone(&record), |layer| layer.over(&record)))
    }

    /// Puts a record on the screen: the current game as it is now.
    pub(in crate::tui) fn show(&mut self, record: Arc<Record>) {
        let layer = self.layers.get(&self.game).filter(|_| !self.hides_own);
        self.notes = layer.map_or(0, Layer::count);
        self.has_comments = record.tree.has_remarks();
        self.record = record;
    }

    /// An opened file, with the record of a game.
    pub(super) fn new(path: &Path, loaded: Arc<Loaded>, game: usize, record: Arc<Record>) -> Self {
        Self {
            path: path.to_owned(),
            name: short_name(path),
            loaded,
            is_flipped: false,
            percent: None,
            remembered: None,
            game,
            folder: None,
            files: None,
            choices: Default::default(),
            has_comments: record.tree.has_remarks(),
            record,
            layers: Arc::default(),
            tried: Arc::default(),
            hides_own: false,
            noted: BTreeSet::new(),
            notes: 0,
            attended: None,
            untaken: Contents::default(),
            turns: 0,
            notes_trouble: None,
            survey: None,
            sources: Arc::default(),
            valued: Placed::default(),
            has_engine_evals: false,
            swings: Vec::new(),
            marked_line: None,
            following: Following { on: true, ..Following::default() },
            is_pasted: false,
            origin: Origin::File,
            options: LoadOptions::default(),
        }
    }
}

/// The state of the watched file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::tui) enum Watched {
    #[default]
    Live,
    Polling,
    Writing,
    Incomplete(String),
    Gone,
    Ended,
}

/// The state of following the file, including its last readings.
#[derive(Default)]
pub(in crate::tui) struct Following {
    pub(in crate::tui) state: Watched,
    /// The local time of the file's last change.
    pub(in crate::tui) changed: Option<chrono::NaiveTime>,
    /// Whether a reader at the live end moves along with it.
    pub(in crate::tui) on: bool,
    /// Whether the file is polled, because the system sends no events.
    pub(in crate::tui) polling: bool,
    /// The file of a directory to which the watch has switched, until its first reading.
    pub(in crate::tui) turned: Option<PathBuf>,
    /// The directory whose newest file is followed, if any.
    pub(in crate::tui) directory: Option<PathBuf>,
    /// Whether the current file of the directory is kept even if another becomes newer.
    pub(in crate::tui) pinned: bool,
    /// Whether the reader chose this file while the watch is still on another file of the directory.
    pub(in crate::tui) away: bool,
    /// New and changed nodes that have not been viewed yet, with the number of their reading.
    pub(in crate::tui) fresh: BTreeMap<NodeId, u64>,
    /// The number of readings with changes.
    pub(in crate::tui) readings: u64,
    /// The last reading before moves went missing, while they are. If they come back, they are not new.
    pub(in crate::tui) former: Option<Arc<Record>>,
    /// A reading that is not shown because moves are missing and the file may still be being written.
    pub(in crate::tui) held: Option<Compared>,
    /// Since when no reading has been shown because each lacked moves.
    pub(in crate::tui) since: Option<Instant>,
    /// Whether the last reading is to be shown even if moves are missing.
    pub(in crate::tui) rested: bool,
}

impl Following {
    /// The state of a file that was read completely.
    pub(in crate::tui) fn watched(&self) -> Watched {
        if self.polling { Watched::Polling } else { Watched::Live }
    }

    /// The new node that came last.
    pub(in crate::tui) fn newest(&self) -> Option<NodeId> {
        let newest = self.fresh.iter().max_by_key(|(node, reading)| (**reading, **node));
        newest.map(|(node, _)| *node)
    }
}
