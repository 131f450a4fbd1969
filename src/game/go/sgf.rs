//! A position as SGF without moves.

use std::fmt::Write as _;

use super::{Point, Position};
use crate::game::Side;

/// `(;GM[1]FF[4]SZ[19]AB[dd]AW[pp]PL[B])`: the form that Go programs can paste.
pub fn sgf(position: &Position) -> String {
    let size = position.size();
    let mut text = String::from("(;GM[1]FF[4]SZ[");
    // Writing to a string cannot fail.
    let _ = match (size.columns(), size.rows()) {
        (columns, rows) if columns == rows => write!(text, "{columns}]"),
        (columns, rows) => write!(text, "{columns}:{rows}]"),
    };
    for (side, name) in [(Side::First, "AB"), (Side::Second, "AW")] {
        let points = (0..size.rows())
            .flat_map(|row| (0..size.columns()).map(move |column| Point { column, row }));
        let mut stones = points.filter(|point| position.stone(*point) == Some(side)).peekable();
        if stones.peek().is_some() {
            text.push_str(name);
        }
        for point in stones {
            let _ = write!(text, "[{point}]");
        }
    }
    text.push_str(match position.side_to_move() {
        Side::First => "PL[B])",
        Side::Second => "PL[W])",
    });
    text
}
