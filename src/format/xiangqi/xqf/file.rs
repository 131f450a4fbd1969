//! A file with the keys that it can be read with.

use super::header::{self, Start};
use super::keys::{self, KeyBytes, XqfKeys};
use super::{HEADER, NEWEST, PLAIN, VERSION};
use crate::format::bytes::Bytes;
use crate::format::xiangqi::stored_moves::{self, StoredMove, StoredMoves, begin_with, coded_move};
use crate::format::{ReadError, Reason};
use crate::game::Position;
use crate::record::{At, Builder, Record, Warnings};
use crate::text::source::{Encoding, guess_chinese};

/// The root's squares in files newer than 1.0, once decrypted.
pub(super) const ROOT_MARK: &[u8; 2] = b"XQ";

/// A file whose keys are found.
pub(super) struct File {
    header: [u8; HEADER],
    pub(super) keys: XqfKeys,
    /// The file, plain.
    plain: Vec<u8>,
    start: Start,
}

impl File {
    /// Finds the keys that the file can be read with.
    ///
    /// # Errors
    /// There are none, or the version is unknown.
    pub(super) fn open(
        bytes: &[u8],
        header: [u8; HEADER],
        warnings: &mut Warnings,
    ) -> Result<Self, ReadError> {
        let version = header[VERSION];
        let given = KeyBytes::of(&header);
        let file = Self::with_keys(bytes, header, given.keys());
        if version <= PLAIN {
            if !keys::are_there(&header) || file.starts_well() {
                return Ok(file);
            }
            let message = "the file has keys, but not the version of those that have";
            return Err(ReadError::new(At::byte(VERSION), message));
        }
        if version > NEWEST {
            // The version byte 18 is 1.8.
            let (major, minor) = (version / 10, version % 10);
            let message = format!("XQF {major}.{minor} is newer than any that is known");
            let at = At::byte(VERSION);
            if given.excess() != 0 || !file.is_marked() {
                return Err(ReadError::new(at, message).because(Reason::Unsupported));
            }
            warnings.warn(at, message);
        }
        if given.excess() != 0 {
            return Self::repaired(bytes, header, given, warnings);
        }
        if file.is_marked() || file.starts_well() || file.is_sound() {
            Ok(file)
        } else {
            let message = "the keys do not fit the file: neither board nor moves make sense";
            Err(ReadError::new(At::byte(keys::SUM), message))
        }
    }

    /// Finds the keys of a file whose own do not add up: those, or with one changed so that they do. XQStudio rejects
    /// such a file.
    fn repaired(
        bytes: &[u8],
        header: [u8; HEADER],
        given: KeyBytes,
        warnings: &mut Warnings,
    ) -> Result<Self, ReadError> {
        let readings = std::iter::once((None, given)).chain(given.repairs());
        let best = readings
            .map(|(changed, keys)| (changed, Self::with_keys(bytes, header, keys.keys())))
            .filter(|(_, file)| file.is_marked() && file.starts_well() && file.is_sound())
            .min_by_key(|(_, file)| file.problems());
        let at = At::byte(keys::SUM);
        let Some((changed, file)) = best else {
            let message = "the keys do not add up, and the file cannot be read with them";
            return Err(ReadError::new(at, message));
        };
        match changed {
            None => warnings.warn(at, "the keys do not add up"),
            Some(offset) => {
                let message = "the keys do not add up; the file makes sense with this one changed";
                warnings.warn(At::byte(offset), message);
            }
        }
        Ok(file)
    }

    fn with_keys(bytes: &[u8], header: [u8; HEADER], keys: XqfKeys) -> Self {
        Self { header, plain: keys.decrypt(bytes), start: Start::of(&header, &keys), keys }
    }

    /// The moves and comments, plain.
    pub(super) fn entries(&self) -> StoredMoves<'_, impl Fn([u8; 4]) -> StoredMove + Clone> {
        let stream = Bytes::at(&self.plain, HEADER);
        StoredMoves::new(stream, |bytes| entry(bytes, self.header[VERSION], &self.keys))
    }

    /// Whether the root bears the letters that XQStudio gives it, or the file ends before.
    fn is_marked(&self) -> bool {
        let root = self.plain.get(HEADER..).unwrap_or(&[]);
        root.iter().zip(ROOT_MARK).all(|(byte, mark)| byte == mark)
    }

    /// Whether the pieces are on squares that they can reach, and one of them moves first. Files of programs other than
    /// XQStudio may lack the mark.
    fn starts_well(&self) -> bool {
        let first = self.entries().first();
        let moves = first.is_none_or(|mv| self.start.position.piece(mv.from).is_some());
        self.start.misplaced == 0 && moves
    }

    /// Whether every byte after the header has a meaning.
    fn is_sound(&self) -> bool {
        let mut entries = self.entries();
        let root = entries.next();
        let are_sound = entries.all(|entry| {
            let mv = entry.stored.mv;
            entry.comment.is_ok() && mv.from.on_board() && mv.to.on_board()
        });
        let is_root_sound = root.is_some_and(|root| root.comment.is_ok());
        are_sound && is_root_sound && entries.left_over() == Some(0)
    }

    /// How many moves break the rules.
    fn problems(&self) -> usize {
        let encoding = self.guess_encoding();
        let mut builder = Builder::on(self.record(encoding));
        let known = builder.record().warnings.count();
        stored_moves::play(&mut self.entries(), encoding, &mut builder);
        builder.record().warnings.count() - known
    }

    /// The encoding in which all the texts of the file read best.
    pub(super) fn guess_encoding(&self) -> Encoding {
        let mut texts: Vec<u8> = Vec::new();
        let comments = self.entries().filter_map(|entry| entry.comment.ok());
        let all = header::strings(&self.header).chain(comments);
        for text in all.filter(|text| !text.is_empty()) {
            texts.extend_from_slice(text);
            texts.push(b'\n');
        }
        guess_chinese(&texts)
    }

    /// The record without its moves.
    pub(super) fn record(&self, encoding: Encoding) -> Record {
        let mut record = Record::new(Position::Xiangqi(self.start.position));
        record.warnings = self.start.warnings.clone();
        header::read_headers(&self.header, encoding, &mut record);
        // Every reader goes by the piece that moves first: the byte for the side is 0 even where black begins.
        begin_with(&mut record.start, self.entries().first());
        record
    }
}

/// An entry. Up to 1.0 it has a nibble each for continuation and alternative, and always a length; the description of 1.0
/// says that variations are not saved, but files of that version have them. Later there are three flags, whose low bits are
/// noise, and a length only where there is a comment.
fn entry([from, to, flags, _noise]: [u8; 4], version: u8, keys: &XqfKeys) -> StoredMove {
    let (continues, alternative, bias) = match version {
        ..=PLAIN => (0xF0, 0x0F, Some(0)),
        _ => (0x80, 0x40, (flags & 0x20 != 0).then_some(keys.comment)),
    };
    let from = from.wrapping_sub(0x18).wrapping_sub(keys.from);
    let to = to.wrapping_sub(0x20).wrapping_sub(keys.to);
    StoredMove {
        mv: coded_move([from, to], header::square),
        continues: flags & continues != 0,
        alternative: flags & alternative != 0,
        bias,
    }
}
