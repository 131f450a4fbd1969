//! Writes a file game by game.

use std::borrow::Cow;
use std::io;

use super::pass::{Pass, Target};
use super::{Format, Loaded, LossKind, Losses, WriteError, WriteOptions, Writer};
use crate::record::{Record, Warning};
use crate::text::Encoding;
use crate::text::source::{self, UTF_8};

/// How the games in a file of a format are written one after another.
#[derive(Debug)]
pub struct Series {
    /// Writes the beginning of a file.
    pub(super) head: Option<fn(&FileHead<'_>) -> String>,
    /// The declaration that a text is UTF-8.
    pub(super) utf_8: &'static str,
    /// The text between two games.
    pub(super) between: &'static str,
    /// The end of a file.
    pub(super) tail: &'static str,
    /// The encoding of a text that may be in others, unless the user chooses another.
    pub(super) encoding: Option<Encoding>,
    /// Whether a file is a number of lines, so that the games of many files can be in one.
    pub is_lines: bool,
}

impl Series {
    /// Games without anything between them, in UTF-8.
    pub(super) const PLAIN: Self =
        Self { head: None, utf_8: "", between: "", tail: "", encoding: None, is_lines: false };

    /// The same in an encoding that the user may change.
    pub(super) const fn encoded(encoding: Encoding) -> Self {
        Self { encoding: Some(encoding), ..Self::PLAIN }
    }

    /// Whether a file begins with a list of warnings.
    pub fn lists_warnings(&self) -> bool {
        self.head.is_some()
    }
}

/// The facts about the original file that the beginning of a written file may state.
#[derive(Debug, Clone)]
pub struct FileHead<'a> {
    /// The original format of the records.
    pub source: &'static Format,
    /// The original encoding.
    pub encoding: Option<&'static str>,
    /// The warnings about the original file.
    pub warnings: Cow<'a, [Warning]>,
}

impl FileHead<'_> {
    /// The facts about the source that a file of a format may state.
    pub fn of(source: &Loaded, format: &Format) -> Self {
        let warnings = if format.series.lists_warnings() { source.warnings() } else { Vec::new() };
        Self { source: source.format, encoding: source.encoding, warnings: warnings.into() }
    }
}

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
///
/// ```
/// use dapu::format::{self, Collection, FileHead, WriteOptions};
/// use dapu::text::Source;
///
/// let loaded = format::read(&Source::new(b"startpos moves 7g7f 3c3d", "game.usi"))?;
/// let csa = format::by_name("csa").expect("there is CSA");
/// let (options, head) = (WriteOptions::default(), FileHead::of(&loaded, csa));
/// let mut file = Collection::begin(csa, &options, &head, Vec::new())?;
/// let record = loaded.game(0)?;
/// file.add(loaded.format, &record)?;
/// assert!(file.losses().is_empty());
/// assert!(String::from_utf8_lossy(&file.end()?).contains("+7776FU"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Collection<'a, W> {
    to: Target<'a>,
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
        out: W,
    ) -> io::Result<Self> {
        let mut file = Self::part(format, options, out);
        file.out.write_all(source::byte_order_mark(file.to.encoding))?;
        if file.to.encoding == UTF_8 {
            file.write_text(format.series.utf_8)?;
        }
        if let Some(write) = format.series.head {
            file.write_text(&write(head))?;
        }
        Ok(file)
    }

    /// Begins a part of a file, to be appended to it.
    pub fn part(format: &'static Format, options: &'a WriteOptions, out: W) -> Self {
        let usual = format.series.encoding;
        let encoding = usual.map_or(UTF_8, |usual| options.encoding.unwrap_or(usual));
        let to = Target { format, options, encoding, source: format };
        Self { to, out, games: 0, losses: Losses::default() }
    }

    /// Adds a game that was read from a file of a format. Of several in a file of one game, only the first is written.
    ///
    /// # Errors
    /// The format cannot represent it, or the output cannot be written to.
    pub fn add(&mut self, source: &'static Format, record: &Record) -> Result<(), CollectionError> {
        let (format, series) = (self.to.format, &self.to.format.series);
        if self.games > 0 && !format.holds.games {
            self.losses.add(LossKind::Game, 1);
            return Ok(());
        }
        let Some(writer) = format.write else {
            return Err(WriteError(format!("{} cannot be written", format.name)).into());
        };
        if let (Writer::Text(_) | Writer::Stream(_), None, Some(other)) =
            (writer, series.encoding, self.to.options.encoding.filter(|named| *named != UTF_8))
        {
            let other = source::encoding_name(other);
            return Err(
                WriteError(format!("{} is written in utf-8, not {other}", format.name)).into()
            );
        }
        if let Writer::Stream(write) = writer {
            self.separate()?;
            self.games += 1;
            return Ok(write(record, &mut self.out)?);
        }
        let mut pass = Pass::new(record, Target { source, ..self.to });
        let (mut text, mut bytes) = (String::new(), Vec::new());
        match writer {
            Writer::Text(write) => write(&mut pass, &mut text)?,
            Writer::Bytes(write) => write(&mut pass, &mut bytes)?,
            Writer::Stream(_) => {}
        }
        self.losses.merge(&pass.losses());
        match series.encoding {
            Some(_) => bytes = self.losses.encode(&text, self.to.encoding),
            None => bytes.extend(text.into_bytes()),
        }
        self.separate()?;
        self.out.write_all(&bytes)?;
        self.games += 1;
        Ok(())
    }

    /// Appends a part.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn append(&mut self, part: &Collection<'_, Vec<u8>>) -> io::Result<()> {
        if part.games > 0 {
            self.separate()?;
            self.out.write_all(&part.out)?;
            self.games += part.games;
        }
        self.losses.merge(&part.losses);
        Ok(())
    }

    /// Writes the separator, unless this is the first game.
    fn separate(&mut self) -> io::Result<()> {
        if self.games > 0 { self.write_text(self.to.format.series.between) } else { Ok(()) }
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(&source::encode(text, self.to.encoding).bytes)
    }

    /// The output.
    pub fn output(&mut self) -> &mut W {
        &mut self.out
    }

    /// The number of games added.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The losses so far.
    pub fn losses(&self) -> &Losses {
        &self.losses
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn end(mut self) -> io::Result<W> {
        self.write_text(self.to.format.series.tail)?;
        Ok(self.out)
    }
}
