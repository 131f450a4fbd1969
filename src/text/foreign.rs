//! Recognises files that are neither records nor books but may be mistaken for them, so that the message can name them.

use std::borrow::Cow;

use super::Source;

/// Archives: the offset of their first constant bytes, these bytes, their names with an article, and what to do.
const ARCHIVES: [(usize, &[u8], &str, &str); 9] = [
    (
        0,
        b"PK\x03\x04",
        "a zip",
        "name a record in it, as in FILE.zip/NAME, or unpack it with `unzip`",
    ),
    (0, b"\x1F\x8B", "a gzip", "unpack it with `gunzip`"),
    (0, b"7z\xBC\xAF\x27\x1C", "a 7z", "unpack it with `7z x`"),
    (0, b"Rar!", "a rar", "unpack it with `unrar x`"),
    (0, b"BZh", "a bzip2", "unpack it with `bunzip2`"),
    (0, b"\xFD7zXZ", "an xz", "unpack it with `unxz`"),
    (0, b"\x28\xB5\x2F\xFD", "a zstd", "unpack it with `unzstd`"),
    (2, b"-lh", "an LHA", "unpack it with `lha x`"),
    (257, b"ustar", "a tar", "unpack it with `tar xf`"),
];

/// The first bytes of other files, and what the files are.
const MAGIC: [(&[u8], &str); 6] = [
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

/// How texts begin whose format is known but not supported.
const UNREAD: [(&str, &str); 7] = [
    ("[DHJHtmlXQ", "a record in DHJHtmlXQ (广东象棋网)"),
    ("NIP100;", "a record of NIP"),
    ("USF:", "a record in USF"),
    ("SIZ ", "a record of Ishi (Go)"),
    ("TIT ", "a record of Ishi (Go)"),
    ("[XFEN", "a list in XFEN"),
    ("404: Not Found", "the answer that a page was not found"),
];

/// GTP commands that command files begin with.
const GTP: [&str; 6] = [
    "boardsize ",
    "clear_board",
    "komi ",
    "play ",
    "genmove ",
    "loadsgf ",
];

/// The archive that begins with these bytes: its name with an article, and what to do with it.
pub(crate) fn archive(start: &[u8]) -> Option<(&'static str, &'static str)> {
    let is = |offset, magic| {
        start
            .get(offset..)
            .is_some_and(|rest| rest.starts_with(magic))
    };
    let mut known = ARCHIVES.into_iter();
    let known = known.find(|(offset, magic, ..)| is(*offset, magic));
    known.map(|(.., name, hint)| (name, hint))
}

/// The format of an opening book that dapu recognises by its first bytes but cannot read.
pub(crate) fn other_book(start: &[u8]) -> Option<&'static str> {
    if start.starts_with(&[0x0B, 0x35]) {
        return Some("MoonRiver (XOB)");
    }
    is_eleeye(start).then_some("ElephantEye (BOOK.DAT)")
}

/// BOOK.DAT has no signature: it holds records of 8 bytes, sorted by their first four, with a valid move in the next
/// two.
fn is_eleeye(start: &[u8]) -> bool {
    let on_board = |byte: u8| (3..13).contains(&(byte >> 4)) && (3..12).contains(&(byte & 15));
    let records = || start.chunks_exact(8);
    let lock = |record: &[u8]| {
        record
            .iter()
            .take(4)
            .rev()
            .fold(0u32, |lock, byte| lock << 8 | u32::from(*byte))
    };
    records().len() >= 8
        && records().is_sorted_by_key(lock)
        && records().all(|record| on_board(record[4]) && on_board(record[5]))
}

/// Describes a file whose format dapu recognises but does not support.
pub(crate) fn unsupported(source: &Source<'_>) -> Option<Cow<'static, str>> {
    let head = source.bytes.get(..4096).unwrap_or(source.bytes);
    if let Some(name) = other_book(head) {
        return Some(format!("an opening book in the {name} format").into());
    }
    unsupported_text(head).map(Cow::Borrowed)
}

fn unsupported_text(head: &[u8]) -> Option<&'static str> {
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
    if let Some(game) = pgn(text) {
        return Some(game);
    }
    let lower = text.to_ascii_lowercase();
    let is_page = lower.starts_with("<!doctype html") || lower.starts_with("<html");
    is_page.then_some("a web page without a record in it")
}

/// The game of a PGN file that no reader accepts.
fn pgn(text: &str) -> Option<&'static str> {
    let is_tag = |line: &str| line.starts_with('[') && line.contains(" \"");
    let mut lines = text.lines().map(str::trim);
    if !lines.next().is_some_and(is_tag) {
        return None;
    }
    let mut words = lines
        .filter(|line| !is_tag(line))
        .flat_map(str::split_whitespace)
        .map(|word| word.trim_start_matches(|next: char| next.is_ascii_digit() || next == '.'));
    let is_chess = words
        .find(|word| !word.is_empty())
        .is_some_and(is_first_move_of_chess);
    match (is_chess, text.contains("[Variant \"")) {
        (true, _) => Some("a PGN of chess"),
        (false, true) => Some("a PGN of another variant of chess"),
        (false, false) => None,
    }
}

/// Whether White's first move is one of a pawn or a knight, as in every game from the initial position of chess.
fn is_first_move_of_chess(word: &str) -> bool {
    let square = word.trim_start_matches('N').as_bytes();
    matches!(
        square,
        [b'a'..=b'h', b'3' | b'4'] | [b'a'..=b'h', b'1' | b'2', b'a'..=b'h', b'3' | b'4']
    )
}

/// Describes a file of a common kind that is not a game record.
pub(crate) fn describe(source: &Source<'_>) -> Option<Cow<'static, str>> {
    if let Some((name, hint)) = archive(source.bytes) {
        return Some(format!("{name} archive: {hint}").into());
    }
    let known = MAGIC
        .iter()
        .find(|(magic, _)| source.bytes.starts_with(magic));
    if let Some((_, what)) = known {
        return Some((*what).into());
    }
    let head = source.bytes.get(..4096).unwrap_or(source.bytes);
    let head = String::from_utf8_lossy(head);
    (head.contains("version:") && head.contains("\nsetup:"))
        .then_some("a drawing for xiangqi-setup (XAY), which has no moves".into())
}
