//! Formats times like a clock.

use super::Left;

/// A time in milliseconds as minutes or hours: `4:56`, `1:02:03`.
pub fn time(milliseconds: u32) -> String {
    let seconds = milliseconds / 1000;
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    match minutes / 60 {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{:02}:{seconds:02}", minutes % 60),
    }
}

/// Formats the time left: `4:56`, `-0:03` after it has run out, `(5)` for moves or periods.
pub fn left(left: Left) -> String {
    match left {
        Left::Time(milliseconds) => {
            let sign = if milliseconds < 0 { "-" } else { "" };
            format!("{sign}{}", time(milliseconds.unsigned_abs()))
        }
        Left::Moves(moves) => format!("({moves})"),
    }
}
