//! Files that are no records, but that are taken for some: what they are, so that the message helps.

use crate::text::Source;

/// First bytes, and what the file is.
const MAGIC: [(&[u8], &str); 12] = [
    (
        b"PK\x03\x04",
        "a zip archive: unpack it and open what is inside",
    ),
    (
        b"\x1F\x8B",
        "a gzip archive: unpack it and open what is inside",
    ),
    (
        b"7z\xBC\xAF\x27\x1C",
        "a 7z archive: unpack it and open what is inside",
    ),
    (b"Rar!", "a rar archive: unpack it and open what is inside"),
    (b"BZh", "a bzip2 archive: unpack it and open what is inside"),
    (
        b"\xFD7zXZ",
        "an xz archive: unpack it and open what is inside",
    ),
    (
        b"SQLite format 3\0",
        "an SQLite database; an opening book is opened along with a record",
    ),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xFF\xD8\xFF", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x7FELF", "a program"),
];

/// What begins a text of a format that is known, but not read.
const UNREAD: [(&str, &str); 5] = [
    ("NIP100;", "a record of NIP"),
    ("USF:", "a record in USF"),
    ("SIZ ", "a record of Ishi (Go)"),
    ("TIT ", "a record of Ishi (Go)"),
    ("[XFEN", "a list in XFEN"),
];

/// The words of GTP with which command files begin.
const GTP: [&str; 6] = [
    "boardsize ",
    "clear_board",
    "komi ",
    "play ",
    "genmove ",
    "loadsgf ",
];

/// What a file is whose format is known, but not read: the program recognises it, and does not support it.
pub(super) fn unsupported(source: &Source<'_>) -> Option<&'static str> {
    let head = source.bytes.get(..4096).unwrap_or(source.bytes);
    if head.get(2..5) == Some(b"-lh") {
        return Some("an LHA archive; unpack it and open what is inside");
    }
    if is_moonriver(source.bytes) {
        return Some("an opening book of MoonRiver (XOB)");
    }
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    let known = UNREAD.iter().find(|(start, _)| text.starts_with(start));
    if let Some((_, what)) = known {
        return Some(what);
    }
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_gtp = |line: &str| GTP.iter().any(|word| line.starts_with(word));
    if lines.by_ref().take(2).filter(|line| is_gtp(line)).count() == 2 {
        return Some("a list of GTP commands");
    }
    if text.starts_with('<') && (text.contains("<GoGame") || text.contains("<!DOCTYPE Go")) {
        return Some("a record of Jago (XML)");
    }
    let lower = text.to_ascii_lowercase();
    let is_page = lower.starts_with("<!doctype html") || lower.starts_with("<html");
    is_page.then_some("a web page without a record in it")
}

/// Two bytes, and the numbers of both kinds of entries at 8 and 16, ten bytes each behind a header of 128.
fn is_moonriver(bytes: &[u8]) -> bool {
    let count = |offset: usize| {
        let field = bytes.get(offset..offset + 8)?.try_into().ok()?;
        u64::try_from(i64::from_le_bytes(field)).ok()
    };
    let size = || {
        count(8)?
            .checked_add(count(16)?)?
            .checked_mul(10)?
            .checked_add(128)
    };
    bytes.starts_with(&[0x0B, 0x35]) && size() == Some(bytes.len() as u64)
}

/// What a file is that no format knows, if it is something common.
pub(super) fn describe(source: &Source<'_>) -> Option<&'static str> {
    let known = MAGIC
        .iter()
        .find(|(magic, _)| source.bytes.starts_with(magic));
    if let Some((_, what)) = known {
        return Some(what);
    }
    let head = source.bytes.get(..4096).unwrap_or(source.bytes);
    let head = String::from_utf8_lossy(head);
    (head.contains("version:") && head.contains("\nsetup:"))
        .then_some("a drawing for xiangqi-setup (XAY), which has no moves")
}
