//! Diagrams as Sensei's Library, Life in 19x19 and OGS write them: lines that begin with `$$`, with a letter or digit for
//! each point. `1` to `9` and `0` are moves, and the line above the board names the side that plays the first.

use std::ops::Range;

use super::{BASE, new_record, play, stones_on};
use crate::format::games::{self, Extent, Games};
use crate::format::{Certainty, Format, Holds, ReadError, Reader};
use crate::game::Side;
use crate::game::go::{Move, Point, Size};
use crate::record::{At, Builder, Headers, Key, Mark, MarkKind, NodeId, Note, Record};
use crate::text::scan::{self, Line};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "senseis",
    title: "Diagrams of Sensei's Library ($$)",
    extensions: &["txt"],
    unit: Unit::Line,
    encodings: "UTF-8 and others",
    holds: Holds::COMMENTS.and_games(),
    detect,
    read: Some(Reader::text(Family::Any, games, game, None)),
    ..BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    const ENOUGH: usize = 2;
    let lines = scan::lines(source.head(Family::Any)).filter_map(|line| content(line.text));
    let rows = lines.filter(|content| content.contains('.') && is_row(content));
    Certainty::Certain.only_if(rows.take(ENOUGH).count() == ENOUGH)
}

/// The text after the dollars of a line. Forums have a tag before the first.
fn content(line: &str) -> Option<&str> {
    let line = line.trim();
    line.strip_prefix("[go]").unwrap_or(line).strip_prefix("$$")
}

/// Whether a line has points, and not a title, a link or an arrow.
fn is_row(content: &str) -> bool {
    const POINTS: &str = ".,+*#@_?XOBWYQZPCSTM0123456789abcdefghijklmnopqrstuvwxyz";
    let has_gaps = content.split_whitespace().all(|word| word.trim_matches('|').len() < 2);
    let is_of_points = points(content).all(|(_, next)| POINTS.contains(next));
    points(content).nth(1).is_some() && is_of_points && has_gaps
}

/// The signs of a row, and where they are.
fn points(content: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    content.char_indices().filter(|(_, next)| !next.is_whitespace() && *next != '|')
}

/// Whether a line is the upper or lower edge of a board.
fn is_edge(content: &str) -> bool {
    content.contains("--") && content.chars().all(|next| "-+| ".contains(next))
}

fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let mut starts = Vec::new();
    // Where the lines of a diagram begin, and whether it has rows.
    let mut open: Option<(usize, bool)> = None;
    for line in scan::lines(text) {
        let content = content(line.text);
        if content.is_none_or(|content| content.starts_with(['B', 'W', 'c'])) {
            open = None;
        }
        if let Some(content) = content {
            let (start, has_rows) = open.get_or_insert((line.offset, false));
            if is_row(content) && !std::mem::replace(has_rows, true) {
                starts.push(*start);
            }
        }
    }
    // The words above the first diagram belong to it, and those below a diagram to that one.
    match starts.split_first() {
        Some((_, others)) => Ok(games::divide(text, others)),
        None => Err(ReadError::none("there is no diagram")),
    }
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let words = words_around(text.get(range.clone()).unwrap_or(""));
    let lines = scan::lines_in(text, range);
    let lines = lines.filter_map(|line| Some((line, content(line.text)?)));
    // Below the rows, a title may belong to a diagram of which no row is there yet.
    let mut has_rows = false;
    let lines: Vec<_> = lines
        .take_while(|(_, text)| {
            has_rows |= is_row(text);
            !has_rows || !text.starts_with(['B', 'W', 'c'])
        })
        .collect();
    let is_board = |(_, text): &&(Line<'_>, &str)| is_row(text) || is_edge(text);
    let board: Vec<_> = lines.iter().filter(is_board).collect();
    let rows: Vec<_> = board.iter().filter(|(_, text)| is_row(text)).collect();
    // `Bc19m3 title`: who plays the odd moves, that there are coordinates, the size, and the number of the first move.
    let title = lines.first().filter(|line| !is_board(line)).map_or("", |(_, text)| text);
    let (signs, title) = title.split_once(' ').unwrap_or((title, ""));
    let (signs, number) = signs.split_once('m').unwrap_or((signs, "1"));
    let named = signs.trim_start_matches(['B', 'W', 'c']).parse::<usize>().ok();
    let edge = |line: Option<&&(Line<'_>, &str)>| line.is_some_and(|(_, text)| is_edge(text));
    let bar = |has: fn(&str) -> bool| rows.iter().any(|(_, text)| has(text.trim()));
    let width = rows.iter().map(|(_, text)| points(text).count()).max().unwrap_or(0);
    let (columns, left) =
        along(named, width, bar(|text| text.starts_with('|')), bar(|text| text.ends_with('|')));
    let (height, top) = along(named, rows.len(), edge(board.first()), edge(board.last()));
    let small = |number| u8::try_from(number).unwrap_or(u8::MAX);
    let size = Size::new(small(columns), small(height)).ok_or_else(|| {
        ReadError::none(format!("a board of {columns} by {height} points is not supported"))
    })?;
    let cells = rows.iter().enumerate().flat_map(|(row, (line, text))| {
        points(text).enumerate().map(move |(column, (at, sign))| {
            let point = Point::new(small(left + column), small(top + row));
            (point, sign, line.at_part(text.get(at..).unwrap_or(text)))
        })
    });
    let cells: Vec<_> = cells.filter(|(point, ..)| size.contains(*point)).collect();
    let mut record = new_record(size, 0, Headers::default());
    record.headers.set(Key::Title, title.trim());
    record.set_first_number(number.parse().unwrap_or(1));
    Ok(play_on(record, Side::first_if(!signs.starts_with('W')), &cells, words))
}

/// The words above a diagram and those below it.
fn words_around(text: &str) -> [String; 2] {
    let mut words: [Vec<&str>; 2] = Default::default();
    let mut is_below = false;
    for line in text.lines() {
        match content(line) {
            Some(_) => is_below = true,
            None if ["[go]", "[/go]"].contains(&line.trim()) => {}
            None => words[usize::from(is_below)].push(line),
        }
    }
    words.map(|lines| lines.join("\n").trim().to_owned())
}

/// Sets up the stones, plays the moves and keeps the words around them.
fn play_on(
    mut record: Record,
    first: Side,
    cells: &[(Point, char, At)],
    [above, below]: [String; 2],
) -> Record {
    record.start.set_side_to_move(first);
    for (side, signs) in [(Side::First, "XB#YZ"), (Side::Second, "OW@QP")] {
        if let Some(setup) = stones_on(side, points_with(cells, signs)) {
            record.tree.note(NodeId::ROOT, setup);
        }
    }
    let mut builder = Builder::on(record);
    builder.comment(&above);
    let letters: String =
        cells.iter().map(|cell| cell.1).filter(char::is_ascii_lowercase).collect();
    for (kind, signs) in [
        (MarkKind::Circle, "BWC"),
        (MarkKind::Square, "#@S"),
        (MarkKind::Triangle, "YQT"),
        (MarkKind::Cross, "ZPM"),
        (MarkKind::Label, &*letters),
    ] {
        let spans =
            points_with(cells, signs).into_iter().map(|point| (point.column, point.row).into());
        let mut mark = Mark::new(kind, spans.collect());
        if kind == MarkKind::Label {
            mark.labels.extend(letters.chars().map(String::from));
        }
        if !mark.spans.is_empty() {
            builder.note(Note::Mark(Box::new(mark)));
        }
    }
    let moves = cells.iter().filter_map(|(point, sign, at)| {
        // 0 is the tenth.
        let number = (sign.to_digit(10)? + 9) % 10;
        Some((number, *point, *at))
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by_key(|(number, ..)| *number);
    for (next, (number, point, at)) in (0..).zip(moves) {
        if number != next {
            let (odd, how) = if number < next { (number, "twice") } else { (next, "not once") };
            let message = format!("move {} is {how} in the diagram; the rest is left out", odd + 1);
            builder.report(at, message);
            break;
        }
        let side = if next % 2 == 0 { first } else { first.other() };
        play(&mut builder, Some(Move::stone(side, point)), at, String::new);
    }
    builder.comment(&below);
    builder.finish()
}

/// The length of a board of which a part is shown, and how much is hidden before that. Without an edge on both sides it is
/// a part of the usual board.
fn along(named: Option<usize>, shown: usize, start: bool, end: bool) -> (usize, usize) {
    let length = named.unwrap_or(if start && end { shown } else { 19 }).max(shown);
    let hidden = length.saturating_sub(shown);
    let before = if start { 0 } else { hidden };
    (length, if start || end { before } else { hidden / 2 })
}

fn points_with(cells: &[(Point, char, At)], signs: &str) -> Vec<Point> {
    let marked = cells.iter().filter(|(_, sign, _)| signs.contains(*sign));
    marked.map(|(point, ..)| *point).collect()
}
