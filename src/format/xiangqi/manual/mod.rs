//! The text manual of `ChineseChess.h`: sections that begin with `#`. No known program writes it; its definition is a
//! README, whose two long examples are the only records. Where that contradicts itself, both variants are accepted.
//!
//! ```text
//! #name #date #red #red team #black #black team #result #kind #first mover
//! ##
//! #0 C2H5 c8h5 T2A3 … @R
//! #1#0-2 t8a7 … $B
//! ##
//! #0-1 a comment
//! ```
//!
//! Line 1 branches off line 0 and replaces its second ply. `#0!` lets black begin. A line ends with `@R @B @P` for the
//! winner, or `$R $B $P` for the better side. A position is between `#@` and `@#`.

mod board;
mod games;
mod moves;
mod read;
mod write;

use crate::format::{Certainty, Format, Holds, Reader};
use crate::game::Side;
use crate::record::Key;
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "manual",
    title: "Text manual of ChineseChess.h",
    extensions: &["manual", "txt", "md"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030, Big5",
    holds: Holds::TREE,
    detect,
    read: Some(Reader::Whole(read::read)),
    write: Some(write::write),
    ..super::BASE
};

/// The header fields in their order. The side to begin follows them.
const FIELDS: [Key; 8] = [
    Key::Title,
    Key::Date,
    Key::Player(Side::First),
    Key::Team(Side::First),
    Key::Player(Side::Second),
    Key::Team(Side::Second),
    Key::Result,
    Key::Kind,
];

/// The README's name for the field with the side to begin.
const FIRST_MOVER: &str = "先手";

/// Anything that begins with `##` and `#0`, or is a position between `#@` and `@#`, can only be this format.
fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.text(Family::Chinese).text;
    Certainty::Certain.only_if(games::games(text).any(|game| read::is_game(&game)))
}
