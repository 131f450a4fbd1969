//! What the screen shows, as the journal has to know it. Taking it is constant time; the paths to its nodes are only
//! computed when it is written.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::files::history::{HistoryEntry, Numbered, StoredLocation, Tried};
use crate::format::Loaded;
use crate::record::{Layer, NodeId, Record, Trail};
use crate::tui::model::anchors::Anchor;

/// Identifies a game of a session: the file, the index in it, and how often other games have come in their place.
pub(super) type NotedAs = (PathBuf, usize, usize);

/// A game of a file. The path is empty for a record that is not in a file.
#[derive(Debug, Clone)]
pub(super) struct NotedGame {
    pub(super) key: NotedAs,
    pub(super) loaded: Arc<Loaded>,
    /// Whether there is no file yet.
    pub(super) is_new: bool,
}

/// The game on the screen, and where the reader is in its file.
#[derive(Debug, Clone)]
pub(super) struct Snapshot {
    pub(super) game: NotedGame,
    /// Whether the history of the file has been restored. Before that, nothing is the reader's.
    pub(super) is_restored: bool,
    pub(super) record: Arc<Record>,
    pub(super) node: NodeId,
    pub(super) live: bool,
    pub(super) flipped: bool,
    pub(super) numbered: Numbered,
    /// The bookmarks: the game and place of each letter.
    pub(super) marks: BTreeMap<char, (usize, Anchor)>,
    pub(super) layers: Arc<BTreeMap<usize, Layer>>,
    pub(super) tried: Arc<Tried>,
}

impl Snapshot {
    /// The path of the file.
    pub(super) fn path(&self) -> &PathBuf {
        &self.game.key.0
    }

    /// Whether there is nothing else to store than at another time in the same file.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.record, &other.record)
            && Arc::ptr_eq(&self.tried, &other.tried)
            && (self.game.key.1, self.node) == (other.game.key.1, other.node)
            && (self.live, self.flipped, self.numbered)
                == (other.live, other.flipped, other.numbered)
            && self.marks == other.marks
    }

    /// What is to be stored.
    pub(super) fn entry(&self) -> HistoryEntry {
        let tree = &self.record.tree;
        let marks = self.marks.iter().map(|(letter, (game, at))| {
            (*letter, StoredLocation { game: *game, trail: at.trail(tree) })
        });
        let mut own = Vec::new();
        for (game, layer) in self.layers.iter() {
            own.extend(layer.scratch().map(|trail| StoredLocation { game: *game, trail }));
        }
        HistoryEntry {
            path: String::new(),
            last: StoredLocation {
                game: self.game.key.1,
                trail: Trail::to(tree, tree.reachable(self.node)),
            },
            live: self.live,
            flipped: self.flipped,
            numbered: self.numbered,
            bookmarks: marks.collect(),
            own,
        }
    }
}
