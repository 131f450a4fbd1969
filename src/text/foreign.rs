//! Recognises files that are neither records nor books but may be mistaken for them, so that the message can name them.

use memchr::memmem;

use super::Source;

/// The name of the archives that dapu opens.
pub(crate) const ZIP: &str = "a zip";

/// Archives: the offset of their first constant bytes, these bytes, and their names with an article.
const ARCHIVES: [(usize, &[u8], &str); 9] = [
    (0, b"PK\x03\x04", ZIP),
    (0, b"\x1F\x8B", "a gzip"),
    (0, b"7z\xBC\xAF\x27\x1C", "a 7z"),
    (0, b"Rar!", "a rar"),
    (0, b"BZh", "a bzip2"),
    (0, b"\xFD7zXZ", "an xz"),
    (0, b"\x28\xB5\x2F\xFD", "a zstd"),
    (2, b"-lh", "an LHA"),
    (257, b"ustar", "a tar"),
];

/// How files begin whose format is known but not supported.
const UNREAD: [(&str, &str); 7] = [
    ("[DHJHtmlXQ", "a record in DHJHtmlXQ (广东象棋网)"),
    ("USF:", "a record in USF"),
    ("[Event \"", "a PGN without xiangqi in it"),
    ("[Variant \"", "a PGN without xiangqi in it"),
    ("<!doctype ", "a web page without a record in it"),
    ("<!DOCTYPE ", "a web page without a record in it"),
    ("<html", "a web page without a record in it"),
];

/// The archive that begins with these bytes: its name with an article.
pub(crate) fn archive(start: &[u8]) -> Option<&'static str> {
    let mut archives = ARCHIVES.into_iter();
    let known = archives.find(|(offset, magic, _)| {
        start.get(*offset..).is_some_and(|start| start.starts_with(magic))
    });
    known.map(|(.., name)| name)
}

/// The format of an opening book that dapu recognises by its first bytes but cannot read.
pub(crate) fn other_book(start: &[u8]) -> Option<&'static str> {
    if start.starts_with(&[0x0B, 0x35]) {
        return Some("MoonRiver (XOB)");
    }
    let is_book = is_sorted(start, 8, |mv| {
        [mv >> 8, mv & 0xFF]
            .iter()
            .all(|at| (3..13).contains(&(at >> 4)) && (3..12).contains(&(at & 15)))
    });
    if is_book {
        return Some("ElephantEye (BOOK.DAT)");
    }
    // 81 squares, and in place of the origin one of 7 pieces to drop; a bit above them promotes.
    is_sorted(start, 16, |mv| mv & 0x7F < 81 && mv >> 7 & 0x7F < 88).then_some("Apery (BIN)")
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

/// Whether a file without a signature holds records of a size, sorted by their first half, with a valid move in the next
/// two bytes.
fn is_sorted(start: &[u8], size: usize, is_move: impl Fn(u64) -> bool) -> bool {
    let mut records = start.chunks_exact(size);
    let keys: Vec<u64> = records.clone().map(|record| number(&record[..size / 2])).collect();
    keys.len() >= 8
        && keys.is_sorted()
        && keys.first() != keys.last()
        && records.all(|record| is_move(number(&record[size / 2..size / 2 + 2])))
}

/// Describes a file that no reader can read.
pub(crate) fn describe(source: &Source<'_>) -> Option<String> {
    let head = source.bytes.get(..4096).unwrap_or(source.bytes);
    let what = match archive(head) {
        Some(ZIP) => "a zip archive: name a record in it, as in FILE.zip/NAME, or unpack it",
        Some(name) => return Some(format!("not a record, but {name} archive: unpack it first")),
        None if head.starts_with(b"SQLite format 3\0") => {
            "an SQLite database; an opening book is opened along with a record"
        }
        None if head.starts_with(b"#YANEURAOU-DB") || head.starts_with(b"YANE-BINBOOK") => {
            "an opening book of shogi, which is opened along with a record"
        }
        None if is_drawing(head) => "a drawing for xiangqi-setup (XAY), which has no moves",
        None => return unsupported(source, head),
    };
    Some(format!("not a record, but {what}"))
}

fn is_drawing(head: &[u8]) -> bool {
    holds(head, b"version:") && holds(head, b"\nsetup:")
}

fn holds(head: &[u8], word: &[u8]) -> bool {
    memmem::find(head, word).is_some()
}

fn unsupported(source: &Source<'_>, head: &[u8]) -> Option<String> {
    let mut unread = UNREAD.into_iter();
    let text = unread.find(|(start, _)| source.begins_with(start));
    let what = match (text, &*source.extension()) {
        (Some((_, what)), _) => what.to_owned(),
        (None, _) if source.begins_with("EVENT ") && holds(head, b"\nBOARDSIZE ") => {
            "a record in the Ishi Standard format".to_owned()
        }
        (None, "chn") => "CHN without a header, as older versions of 联众 wrote it".to_owned(),
        (None, "ccm") => "CCM that is not of 17pk, as 中游 wrote it".to_owned(),
        (None, "sbk") => "an opening book in the ShogiGUI (SBK) format".to_owned(),
        (None, _) => format!("an opening book in the {} format", other_book(head)?),
    };
    Some(format!("{what}: recognised, not supported"))
}
