//! The writer: CSA V2.2.

use super::board::{self, sign};
use super::{FORMAT, TAKEN_BACK, ending};
use crate::format::{Export, Feature, Losses, WriteError, Written};
use crate::game::shogi::{Position, notation};
use crate::game::{self, Move, Side};
use crate::record::{Clock, EndingKind, Key, NodeId, Note, Record};
use crate::text::source;

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let encoding = export.options.encoding.unwrap_or_else(source::shift_jis);
    let mut losses = Losses::default();
    let mut bytes = Vec::new();
    for (number, record) in export.records.iter().enumerate() {
        let mut game = if number == 0 {
            String::new()
        } else {
            "/\n".to_owned()
        };
        write_game(record, &mut game, &mut losses)?;
        // Version 3 tells the encoding so; to others it is a comment.
        if number == 0 && encoding == source::UTF_8 && !game.is_ascii() {
            game.insert_str(0, "'CSA encoding=UTF-8\n");
        }
        bytes.extend(crate::format::export::encode(&game, encoding, &mut losses));
    }
    Ok(Written { bytes, losses })
}

fn write_game(record: &Record, out: &mut String, losses: &mut Losses) -> Result<(), WriteError> {
    let game::Position::Shogi(start) = &record.start else {
        return Err(WriteError(format!(
            "CSA holds shogi, not {}",
            record.game()
        )));
    };
    out.push_str("V2.2\n");
    write_headers(record, out, losses);
    out.push_str(&board::write(start));
    out.push(sign(start.side_to_move()));
    out.push('\n');
    let path = record.tree.path(record.tree.mainline_end());
    let mut position = *start;
    for &node in &path {
        write_node(record, node, &mut position, out);
    }
    // shogi-server's own line about the end.
    if let Some(summary) = record.headers.raw("summary") {
        out.push_str(&format!("'summary:{}\n", one_line(summary)));
    }
    count_losses(record, &path, losses);
    Ok(())
}

/// CSA's own names for the headers, and for all others the remark that they are not kept.
fn write_headers(record: &Record, out: &mut String, losses: &mut Losses) {
    let headers = &record.headers;
    for (key, prefix) in [
        (Key::Player(Side::First), "N+"),
        (Key::Player(Side::Second), "N-"),
    ] {
        if let Some(name) = headers.get(key) {
            out.push_str(&format!("{prefix}{}\n", one_line(name)));
        }
    }
    for (key, value) in headers.known() {
        let name = match key {
            Key::Event => "EVENT",
            Key::Place => "SITE",
            Key::Started => "START_TIME",
            Key::Ended => "END_TIME",
            Key::TimeControl if is_time(value, [':', '+']) => "TIME_LIMIT",
            // Of version 3, as it is in seconds.
            Key::TimeControl if is_time(value, ['+', '+']) => "TIME",
            Key::Opening => "OPENING",
            // Of version 3.
            Key::Remark => "NOTE",
            Key::Player(Side::First) | Key::Player(Side::Second) | Key::Handicap => continue,
            Key::Date if headers.get(Key::Started).is_some() => continue,
            Key::Date => "START_TIME",
            other => {
                losses.add_example("header", || other.name(record.game()).into_owned());
                continue;
            }
        };
        out.push_str(&format!("${name}:{}\n", one_line(value)));
    }
    for (name, value) in headers.unknown().filter(|(name, _)| is_name(name)) {
        out.push_str(&format!("${name}:{}\n", one_line(value)));
    }
    losses.add_unknown_headers(headers, is_name);
}

/// Whether a header's name is one of CSA: `MAX_MOVES`, `TIME+`.
fn is_name(name: &str) -> bool {
    let belongs = |byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'+' | b'-');
    !name.is_empty() && name.bytes().all(belongs)
}

/// Whether a text is three numbers with these signs between them: `00:25+00`, `300+0+10`.
fn is_time(text: &str, signs: [char; 2]) -> bool {
    let is_number = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let Some((first, rest)) = text.split_once(signs[0]) else {
        return false;
    };
    let second = rest.split_once(signs[1]);
    second.is_some_and(|(second, third)| [first, second, third].into_iter().all(is_number))
}

fn one_line(text: &str) -> String {
    text.replace('\n', "\\n")
}

fn write_node(record: &Record, node: NodeId, position: &mut Position, out: &mut String) {
    if let Some(Move::Shogi(mv)) = record.tree.mv(node) {
        out.push_str(&notation::csa(position, mv));
        out.push('\n');
        position.apply(mv);
    }
    let mut comments = String::new();
    let mut end = String::new();
    for note in record.tree.notes(node) {
        match note {
            Note::Clock(clock) => write_time(*clock, out),
            Note::Comment(text) => text
                .split('\n')
                .for_each(|line| comments.push_str(&format!("'*{line}\n"))),
            Note::End(ending) => {
                let mover = position.side_to_move();
                end.push_str(&format!("%{}\n", ending::write(ending, mover)));
                ending
                    .clock
                    .into_iter()
                    .for_each(|clock| write_time(clock, &mut end));
            }
            Note::Property(property) if &*property.name == TAKEN_BACK => {
                end.push_str(&format!("%{TAKEN_BACK}\n"));
            }
            _ => {}
        }
    }
    out.push_str(&comments);
    out.push_str(&end);
}

fn write_time(clock: Clock, out: &mut String) {
    if let Some(spent) = clock.spent {
        out.push_str(&format!("T{}\n", spent / 1000));
    }
}

/// What V2.2 has no room for: variations with all that is on them, parts of seconds, everything but comments and times.
fn count_losses(record: &Record, path: &[NodeId], losses: &mut Losses) {
    losses.add_missing(&record.tree, FORMAT.features);
    let notes = || path.iter().flat_map(|node| record.tree.notes(*node));
    let parts = notes().filter(|note| {
        matches!(note, Note::Clock(clock) if clock.spent.is_some_and(|spent| !spent.is_multiple_of(1000)))
    });
    losses.add("part of a second", parts.count());
    let totals = notes().filter(|note| matches!(note, Note::Clock(clock) if clock.spent.is_none()));
    losses.add("clock", totals.count());
    add_lost_endings(record, losses);
}

/// Counts the endings for which there is no `%` word.
pub(in crate::format) fn add_lost_endings(record: &Record, losses: &mut Losses) {
    let notes = record.tree.ids().flat_map(|node| record.tree.notes(node));
    let lost = notes
        .filter(|note| matches!(note, Note::End(ending) if ending.kind == EndingKind::DefaultWin));
    losses.add(Feature::Endings.name(), lost.count());
}
