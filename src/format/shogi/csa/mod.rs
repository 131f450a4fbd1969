//! CSA, the format of the Computer Shogi Association: versions 1 to 2.2 and 3.0, logs of shogi-server (floodgate), and
//! logs of programs that talk to such a server.
//!
//! Line-oriented, ASCII except for names and comments, without variations. A line may hold several statements separated
//! by commas; a line `/` begins another game.

mod board;
mod log;
mod read;
mod write;

use crate::format::{Certainty, Format, Holds, Reader, Series};
use crate::text::{Family, Source, Unit, scan};

pub(in crate::format) const FORMAT: Format = Format {
    name: "csa",
    title: "CSA (コンピュータ将棋協会)",
    extensions: &["csa"],
    unit: Unit::Line,
    encodings: "Shift_JIS, UTF-8, EUC-JP, ISO-2022-JP",
    holds: Holds::COMMENTS.and_clocks().and_games(),
    detect,
    read: Some(Reader::text(Family::Japanese, read::games, read::game)),
    write: Some(write::write),
    series: Series::separated("/\n"),
    ..super::BASE
};

/// The `%` word for a move that was taken back, which ends nothing.
const TAKEN_BACK: &str = "%MATTA";

/// How many lines are examined to detect the format.
const LOOKED_AT: usize = 200;

/// Detects CSA by the share of its lines that begin like CSA: no other format has these versions, players, boards and
/// moves.
fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.head(Family::Japanese).text;
    if log::is_log(text) {
        return Certainty::Certain;
    }
    let lines = scan::lines(text).map(|line| scan::trim(line.text));
    let (mut strong, mut other) = (0, 0);
    for line in lines.filter(|line| !line.is_empty()).take(LOOKED_AT) {
        match line.as_bytes() {
            [b'\'', ..] => {}
            _ if is_typical(line) => strong += 1,
            [b'T' | b'%' | b'$' | b'+' | b'-' | b'/', ..] => {}
            _ => other += 1,
        }
    }
    match (strong, other) {
        (0, _) => Certainty::No,
        (3.., 0) => Certainty::Certain,
        (strong, other) => Certainty::Likely.only_if(strong > other),
    }
}

/// Whether a line is a version, a player, a board or a move.
fn is_typical(line: &str) -> bool {
    let digits = |range: &[u8]| range.iter().all(u8::is_ascii_digit);
    match line.as_bytes() {
        [b'V' | b'v', b'1'..=b'3', rest @ ..] => rest.is_empty() || rest[0] == b'.',
        [b'N' | b'n', b'+' | b'-', ..] | b"pi" => true,
        // `P7g-7f` is a move in PSN.
        [b'P', b'I' | b'1'..=b'9', rest @ ..] => !rest.first().is_some_and(u8::is_ascii_lowercase),
        [b'P', b'+' | b'-', squares @ ..] => squares.len() >= 4 && digits(&squares[..2]),
        [b'+' | b'-', move_text @ ..] if move_text.len() >= 6 => {
            digits(&move_text[..4]) && move_text[4..6].iter().all(u8::is_ascii_alphabetic)
        }
        _ => false,
    }
}
