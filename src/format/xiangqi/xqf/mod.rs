//! XQF, the format of XQStudio (象棋演播室).
//!
//! A header of 1024 bytes, which is always plain, then the moves. The layout is that of the author's
//! "XQF 1.0 文件格式说明" of 2001-04-16. Files up to version byte 0x0A are plain; later ones are scrambled with keys from
//! their header and have shorter records.

mod file;
mod header;
mod keys;
mod write;

use super::stored_moves;
use crate::format::{Certainty, Format, Holds, Loaded, ReadError, Reader, Writer};
use crate::game::Illegal;
use crate::record::{At, Builder, Cut, Warnings};
use crate::text::Source;
use crate::text::source::encoding_name;
use file::File;

pub(in crate::format) const FORMAT: Format = Format {
    name: "xqf",
    title: "XQF (XQStudio 象棋演播室)",
    extensions: &["xqf"],
    encodings: "GB18030, Big5, UTF-8",
    holds: Holds::TREE,
    detect,
    read: Some(Reader::Whole(read)),
    write: Some(Writer::Bytes(write::write)),
    ..super::BASE
};

const HEADER: usize = 0x400;
const VERSION: usize = 0x02;
const SQUARES: usize = 0x10;
const FIRST_NUMBER: usize = 0x30;
const WHO: usize = 0x32;
/// The last version whose files are plain: 1.0.
const PLAIN: u8 = 0x0A;
/// The newest version that is known to exist: 1.8, which XQStudio writes to its last release, 1.63.
const NEWEST: u8 = 0x12;

fn detect(source: &Source<'_>) -> Certainty {
    let [b'X', b'Q', version, header @ ..] = source.bytes else {
        return Certainty::No;
    };
    // Texts can begin with the two letters: "XQF reader", or "XQ" on a line. No header is without a zero.
    let binary = header.len() < SQUARES || header.iter().take(HEADER).any(|byte| *byte == 0);
    match (binary, *version) {
        (true, 0..=NEWEST) => Certainty::Certain,
        (true, _) => Certainty::Likely,
        (false, _) => Certainty::Weak.only_if(FORMAT.is_named(source)),
    }
}

fn read(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let mut warnings = Warnings::default();
    let (header, header_cut) = whole_header(source.bytes)?;
    let file = File::open(source.bytes, header, &mut warnings)?;
    let encoding = source.forced.unwrap_or_else(|| file.guess_encoding());
    let mut builder = Builder::on(file.record(encoding));
    let known = builder.record().warnings.listed().len();
    let mut entries = file.entries();
    match header_cut {
        Some(cut) => builder.cut(At::byte(source.bytes.len()), cut),
        None => stored_moves::play(&mut entries, encoding, &mut builder),
    }
    let of_moves = builder.record().warnings.listed().len() - known;
    entries.warn_of_rest(&mut builder);
    let mut record = builder.finish();
    let tree = &record.tree;
    if file.keys.scramble() {
        let at = At::byte(keys::MASK);
        let broken = tree.ids().filter_map(|node| tree.illegal(node));
        let empty = broken.filter(|rule| matches!(rule, Illegal::EmptySquare | Illegal::OffBoard));
        let empty = empty.count();
        // A few such moves may be a hand-made example.
        if empty >= 8 && empty > tree.len() / 2 {
            let message = "the keys do not fit the file: most moves start from empty squares";
            return Err(ReadError::new(at, message));
        }
        let is_absurd = entries.missing > source.bytes.len() || entries.left_over() > Some(0);
        if is_absurd || (of_moves > 0 && of_moves * 2 >= tree.len()) {
            let message = "the moves make little sense with the file's keys, which may be wrong";
            warnings.warn(at, message);
        }
    }
    warnings.extend(std::mem::take(&mut record.warnings));
    record.warnings = warnings;
    Ok(Loaded::one(format, Some(encoding_name(encoding)), record))
}

/// The header, and why it is cut. If that is after the starting squares, the rest counts as empty.
fn whole_header(bytes: &[u8]) -> Result<([u8; HEADER], Option<Cut>), ReadError> {
    let length = bytes.len().min(HEADER);
    let mut header = [0; HEADER];
    header[..length].copy_from_slice(&bytes[..length]);
    if length == HEADER {
        return Ok((header, None));
    }
    let reason = format!("the file ends inside the header of {HEADER} bytes");
    if length < FIRST_NUMBER {
        return Err(ReadError::new(At::byte(length), reason));
    }
    Ok((header, Some(Cut::in_head(reason))))
}
