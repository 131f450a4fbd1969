//! Writing: `spaced`, a move from the next by a space, or `compact`.

use super::moves::sign;
use super::{FIELDS, board};
use crate::format::headers::Dialect;
use crate::format::pass::Pass;
use crate::format::xiangqi::written_moves;
use crate::format::xiangqi::written_moves::{
    LineWriter, WrittenLine, WrittenMoves, derive_start, in_script, mainline_end,
};
use crate::format::{LossKind, WriteError};
use crate::game::MoveError;
use crate::game::xiangqi::notation::Notation;
use crate::game::{Position, Side, xiangqi};
use crate::record::{Key, NodeId, Note, Order, Outcome, Record};

pub(super) fn write(pass: &mut Pass<'_>, text: &mut String) -> Result<(), WriteError> {
    let compact = match pass.to.options.version.as_deref() {
        None | Some("spaced") => false,
        Some("compact") => true,
        Some(other) => {
            let message = "the text manual is written spaced or compact, not";
            return Err(WriteError(format!("{message} {other:?}")));
        }
    };
    let (record, start) = (pass.record, pass.start(Position::xiangqi)?);
    derive_start(pass);
    let moves = WrittenMoves::new(record, |position, mv, node| {
        let Some(mv) = mv else {
            let text = record.tree.unread(node)?;
            return is_unplayable(position, text).then(|| text.to_owned());
        };
        let text = Notation::Letters.write(position, mv);
        (Notation::Letters.parse(position, &text) == Ok(mv)).then_some(text)
    });
    write_header(record, text, pass);
    write_position(start, text, pass);
    let mut writer = LineWriter::new(&moves, |pass, note, number, text| match note {
        Note::Comment(comment) => write_comment(comment, number, text, pass),
        Note::Result(outcome) => {
            let (tree, node) = (&record.tree, pass.node());
            let is_last = !tree.children(node).any(|child| moves.has(child));
            is_last && tree.outcome(node) == Some(*outcome) && sign(*outcome).is_some()
        }
        _ => false,
    });
    pass.write(Order::BehindMove, moves.kept(), &mut writer);
    text.push_str("##\n");
    for (number, line) in writer.lines.iter().enumerate() {
        write_line(record, &moves, (number, line), compact, text);
    }
    text.push_str("##\n");
    for line in &writer.lines {
        text.push_str(&line.notes);
    }
    Ok(())
}

/// Whether the reader left out a text because it is not a move, and will leave it out again.
fn is_unplayable(position: &xiangqi::Position, text: &str) -> bool {
    let is_shaped = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mv = Notation::Letters.parse(position, text);
    is_shaped && !matches!(mv, Ok(_) | Err(MoveError::Ambiguous(_)))
}

/// Writes the fields, unless all are empty.
fn write_header(record: &Record, text: &mut String, pass: &mut Pass<'_>) {
    let headers = Dialect::Manual.headers(record, pass, |header| header.key.is_some());
    let fields = FIELDS.map(|key| {
        let header = headers.iter().find(|header| header.key == Some(key));
        let value = header.map(|header| written_moves::value(header, pass.to.encoding));
        (key, field(key, &value.unwrap_or_default(), pass))
    });
    // The end of the moves names the winner, too.
    let end = mainline_end(record);
    let has_sign = Outcome::by_name(end).and_then(sign).is_some();
    let says_result = has_sign && record.headers.get(Key::Result) == Some(end);
    let is_said =
        |(key, value): &(Key, String)| value.is_empty() || (says_result && *key == Key::Result);
    if !fields.iter().all(is_said) {
        let first = record.start.side_to_move().pick("红先", "黑先");
        let first = in_script(first, pass.to.encoding);
        for value in fields.iter().map(|(_, value)| &**value).chain([&*first]) {
            text.push_str(&format!("#{value}\n"));
        }
    }
}

/// Writes the position, unless it is the usual one.
fn write_position(start: &xiangqi::Position, text: &mut String, pass: &mut Pass<'_>) {
    let points = board::write(start);
    if points != board::write(&xiangqi::Position::initial()) {
        if board::write(&board::parse(&points).0) != points {
            pass.change(LossKind::Start);
        }
        text.push_str(&format!("#@{points}@#\n"));
    }
}

/// A field is one line and cannot contain `#`.
fn field(key: Key, value: &str, pass: &mut Pass<'_>) -> String {
    let name = Dialect::Manual.name(key).unwrap_or("");
    let value = value.trim();
    if value.contains('#') {
        pass.change_of(LossKind::HashInText, name);
    }
    if value.contains('\n') {
        pass.change_of(LossKind::HeaderBreak, name);
    }
    value.replace('#', "＃").replace('\n', " ")
}

fn write_line(
    record: &Record,
    moves: &WrittenMoves,
    (number, line): (usize, &WrittenLine),
    compact: bool,
    text: &mut String,
) {
    let head = match number {
        0 if record.start.side_to_move() == Side::Second => "#0!".to_owned(),
        0 => "#0".to_owned(),
        _ => format!("#{number}#{}-{}", line.parent, line.ply),
    };
    let mut words = vec![&*head];
    words.extend((compact && !line.nodes.is_empty()).then_some("#"));
    words.extend(line.nodes.iter().map(|node| moves.text(*node)));
    words.extend(line_end(record, number, line));
    text.push_str(&words.join(if compact { "" } else { " " }));
    text.push('\n');
}

/// How a line ends: from its last node, or for the mainline from the headers.
fn line_end(record: &Record, number: usize, line: &WrittenLine) -> Option<&'static str> {
    let last = line.nodes.last().copied().unwrap_or(NodeId::ROOT);
    if let Some(outcome) = record.tree.outcome(last) {
        return sign(outcome);
    }
    let result = record.headers.get(Key::Result).filter(|_| number == 0)?;
    sign(Outcome::by_name(result)?)
}

fn write_comment(comment: &str, number: usize, text: &mut String, pass: &mut Pass<'_>) -> bool {
    let trimmed = comment.trim();
    if trimmed.is_empty() {
        return false;
    }
    for _ in comment.matches('#') {
        pass.change(LossKind::HashInText);
    }
    if trimmed != comment {
        pass.change(LossKind::OuterBlank);
    }
    let ply = pass.record.tree.ply(pass.node());
    text.push_str(&format!("#{number}-{ply} {}\n", trimmed.replace('#', "＃")));
    true
}
