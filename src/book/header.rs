//! What the first bytes of a file tell.

use super::error::BookError;

/// Tells by the first bytes whether a file is an SQLite database.
pub(super) fn check(start: &[u8]) -> Result<(), BookError> {
    const ARCHIVES: [(&[u8], &str); 4] = [
        (b"PK\x03\x04", "zip"),
        (b"7z\xBC\xAF", "7z"),
        (b"Rar!", "rar"),
        (b"\x1F\x8B", "gzip"),
    ];
    if start.is_empty() {
        return Err(BookError::Empty);
    }
    if start.starts_with(b"SQLite format 3\0") {
        return Ok(());
    }
    // Three bytes that are the same in every SQLite file, and that its ciphers leave as they are.
    if start.get(21..24) == Some(&[64, 32, 32]) {
        return Err(BookError::Encrypted);
    }
    if start.starts_with(&[0x0B, 0x35]) {
        return Err(BookError::OtherKind("MoonRiver"));
    }
    if is_eleeye(start) {
        return Err(BookError::OtherKind("ElephantEye (BOOK.DAT)"));
    }
    let archive = ARCHIVES.iter().find(|(magic, _)| start.starts_with(magic));
    Err(archive.map_or(BookError::NotSqlite, |(_, name)| BookError::Archive(name)))
}

/// The length that the header speaks of: the page size at offset 16 times the number of pages at 28, which counts only
/// if the numbers of changes at 24 and 92 agree (old versions of SQLite do not keep it up to date).
pub(super) fn expected_length(header: &[u8]) -> Option<u64> {
    let number = |at: usize| {
        let bytes = header.get(at..at + 4)?.try_into().ok()?;
        Some(u64::from(u32::from_be_bytes(bytes)))
    };
    let page = match number(16)? >> 16 {
        1 => 65536,
        size => size,
    };
    (number(24)? == number(92)?).then_some(page * number(28)?)
}

/// BOOK.DAT has no mark: records of 8 bytes, sorted by their first four, with a move on the board in the next two.
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
