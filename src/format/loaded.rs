//! The contents of a file.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::{FORMATS, Format, ReadError};
use crate::record::{At, Headers, Key, Problem, Record, Warning, Warnings};
use crate::text::{LineIndex, Text};

/// A file as read: its games and warnings. A copy shares the games.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The format that the file was read as.
    pub format: &'static Format,
    /// The encoding in lower case; `None` for a binary format.
    pub encoding: Option<&'static str>,
    /// The games in file order.
    pub games: Vec<Arc<Entry>>,
    /// Warnings about the file, not about one of its games.
    pub(crate) head: Warnings,
    /// Why the file seems incomplete, if its last game does not say so.
    pub(crate) incomplete: Option<Cow<'static, str>>,
    /// More may follow: the file was read as one that grows, and something at its end was held back, it has no moves
    /// yet, or it is still being written.
    pub held_back: bool,
    /// The name of the library, if the file is one with many games.
    pub title: Option<String>,
    /// The line starts of the text, if the file is text.
    lines: Option<Arc<LineIndex>>,
    /// How many games of the file come before these.
    before: usize,
}

impl Loaded {
    /// A file with these games. [`super::read`] sets the format.
    pub fn new(encoding: Option<&'static str>, games: Vec<Entry>) -> Self {
        Self {
            format: &FORMATS[0],
            encoding,
            games: games.into_iter().map(Arc::new).collect(),
            head: Warnings::default(),
            incomplete: None,
            held_back: false,
            title: None,
            lines: None,
            before: 0,
        }
    }

    /// Whether every game was read with the file.
    pub fn is_read(&self) -> bool {
        self.games.iter().all(|entry| entry.unread.is_none())
    }

    /// The same games in runs of so many. What is wrong with the file as a whole goes with the first.
    pub fn into_runs(mut self, length: usize) -> impl Iterator<Item = Self> {
        let mut games = std::mem::take(&mut self.games).into_iter();
        std::iter::from_fn(move || {
            let run: Vec<Arc<Entry>> = games.by_ref().take(length).collect();
            let before = self.before;
            self.before += run.len();
            (!run.is_empty()).then(|| Self {
                games: run,
                head: std::mem::take(&mut self.head),
                incomplete: self.incomplete.clone(),
                title: self.title.clone(),
                lines: self.lines.clone(),
                before,
                ..self
            })
        })
    }

    /// A file with one game.
    pub fn one(encoding: Option<&'static str>, record: Record) -> Self {
        Self::new(encoding, vec![Entry::ready(record)])
    }

    /// A text file, without its games: their offsets refer to this text. Invalid bytes are reported.
    pub(super) fn of_text(text: &Text<'_>) -> Self {
        let mut loaded = Self::new(Some(text.encoding_name()), Vec::new());
        if let Some(at) = text.damage() {
            let problem = Problem::Encoding(text.encoding_name());
            loaded.head.warn(at, problem);
        }
        loaded.lines = Some(Arc::new(text.lines()));
        loaded
    }

    /// Adds a game that has been read.
    pub(super) fn add(&mut self, record: Record) {
        self.games.push(Entry::ready(record).into());
    }

    /// Adds a game.
    pub(super) fn with_game(mut self, record: Record) -> Self {
        self.add(record);
        self
    }

    /// The file ends too early, at this position.
    pub(crate) fn cut_at(&mut self, at: At, reason: String) {
        self.head.warn(at, Problem::Cut(reason.clone().into()));
        self.incomplete = Some(reason.into());
    }

    /// Why the file seems incomplete: it ends in the middle of something. A program may still be writing it.
    pub fn cut(&self) -> Option<&str> {
        let last = self.games.last().and_then(|last| last.opened.get());
        let last = last.and_then(|last| last.as_ref().ok()?.incomplete.as_deref());
        last.or(self.incomplete.as_deref())
    }

    /// The file if it has a game.
    ///
    /// # Errors
    /// It has none; the message says why.
    pub(super) fn or_error(self, message: &str) -> Result<Self, ReadError> {
        match &self.games[..] {
            [] => Err(ReadError::whole(message)),
            _ => Ok(self),
        }
    }

    /// The same, with offsets of another text: one that was made of the file's.
    pub(super) fn with_lines(mut self, text: &str) -> Self {
        self.lines = Some(Arc::new(LineIndex::new(text)));
        self
    }

    /// Gives the line index to the games, which resolve their offsets by it.
    pub(super) fn finish(&mut self) {
        if let Some(lines) = &self.lines {
            self.head.locate(lines);
        }
        for entry in self.games.iter_mut().filter_map(Arc::get_mut) {
            entry.lines.clone_from(&self.lines);
        }
    }

    /// Adds the games that come next in the same file, or why they cannot be read.
    pub fn append(&mut self, more: Result<Self, ReadError>) {
        match more {
            Ok(more) => {
                self.head.extend(more.head);
                self.games.extend(more.games);
                self.incomplete = more.incomplete;
                self.held_back |= more.held_back;
            }
            Err(error) => self.head.warn(error.at, error.message),
        }
    }

    /// The line and column of an offset in a game, such as [`crate::record::Tree::offset`], both from 1; the column
    /// counts characters. `None` if the file is not text.
    pub fn line_and_column(&self, game: usize, offset: u32) -> Option<(u32, u32)> {
        let lines = self.games.get(game)?.lines.as_deref();
        lines.map(|lines| lines.locate(offset))
    }

    /// A game by its index in the file, from 0.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read.
    pub fn game(&self, index: usize) -> Result<Arc<Record>, ReadError> {
        let entry = self.games.get(index);
        let missing = || ReadError::no_game(index, self.games.len());
        entry.ok_or_else(missing)?.record()
    }

    /// The warnings about the file and about the games opened so far, in file order. A game that could not be opened
    /// counts as a warning.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut all = Vec::new();
        for (game, entry) in self.games.iter().enumerate() {
            let (number, lines) = (self.before + game + 1, entry.lines.as_deref());
            let first = all.len();
            match entry.opened.get() {
                Some(Ok(record)) => all.extend_from_slice(&record.warnings),
                Some(Err(error)) => {
                    let message = format!("game {number} cannot be read: {}", error.message);
                    all.push(Warning::new(error.at, message));
                }
                None => {}
            }
            for warning in &mut all[first..] {
                warning.game = Some(game);
                warning.at = lines.map_or(warning.at, |lines| lines.resolve(warning.at));
            }
        }
        all.extend_from_slice(&self.head);
        // Readers may reach variations later than the lines that they branch off from.
        all.sort_by_key(Warning::order);
        all
    }
}

type Read = Result<Record, ReadError>;
type Opened = Result<Arc<Record>, ReadError>;

/// A game that is read when it is opened.
pub(super) trait Unread: Send + Sync {
    /// What the list of games shows.
    fn headers(&self) -> Cow<'_, Headers>;

    /// One of these.
    fn header(&self, key: Key) -> Option<Cow<'_, str>> {
        header_of(self.headers(), key)
    }

    /// Reads it.
    fn read(&self) -> Read;
}

/// One of some headers.
pub(super) fn header_of(headers: Cow<'_, Headers>, key: Key) -> Option<Cow<'_, str>> {
    match headers {
        Cow::Borrowed(headers) => headers.get(key).map(Cow::Borrowed),
        Cow::Owned(headers) => headers.get(key).map(|value| value.to_owned().into()),
    }
}

/// The headers are at hand.
impl<F: Fn() -> Read + Send + Sync> Unread for (Headers, F) {
    fn headers(&self) -> Cow<'_, Headers> {
        Cow::Borrowed(&self.0)
    }

    fn read(&self) -> Read {
        self.1()
    }
}

/// One game of a file: its headers for the list of games, and its moves, which a library reads only when it is opened.
#[derive(Default)]
pub struct Entry {
    /// `None` if it was read with the file.
    unread: Option<Box<dyn Unread>>,
    opened: OnceLock<Opened>,
    /// Where the lines of the text begin that it was read from.
    lines: Option<Arc<LineIndex>>,
}

impl Entry {
    /// A game that is already read.
    pub fn ready(record: Record) -> Self {
        Self {
            opened: Ok(Arc::new(record)).into(),
            ..Self::default()
        }
    }

    /// A game that is read when opened.
    pub fn deferred(
        headers: Headers,
        open: impl Fn() -> Result<Record, ReadError> + Send + Sync + 'static,
    ) -> Self {
        Self::unread((headers, open))
    }

    /// A game of which not even the headers are kept.
    pub(super) fn unread(game: impl Unread + 'static) -> Self {
        Self {
            unread: Some(Box::new(game)),
            ..Self::default()
        }
    }

    /// What the list of games shows.
    pub fn headers(&self) -> Cow<'_, Headers> {
        match (&self.unread, self.opened.get()) {
            (Some(game), _) => game.headers(),
            (None, Some(Ok(record))) => Cow::Borrowed(&record.headers),
            (None, _) => Cow::default(),
        }
    }

    /// One of the headers. A game that is not open need not be read as a whole for it.
    pub fn header(&self, key: Key) -> Option<Cow<'_, str>> {
        match &self.unread {
            Some(game) => game.header(key),
            None => header_of(self.headers(), key),
        }
    }

    fn load(&self) -> Opened {
        let none = || ReadError::whole("the game has no moves to read");
        let lines = self.lines.as_deref();
        let game = self.unread.as_ref().ok_or_else(none)?;
        let record = game.read().map_err(|error| error.located(lines))?;
        Ok(Arc::new(record))
    }

    /// The game, read now if it was not before.
    ///
    /// # Errors
    /// The game cannot be read.
    pub fn record(&self) -> Result<Arc<Record>, ReadError> {
        self.opened.get_or_init(|| self.load()).clone()
    }

    /// The game, read if necessary but not kept, for passes over all games of a library.
    ///
    /// # Errors
    /// The game cannot be read.
    pub fn read(&self) -> Result<Arc<Record>, ReadError> {
        match self.opened.get() {
            None => self.load(),
            Some(_) => self.record(),
        }
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry")
            .field("headers", &self.headers())
            .field("opened", &self.opened)
            .finish_non_exhaustive()
    }
}
