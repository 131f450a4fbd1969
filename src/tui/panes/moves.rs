//! The current line: one move per row, or one round if there is nothing else to show.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::graph::eval_text;
use super::list;
pub(in crate::tui) use super::move_rows::unlisted_branches;
use super::move_rows::{LISTED, MoveRow, Room, move_rows};
use super::{Body, Pane, Press, Row, body_of, columns_of, unfolded};
use crate::game::{Move, Position, Side};
use crate::record::{NodeId, Note, Presence, left, time};
use crate::text::{columns, fit};
use crate::tui::i18n::grouped;
use crate::tui::layout::TWO_PLIES;
use crate::tui::model::entry::OWN;
use crate::tui::model::panes::PaneId;
use crate::tui::model::{State, focus};
use crate::words;

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| (state.texts().moves.to_owned(), String::new())),
    body: Body::Rows(lines),
    click: |state, area, (row, column)| match rows(state, area).get(row)? {
        MoveRow::Move(node) | MoveRow::Branch(node, _) | MoveRow::Outcome(node, _) => {
            Some(Press::GoTo(*node))
        }
        MoveRow::Round(first, second) => {
            let is_second = column >= NUMBER + half(area);
            if is_second { *second } else { *first }.map(Press::GoTo)
        }
        MoveRow::Ending(_) => {
            let cursor = &state.desk.reader.cursor;
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
        with_branches: focus::is_inline(state) && !state.hides_answer(),
    };
    let mut rows = move_rows(state, room);
    if let Some(last) = state.shown_answer() {
        let tree = state.tree();
        let last = tree.ply(last);
        let is_shown = |node: &NodeId| tree.ply(*node) <= last;
        rows.retain_mut(|row| match row {
            MoveRow::Move(node) => is_shown(node),
            MoveRow::Round(first, second) => {
                *first = first.filter(is_shown);
                *second = second.filter(is_shown);
                first.or(*second).is_some()
            }
            _ => false,
        });
    }
    rows
}

/// At a fork with branches that are not listed among the moves, the number of rows that the longest of them could fill.
pub(in crate::tui) fn rows_at_fork(state: &State) -> Option<usize> {
    /// At a fork with more branches, the others are as long as these.
    const MOST: usize = 100;
    if state.ui.layout.wish(PaneId::Branches) == 0 {
        return None;
    }
    let body = body_of(&PANE, state.ui.layout.area(PaneId::Moves)?);
    let area = unfolded(&columns_of(state, PaneId::Moves, body));
    let here = lines(state, area).iter().position(|row| row.cursor.is_some());
    let above = here.map_or(0, |row| row + 1);
    let length = |node: &NodeId| state.lines().length_after(*node);
    let follows = usize::from(!std::ptr::eq(state.choices(), state.branches()));
    let lengths = state.branches().iter().take(MOST).map(length);
    let lengths =
        lengths.chain(state.choices().iter().take(MOST).map(|node| length(node) + follows));
    let plan = &state.ui.layout.plan;
    Some(above + 1 + lengths.max()? / plan.abreast + plan.listed.min(LISTED + 1))
}

/// The page of the line with the cursor. It scrolls by page, so that a step changes two rows and not all.
fn lines(state: &State, area: Rect) -> Vec<Row> {
    let mut lines: Vec<Row> = Vec::new();
    let mut replay = Replay { state, at: None };
    for row in rows(state, area) {
        let (text, current) = written(state, row, &mut replay, area);
        let (node, answer) = match row {
            MoveRow::Move(node) | MoveRow::Branch(node, _) => (Some(node), None),
            MoveRow::Round(first, second) => (first.or(second), first.and(second)),
            _ => (None, None),
        };
        let mut shown = list::row(state, &text);
        shown.line.style = node.map_or(Style::new(), |node| state.style_of(node));
        if let Some(answer) = answer {
            let from = fit(&text, NUMBER + half(area), true).len();
            shown.line.parts.push((from..text.len(), state.style_of(answer)));
        }
        shown.cursor = current.as_ref().map(|range| range.start);
        shown.line.hits.extend(current);
        lines.push(shown);
    }
    if state.hides_answer() {
        let first = |action| state.ui.keymap.first_key(action);
        let hidden = (state.texts().hidden)(&first("forward"), &first("answer"));
        lines.push(list::row(state, &format!("  {hidden}")));
    } else if lines.is_empty() {
        let none = format!("  {}", state.texts().no_moves);
        lines.push(list::row(state, &none));
    }
    lines
}

/// A row as text, with the range of the move on the board.
fn written(
    state: &State,
    row: MoveRow,
    replay: &mut Replay<'_>,
    area: Rect,
) -> (String, Option<Range<usize>>) {
    let width = usize::from(area.width);
    let plain = |line| (line, None);
    match row {
        MoveRow::Move(node) => move_row(state, node, replay.before(node), width),
        MoveRow::Round(first, second) => round_row(state, [first, second], replay, half(area)),
        // `     |-2 馬二進三 卒７進１  15/2 *3`
        MoveRow::Branch(node, last) => {
            let joint = if last { "`-" } else { "|-" };
            let head = format!("      {joint}{} ", state.branch_name(node));
            let room = width.saturating_sub(columns(&head, true));
            plain(head + &with_size(state, node, state.position_before(node), room))
        }
        MoveRow::More(count) => plain(format!("      `- {}", (state.texts().more_branches)(count))),
        MoveRow::Outcome(_, outcome) => {
            let game = state.desk.record.game();
            plain(format!("      {}", state.lang().outcome(outcome, game)))
        }
        MoveRow::Ending(ending) => plain(format!("      {}", state.lang().ending(ending))),
    }
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

/// The first moves of a branch and its size: `馬二進三  2,104 moves in 311 lines *12`, or
/// `馬二進三 卒７進１  2,104/311 *12` if there is less room.
pub(super) fn with_size(state: &State, node: NodeId, before: Position, room: usize) -> String {
    let branch = state.lines().branch(node);
    let long = format!("  {}", (state.texts().size)(branch.moves, branch.lines));
    preview(state, node, before, (SHOWN, room), Some(long))
}

/// At most `most` first moves of a branch and its size, in `room` columns. The size is in words if these leave room for
/// a move.
pub(super) fn preview(
    state: &State,
    node: NodeId,
    before: Position,
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
    let name = columns(&state.move_name(&before, node), true);
    let sizes = words.into_iter().chain([short]).filter(|_| branch.moves > 0);
    let mut tails = sizes.chain([String::new()]).map(|size| size + &signs);
    let tail = tails.find(|tail| name + columns(tail, true) <= room);
    let tail = tail.unwrap_or_default();
    let left = room.saturating_sub(columns(&tail, true));
    first_moves(state, node, before, (most, left)) + &tail
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
        let name = state.move_name(&position, node);
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
}

/// A narrower list shows only the moves.
pub(super) const SPACIOUS: usize = 26;
/// The width of the name of a move.
const NAME: usize = 13;
/// The widths of a clock, which may have hours, and of an evaluation.
const CLOCK: usize = 7;
const EVAL: usize = 5;

/// `  11 黒>Q5   0:08 [1/3] *`, and the range of the move in it if it is on the board.
fn move_row(
    state: &State,
    node: NodeId,
    before: &Position,
    width: usize,
) -> (String, Option<Range<usize>>) {
    let number = state.tree().ply(node);
    let name = state.move_name(before, node);
    let (mut line, pad) = if width < SPACIOUS {
        (format!("{number:>NUMBER$}"), 1)
    } else {
        let side = match mover(state, node, before) {
            Some(side) => words::side(before.game(), side, state.terms()),
            None if state.in_ascii() => " ",
            None => "  ",
        };
        let pad = NAME.saturating_sub(columns(&name, false)).max(1);
        (format!("{number:>NUMBER$} {side}"), pad)
    };
    let current = push_name(state, node, &name, &mut line);
    line.push_str(&" ".repeat(pad));
    let room = width.saturating_sub(columns(&line, true));
    line.push_str(&fitting(signs(state, node, width < SPACIOUS), room));
    (line, current)
}

/// Adds the name of a node's move with the marker before it; returns its range if the move is on the board.
fn push_name(state: &State, node: NodeId, name: &str, line: &mut String) -> Option<Range<usize>> {
    let (from, is_current) = (line.len(), node == state.node());
    line.push(if is_current { '>' } else { ' ' });
    line.push_str(name);
    is_current.then_some(from..line.len())
}

/// `  11>Q5 [1/3]     O4 *`: the number of the round's first ply, in xiangqi of the round, and each move in `half`
/// columns.
fn round_row(
    state: &State,
    round: [Option<NodeId>; 2],
    replay: &mut Replay<'_>,
    half: usize,
) -> (String, Option<Range<usize>>) {
    let first = round.into_iter().flatten().next();
    let ply = first.map_or(0, |node| state.tree().ply(node));
    let number = state.round(ply).unwrap_or(ply);
    let mut line = format!("{number:>NUMBER$}");
    let mut current = None;
    let mut taken = line.len();
    for (node, end) in round.into_iter().zip([NUMBER + half, NUMBER + 2 * half]) {
        match node {
            Some(node) => {
                let name = state.move_name(replay.before(node), node);
                current = push_name(state, node, &name, &mut line).or(current);
                taken += columns(&name, true) + 2;
                let room = end.saturating_sub(taken + 1);
                let signs = fitting(signs(state, node, false), room);
                line.push(' ');
                line.push_str(&signs);
                taken += columns(&signs, true);
            }
            // As in print, dots stand for a move that is listed elsewhere.
            None if first == round[1] => {
                line.push_str(" ..");
                taken += 3;
            }
            None => {}
        }
        line.push_str(&" ".repeat(end.saturating_sub(taken)));
        taken = taken.max(end);
    }
    line.truncate(line.trim_end().len());
    (line, current)
}

/// A sign beside a move. Those with less weight are dropped if there is no room for all.
struct Sign {
    weight: u8,
    text: String,
}

/// As many signs as there is room for.
fn fitting(mut signs: Vec<Sign>, room: usize) -> String {
    while signs.iter().map(|sign| columns(&sign.text, true) + 1).sum::<usize>() > room + 1 {
        let least = signs.iter().map(|sign| sign.weight).min();
        signs.retain(|sign| Some(sign.weight) != least);
    }
    let texts: Vec<String> = signs.into_iter().map(|sign| sign.text).collect();
    texts.join(" ")
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

/// The signs beside a move, such as its time, its glyphs, its number among its alternatives, and a warning.
fn signs(state: &State, node: NodeId, is_narrow: bool) -> Vec<Sign> {
    let tree = state.tree();
    let lines = state.lines();
    let mover = tree.mv(node).and_then(Move::side);
    let mut signs = Vec::new();
    let mut put = |weight, text: String| signs.push(Sign { weight, text });
    let aligned = |text, width| if is_narrow { text } else { format!("{text:>width$}") };
    // A sign after the end of the line belongs to its ending.
    for note in tree.notes(node).take_while(|note| !matches!(note, Note::End(_))) {
        match note {
            Note::Clock(clock) if lines.has_numbers() => {
                clock.spent.into_iter().for_each(|spent| put(1, aligned(time(spent), CLOCK)));
            }
            Note::Eval(eval) => put(2, aligned(eval_text(state, *eval), EVAL)),
            Note::Remaining(clock) if mover == Some(clock.side) => {
                put(1, aligned(left(clock.left), CLOCK));
            }
            _ => {}
        }
    }
    // With a sign of its own, apart from the values of the file.
    if let Some(eval) = state.desk.valued.at.get(&node).and_then(|finding| finding.found.eval()) {
        put(2, aligned(format!("@{}", eval_text(state, eval)), EVAL));
    }
    if let Some(branch) = state.among_branches(node) {
        // Without enough room, brackets are useless.
        put(8, if is_narrow { branch } else { format!("[{branch}]") });
    }
    if let Some(sign) = state.sign_of(node) {
        put(9, sign.to_string());
    }
    for note in tree.notes(node) {
        if let Note::Glyph(glyph) = note {
            put(5, glyph.to_string());
        }
    }
    if tree.comment(node).is_some() {
        put(7, "*".to_owned());
    }
    if tree.warning(node).is_some() {
        put(10, "(!)".to_owned());
    }
    if state.books.leaving == Some(node) && state.shows_book() {
        put(4, state.texts().out_of_book.to_owned());
    }
    if state.desk.following.fresh.contains_key(&node) {
        put(6, "+".to_owned());
    }
    let survey = state.desk.survey.as_ref();
    if survey.is_some_and(|survey| !survey.same(lines.ordinal(node)).is_empty()) {
        put(3, "^".to_owned());
    }
    signs
}
