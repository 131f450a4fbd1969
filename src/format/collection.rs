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
    pub(super) head: Option<fn(&Head<'_>) -> Vec<u8>>,
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
        Self {
            head: None,
            between,
            tail: "",
            game: None,
        }
    }

    /// Whether a file begins with a list of warnings.
    pub fn lists_warnings(&self) -> bool {
        self.head.is_some()
    }
}

/// What is known about a file before its games are written.
#[derive(Debug, Clone, Copy)]
pub struct Head<'a> {
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
    /// If this is a part of a file: the beginning of the file, in case this is the first part.
    mark: Option<Vec<u8>>,
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
        head: &Head<'_>,
        mut out: W,
    ) -> io::Result<Self> {
        if let Some(write) = format.series.head {
            out.write_all(&write(head))?;
        }
        let mark = None;
        Ok(Self {
            mark,
            ..Self::part(format, options, out)
        })
    }

    /// Begins a part of a file, to be appended to it.
    pub fn part(format: &'static Format, options: &'a WriteOptions, out: W) -> Self {
        Self {
            format,
            options,
            out,
            mark: Some(Vec::new()),
            games: 0,
            losses: Losses::default(),
        }
    }

    /// Adds a game of a loaded file.
    ///
    /// # Errors
    /// The format cannot represent it, or the output cannot be written to.
    pub fn add(&mut self, source: &Loaded, record: &Arc<Record>) -> Result<(), CollectionError> {
        if let Some(write) = self.format.series.game {
            self.separate(&[])?;
            write(record, &mut self.out)?;
        } else {
            let refused = || WriteError(format!("{} cannot be written", self.format.name));
            let write = self.format.write.ok_or_else(refused)?;
            let written = write(&Export {
                source,
                records: slice::from_ref(record),
                options: self.options,
            })?;
            let (mark, game) = split_mark(&written.bytes);
            self.separate(mark)?;
            self.out.write_all(game)?;
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
            self.separate(part.mark.as_deref().unwrap_or(&[]))?;
            self.out.write_all(&part.out)?;
            self.games += part.games;
        }
        self.losses.merge(&part.losses);
        Ok(())
    }

    /// Begins a game with the beginning of the file, or with the separator.
    fn separate(&mut self, mark: &[u8]) -> io::Result<()> {
        let series = &self.format.series;
        match (self.games, &mut self.mark) {
            (0, Some(held)) => held.extend_from_slice(mark),
            (0, None) => self.out.write_all(mark)?,
            // Formats that write directly to the output always use UTF-8.
            _ if series.game.is_some() => self.out.write_all(series.between.as_bytes())?,
            _ => {
                let encoding = self.options.encoding.unwrap_or(source::UTF_8);
                let between = source::encode(series.between, encoding).bytes;
                self.out.write_all(split_mark(&between).1)?;
            }
        }
        Ok(())
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

/// The game and the mark that it begins with.
fn split_mark(written: &[u8]) -> (&[u8], &[u8]) {
    let mark = MARKS.into_iter().find(|mark| written.starts_with(mark));
    written.split_at(mark.map_or(0, <[u8]>::len))
}
