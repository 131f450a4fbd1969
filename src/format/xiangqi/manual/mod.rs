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
mod moves;
mod parts;
mod write;

use std::ops::Range;

use super::movetext::{finish, passed};
use super::numbered_lines::{NumberedLine, NumberedLines};
use crate::format::games::{Extent, Games};
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Holds, ReadError, Reader, Series, Writer};
use crate::game::xiangqi::Position;
use crate::game::xiangqi::notation::Notation;
use crate::game::{self, Side};
use crate::record::{At, Builder, Key, NodeId, Note, Record, Warning, Warnings};
use crate::text::scan::{Scan, is_space};
use crate::text::source::UTF_8;
use crate::text::{Family, Source, Unit};
use moves::{moves, play_line, result, split_end, take_move};
use parts::{GameText, game_texts, sections, split, split_place, take_number};

pub(in crate::format) const FORMAT: Format = Format {
    name: "manual",
    title: "Text manual of ChineseChess.h",
    extensions: &["manual", "txt", "md"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030, Big5",
    holds: Holds::TREE,
    detect,
    read: Some(Reader::text(Family::Chinese, games, game, None)),
    write: Some(Writer::Text(write::write)),
    series: Series::encoded(UTF_8),
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
    let text = source.text(Family::Chinese);
    Certainty::Certain.only_if(game_texts(Scan::new(text)).any(|game| is_game(&game)))
}

/// How many misprints are looked into: a text with more is not a misprinted manual.
const MISPRINTS: u32 = 40;

const NONE: &str = "no line of moves and no position of a text manual";

fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let games = game_texts(Scan::new(text)).filter(is_game).map(|game| game.range());
    Games { ranges: games.collect(), ..Games::default() }.or_error(NONE)
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let game = game_texts(Scan::range(text, range)).next();
    game.map(|game| read_game(&game)).ok_or_else(|| ReadError::none(NONE))
}

/// Whether the text holds moves of this notation, or a position, or a game without moves.
fn is_game(game: &GameText<'_>) -> bool {
    let (lines, _) = read_lines(game.body, &mut Warnings::default());
    let moves = lines.get(0).map(|line| line.moves.trim());
    moves.is_some_and(|moves| moves.is_empty() || result(moves).is_some() || is_movetext(moves))
        || position_text(game).is_some_and(|(text, _)| board::is_position(text))
}

/// Whether a text begins with a move, or is cut into fours as moves are: the first may be a misprint.
fn is_movetext(text: &str) -> bool {
    let (moves, _) = split_end(text);
    let has_other = moves.split_whitespace().any(|word| {
        !word.len().is_multiple_of(4) || word.bytes().any(|byte| !byte.is_ascii_alphanumeric())
    });
    Notation::Letters.scan(text).is_some() || !(has_other || moves.trim().is_empty())
}

fn read_game(game: &GameText<'_>) -> Record {
    let mut warnings = Warnings::default();
    let mut start = Position::initial();
    if let Some((text, at)) = position_text(game) {
        let (position, problem) = board::parse(text);
        start = position;
        warnings.extend(problem.map(|problem| Warning::new(at, problem)));
    }
    let mut record = Record::new(game::Position::Xiangqi(start));
    let black_first = read_header(game.header, &mut record);
    let (mut lines, black) = read_lines(game.body, &mut warnings);
    start.set_side_to_move(Side::first_if(!(black_first || black)));
    // The first move decides if it is in the letters of the other side, and legal.
    let first = lines.get(0).and_then(|line| take_move(&mut moves(line)));
    if let Some((text, at)) = first
        && let other = passed(&start)
        && let Ok(mv) = Notation::Letters.parse(&other, text)
        && other.check(mv).is_ok()
    {
        start = other;
        let message = format!("{text:?} is a move of the other side, which begins");
        warnings.warn(at, message);
    }
    record.start = game::Position::Xiangqi(start);
    record.warnings = warnings;
    let mut builder = Builder::on(record);
    let (mut misprints, mut end) = (MISPRINTS, None);
    lines.play(&mut builder, |lines, line, builder, nodes| {
        let result = play_line(lines, line, &mut misprints, builder, nodes);
        match result {
            _ if line.0 == 0 => end = result,
            Some(result) => builder.note(Note::Result(result)),
            None => {}
        }
    });
    note_comments(game.comments, &lines, &mut builder);
    finish(builder, end, game.body.at())
}

/// The text between `#@` and `@#`, with its place. It is looked for before the lines first, then among them.
fn position_text<'a>(game: &GameText<'a>) -> Option<(&'a str, At)> {
    let mut sections = [game.header, game.body].into_iter().flat_map(sections);
    sections.find_map(position)
}

/// The position that a section is, but not what only ends a line: `#0#@R`.
fn position(mut section: Scan<'_>) -> Option<(&str, At)> {
    let at = section.eat("@").then(|| section.at())?;
    let text = section.take_rest().trim_end().strip_suffix('@')?;
    Some((text.trim(), at))
}

/// Reads the fields; returns whether black begins.
fn read_header(header: Scan<'_>, record: &mut Record) -> bool {
    let mut black_first = false;
    let mut fields = FIELDS.into_iter().map(Some).chain([None]);
    let mut is_position = false;
    for mut section in sections(header) {
        let after_position = std::mem::replace(&mut is_position, position(section).is_some());
        let value = section.take_rest().trim();
        // A position is not a field: `#@…@#`.
        if is_position || (after_position && value.is_empty()) {
            continue;
        }
        let headers = &mut record.headers;
        match fields.next() {
            _ if value.is_empty() => {}
            Some(Some(key)) => {
                Dialect::Manual.keep(headers, Dialect::Manual.name(key).unwrap_or(""), value);
            }
            Some(None) => {
                headers.push_raw(FIRST_MOVER, value);
                black_first = value.starts_with('黑');
            }
            None => headers.push_unknown("", value),
        }
    }
    black_first
}

/// Reads the lines; returns also whether black begins. A line has its number, `0!` if black begins; the line that it
/// branches off and the ply that it replaces, `0-9`; and its moves, each after a `#`, or after `*` or nothing.
fn read_lines<'a>(body: Scan<'a>, warnings: &mut Warnings) -> (NumberedLines<'a>, bool) {
    let mut lines: Vec<(u32, NumberedLine<'a>)> = Vec::new();
    let mut black_first = false;
    let sections = sections(body).filter(|section| position(*section).is_none());
    for mut part in sections.flat_map(|section| split(section, "*")) {
        let mut head = part;
        let number = take_number(&mut head);
        if let Some((parent, ply, moves)) = split_place(part) {
            part = moves;
            if let Some((_, line)) = lines.last_mut() {
                (line.parent, line.ply) = (parent, ply);
            }
        // A digit before a letter is the first character of a move: `3RA7`.
        } else if let Some(number) = number
            && !head.peek().is_some_and(|next| next.is_ascii_alphabetic())
        {
            black_first |= head.eat("!");
            part = head;
            let line = NumberedLine { parent: 0, ply: 1, moves: "", at: part.at() };
            lines.push((number, line));
        }
        part.skip_space();
        match lines.last_mut() {
            _ if part.is_at_end() => {}
            Some((_, line)) if line.moves.is_empty() => {
                (line.at, line.moves) = (part.at(), part.take_rest());
            }
            _ => warnings.warn(part.at(), "these moves belong to no line and are not shown"),
        }
    }
    let mut numbered = NumberedLines::default();
    for (number, line) in lines {
        numbered.add(number, line, warnings);
    }
    (numbered, black_first)
}

/// Notes each comment on its node. A `#` inside a comment begins no other unless a place follows.
fn note_comments(comments: Scan<'_>, lines: &NumberedLines<'_>, builder: &mut Builder) {
    let mut sections = sections(comments).peekable();
    while let Some(section) = sections.next() {
        let place = split_place(section);
        let start = place.map_or(section, |(.., text)| text).offset();
        let mut last = section;
        while let Some(more) = sections.next_if(|next| split_place(*next).is_none()) {
            last = more;
        }
        let mut comment = comments.until(last.end());
        comment.take(start - comments.offset());
        // The section ends with `##` where another one follows.
        let inside = comment.take_rest().trim_end_matches(|next| next == '#' || is_space(next));
        let text = inside.trim().replace("\r\n", "\n");
        if text.is_empty() {
            continue;
        }
        let node = place.and_then(|(line, ply, _)| lines.find(line, ply));
        builder.go_to(node.unwrap_or(NodeId::ROOT));
        builder.note(Note::Comment(text.into()));
        if node.is_none() {
            let why = match place {
                Some((line, ply, _)) => {
                    format!("there is no ply {ply} of line {line} for a comment")
                }
                None => "the comment does not say where it belongs".to_owned(),
            };
            builder.report(section.at(), why + "; it is shown at the start");
        }
    }
}
