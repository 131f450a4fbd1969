//! Large texts in chunks of whole games, so that memory depends on the chunk and not on the number of games.

use super::games::{Extent, Games, TextReader};
use super::{Certainty, Format, Level, Loaded, ReadError, Reader, best_of_grammars};
use crate::text::source::{LargeText, SharedText};
use crate::text::{Encoding, Source};

/// A large file, chunk by chunk.
#[derive(Debug)]
pub struct Chunks {
    format: &'static Format,
    reader: &'static TextReader,
    text: LargeText,
    /// The offset in the file at which the last chunk ended.
    end: usize,
    growing: bool,
}

/// How much of a large file is enough to recognise its format.
const HEAD: usize = 1024 * 1024;

/// The minimum length of a chunk in bytes. A chunk is longer if one of its games is.
const STEP: usize = 32 * 1024;

impl Chunks {
    /// Divides a file, or returns it if its format or encoding cannot be divided.
    ///
    /// # Errors
    /// The unchanged bytes.
    pub fn new(bytes: Vec<u8>, name: &str, encoding: Option<Encoding>) -> Result<Self, Vec<u8>> {
        let head = bytes.get(..HEAD).unwrap_or(&bytes);
        let head = Source::new(head, name).with_encoding(encoding);
        let Some((format, Some(Reader::Text(reader)))) = best_of_grammars(&head, Level::File)
            .filter(|found| found.certainty >= Certainty::Likely)
            .map(|found| (found.format, &found.format.read))
        else {
            return Err(bytes);
        };
        // Where one game fills the head, there is little to be gained by looking for where it ends.
        if settled(reader, head.text(reader.family)).is_none() {
            return Err(bytes);
        }
        Ok(Self {
            format,
            reader,
            text: LargeText::new(bytes, encoding, reader.family)?,
            end: 0,
            growing: false,
        })
    }

    /// The same file, which may still be written to.
    #[must_use]
    pub fn growing(self, growing: bool) -> Self {
        Self { growing, ..self }
    }

    /// The bytes of the file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }

    /// The size of the file in bytes.
    pub fn size(&self) -> usize {
        self.text.len()
    }
}

/// The games of the beginning of a text that are known to be whole, and where the next one begins.
fn settled(reader: &TextReader, text: &str) -> Option<(Games, usize)> {
    let mut games = (reader.games)(text, Extent::PART).ok()?;
    let end = games.ranges.pop()?.start;
    let is_divided = games.read.is_empty() && !games.ranges.is_empty();
    is_divided.then(|| (games.before(end), end))
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let mut wanted = STEP;
        let (games, end) = loop {
            let (text, is_last) = self.text.ahead(wanted);
            match settled(self.reader, text) {
                _ if is_last => break (None, text.len()),
                Some((games, end)) => break (Some(games), end),
                None => wanted = text.len().saturating_mul(2),
            }
        };
        if end == 0 {
            return None;
        }
        let text = self.text.take(end);
        let before = std::mem::replace(&mut self.end, self.text.at());
        Some(Chunk {
            format: self.format,
            reader: self.reader,
            text,
            end: self.end,
            size: self.end - before,
            growing: self.growing && games.is_none(),
            games,
        })
    }
}

/// A chunk of a large file: a run of consecutive games.
#[derive(Debug)]
pub struct Chunk {
    format: &'static Format,
    reader: &'static TextReader,
    text: SharedText,
    /// Where its games are; `None` for the last chunk, in which they are still to be found.
    games: Option<Games>,
    /// The offset in the file at which it ends.
    pub end: usize,
    /// Its size in bytes of the file.
    pub size: usize,
    growing: bool,
}

impl Chunk {
    /// Reads the games. Their locations refer to the whole file.
    ///
    /// # Errors
    /// No game in the chunk can be shown.
    pub fn read(self) -> Result<Loaded, ReadError> {
        let (text, games) = match self.text.usual() {
            Some(text) => (text, None),
            None => (self.text, self.games),
        };
        let text = if self.growing { text.whole_units(self.format.unit) } else { text };
        let extent = Extent { growing: self.growing, ..Extent::default() };
        Loaded::of_text(self.format, self.reader, text, games, extent)
    }
}
