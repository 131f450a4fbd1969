//! Text formats of one game or many: where the games of a text are, and how one of them is read. When that happens is
//! decided in [`super::Loaded`].

use std::ops::Range;

use super::ReadError;
use crate::record::{At, Cut, Headers, Key, Record, Warnings};
use crate::text::{Family, scan};

/// How to read a text format. Offsets are those of the whole text.
#[derive(Debug)]
pub struct TextReader {
    /// The encodings that the text may be in.
    pub(super) family: Family,
    /// Finds the games of a text.
    pub(super) games: fn(&str, Extent) -> Result<Games, ReadError>,
    /// Reads one of them.
    pub(super) game: fn(&str, Range<usize>) -> Result<Record, ReadError>,
    /// Reads the headers of one of them, or only those with these keys if any are named. `None` if that takes as long as
    /// reading the game: then all games are read with the file.
    pub(super) headers: Option<ReadHeaders>,
}

pub(super) type ReadHeaders = fn(&str, Range<usize>, &[Key]) -> Headers;

/// Facts about a text that it does not contain.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extent {
    /// It is the beginning of a file, and may end inside a game.
    pub(super) is_part: bool,
    /// A program may still be writing it.
    pub(super) growing: bool,
    /// The name of its file is one of the format.
    pub(super) is_named: bool,
}

impl Extent {
    /// The beginning of a file.
    pub(super) const PART: Self = Self { is_part: true, growing: false, is_named: false };
}

/// The games of a text.
#[derive(Debug, Default)]
pub(super) struct Games {
    /// Those that had to be read to be found. They come first.
    pub(super) read: Vec<Record>,
    /// Where the others are, in file order.
    pub(super) ranges: Vec<Range<usize>>,
    /// The warnings about the text outside of the games.
    pub(super) warnings: Warnings,
    /// Why the last game seems incomplete, if that is known without reading it.
    pub(super) cut: Option<Cut>,
}

/// Takes a text for one game.
pub(super) fn one(text: &str, _: Extent) -> Result<Games, ReadError> {
    Ok(divide(text, &[]))
}

/// Divides a text where its games after the first begin.
pub(super) fn divide(text: &str, starts: &[usize]) -> Games {
    let bounds = [&[0], starts, &[text.len()]].concat();
    let ranges = bounds.windows(2).map(|pair| pair[0]..pair[1]).collect();
    Games { ranges, ..Games::default() }
}

/// Takes each line of a text for a game, except empty ones and those that are not games, for which `problem` returns a
/// warning.
pub(super) fn lines(text: &str, problem: impl Fn(&str) -> Option<&'static str>) -> Games {
    let mut games = Games::default();
    for line in scan::lines(text).filter(|line| !line.text.trim().is_empty()) {
        match problem(line.text) {
            Some(problem) => games.warnings.warn(line.at(), problem),
            None => games.ranges.push(line.offset..line.offset + line.text.len()),
        }
    }
    games
}

impl Games {
    pub(super) fn is_empty(&self) -> bool {
        self.read.is_empty() && self.ranges.is_empty()
    }

    /// Without what is known about the text from this offset on.
    pub(super) fn before(mut self, end: usize) -> Self {
        let warnings = self.warnings.into_iter();
        self.warnings = warnings.filter(|warning| warning.at < At::offset(end)).collect();
        self.cut = None;
        self
    }

    /// The games if there are any.
    ///
    /// # Errors
    /// There are none; the message says why.
    pub(super) fn or_error(self, message: &str) -> Result<Self, ReadError> {
        match self.is_empty() {
            true => Err(ReadError::none(message)),
            false => Ok(self),
        }
    }
}
