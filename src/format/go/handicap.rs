//! The initial position of games from servers that do not store handicap stones, because these are always on the same
//! points.

use crate::game::go::{self, Point, Size};
use crate::game::{Position, Side};
use crate::record::{Headers, Key, NodeId, Note, Record, Setup, Span, Spans};

/// A record without moves: the headers, the board, the handicap stones on its root, and the side to move.
pub(super) fn record(size: Size, stones: u8, headers: Headers) -> Record {
    let mut start = go::Position::new(size);
    let setup = setup(size, stones);
    if setup.is_some() {
        start.set_side_to_move(Side::Second);
    }
    let mut record = Record::new(Position::Go(start));
    record.headers = headers;
    if let Some(setup) = setup {
        record.tree.note(NodeId::ROOT, setup);
        record.headers.set(Key::Handicap, &stones.to_string());
    }
    record.headers.set(Key::Size, &shown_size(size));
    record
}

/// The stones of a fixed handicap; `None` if there are none.
pub(super) fn setup(size: Size, stones: u8) -> Option<Note> {
    stones_on(Side::First, go::handicap(stones, size))
}

/// A side's stones on points; `None` if there are none.
pub(super) fn stones_on(side: Side, points: impl IntoIterator<Item = Point>) -> Option<Note> {
    let points = points.into_iter().map(|point| (point.column, point.row));
    let spans: Spans = points.map(Span::from).collect();
    let stone = Some(side);
    (!spans.is_empty()).then(|| Note::Setup(Box::new(Setup { stone, spans })))
}

/// The size as written in the header: `19`, or `19x9` for a board that is not square.
pub(super) fn shown_size(size: Size) -> String {
    match (size.columns(), size.rows()) {
        (columns, rows) if columns == rows => columns.to_string(),
        _ => size.to_string(),
    }
}
