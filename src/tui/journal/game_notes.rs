//! The notes on a game, as a session knows them.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::News;
use crate::files::notes::{self, Contents, Identity, NoteSet};
use crate::format::Loaded;
use crate::record::{self, Act, Edit};
use crate::tui::snapshot::{NotedAs, NotedGame};

pub(super) type Games = HashMap<NotedAs, GameNotes>;

/// The notes on a game.
#[derive(Default)]
pub(super) struct GameNotes {
    /// The reading of the file that the game was described from.
    pub(super) loaded: Option<Arc<Loaded>>,
    pub(super) identity: Identity,
    /// The notes that fit: those on one game, or on several.
    pub(super) found: Vec<Vec<NoteSet>>,
    /// The other new games that are only in the notes.
    pub(super) unwritten: Vec<PathBuf>,
    /// The games of the file that have notes.
    pub(super) noted: BTreeSet<usize>,
    /// The state of all notes when these were looked for: when a log was begun, and the logs in the folders that fit.
    pub(super) looked: Option<(Option<SystemTime>, BTreeSet<PathBuf>)>,
    /// Once it has been read.
    pub(super) reader: Option<notes::LogReader>,
    /// What has been read, but not sent yet.
    pub(super) unsent: Contents,
    pub(super) session: Option<notes::Session>,
}

/// What is known of a game, which is described anew if it is not as it was.
pub(super) fn described<'a>(
    games: &'a mut Games,
    game: &NotedGame,
) -> io::Result<&'a mut GameNotes> {
    let (path, index, _) = &game.key;
    let known = games.entry(game.key.clone()).or_default();
    if known.loaded.as_ref().is_none_or(|loaded| !Arc::ptr_eq(loaded, &game.loaded)) {
        let record = game.loaded.game(*index).map_err(io::Error::other)?;
        let identity = Identity { is_new: game.is_new, ..Identity::of(&record, path, *index) };
        let has_grown = known.is_lasting() && known.identity.has_grown_to(&identity);
        if identity != known.identity && !has_grown {
            known.looked = None;
        }
        (known.loaded, known.identity) = (Some(Arc::clone(&game.loaded)), identity);
    }
    Ok(known)
}

impl GameNotes {
    /// The folders of the notes that fit.
    pub(super) fn folders(&self) -> BTreeSet<&Path> {
        self.found.iter().flatten().map(|set| &*set.folder).collect()
    }

    /// Whether the notes are found wherever the game is, however it goes on.
    pub(super) fn is_lasting(&self) -> bool {
        let mut sets = self.found.iter().flatten();
        let mut heads = sets.clone().flat_map(|set| &set.heads);
        let is_attached = sets.any(|set| set.attachment(&self.identity).is_some());
        !is_attached && heads.any(|head| head.is_distinct() && head.fit(&self.identity).is_some())
    }

    /// Whether the notes describe the game as it is now.
    pub(super) fn is_described(&self) -> bool {
        let (moves, whole) = (&self.identity.moves, self.identity.whole);
        let mut heads = self.found.iter().flatten().flat_map(|set| &set.heads);
        heads.any(|head| {
            head.moves == *moves && head.whole == whole && head.fit(&self.identity).is_some()
        })
    }

    /// Acts with what others have written in the same comments meanwhile, if they have. The screen does not show it yet.
    pub(super) fn beside(&self, acts: &[Act]) -> Option<Vec<Act>> {
        let mut both = acts.to_vec();
        for act in &mut both {
            let mut others = self.unsent.acts.iter().rev().filter(|other| other.trail == act.trail);
            let other = others.find_map(|other| match &other.edit {
                Edit::Comment(text) => Some(text),
                _ => None,
            });
            if let (Edit::Comment(text), Some(other)) = (&mut act.edit, other) {
                *text = record::both(other, text);
            }
        }
        (both != acts).then_some(both)
    }

    /// Reads what is new. What this session has written is not, unless that is asked or it follows something that is.
    pub(super) fn fetch(&mut self, asked: bool) {
        let is_asked = asked || self.unsent != Contents::default();
        let own = self.session.as_ref().filter(|_| !is_asked).map(notes::Session::path);
        let sets = self.found.first().filter(|_| self.found.len() == 1);
        let logs = notes::logs(sets.into_iter().flatten());
        self.unsent.add(self.reader.get_or_insert_default().read(&logs, own));
    }

    /// What is new.
    pub(super) fn read(&mut self, asked: bool) -> News {
        let mut news = News { noted: self.noted.clone(), ..News::default() };
        let is_first = self.reader.is_none();
        self.fetch(asked);
        let contents = std::mem::take(&mut self.unsent);
        // What was read before may wait for an answer.
        news.contents = (asked || contents != Contents::default()).then_some(contents);
        if is_first {
            news.several = if self.found.len() > 1 { self.found.len() } else { 0 };
            news.unwritten = std::mem::take(&mut self.unwritten);
        }
        news
    }
}
