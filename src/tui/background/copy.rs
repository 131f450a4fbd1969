//! Writes a copy of the record to a new file, with the reader's notes and what engines found, as `dapu convert --notes`.

use std::collections::BTreeMap;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::from_home;
use crate::files::load::show_path;
use crate::files::notes::{Identity, Notes, Shelf, digest};
use crate::files::results::ResultStore;
use crate::files::write::{Draft, NotWritten, keep_copy};
use crate::format::{
    self, Collection, Example, FORMATS, FileHead, Format, Loaded, LossKind, Losses, ReadError,
    WriteOptions,
};
use crate::record::{Layer, Record};
use crate::words::Worded;

/// A copy that was written.
pub(in crate::tui) struct Copy {
    pub(in crate::tui) path: PathBuf,
    /// Of a new game, what identifies the bytes that were written.
    pub(in crate::tui) digest: Option<u64>,
    /// The number of games in it.
    pub(in crate::tui) games: usize,
    /// What the format cannot represent.
    pub(in crate::tui) lost: Losses,
}

/// Why no copy was written.
pub(in crate::tui) enum NotCopied {
    /// It would have replaced the open file, under this name.
    Open(PathBuf),
    /// There is nothing but moves that were only tried.
    OnlyTried,
    /// The user has to decide about this number of lines that were only tried; the file, and whether it may be replaced.
    Asks(usize, PathBuf, bool),
    /// Files with this extension are read as a format, perhaps, but not written; others are.
    NotWritten(Option<&'static str>, String, PathBuf),
    /// For another reason.
    Failed(Box<dyn Worded>),
}

/// What to write, and where.
pub(in crate::tui) struct CopyJob {
    /// The file to write, perhaps from `~`.
    pub(in crate::tui) path: PathBuf,
    /// Whether an existing file is replaced, of which a copy is kept.
    pub(in crate::tui) force: bool,
    /// The open file, which is never replaced unless it is the user's own as it was last written.
    pub(in crate::tui) open: PathBuf,
    /// The digest of a new game's file as it was last written.
    pub(in crate::tui) own: Option<u64>,
    pub(in crate::tui) loaded: Arc<Loaded>,
    pub(in crate::tui) game: usize,
    /// What the reader has added to the games.
    pub(in crate::tui) layers: Arc<BTreeMap<usize, Layer>>,
    /// Whether lines that are only tried are written; `None` if that is to be asked.
    pub(in crate::tui) tried: Option<bool>,
    /// The notes on games that have not been shown, and what engines found.
    pub(in crate::tui) notes: Option<Notes>,
    pub(in crate::tui) results: Option<ResultStore>,
    /// The engine that the reader chose.
    pub(in crate::tui) engine: Option<String>,
    /// Whether it is a new game, which leaves the notes once it is written.
    pub(in crate::tui) is_new: bool,
}

impl CopyJob {
    /// Writes the file in the format of its extension, with all games if that format supports several.
    ///
    /// # Errors
    /// Why nothing was written.
    pub(in crate::tui) fn run(mut self) -> Result<Copy, NotCopied> {
        self.path = from_home(&self.path, &|name| std::env::var_os(name));
        let exists = self.path.symlink_metadata().is_ok();
        let mut former = self.path.clone().into_os_string();
        former.push("~");
        let former = PathBuf::from(former);
        let source = self.open.canonicalize().ok().filter(|_| !self.is_new);
        let is_own = self.path == self.open && self.own.is_some();
        self.force |= is_own && digest(&self.path) == self.own;
        if exists && !self.force {
            return Err(failed(NotWritten::Exists(self.path)));
        }
        if self.path.metadata().is_ok_and(|there| !there.is_file()) {
            return Err(failed(NotWritten::NotRegular(self.path)));
        }
        for path in [&self.path, &former] {
            if exists && path.canonicalize().is_ok_and(|path| source.as_ref() == Some(&path)) {
                return Err(NotCopied::Open(path.clone()));
            }
        }
        self.write(exists, &former)
    }

    fn write(self, exists: bool, former: &Path) -> Result<Copy, NotCopied> {
        let extension = self.path.extension().unwrap_or_default().to_string_lossy();
        let format =
            format::by_extension(&extension).ok_or_else(|| self.not_written(&extension))?;
        let games = match format.holds.games {
            true => 0..self.loaded.games().len(),
            false => self.game..self.game + 1,
        };
        // Where notes cannot be read, the status says so, and a copy can still be written.
        let shelf = Shelf::of_all(self.notes.as_ref());
        let mut unreadable = Losses::default();
        for game in self.loaded.unreadable() {
            unreadable.add_example(LossKind::UnreadableGame, || Example::Name(game.to_string()));
        }
        if format.series.lists_warnings() {
            // Before the first game.
            games.clone().for_each(|game| drop(self.loaded.game(game)));
        }
        let layers = games.clone().filter_map(|game| self.layers.get(&game));
        let left_out = layers.map(|layer| layer.scratch().count()).sum();
        if left_out > 0 && self.tried != Some(true) {
            if games.clone().all(|game| self.is_empty(game, &shelf, format)) {
                return Err(NotCopied::OnlyTried);
            }
            if self.tried.is_none() {
                return Err(NotCopied::Asks(left_out, self.path, self.force));
            }
        }
        let draft = Draft::new(&self.path, exists).map_err(reason_first)?;
        let (head, options) = (FileHead::of(&self.loaded, format), WriteOptions::default());
        let mut copy =
            Collection::begin(format, &options, &head, BufWriter::new(draft)).map_err(failed)?;
        for game in games.clone() {
            match self.noted(game, &shelf, format) {
                Ok(record) => copy.add(self.loaded.format, &record).map_err(failed)?,
                Err(error) if games.len() == 1 => return Err(failed(error)),
                Err(error) => {
                    let name = format!("game {}: {error}", game + 1);
                    unreadable.add_example(LossKind::UnreadableGame, || Example::Name(name));
                }
            }
        }
        unreadable.merge(copy.losses());
        let (count, draft) = (copy.games(), copy.end().map_err(failed)?);
        if self.path.exists() {
            keep_copy(&self.path, former).map_err(reason_first)?;
        }
        let draft = draft.into_inner().map_err(|error| failed(error.into_error()))?;
        draft.finish().map_err(reason_first)?;
        let digest = self.is_new.then(|| digest(&self.path)).flatten();
        if let (Some(digest), Some(notes)) = (digest, &self.notes) {
            notes.remember(&self.path, digest);
        }
        if self.is_new
            && let Ok(record) = self.loaded.game(self.game)
        {
            let sets = shelf.of(&Identity::of(&record, &self.open, self.game));
            for set in sets.into_iter().flatten() {
                // What stays there is offered again.
                let _ = self.notes.as_ref().map(|notes| notes.forget(&set.name()));
            }
        }
        Ok(Copy { path: self.path, digest, games: count, lost: unreadable })
    }

    fn is_empty(&self, game: usize, shelf: &Shelf, format: &Format) -> bool {
        self.layers.get(&game).is_none_or(|layer| layer.count() == 0)
            && self.noted(game, shelf, format).is_ok_and(|record| record.tree.len() == 1)
    }

    /// That files with this extension are not written, and which would do.
    fn not_written(&self, extension: &str) -> NotCopied {
        let game = self.loaded.game(self.game).map(|record| record.game());
        let written = FORMATS.iter().filter(|format| format.write.is_some());
        let fit = written.filter(|format| game.as_ref().is_ok_and(|it| format.games.contains(it)));
        let names: Vec<&str> = fit.map(|format| format.name).collect();
        NotCopied::NotWritten(format::not_written(extension), names.join(" "), self.path.clone())
    }

    /// A game with the notes on it, and what an engine found.
    fn noted(&self, game: usize, shelf: &Shelf, format: &Format) -> Result<Arc<Record>, ReadError> {
        let games = self.loaded.games();
        let entry = games.get(game).ok_or_else(|| ReadError::no_game(game, games.len()))?;
        let record = entry.read()?;
        let noted = match self.layers.get(&game) {
            Some(layer) => Arc::new(layer.merged(&record, self.tried == Some(true))),
            None => shelf.noted(&record, &self.open, game),
        };
        let (results, engine) = (self.results.as_ref(), self.engine.as_deref());
        let at = (&*self.open, game);
        // It is written without what cannot be read.
        let valued = results
            .and_then(|results| results.noted(Arc::clone(&noted), at, format.name, engine).ok());
        Ok(valued.unwrap_or(noted))
    }
}

fn failed(reason: impl Worded + 'static) -> NotCopied {
    NotCopied::Failed(Box::new(reason))
}

/// Why a file was not written, with its name at the end: the user has just typed it, and it may be long.
fn reason_first(error: NotWritten) -> NotCopied {
    match error {
        NotWritten::Io { path, error } => failed(format!("{error}: {}", show_path(&path))),
        error => failed(error),
    }
}
