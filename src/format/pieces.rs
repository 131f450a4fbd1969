//! Large files in pieces of whole games, so that memory depends on the piece and not on the number of games.

use super::{Format, Loaded, ReadError, detect};
use crate::text::source::LastPart;
use crate::text::{Encoding, Family, Source, source};

/// How to split a file of many games.
#[derive(Debug)]
pub struct Split {
    /// Which encodings the text may be in.
    pub(super) family: Family,
    /// Where the last game of a text begins, if it is not the first. The text may end in the middle of that game.
    pub(super) last_game: LastPart,
}

impl Split {
    /// How to split a file with a game a line.
    pub(super) const fn lines(family: Family) -> Self {
        Self {
            family,
            last_game: |text| text.trim_end_matches('\n').rfind('\n').map(|end| end + 1),
        }
    }
}

/// A large file, piece by piece.
#[derive(Debug)]
pub struct Pieces {
    format: &'static Format,
    pieces: source::Pieces,
    growing: bool,
}

/// How much of a large file is enough to recognise its format.
const HEAD: usize = 1024 * 1024;

impl Pieces {
    /// Splits a file, or returns it if its format or encoding cannot be split.
    ///
    /// # Errors
    /// The unchanged bytes.
    pub fn new(bytes: Vec<u8>, name: &str, encoding: Option<Encoding>) -> Result<Self, Vec<u8>> {
        let head = bytes.get(..HEAD).unwrap_or(&bytes);
        let head = Source::new(head, name).with_encoding(encoding);
        let format = detect(&head).and_then(|format| Some((format, format.split.as_ref()?)));
        let Some((format, split)) = format else {
            return Err(bytes);
        };
        // Where one game fills the head, there is little to be gained by looking for where it ends.
        if (split.last_game)(&head.text(split.family).text).is_none() {
            return Err(bytes);
        }
        let pieces = source::Pieces::new(bytes, encoding, split.family, split.last_game)?;
        Ok(Self {
            format,
            pieces,
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
        self.pieces.into_bytes()
    }

    /// The size of the file in bytes.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether the file is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Iterator for Pieces {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let piece = self.pieces.next()?;
        let is_last = piece.end == self.len();
        Some(Piece {
            format: self.format,
            is_last,
            growing: self.growing && is_last,
            piece,
        })
    }
}

/// A piece of a large file: a run of consecutive games.
#[derive(Debug)]
pub struct Piece {
    format: &'static Format,
    piece: source::Piece,
    is_last: bool,
    growing: bool,
}

impl Piece {
    /// Reads the games, all at once if `eager`. Their locations refer to the whole file.
    ///
    /// # Errors
    /// No game in the piece can be shown.
    pub fn read(&self, eager: bool) -> Result<Loaded, ReadError> {
        let source = self.piece.source("").eager(eager).growing(self.growing);
        super::read_as(self.format, &source)
    }

    /// The offset in the file at which this piece ends.
    pub fn end(&self) -> usize {
        self.piece.end
    }

    /// Whether this is the last piece.
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}
