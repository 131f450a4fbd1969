//! Reading.

use super::line_text::{Moves, WrittenMove};
use super::moves::{Player, result};
use super::sections::{Game, games, sections, split, split_place};
use super::{FIELDS, FIRST_MOVER, board};
use crate::format::headers::Dialect;
use crate::format::xiangqi::movetext::finish;
use crate::format::xiangqi::numbered_lines::{self, NumberedLine, NumberedLines};
use crate::format::{Loaded, ReadError};
use crate::game::xiangqi::Position;
use crate::game::xiangqi::notation::Notation;
use crate::game::{self, Side};
use crate::record::{At, Builder, NodeId, Note, Record, Warning, Warnings};
use crate::text::scan::{Scan, is_space};
use crate::text::{Family, Source};

pub(super) fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let mut loaded = Loaded::of_text(text);
    for game in games(&text.text).filter(is_game) {
        loaded.add(read_game(&game));
    }
    loaded.or_error("no line of moves and no position of a text manual")
}

/// Whether the text holds moves of this notation, or a position, or a game without moves.
pub(super) fn is_game(game: &Game<'_>) -> bool {
    let first = parts(game.body).find_map(|(_, moves)| {
        let moves = moves.rest().trim();
        (!moves.is_empty()).then_some(moves)
    });
    let has_moves = first.is_some_and(is_movetext);
    let is_empty = || first.is_none_or(|end| result(end).is_some());
    let position = position_text(game);
    has_moves
        || position.is_some_and(|(text, _)| board::is_position(text))
        || (game.body.rest().trim_start().starts_with("#0") && is_empty())
}

/// Whether a text begins with a move, or is cut into fours as moves are: the first may be a misprint.
fn is_movetext(text: &str) -> bool {
    let mut words = text
        .split(['@', '$'])
        .next()
        .unwrap_or("")
        .split_whitespace();
    let is_shaped = |word: &str| {
        word.len().is_multiple_of(4) && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    Notation::Letters.scan(text).is_some()
        || (words.next().is_some_and(is_shaped) && words.all(is_shaped))
}

fn read_game(game: &Game<'_>) -> (Record, Warnings) {
    let mut warnings = Warnings::default();
    let mut start = Position::initial();
    if let Some((text, at)) = position_text(game) {
        let (position, problem) = board::parse(text);
        start = position;
        warnings.extend(problem.map(|problem| Warning::new(at, problem)));
    }
    let mut record = Record::new(game::Position::Xiangqi(start));
    let black_first = read_header(game.header, &mut record);
    let (lines, black) = read_lines(game.body, &mut warnings);
    let first = lines.get(0).and_then(|line| Moves::of(line).next());
    let start = who_begins(black_first || black, &record.start, first, &mut warnings);
    record.start.set_side_to_move(start);
    let mut builder = Builder::on(record);
    builder.warnings = warnings;
    let mut player = Player::default();
    let played = lines.play(&mut builder, |lines, number, builder, nodes| {
        player.play_line(lines, number, builder, nodes);
    });
    for comment in comments(game.comments) {
        note(&comment, &played, &mut builder);
    }
    finish(builder, player.end, game.body.at())
}

/// The side that begins: the one that the file names, unless the first move is in the letters of the other, and legal.
fn who_begins(
    black: bool,
    start: &game::Position,
    first: Option<WrittenMove<'_>>,
    warnings: &mut Warnings,
) -> Side {
    let stated = if black { Side::Second } else { Side::First };
    let (game::Position::Xiangqi(position), Some(first)) = (start, first) else {
        return stated;
    };
    let mut position = *position;
    let mut is_legal = |side| {
        position.set_side_to_move(side);
        let mv = Notation::Letters.parse(&position, first.text);
        mv.is_ok_and(|mv| position.check(mv).is_ok())
    };
    if is_legal(stated) || !is_legal(stated.other()) {
        return stated;
    }
    let message = format!("{:?} is a move of the other side, which begins", first.text);
    warnings.warn(first.at, message);
    stated.other()
}

/// What is between `#@` and `@#`, and where: before the lines, or else among them.
fn position_text<'a>(game: &Game<'a>) -> Option<(&'a str, At)> {
    let mut sections = [game.header, game.body].into_iter().flat_map(sections);
    sections.find_map(position)
}

/// The position that a section is, but not what only ends a line: `#0#@R`.
fn position(mut section: Scan<'_>) -> Option<(&str, At)> {
    let text = section.rest().trim_end().strip_prefix('@')?;
    section.next();
    Some((text.strip_suffix('@')?.trim(), section.at()))
}

/// Reads the fields; returns whether black begins.
fn read_header(header: Scan<'_>, record: &mut Record) -> bool {
    let mut black_first = false;
    let mut fields = FIELDS.into_iter().map(Some).chain([None]);
    let mut is_position = false;
    for section in sections(header) {
        let value = section.rest().trim();
        let after_position = std::mem::replace(&mut is_position, position(section).is_some());
        // A position is not a field: `#@…@#`.
        if is_position || (after_position && value.is_empty()) {
            continue;
        }
        let headers = &mut record.headers;
        match fields.next() {
            _ if value.is_empty() => {}
            Some(Some(key)) => {
                let name = Dialect::Manual.name(key).unwrap_or("");
                Dialect::Manual.keep(headers, name, value);
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

/// What a part of the body begins with.
#[derive(Debug)]
enum Head {
    /// `0`, `0!`, or the number of a line that branches off another.
    Line { number: u32, black: bool },
    /// `0-9`, after the number of a line: the line and the ply that it replaces.
    Fork { parent: u32, ply: usize },
    /// Nothing: the moves have a `#` of their own.
    Moves,
}

/// The parts of a body in order, each with the moves after its head. A fork may have `*` instead of `#` before it.
fn parts(body: Scan<'_>) -> impl Iterator<Item = (Head, Scan<'_>)> {
    let sections = sections(body).filter(|section| position(*section).is_none());
    let parts = sections.flat_map(|section| split(section, '*'));
    parts.map(|mut scan| (take_head(&mut scan), scan))
}

fn take_head(scan: &mut Scan<'_>) -> Head {
    scan.skip_space();
    let start = *scan;
    let number = take_number(scan);
    match (number, scan.peek()) {
        (Some(parent), Some('-')) => {
            scan.next();
            let ply = take_number(scan).unwrap_or(1) as usize;
            Head::Fork { parent, ply }
        }
        // A digit before a letter is the first character of a move: `3RA7`.
        (Some(number), after) if !after.is_some_and(|after| after.is_ascii_alphabetic()) => {
            let black = scan.eat("!");
            Head::Line { number, black }
        }
        _ => {
            *scan = start;
            Head::Moves
        }
    }
}

fn take_number(scan: &mut Scan<'_>) -> Option<u32> {
    scan.take_while(|next| next.is_ascii_digit()).parse().ok()
}

/// Reads the lines; returns also whether black begins.
fn read_lines<'a>(body: Scan<'a>, warnings: &mut Warnings) -> (NumberedLines<'a>, bool) {
    let mut lines = NumberedLines::default();
    let mut black_first = false;
    let mut open: Option<(u32, NumberedLine<'_>)> = None;
    for (head, mut scan) in parts(body) {
        scan.skip_space();
        let (moves, at) = (scan.rest(), scan.at());
        match head {
            Head::Line { number, black } => {
                black_first |= black;
                let line = NumberedLine {
                    parent: 0,
                    ply: 1,
                    moves,
                    at,
                };
                if let Some((number, line)) = open.replace((number, line)) {
                    lines.add(number, line, warnings);
                }
                continue;
            }
            Head::Fork { parent, ply } => {
                open = open.map(|(number, line)| {
                    (
                        number,
                        NumberedLine {
                            parent,
                            ply,
                            ..line
                        },
                    )
                });
            }
            Head::Moves => {}
        }
        match &mut open {
            _ if moves.is_empty() => {}
            Some((_, line)) if line.moves.is_empty() => (line.moves, line.at) = (moves, at),
            _ => warnings.warn(at, "these moves belong to no line and are not shown"),
        }
    }
    if let Some((number, line)) = open {
        lines.add(number, line, warnings);
    }
    (lines, black_first)
}

/// A comment, and the line and ply that it is about.
struct Remark {
    place: Option<(u32, usize)>,
    text: String,
    at: At,
}

/// The comments in order. A `#` inside a comment begins no other unless a place follows.
fn comments(scan: Scan<'_>) -> Vec<Remark> {
    let mut comments: Vec<Remark> = Vec::new();
    for scan in sections(scan) {
        let (at, text) = (scan.at(), scan.rest());
        let place = split_place(text);
        match (place, comments.last_mut()) {
            (None, Some(last)) => {
                last.text.push('#');
                last.text.push_str(text);
            }
            _ => comments.push(Remark {
                place: place.map(|(line, ply, _)| (line, ply)),
                text: text[place.map_or(0, |(.., offset)| offset)..].to_owned(),
                at,
            }),
        }
    }
    comments
}

/// Notes a comment on its node.
fn note(comment: &Remark, played: &numbered_lines::Played<'_>, builder: &mut Builder) {
    // The section ends with `##` where another one follows.
    let text = comment
        .text
        .trim_end_matches(|next| next == '#' || is_space(next));
    let text = text.trim().replace("\r\n", "\n");
    if text.is_empty() {
        return;
    }
    let node = comment.place.and_then(|(line, ply)| played.find(line, ply));
    let note = Note::Comment(text.into());
    let tree = &mut builder.record_mut().tree;
    tree.note(node.unwrap_or(NodeId::ROOT), note);
    if node.is_none() {
        let message = match comment.place {
            Some((line, ply)) => format!("there is no ply {ply} of line {line} for a comment"),
            None => "the comment does not say where it belongs".to_owned(),
        };
        builder
            .warnings
            .warn(comment.at, format!("{message}; it is shown at the start"));
    }
}
