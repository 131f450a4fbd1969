//! Recognising files by their first bytes.

use super::error::BookError;
use crate::text::foreign;

/// Tells by the first bytes whether a file is an SQLite database.
pub(super) fn check(start: &[u8]) -> Result<(), BookError> {
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
    let other = foreign::other_book(start).map(BookError::OtherKind);
    let archive = || foreign::archive(start).map(BookError::Archive);
    Err(other.or_else(archive).unwrap_or(BookError::NotSqlite))
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
