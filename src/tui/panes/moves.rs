//! The current line: one move per row, or one round if there is nothing else to show.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list;
pub(in crate::tui) use super::move_rows::unlisted_branches;
use super::move_rows::{MoveRow, Room, move_rows};
use super::move_signs::{alternatives, fitting, signs};
use super::{Body, Pane, Press, Row, body_of, columns_of, unfolded};
use crate::columns::wrap;
use crate::game::{Move, Position, Side};
use crate::record::{MarkKind, NodeId, Presence, Span};
use crate::text::{clean_line, columns, fit};
use crate::tui::i18n::grouped;
use crate::tui::layout::TWO_PLIES;
use crate::tui::model::{OWN, PaneId, State};
use crate::words;
use crate::words::Terms;

pub(in crate::tui) const PANE: Pane = Pane {
    heading: Some(|state, _| (state.texts().moves.to_owned(), String::new())),
    body: Body::Rows(lines),
    click: |state, area, (row, column)| match rows(state, area).get(row)? {
        MoveRow::Move(node) | MoveRow::Branch(node, _) | MoveRow::Outcome(node, _) => {
            Some(Press::GoTo(*node))
        }
        MoveRow::Round(first, second) => {
            let is_second = column >= NUMBER + half(area);
            let there = if is_second { second.or(*first) } else { first.or(*second) };
            there.map(Press::GoTo)
        }
        MoveRow::Ending(_) => {
            let cursor = state.cursor();
            cursor.node_at(cursor.last_ply()).map(Press::GoTo)
        }
        MoveRow::More(_) => None,
    },
    ..Pane::PLAIN
};

/// The width of the number before a move.
const NUMBER: usize = 4;
/// The width of a move in a row of two.
fn half(area: Rect) -> usize {
    usize::from(area.width).saturating_sub(NUMBER) / 2
}

/// The rows of the pane, without the hidden part of an answer.
fn rows(state: &State, area: Rect) -> Vec<MoveRow> {
    let shown = usize::from(area.height);
    let in_rounds = area.width >= TWO_PLIES && !state.has_numbers();
    let room = Room {
        page: state.ui.layout.line_rows.min(shown),
        shown,
        in_rounds,
        with_branches: state.ui.layout.screen.form().is_inline && !state.hides_answer(),
    };
    let mut rows = move_rows(state, room);
    if let Some(last) = state.shown_answer() {
        let tree = state.tree();
        let last = tree.ply(last);
        rows.retain_mut(|row| match row {
            MoveRow::Move(node) => tree.ply(*node) <= last,
            MoveRow::Round(first, second) => {
                *first = first.filter(|node| tree.ply(*node) <= last);
                *second = second.filter(|node| tree.ply(*node) <= last);
                first.or(*second).is_some()
            }
            _ => false,
        });
    }
    rows
}

/// The number of rows that the moves fill here, with the heading and a blank row.
pub(in crate::tui) fn rows_here(state: &State) -> usize {
    let Some(area) = state.ui.layout.area(PaneId::Moves) else { return 0 };
    let columns = columns_of(state, state.pane(PaneId::Moves), body_of(&PANE, area));
    lines(state, unfolded(&columns)).len() + 2
}

/// The page of the line with the cursor. It scrolls by page, so that a step changes two rows and not all.
fn lines(state: &State, area: Rect) -> Vec<Row> {
    let mut lines: Vec<Row> = Vec::new();
    let mut replay = Replay { state, at: None };
    for row in rows(state, area) {
        lines.push(written(state, row, &mut replay, area).row(state));
    }
    let note = if state.hides_answer() {
        let keymap = &state.ui.keymap;
        let keys = (keymap.first_key("forward"), keymap.first_key("answer"));
        (state.texts().hidden)(&keys.0, &keys.1)
    } else if lines.is_empty() {
        state.texts().no_moves.to_owned()
    } else {
        return lines;
    };
    let width = usize::from(area.width).saturating_sub(2);
    let note = wrap(&note, width, state.ambiguous().may_be_wide());
    lines.extend(note.iter().map(|line| list::row(state, &format!("  {line}"))));
    lines
}

/// A row that is being written.
#[derive(Default)]
struct Writing {
    text: String,
    /// The part with the move on the board.
    current: Option<Range<usize>>,
    parts: Vec<(Range<usize>, Style)>,
}

impl Writing {
    /// Adds a text in a style.
    fn put(&mut self, text: &str, style: Style) {
        let from = self.text.len();
        self.text.push_str(text);
        if style != Style::new() {
            self.parts.push((from..self.text.len(), style));
        }
    }

    /// Adds spaces up to a column. Returns the columns that are taken.
    fn pad(&mut self, column: usize) -> usize {
        let taken = columns(&self.text, true);
        self.text.push_str(&" ".repeat(column.saturating_sub(taken)));
        taken.max(column)
    }

    /// Adds the name of a node's move with the marker before it.
    fn put_move(&mut self, state: &State, node: NodeId, name: &str) {
        let (from, is_current) = (self.text.len(), node == state.node());
        self.put(if is_current { ">" } else { " " }, Style::new());
        self.put(name, state.style_of(node));
        if is_current {
            self.current = Some(from..self.text.len());
        }
    }

    /// Adds the signs beside a move, as many as there is room for, and then the names of its alternatives.
    fn put_signs(
        &mut self,
        state: &State,
        node: NodeId,
        before: &Position,
        (room, is_narrow): (usize, bool),
    ) {
        let end = columns(&self.text, true) + room;
        for (nth, sign) in fitting(signs(state, node, is_narrow), room).iter().enumerate() {
            self.put(if nth == 0 { "" } else { " " }, Style::new());
            self.put(&sign.text, sign.style);
        }
        if !is_narrow {
            let left = end.saturating_sub(columns(&self.text, true));
            self.put(&alternatives(state, node, before, left), state.look().idle());
        }
    }

    fn row(mut self, state: &State) -> Row {
        self.text.truncate(self.text.trim_end().len());
        let mut row = list::row(state, &self.text);
        row.cursor = self.current.as_ref().map(|range| range.start);
        row.line.parts = self.parts;
        row.line.hits.extend(self.current);
        row
    }
}

/// A row as text.
fn written(state: &State, row: MoveRow, replay: &mut Replay<'_>, area: Rect) -> Writing {
    let width = usize::from(area.width);
    let mut line = Writing::default();
    match row {
        MoveRow::Move(node) => return move_row(state, node, replay.before(node), width),
        MoveRow::Round(first, second) => {
            return round_row(state, [first, second], replay, half(area));
        }
        // `     |-2 馬二進三 卒７進１  15/2 *3`
        MoveRow::Branch(node, last) => {
            let joint = if last { "`-" } else { "|-" };
            line.put(&format!("      {joint}{} ", state.branch_name(node)), state.look().idle());
            let room = width.saturating_sub(columns(&line.text, true));
            let moves = with_size(state, node, room);
            line.put(&moves, state.style_of(node));
        }
        MoveRow::More(count) => {
            line.text = format!("      `- {}", (state.texts().more_branches)(count));
        }
        MoveRow::Outcome(_, outcome) => {
            let game = state.desk.record.game();
            line.text = format!("      {}", state.lang().outcome(outcome, game));
        }
        MoveRow::Ending(ending) => line.text = format!("      {}", state.lang().ending(ending)),
    }
    line
}

/// The positions before the moves of the line, one after another.
struct Replay<'a> {
    state: &'a State,
    /// The last move reached, and the position before it.
    at: Option<(NodeId, Position)>,
}

impl Replay<'_> {
    fn before(&mut self, node: NodeId) -> &Position {
        let position = match self.at.take() {
            Some((last, position)) if last == node => position,
            Some((last, mut position)) => {
                self.state.desk.record.advance(&mut position, last);
                position
            }
            None => self.state.position_before(node),
        };
        &self.at.insert((node, position)).1
    }
}

/// The maximum number of moves shown of a branch.
const SHOWN: usize = 3;
/// The maximum width of a label beside a move.
const LABEL: usize = 4;

/// The first moves of a branch and its size: `馬二進三  2,104 moves in 311 lines *12`, or
/// `馬二進三 卒７進１  2,104/311 *12` if there is less room.
pub(super) fn with_size(state: &State, node: NodeId, room: usize) -> String {
    let branch = state.lines().branch(node);
    let long = format!("  {}", (state.texts().size)(branch.moves, branch.lines));
    preview(state, node, (SHOWN, room), Some(long))
}

/// At most `most` first moves of a branch and its size, in `room` columns. The size is in words if these leave room for
/// a move.
pub(super) fn preview(
    state: &State,
    node: NodeId,
    (most, room): (usize, usize),
    words: Option<String>,
) -> String {
    let branch = state.lines().branch(node);
    let own = state.sign_of(node).map_or_else(String::new, |sign| format!(" {sign}"));
    let signs = match branch.comments {
        0 => own,
        count => format!("{own} *{}", grouped(count)),
    };
    let (moves, lines) = (grouped(branch.moves), grouped(branch.lines));
    let short = format!("  {moves}/{lines}");
    let before = state.position_before(node);
    let name = columns(&first_move(state, node, &before), true);
    let sizes = words.into_iter().chain([short]).filter(|_| branch.moves > 0);
    let mut tails = sizes.chain([String::new()]).map(|size| size + &signs);
    let tail = tails.find(|tail| name + columns(tail, true) <= room);
    let tail = tail.unwrap_or_default();
    let left = room.saturating_sub(columns(&tail, true));
    first_moves(state, node, before, (most, left)) + &tail
}

/// `O16 (k)`: the first move of a branch, and the letter that the file has at its point, as the comment calls it.
fn first_move(state: &State, branch: NodeId, before: &Position) -> String {
    let tree = state.tree();
    let name = state.move_name(before, branch);
    let point = tree.mv(branch).and_then(Move::go).and_then(|mv| mv.point);
    let Some((point, fork)) = point.zip(tree.parent(branch)) else { return name };
    let at = Span::from((point.column, point.row));
    let marks = tree.marks(fork).into_iter().filter(|mark| mark.kind == MarkKind::Label);
    let mut labels = marks.flat_map(|mark| mark.spans.iter().zip(mark.labels.iter()));
    match labels.find(|(span, _)| **span == at) {
        Some((_, label)) => format!("{name} ({})", fit(&clean_line(label), LABEL, true)),
        None => name,
    }
}

/// As many first moves of a branch as there is room for, but at least one.
fn first_moves(
    state: &State,
    branch: NodeId,
    mut position: Position,
    (most, room): (usize, usize),
) -> String {
    let lines = state.lines();
    let first = lines.ordinal(branch);
    let mut line = String::new();
    for nth in 0..most.clamp(1, lines.length_after(branch) + 1) {
        let node = lines.node(first + nth);
        let name = match nth {
            0 => first_move(state, node, &position),
            _ => state.move_name(&position, node),
        };
        if nth > 0 {
            if columns(&line, true) + columns(&name, true) + 1 > room {
                break;
            }
            line.push(' ');
        }
        line.push_str(&name);
        state.desk.record.advance(&mut position, node);
    }
    line
}

/// The sign beside own moves that are not kept.
const SCRATCH: char = '\'';

impl State {
    /// The sign of the reader's own: what is only tried, or kept in the notes.
    pub(in crate::tui) fn sign_of(&self, node: NodeId) -> Option<char> {
        match self.own(node).filter(|_| self.tree().is_own(node))?.presence {
            Presence::Kept => Some(OWN),
            Presence::Scratch | Presence::Absent => Some(SCRATCH),
        }
    }

    /// Whether the list of moves names the alternatives to a node beside it, because it does not list them below.
    pub(super) fn names_branches_of(&self, node: NodeId) -> bool {
        let fork = self.tree().parent(node).unwrap_or(NodeId::ROOT);
        let is_fork = self.lines().siblings(self.tree(), node).len() > 1;
        let is_unlisted =
            is_fork && !self.ui.layout.screen.form().is_inline && !self.hides_answer();
        is_unlisted && !self.desk.reader.folds.is_folded(fork)
    }
}

/// A narrower list shows only the moves.
pub(super) const SPACIOUS: usize = 26;
/// The width of the name of a move.
const NAME: usize = 13;

/// The number before a move: in xiangqi of the round, in Go of the move, in shogi of the ply.
fn number(state: &State, node: NodeId, before: &Position) -> String {
    let record = &state.desk.record;
    let number = state.round(record.tree.ply(node)).or_else(|| record.number(before, node));
    number.map_or_else(String::new, |number| number.to_string())
}

/// `  11 B>Q5   0:08 [1/3] *`
fn move_row(state: &State, node: NodeId, before: &Position, width: usize) -> Writing {
    let is_narrow = width < SPACIOUS;
    let name = state.move_name(before, node);
    let mut line = Writing::default();
    // As in print, dots stand for the number before the second move of a round.
    let is_reply = before.xiangqi().is_some() && mover(state, node, before) == Some(Side::Second);
    let number = if is_reply { "..".to_owned() } else { number(state, node, before) };
    line.put(&format!("{number:>NUMBER$}"), state.quiet_style_of(node));
    if !is_narrow {
        let (text, style) = match mover(state, node, before) {
            Some(side) => {
                let style = Some(state.style_of(node)).filter(|style| *style != Style::new());
                let style = style.unwrap_or_else(|| state.look().side(before.game(), side));
                (words::side(before.game(), side, state.terms()), style)
            }
            None if state.terms() == Terms::Ascii => (" ", Style::new()),
            None => ("  ", Style::new()),
        };
        line.put(" ", Style::new());
        line.put(text, style);
    }
    line.put_move(state, node, &name);
    let pad = if is_narrow { 1 } else { NAME.saturating_sub(columns(&name, false)).max(1) };
    line.text.push_str(&" ".repeat(pad));
    let room = width.saturating_sub(columns(&line.text, true));
    line.put_signs(state, node, before, (room, is_narrow));
    line
}

/// `  11>Q5 [1/3]     O4 *`: the number of the first move, in xiangqi of the round, and each move in `half` columns. A move
/// with alternatives is alone, and has the room of both for their names.
fn round_row(
    state: &State,
    round: [Option<NodeId>; 2],
    replay: &mut Replay<'_>,
    half: usize,
) -> Writing {
    let first = round.into_iter().flatten().next();
    let number = first.map(|node| number(state, node, replay.before(node)));
    let number = number.unwrap_or_default();
    let mut line = Writing::default();
    let style = first.map_or(state.look().idle(), |node| state.quiet_style_of(node));
    line.put(&format!("{number:>NUMBER$}"), style);
    let is_alone = first.is_some_and(|node| state.names_branches_of(node));
    for (node, end) in round.into_iter().zip([NUMBER + half, NUMBER + 2 * half]) {
        match node {
            Some(node) => {
                let before = replay.before(node);
                line.put_move(state, node, &state.move_name(before, node));
                line.text.push(' ');
                let end = if is_alone { NUMBER + 2 * half } else { end };
                let room = end.saturating_sub(columns(&line.text, true) + 1);
                line.put_signs(state, node, before, (room, false));
            }
            // As in print, dots stand for a move that is listed elsewhere.
            None if first == round[1] => line.put(" ..", state.look().idle()),
            None => {}
        }
        if !is_alone {
            line.pad(end);
        }
    }
    line
}

/// The side that moves at a node: in Go the move determines it, elsewhere it is the side to move. `None` without a
/// move.
fn mover(state: &State, node: NodeId, before: &Position) -> Option<Side> {
    let tree = state.tree();
    match tree.mv(node) {
        Some(mv) => Some(mv.side().unwrap_or(before.side_to_move())),
        None => tree.warning(node).map(|_| before.side_to_move()),
    }
}
