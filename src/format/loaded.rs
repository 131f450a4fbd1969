//! The contents of a file.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::games::{Extent, Games, TextReader};
use super::{Format, ReadError};
use crate::game::Notation;
use crate::record::{At, Cut, Headers, Key, Problem, Record, Warning, Warnings};
use crate::text;
use crate::text::source::SharedText;

/// A file as read: its games and warnings. A copy shares the games.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The format that the file was read as.
    pub format: &'static Format,
    /// The encoding in lower case; `None` for a binary format.
    pub encoding: Option<&'static str>,
    is_traditional: OnceLock<bool>,
    /// In file order.
    pub(super) games: Vec<Arc<Entry>>,
    /// Warnings about the file, not about one of its games.
    pub(crate) head: Warnings,
    /// Why the file seems incomplete, if its last game does not say so.
    pub(crate) cut: Option<Cut>,
    /// More may follow: the file was read as one that grows, and something at its end was held back, or it has no moves
    /// yet.
    pub held_back: bool,
    /// The name of the library, if the file is one with many games.
    pub title: Option<String>,
    /// The text that games are added from.
    text: Option<Arc<SharedText>>,
}

impl Loaded {
    /// A file of a format with these games.
    pub fn new(format: &'static Format, encoding: Option<&'static str>, games: Vec<Entry>) -> Self {
        Self {
            format,
            encoding,
            is_traditional: OnceLock::new(),
            games: games.into_iter().map(Arc::new).collect(),
            head: Warnings::default(),
            cut: None,
            held_back: false,
            title: None,
            text: None,
        }
    }

    /// The games in file order.
    pub fn games(&self) -> &[Arc<Entry>] {
        &self.games
    }

    /// Whether every game was read with the file.
    pub fn is_read(&self) -> bool {
        self.games.iter().all(|entry| entry.opened.get().is_some())
    }

    /// The usual notation of moves, in the script of the file. Few readers ask, so that is seen only when they do.
    pub fn notation(&self) -> Notation {
        let is_traditional = *self.is_traditional.get_or_init(|| {
            let text = self.text.as_ref();
            self.encoding == Some("big5") || text.is_some_and(|text| text::is_traditional(text))
        });
        if is_traditional { Notation::Traditional } else { Notation::Usual }
    }

    /// Only some of the games. What is wrong with the file as a whole goes with the first. Games that are still to be read
    /// from the text are read for the part alone.
    #[must_use]
    pub fn part(&self, games: Range<usize>) -> Self {
        let head = match games.start {
            0 => self.head.clone(),
            _ => Warnings::default(),
        };
        Self {
            games: self.games.get(games).unwrap_or_default().iter().map(Entry::apart).collect(),
            head,
            cut: self.cut.clone(),
            title: self.title.clone(),
            text: self.text.clone(),
            is_traditional: self.is_traditional.clone(),
            ..*self
        }
    }

    /// A file with one game.
    pub fn one(format: &'static Format, encoding: Option<&'static str>, record: Record) -> Self {
        Self::new(format, encoding, vec![Entry::ready(record)])
    }

    /// A text with its games, which are still to be found if `games` is `None`. If there are several whose headers are quick
    /// to read, they are only listed, and read when they are opened. Invalid bytes are reported.
    ///
    /// # Errors
    /// There are none, or none of them can be read.
    pub(super) fn of_text(
        format: &'static Format,
        reader: &'static TextReader,
        text: SharedText,
        games: Option<Games>,
        extent: Extent,
    ) -> Result<Self, ReadError> {
        let games = match games {
            Some(games) => games,
            None => (reader.games)(&text, extent).map_err(|error| error.located(&text))?,
        };
        let text = Arc::new(text);
        let mut loaded = Self::new(format, Some(text.encoding_name()), Vec::new());
        if let Some(at) = text.damage() {
            loaded.head.warn(at, Problem::Encoding(text.encoding_name()));
        } else if let Some((at, count)) = text.replaced() {
            loaded.head.warn(at, Problem::Replaced(count));
        }
        loaded.head.extend(games.warnings);
        loaded.cut = games.cut;
        let is_listed = reader.headers.is_some() && games.read.len() + games.ranges.len() > 1;
        for record in games.read {
            let entry = Entry { text: Some(Arc::clone(&text)), ..Entry::ready(record) };
            loaded.games.push(entry.into());
        }
        let mut failed = None;
        for range in games.ranges {
            let text = Some(Arc::clone(&text));
            let unread = Some(Unread::InText(reader, range));
            let entry = Entry { text, unread, opened: OnceLock::new() };
            if !is_listed && let Err(error) = entry.record() {
                loaded.head.warn(error.at, Problem::Unreadable(error.message.clone().into()));
                failed.get_or_insert(error);
            } else {
                loaded.games.push(entry.into());
            }
        }
        loaded.text = Some(text);
        match failed.filter(|_| loaded.games.is_empty()) {
            Some(error) => Err(error),
            None => loaded.finish(extent.growing),
        }
    }

    /// The file ends too early, at this position.
    pub(crate) fn cut_at(&mut self, at: At, reason: String) {
        self.cut = Some(self.head.cut(at, reason));
    }

    /// Leaves out the last game if not even the start of its moves has been written.
    ///
    /// # Errors
    /// It was the only game.
    fn hold_back_head(&mut self) -> Result<(), ReadError> {
        if let Some(cut) = self.last_cut().filter(|cut| cut.in_head).cloned() {
            self.games.pop();
            if self.games.is_empty() {
                return Err(ReadError::new(At::File, cut.reason));
            }
            self.cut = Some(cut);
        }
        Ok(())
    }

    /// Shows all that there is of the last comment.
    fn complete_comment(&mut self) {
        let last = self.games.last_mut().and_then(Arc::get_mut);
        let opened = last.and_then(|last| last.opened.get_mut()?.as_mut().ok());
        if let Some(record) = opened.and_then(Arc::get_mut) {
            record.complete_comment();
        }
    }

    /// Why the file seems incomplete: it ends in the middle of something. A program may still be writing it.
    pub fn cut(&self) -> Option<&str> {
        Some(&self.last_cut()?.reason)
    }

    fn last_cut(&self) -> Option<&Cut> {
        let opened = self.games.last().and_then(|last| last.opened.get());
        opened.and_then(|last| last.as_ref().ok()?.cut.as_ref()).or(self.cut.as_ref())
    }

    /// Completes what a reader returned.
    ///
    /// # Errors
    /// The file grows, and not even the start of its only game has been written.
    pub(super) fn finish(mut self, growing: bool) -> Result<Self, ReadError> {
        if let Some(text) = &self.text {
            text.resolve(self.head.places());
        }
        match growing {
            true => self.hold_back_head()?,
            false => self.complete_comment(),
        }
        let is_cut = self.text.as_ref().is_some_and(|text| text.is_cut);
        self.held_back = growing && (is_cut || self.is_without_moves());
        Ok(self)
    }

    /// Whether there is a single game, without moves so far.
    fn is_without_moves(&self) -> bool {
        self.games.len() == 1 && self.game(0).is_ok_and(|record| record.tree.len() == 1)
    }

    /// Adds the chunks that come next in the same file, or why they cannot be read.
    pub fn extend(&mut self, chunks: impl IntoIterator<Item = Result<Self, ReadError>>) {
        for chunk in chunks {
            match chunk {
                Ok(chunk) => {
                    self.head.extend(chunk.head);
                    self.games.extend(chunk.games);
                    self.cut = chunk.cut;
                    self.held_back |= chunk.held_back;
                }
                Err(error) => self.head.warn(error.at, Problem::Unreadable(error.message.into())),
            }
        }
    }

    /// The games that are not among [`Self::games`] because they cannot be read.
    pub fn unreadable(&self) -> impl Iterator<Item = &Warning> {
        self.head
            .listed()
            .iter()
            .filter(|warning| matches!(warning.problem, Problem::Unreadable(_)))
    }

    /// The line and column of an offset in a game, such as [`crate::record::Tree::offset`], both from 1; the column
    /// counts characters. `None` if the file is not text.
    pub fn line_and_column(&self, game: usize, offset: u32) -> Option<(u32, u32)> {
        let text = self.games.get(game)?.text.as_ref()?;
        let mut at = At::Text(offset);
        text.resolve(iter::once(&mut at));
        match at {
            At::Line { line, column } => Some((line, column)),
            _ => None,
        }
    }

    /// A game by its index in the file, from 0.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read.
    pub fn game(&self, index: usize) -> Result<Arc<Record>, ReadError> {
        let missing = || ReadError::no_game(index, self.games.len());
        self.games.get(index).ok_or_else(missing)?.record()
    }

    /// Replaces a game by another form of it, such as one with more comments.
    pub fn set_game(&mut self, index: usize, record: Arc<Record>) {
        if let Some(entry) = self.games.get_mut(index) {
            let text = entry.text.clone();
            *entry = Arc::new(Entry { unread: None, opened: Ok(record).into(), text });
        }
    }

    /// Whether [`Self::game`] takes no time: the game has been read, or there is none with this index.
    pub fn has_read(&self, index: usize) -> bool {
        self.games.get(index).is_none_or(|entry| entry.opened.get().is_some())
    }

    /// The warnings about the file and about the games opened so far, in file order. A game that could not be opened
    /// counts as a warning.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut all = Vec::new();
        let mut number = 0;
        for run in self.games.chunk_by(|one, next| one.is_with(next)) {
            let first = all.len();
            for entry in run {
                all.extend(entry.warnings(number));
                number += 1;
            }
            if let Some(text) = run.first().and_then(|entry| entry.text.as_ref()) {
                text.resolve(all[first..].iter_mut().map(|warning| &mut warning.at));
            }
        }
        all.extend_from_slice(self.head.listed());
        // Readers may reach variations later than the lines that they branch off from.
        all.sort_by_key(Warning::order);
        all
    }
}

type Read = Result<Record, ReadError>;
type Opened = Result<Arc<Record>, ReadError>;

/// How to read a game.
enum Unread {
    /// It is in this range of its text.
    InText(&'static TextReader, Range<usize>),
    /// Its headers are known.
    Elsewhere(Headers, Box<dyn Fn() -> Read + Send + Sync>),
}

/// One game of a file: its headers for the list of games, and its moves, which a library reads only when it is opened.
#[derive(Default)]
pub struct Entry {
    /// `None` if it was only ever read with the file.
    unread: Option<Unread>,
    opened: OnceLock<Opened>,
    /// The text that it is in, if the file is text.
    text: Option<Arc<SharedText>>,
}

impl Entry {
    /// A game that is already read.
    pub fn ready(record: Record) -> Self {
        Self { opened: Ok(Arc::new(record)).into(), ..Self::default() }
    }

    /// A game that is read when opened.
    pub fn deferred(
        headers: Headers,
        open: impl Fn() -> Result<Record, ReadError> + Send + Sync + 'static,
    ) -> Self {
        Self { unread: Some(Unread::Elsewhere(headers, Box::new(open))), ..Self::default() }
    }

    /// The same game: what has not been read yet is not shared once it has.
    fn apart(self: &Arc<Self>) -> Arc<Self> {
        match (&self.unread, self.opened.get()) {
            (Some(Unread::InText(reader, range)), None) => Arc::new(Self {
                unread: Some(Unread::InText(reader, range.clone())),
                opened: OnceLock::new(),
                text: self.text.clone(),
            }),
            _ => Arc::clone(self),
        }
    }

    /// Whether it is in a text, which has lines.
    pub fn is_text(&self) -> bool {
        self.text.is_some()
    }

    /// The characters that it is read from, if it is one of several in a text.
    fn characters(&self) -> Option<&str> {
        match (&self.unread, &self.text) {
            (Some(Unread::InText(_, range)), Some(text)) => text.get(range.clone()),
            _ => None,
        }
    }

    /// Whether it is read from the same characters as another game, and so is the same.
    pub fn is_alike(&self, other: &Self) -> bool {
        self.characters().is_some_and(|own| other.characters() == Some(own))
    }

    /// Whether another game is in the same text.
    fn is_with(&self, other: &Self) -> bool {
        self.text.as_ref().map(Arc::as_ptr) == other.text.as_ref().map(Arc::as_ptr)
    }

    /// What the list of games shows.
    pub fn headers(&self) -> Cow<'_, Headers> {
        self.some_headers(&[])
    }

    /// The headers with these keys, and perhaps others, or all if none are named. A game that is not open need not be
    /// read as a whole for them.
    pub fn some_headers(&self, wanted: &[Key]) -> Cow<'_, Headers> {
        match (&self.unread, self.opened.get(), &self.text) {
            (Some(Unread::Elsewhere(headers, _)), ..) => Cow::Borrowed(headers),
            (_, Some(Ok(record)), _) => record.facts(),
            (Some(Unread::InText(reader, range)), None, Some(text)) => {
                let headers = reader.headers.map(|read| read(text, range.clone(), wanted));
                Cow::Owned(headers.unwrap_or_default())
            }
            _ => Cow::default(),
        }
    }

    fn load(&self) -> Opened {
        let record = match (&self.unread, &self.text) {
            (Some(Unread::Elsewhere(_, read)), _) => read().map(|mut record| {
                record.complete_comment();
                record
            }),
            (Some(Unread::InText(reader, range)), Some(text)) => {
                (reader.game)(text, range.clone()).map_err(|error| error.located(text))
            }
            _ => Err(ReadError::none("the game has no moves to read")),
        };
        record.map(Arc::new)
    }

    /// The warnings of the game, which has this index, if it has been opened.
    fn warnings(&self, game: usize) -> Vec<Warning> {
        let mut warnings = match self.opened.get() {
            Some(Ok(record)) => record.warnings.listed().to_vec(),
            Some(Err(error)) => vec![Warning::new(error.at, error.message.clone())],
            None => Vec::new(),
        };
        for warning in &mut warnings {
            warning.game = Some(game);
        }
        warnings
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
