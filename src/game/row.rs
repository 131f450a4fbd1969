//! Rows of a board in FEN, SFEN and similar formats.

use std::fmt::Write as _;

/// Writes the points of a row: a piece by `write`, or the length of a run of empty points.
pub(crate) fn write_row<P>(
    points: impl Iterator<Item = Option<P>>,
    text: &mut String,
    write: impl Fn(P, &mut String),
) {
    let mut empty = 0;
    // The end of the row also ends a run.
    for point in points.map(Some).chain([None]) {
        if point.as_ref().is_none_or(Option::is_some) && empty > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, "{empty}");
            empty = 0;
        }
        match point.flatten() {
            Some(piece) => write(piece, text),
            None => empty += 1,
        }
    }
}
