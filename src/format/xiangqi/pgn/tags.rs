//! What the tags mean.

use crate::format::headers::Dialect;
use crate::record::Headers;

/// Tags that say how to read the moves.
const STRUCTURE: [&str; 4] = ["Game", "Format", "FEN", "SetUp"];

/// Whether a tag says how to read the moves.
pub(super) fn is_structure(name: &str) -> bool {
    STRUCTURE.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

/// The headers for tags.
pub(super) fn headers(tags: &[(String, String)]) -> Headers {
    let mut headers = Headers::default();
    for (name, text) in tags {
        if is_structure(name) {
            headers.push_raw(name, text);
        } else {
            Dialect::Pgn.keep(&mut headers, name, text);
        }
    }
    headers
}
