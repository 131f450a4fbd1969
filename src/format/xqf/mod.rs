//! XQF, the format of XQStudio (象棋演播室).
//!
//! A header of 1024 bytes, which is always plain, then the moves. The layout is that of the author's
//! "XQF 1.0 文件格式说明" of 2001-04-16. Files up to version byte 0x0A are plain; later ones are scrambled with keys from
//! their header and have shorter records.

mod board;
mod header;
mod keys;
mod write;

use super::bytes::Bytes;
use super::source::{encoding_name, guess_chinese};
use super::steps::{self, Comment, Step, Steps};
use super::{Certainty, Feature, Format, Loaded, ReadError, Source};
use crate::game::{Game, Move, Position, xiangqi};
use crate::record::{At, Builder, Record, Warning};
pub(super) use board::slots;
use board::{Start, move_square};
use keys::{KeyBytes, Keys};

pub(super) const FORMAT: Format = Format {
    name: "xqf",
    title: "XQF (XQStudio 象棋演播室)",
    extensions: &["xqf"],
    games: &[Game::Xiangqi],
    encodings: "GB18030, Big5",
    features: &[Feature::Variations, Feature::Comments],
    detect,
    read: Some(read),
    write: Some(write::write),
};

const HEADER: usize = 0x400;
const VERSION: usize = 0x02;
const SQUARES: usize = 0x10;
const FIRST_NUMBER: usize = 0x30;
const WHO: usize = 0x32;
const RESULT: usize = 0x33;
const KIND: usize = 0x40;
/// The last version whose files are plain: 1.0.
const PLAIN: u8 = 0x0A;
/// The newest version that is known to exist: 1.8, which XQStudio writes to its last release, 1.63.
const NEWEST: u8 = 0x12;
/// What the root's squares say in files newer than 1.0, once they are plain.
const ROOT_MARK: &[u8] = b"XQ";

fn detect(source: &Source<'_>) -> Certainty {
    let [b'X', b'Q', version, header @ ..] = source.bytes else {
        return Certainty::No;
    };
    // Texts can begin with the two letters: "XQF reader", or "XQ" on a line. No header is without a zero.
    let binary = header.len() < SQUARES || header.iter().take(HEADER).any(|byte| *byte == 0);
    match (binary, *version) {
        (true, 0..=NEWEST) => Certainty::Certain,
        (true, _) => Certainty::Likely,
        (false, _) if FORMAT.extensions.contains(&&*source.extension()) => Certainty::Weak,
        (false, _) => Certainty::No,
    }
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let mut warnings = Vec::new();
    let (header, header_cut) = whole_header(source.bytes)?;
    let file = File::open(source.bytes, header, &mut warnings)?;
    let encoding = source.forced.unwrap_or_else(|| file.guess_encoding());
    let record = file.record(encoding, &mut warnings);
    let mut builder = Builder::on(record);
    let mut steps = file.steps();
    let cut = match header_cut {
        Some(message) => {
            let at = At::Byte(source.bytes.len() as u64);
            builder.warnings.push(Warning::new(at, message.as_str()));
            Some(message)
        }
        None => steps::play(&mut steps, encoding, &mut builder),
    };
    let (record, more) = builder.finish();
    if file.keys.scramble() && more.len() > record.tree.len() / 2 && moves_no_pieces(&record) {
        let message = "the keys do not fit the file: most moves start from empty squares";
        return Err(ReadError::new(At::Byte(keys::MASK as u64), message));
    }
    warnings.extend(more);
    let rest = steps.rest();
    if cut.is_none() && rest.left() > 0 {
        let message = format!("{} bytes after the last move are not read", rest.left());
        warnings.push(Warning::new(At::Byte(rest.offset() as u64), message));
    }
    let mut loaded = Loaded::one(Some(encoding_name(encoding)), record, warnings);
    loaded.cut = cut;
    Ok(loaded)
}

/// The header; of one that is cut behind the start squares the rest is taken as empty, and the cut is told.
fn whole_header(bytes: &[u8]) -> Result<([u8; HEADER], Option<String>), ReadError> {
    let length = bytes.len().min(HEADER);
    let mut header = [0; HEADER];
    header[..length].copy_from_slice(&bytes[..length]);
    if length == HEADER {
        return Ok((header, None));
    }
    let message = format!("the file ends inside the header of {HEADER} bytes");
    if length < FIRST_NUMBER {
        return Err(ReadError::new(At::Byte(length as u64), message));
    }
    Ok((header, Some(message)))
}

/// A file whose keys are found.
struct File {
    header: [u8; HEADER],
    keys: Keys,
    /// The file, plain.
    plain: Vec<u8>,
    start: Start,
}

impl File {
    /// Finds the keys that the file can be read with.
    fn open(
        bytes: &[u8],
        header: [u8; HEADER],
        warnings: &mut Vec<Warning>,
    ) -> Result<Self, ReadError> {
        let version = header[VERSION];
        let given = KeyBytes::read(&header);
        let file = Self::with_keys(bytes, header, given.keys());
        if version > NEWEST {
            let message = format!("XQF {} is newer than any that is known", number(version));
            if !(given.add_up() && file.is_marked()) {
                return Err(ReadError::new(At::Byte(VERSION as u64), message));
            }
            warnings.push(Warning::new(At::Byte(VERSION as u64), message));
        }
        if version <= PLAIN || (given.add_up() && (file.is_marked() || file.starts_well())) {
            return Ok(file);
        }
        let at = At::Byte(keys::SUM as u64);
        if given.add_up() {
            let message = "the keys do not fit the file: neither board nor moves make sense";
            return Err(ReadError::new(at, message));
        }
        let repairs = given.repairs().map(|(offset, keys)| (Some(offset), keys));
        let readings = std::iter::once((None, given))
            .chain(repairs)
            .map(|(changed, keys)| {
                let file = Self::with_keys(bytes, header, keys.keys());
                (changed, file)
            });
        let best = readings
            .filter(|(_, file)| file.makes_sense())
            .min_by_key(|(_, file)| file.faults());
        let Some((changed, file)) = best else {
            let message = "the keys do not add up, and the file cannot be read with them";
            return Err(ReadError::new(at, message));
        };
        warnings.push(match changed {
            None => Warning::new(at, "the keys do not add up"),
            Some(offset) => {
                let message = "the keys do not add up; the file makes sense with this one changed";
                Warning::new(At::Byte(offset as u64), message)
            }
        });
        Ok(file)
    }

    fn with_keys(bytes: &[u8], header: [u8; HEADER], keys: Keys) -> Self {
        Self {
            header,
            plain: keys.decrypt(bytes),
            start: Start::read(&header, &keys),
            keys,
        }
    }

    fn steps<'a>(&'a self) -> Steps<'a, impl Fn(&mut Bytes<'a>) -> Option<Step<'a>>> {
        let stream = Bytes::at(&self.plain, HEADER);
        Steps::new(stream, move |stream: &mut Bytes<'a>| {
            if self.header[VERSION] <= PLAIN {
                plain_step(stream)
            } else {
                tagged_step(stream, &self.keys)
            }
        })
    }

    /// Whether the root bears the letters that XQStudio gives it, or the file ends before.
    fn is_marked(&self) -> bool {
        let root = self.plain.get(HEADER..).unwrap_or(&[]);
        root.iter().zip(ROOT_MARK).all(|(byte, mark)| byte == mark)
    }

    /// Whether the pieces stand where they can, and one of them moves first. A file of another program than XQStudio
    /// may have no mark.
    fn starts_well(&self) -> bool {
        let first = self.steps().nth(1);
        let moves = first.is_none_or(|step| self.start.position.piece(step.mv.from).is_some());
        self.start.misplaced == 0 && moves
    }

    /// Whether every byte of the file has a meaning.
    fn makes_sense(&self) -> bool {
        let mut steps = self.steps();
        let root = steps.next();
        let sound = |step: Step<'_>| {
            step.comment.fault.is_none() && step.mv.from.on_board() && step.mv.to.on_board()
        };
        self.is_marked()
            && self.starts_well()
            && root.is_some_and(|root| root.comment.fault.is_none())
            && steps.all(sound)
            && steps.are_whole()
    }

    /// How many moves break the rules.
    fn faults(&self) -> usize {
        let encoding = self.guess_encoding();
        let mut builder = Builder::on(self.record(encoding, &mut Vec::new()));
        steps::play(&mut self.steps(), encoding, &mut builder);
        builder.warnings.len()
    }

    /// The encoding in which all the texts of the file read best.
    fn guess_encoding(&self) -> super::Encoding {
        let mut texts: Vec<u8> = Vec::new();
        let comments = self.steps().map(|step| step.comment.bytes);
        for text in header::texts(&self.header).chain(comments) {
            texts.extend_from_slice(text);
            texts.push(b'\n');
        }
        guess_chinese(&texts)
    }

    /// The record without its moves.
    fn record(&self, encoding: super::Encoding, warnings: &mut Vec<Warning>) -> Record {
        let mut record = Record::new(Position::Xiangqi(self.start.position));
        warnings.extend_from_slice(&self.start.warnings);
        header::read(&self.header, encoding, &mut record, warnings);
        // Every reader goes by the piece that moves first: the byte for the side is 0 even where black begins.
        let first = self.steps().nth(1);
        let mover = first.and_then(|step| self.start.position.piece(step.mv.from));
        if let Some(mover) = mover {
            record.start.set_side_to_move(mover.side);
        }
        record
    }
}

/// Whether most moves have no piece to move.
fn moves_no_pieces(record: &Record) -> bool {
    let mut walk = record.walk();
    let mut empty = 0;
    while let Some(node) = walk.advance() {
        if let (Some(Move::Xiangqi(mv)), Position::Xiangqi(before)) =
            (record.tree.mv(node), walk.before())
        {
            empty += usize::from(before.piece(mv.from).is_none());
        }
    }
    // A few such moves may be a hand-made example.
    empty >= 8 && empty > record.tree.len() / 2
}

/// A version byte as people write it: 18 is 1.8.
fn number(version: u8) -> String {
    format!("{}.{}", version / 10, version % 10)
}

/// A step up to 1.0: a nibble for the continuation and one for the alternative, and always a length. The 1.0 text says
/// that variations are not saved, but files of that version have them.
fn plain_step<'a>(stream: &mut Bytes<'a>) -> Option<Step<'a>> {
    let offset = stream.offset() as u64;
    let [from, to, flags, _reserved] = stream.array()?;
    Some(Step {
        offset,
        mv: xiangqi::Move {
            from: move_square(from.wrapping_sub(0x18)),
            to: move_square(to.wrapping_sub(0x20)),
        },
        continues: flags & 0xF0 != 0,
        alternative: flags & 0x0F != 0,
        comment: steps::take_comment(stream, 0),
    })
}

/// A step after 1.0: three flags, and a length only where there is a comment. The low bits of the flags are noise.
fn tagged_step<'a>(stream: &mut Bytes<'a>, keys: &Keys) -> Option<Step<'a>> {
    let offset = stream.offset() as u64;
    let [from, to, flags, _noise] = stream.array()?;
    let comment = if flags & 0x20 == 0 {
        Comment::default()
    } else {
        steps::take_comment(stream, keys.comment)
    };
    Some(Step {
        offset,
        mv: xiangqi::Move {
            from: move_square(from.wrapping_sub(0x18).wrapping_sub(keys.from)),
            to: move_square(to.wrapping_sub(0x20).wrapping_sub(keys.to)),
        },
        continues: flags & 0x80 != 0,
        alternative: flags & 0x40 != 0,
        comment,
    })
}
