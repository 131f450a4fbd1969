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
