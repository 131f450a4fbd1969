//! Recognising files by their first bytes.

use super::error::BookError;
use crate::text::foreign;

/// Checks the first bytes for an SQLite database.
pub(super) fn check(start: &[u8]) -> Result<(), BookError> {
    if start.is_empty() {
        return Err(BookError::Empty);
    }
    if start.starts_with(b"SQLite format 3\0") {
        return Ok(());
    }
    // Three constant bytes of SQLite files that encryption extensions leave unchanged.
    if start.get(21..24) == Some(&[64, 32, 32]) {
        return Err(BookError::Encrypted);
    }
    let other = foreign::other_book(start).map(BookError::OtherKind);
    let archive = || foreign::archive(start).map(BookError::Archive);
    Err(other.or_else(archive).unwrap_or(BookError::NotSqlite))
}

/// The length according to the header: the page size at offset 16 times the page count at 28. The count is only valid
/// if the change counters at 24 and 92 match, since old versions of SQLite do not update it.
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
