//! Rows of a board as FEN, SFEN and their relatives write them.

use std::fmt::Write as _;

/// Writes the points of a row: `write` a piece, and a number for a run of empty points.
pub(crate) fn write_row<P>(
    points: impl Iterator<Item = Option<P>>,
    text: &mut String,
    write: impl Fn(P, &mut String),
) {
    let mut empty = 0;
    // The end of a row ends a run as a piece does.
    for point in points.map(Some).chain([None]) {
        if point.as_ref().is_none_or(Option::is_some) && empty > 0 {
            // Writing into memory does not fail.
            let _ = write!(text, "{empty}");
            empty = 0;
        }
        match point.flatten() {
            Some(piece) => write(piece, text),
            None => empty += 1,
        }
    }
}
