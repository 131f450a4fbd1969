//! Diagrams as Sensei's Library, Life in 19x19 and OGS write them: lines that begin with `$$`, with a letter or digit for
//! each point. `1` to `9` and `0` are moves, and the line above the board says who plays the first.

use std::ops::Range;

use super::{BASE, new_record, play, stones_on};
use crate::format::games::{Extent, Games};
use crate::format::{Certainty, Format, Holds, ReadError, Reader};
use crate::game::Side;
use crate::game::go::{Move, Point, Size};
use crate::record::{At, Builder, Headers, Key, Mark, MarkKind, NodeId, Note, Record, Spans};
use crate::text::scan::{self, Line};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "senseis",
    title: "Diagrams of Sensei's Library ($$)",
    extensions: &["txt"],
    unit: Unit::Line,
    encodings: "UTF-8 and others",
    holds: Holds::MOVES.and_games(),
    detect,
    read: Some(Reader::text(Family::Any, games, game)),
    ..BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    const ENOUGH: usize = 2;
    let lines = scan::lines(source.head(Family::Any).text).filter_map(|line| content(line.text));
    let rows = lines.filter(|content| content.contains('.') && is_row(content));
    Certainty::Certain.only_if(rows.take(ENOUGH).count() == ENOUGH)
}

/// What is behind the dollars of a line. Forums have a tag before the first.
fn content(line: &str) -> Option<&str> {
    let line = line.trim();
    line.strip_prefix("[go]").unwrap_or(line).strip_prefix("$$")
}

/// Whether a line has points, and not a title, a link or an arrow.
fn is_row(content: &str) -> bool {
    let points = || content.chars().filter(|next| !next.is_whitespace() && *next != '|');
    let is_point = |next: char| {
        next.is_ascii_digit() || next.is_ascii_lowercase() || ".,+*#@_?XOBWYQZPCSTM".contains(next)
    };
    let has_gaps = content.split_whitespace().all(|word| word.trim_matches('|').len() < 2);
    points().nth(1).is_some() && points().all(is_point) && has_gaps
}

/// Whether a line is the upper or lower edge of a board.
fn is_edge(content: &str) -> bool {
    content.contains("--") && content.chars().all(|next| "-+| ".contains(next))
}

fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let mut games = Games::default();
    // Where the diagram begins, and whether it has rows.
    let mut open: Option<(usize, bool)> = None;
    for line in scan::lines(text) {
        let content = content(line.text);
        let is_row = content.is_some_and(is_row);
        let is_title = content.is_some_and(|content| content.starts_with(['B', 'W', 'c']));
        if let Some((start, has_rows)) = open.filter(|_| content.is_none() || is_title) {
            games.ranges.extend(has_rows.then_some(start..line.offset));
            open = None;
        }
        if content.is_some() {
            open.get_or_insert((line.offset, false)).1 |= is_row;
        }
    }
    let last = open.filter(|(_, has_rows)| *has_rows);
    games.ranges.extend(last.map(|(start, _)| start..text.len()));
    games.or_error("there is no diagram")
}

/// What the line above the board says.
struct Title<'t> {
    first: Side,
    size: Option<u8>,
    number: u32,
    text: &'t str,
}

/// Reads `Bc19m3 title`: who plays the odd moves, that there are coordinates, the size, the number of the first move.
fn title(content: &str) -> Title<'_> {
    let (signs, text) = content.split_once(' ').unwrap_or((content, ""));
    let (before, number) = signs.split_once('m').unwrap_or((signs, ""));
    let size = before.trim_start_matches(['B', 'W', 'c']).parse().ok();
    let first = Side::first_if(!before.starts_with('W'));
    Title { first, size, number: number.parse().unwrap_or(1), text: text.trim() }
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let lines: Vec<(Line<'_>, &str)> = scan::lines_in(text, range)
        .filter_map(|line| content(line.text).map(|content| (line, content)))
        .collect();
    let is_board = |(_, content): &&(Line<'_>, &str)| is_row(content) || is_edge(content);
    let above = lines.first().filter(|first| !is_board(first));
    let title = title(above.map_or("", |(_, content)| content));
    let rows: Vec<_> = lines.iter().filter(|(_, content)| is_row(content)).collect();
    let edge = |mut lines: std::slice::Iter<'_, (Line<'_>, &str)>, from_end: bool| {
        let board = if from_end { lines.rfind(is_board) } else { lines.find(is_board) };
        board.is_some_and(|(_, content)| is_edge(content))
    };
    let (top, bottom) = (edge(lines.iter(), false), edge(lines.iter(), true));
    let left = rows.iter().any(|(_, content)| content.trim_start().starts_with('|'));
    let right = rows.iter().any(|(_, content)| content.trim_end().ends_with('|'));
    let points = |content: &&str| {
        content.chars().filter(|next| !next.is_whitespace() && *next != '|').count()
    };
    let width = rows.iter().map(|(_, content)| points(content)).max().unwrap_or(0);
    // Without an edge on both sides it is a part of a board.
    let side = |shown: usize, is_whole: bool| match title.size {
        None if is_whole => u8::try_from(shown).unwrap_or(u8::MAX),
        size => size.unwrap_or(19),
    };
    let (columns, height) = (side(width, left && right), side(rows.len(), top && bottom));
    let size = Size::new(columns, height).ok_or_else(|| {
        ReadError::none(format!("a board of {columns} by {height} points is not supported"))
    })?;
    let start = |length: u8, shown: usize, at_start: bool, at_end: bool| {
        let hidden = usize::from(length).saturating_sub(shown);
        let before = if at_start { 0 } else { hidden };
        if at_start || at_end { before } else { hidden / 2 }
    };
    let corner = (start(columns, width, left, right), start(height, rows.len(), top, bottom));
    let cells = rows.iter().enumerate().flat_map(|(row, (line, content))| {
        let signs =
            content.char_indices().filter(|(_, sign)| !sign.is_whitespace() && *sign != '|');
        signs.enumerate().filter_map(move |(column, (at, sign))| {
            let column = u8::try_from(corner.0 + column).ok()?;
            let point = Point::new(column, u8::try_from(corner.1 + row).ok()?);
            Some((point, sign, line.at_part(content.get(at..)?)))
        })
    });
    Ok(record(&title, size, &cells.filter(|(point, ..)| size.contains(*point)).collect::<Vec<_>>()))
}

fn record(title: &Title<'_>, size: Size, cells: &[(Point, char, At)]) -> Record {
    let mut record = new_record(size, 0, Headers::default());
    record.headers.set(Key::Title, title.text);
    record.start.set_side_to_move(title.first);
    record.set_first_number(title.number);
    let on = |signs: &str| {
        let marked = cells.iter().filter(|(_, sign, _)| signs.contains(*sign));
        marked.map(|(point, ..)| *point).collect::<Vec<_>>()
    };
    for (side, signs) in [(Side::First, "XB#YZ"), (Side::Second, "OW@QP")] {
        if let Some(setup) = stones_on(side, on(signs)) {
            record.tree.note(NodeId::ROOT, setup);
        }
    }
    let mut builder = Builder::on(record);
    let spans = |points: Vec<Point>| -> Spans {
        points.into_iter().map(|point| (point.column, point.row).into()).collect()
    };
    let labels: String = ('a'..='z').collect();
    for (kind, signs) in [
        (MarkKind::Circle, "BWC"),
        (MarkKind::Square, "#@S"),
        (MarkKind::Triangle, "YQT"),
        (MarkKind::Cross, "ZPM"),
        (MarkKind::Label, &*labels),
    ] {
        let mut mark = Mark::new(kind, spans(on(signs)));
        let letters = cells.iter().filter(|(_, sign, _)| sign.is_ascii_lowercase());
        if kind == MarkKind::Label {
            mark.labels.extend(letters.map(|(_, sign, _)| sign.to_string()));
        }
        if !mark.spans.is_empty() {
            builder.note(Note::Mark(Box::new(mark)));
        }
    }
    let number = |sign: char| sign.to_digit(10).map(|digit| (digit + 9) % 10);
    let mut moves: Vec<_> = (cells.iter())
        .filter_map(|(point, sign, at)| Some((number(*sign)?, *point, *at)))
        .collect();
    moves.sort_by_key(|(number, ..)| *number);
    for (number, point, at) in moves {
        let side = if number % 2 == 0 { title.first } else { title.first.other() };
        play(&mut builder, Some(Move::stone(side, point)), at, String::new);
    }
    builder.finish()
}
