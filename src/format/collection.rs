//! Writes a file game by game.

use std::io;
use std::slice;
use std::sync::Arc;

use super::{Export, Format, Loaded, Losses, WriteError, WriteOptions};
use crate::record::{Record, Warning};
use crate::text::source;

/// How the games in a file of a format are written one after another.
#[derive(Debug)]
pub struct Series {
    /// Writes the beginning of a file.
    pub(super) head: Option<fn(&FileHead<'_>) -> Vec<u8>>,
    /// The text between two games.
    pub(super) between: &'static str,
    /// The end of a file.
    pub(super) tail: &'static str,
    /// Writes a game of any size without holding all of it in memory.
    pub(super) game: Option<WriteGame>,
}

type WriteGame = fn(&Record, &mut dyn io::Write) -> io::Result<()>;

impl Series {
    /// Games without anything between them.
    pub(super) const PLAIN: Self = Self::separated("");

    /// Games separated by a text.
    pub(super) const fn separated(between: &'static str) -> Self {
        Self { head: None, between, tail: "", game: None }
    }

    /// Whether a file begins with a list of warnings.
    pub fn lists_warnings(&self) -> bool {
        self.head.is_some()
    }
}

/// The facts about the original file that the beginning of a written file may state.
#[derive(Debug, Clone, Copy)]
pub struct FileHead<'a> {
    /// The original format of the records.
    pub source: &'static Format,
    /// The original encoding.
    pub encoding: Option<&'static str>,
    /// The warnings about the original file.
    pub warnings: &'a [Warning],
}

/// What precedes a single game, but not later games in a file: UTF-16 byte order marks, and the encoding in CSA.
const MARKS: [&[u8]; 3] = [b"\xFF\xFE", b"\xFE\xFF", b"'CSA encoding=UTF-8\n"];

/// Why a game is not written.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// The format cannot represent it.
    #[error(transparent)]
    Refused(#[from] WriteError),
    /// It could not be written to the output.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file that is written game by game, or a part of it.
#[derive(Debug)]
pub struct Collection<'a, W> {
    format: &'static Format,
    options: &'a WriteOptions,
    out: W,
    games: usize,
    losses: Losses,
}

impl<'a, W: io::Write> Collection<'a, W> {
    /// Begins a file.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn begin(
        format: &'static Format,
        options: &'a WriteOptions,
        head: &FileHead<'_>,
        mut out: W,
    ) -> io::Result<Self> {
        if let Some(write) = format.series.head {
            out.write_all(&write(head))?;
        }
        Ok(Self::part(format, options, out))
    }

    /// Begins a part of a file, to be appended to it.
    pub fn part(format: &'static Format, options: &'a WriteOptions, out: W) -> Self {
        Self { format, options, out, games: 0, losses: Losses::default() }
    }

    /// Adds a game of a loaded file.
    ///
    /// # Errors
    /// The format cannot represent it, or the output cannot be written to.
    pub fn add(&mut self, source: &Loaded, record: &Arc<Record>) -> Result<(), CollectionError> {
        if let Some(write) = self.format.series.game {
            self.separate()?;
            write(record, &mut self.out)?;
        } else {
            let refused = || WriteError(format!("{} cannot be written", self.format.name));
            let write = self.format.write.ok_or_else(refused)?;
            let written =
                write(&Export { source, records: slice::from_ref(record), options: self.options })?;
            self.push(&written.bytes)?;
            self.losses.merge(&written.losses);
        }
        self.games += 1;
        Ok(())
    }

    /// Appends a part.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn append(&mut self, part: &Collection<'_, Vec<u8>>) -> io::Result<()> {
        if part.games > 0 {
            self.push(&part.out)?;
            self.games += part.games;
        }
        self.losses.merge(&part.losses);
        Ok(())
    }

    /// Writes games that are encoded as a file of their own.
    fn push(&mut self, games: &[u8]) -> io::Result<()> {
        self.separate()?;
        self.out.write_all(match self.games {
            0 => games,
            _ => without_mark(games),
        })
    }

    /// Writes the separator, unless this is the first game.
    fn separate(&mut self) -> io::Result<()> {
        if self.games == 0 {
            return Ok(());
        }
        let series = &self.format.series;
        // Formats that write directly to the output always use UTF-8.
        let encoding = self.options.encoding.filter(|_| series.game.is_none());
        let between = source::encode(series.between, encoding.unwrap_or(source::UTF_8));
        self.out.write_all(without_mark(&between.bytes))
    }

    /// The number of games added.
    pub fn games(&self) -> usize {
        self.games
    }

    /// What was lost so far.
    pub fn losses(&self) -> &Losses {
        &self.losses
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn end(mut self) -> io::Result<W> {
        self.out.write_all(self.format.series.tail.as_bytes())?;
        Ok(self.out)
    }
}

/// A file without the mark that it begins with.
fn without_mark(file: &[u8]) -> &[u8] {
    let mut marks = MARKS.into_iter();
    marks.find_map(|mark| file.strip_prefix(mark)).unwrap_or(file)
}
