//! The board pane.

use ratatui::layout::{Position, Rect, Size};

use super::{Body, Pane, Press};

use crate::board;
use crate::board::{Cell, Picture, Scale, View};
use crate::game::{Move, shogi};
use crate::record::NodeId;
use crate::text::Ambiguous;
use crate::tui::layout::BoardSize;
use crate::tui::model::State;
use crate::tui::model::panes::PaneId;
use crate::tui::terminal::Canvas;

pub(super) const PANE: Pane = Pane { body: Body::Drawn(draw), click, ..Pane::PLAIN };

/// The possible sizes of the board, largest first: all sizes for the game or the user's choice, each with coordinates,
/// and the smallest without.
pub(in crate::tui) fn sizes(state: &State) -> Vec<BoardSize> {
    let (settings, position) = (&state.ui.settings, state.position());
    let game = position.game();
    let steps: Vec<Scale> = match settings.board {
        None => Scale::of(game).to_vec(),
        Some(step) => vec![step.for_game(game)],
    };
    let all = steps.iter().rev().map(|step| (*step, settings.coordinates));
    let bare = steps.first().map(|step| (*step, false));
    let bare = bare.filter(|_| settings.coordinates);
    let sizes = all.chain(bare).map(|(step, coordinates)| {
        let view = View { charset: settings.charset, coordinates, step, ..View::default() };
        let (columns, rows) = board::size(position, &view);
        let count = |count| u16::try_from(count).unwrap_or(u16::MAX);
        BoardSize { step, coordinates, size: Size::new(count(columns), count(rows)) }
    });
    sizes.collect()
}

/// Draws the board. If it is larger than the pane, it scrolls to the last move.
fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    if state.ui.is_blank {
        return;
    }
    let window = Window::new(picture(state), area);
    for (index, y) in (area.top()..area.bottom()).enumerate() {
        if let Some(row) = window.picture.rows.get(window.row(index)) {
            let area = Rect { y, height: 1, ..area };
            draw_row(state, row, &window, area, canvas);
        }
    }
}

/// Where the cursor of the board is on the screen.
pub(super) fn cursor(state: &State) -> Option<Position> {
    let area = state.ui.layout.area(PaneId::Board).filter(|_| state.pointed().is_some())?;
    let window = Window::new(picture(state), area);
    let (row, column) = window.picture.cursor?;
    let edge = window.picture.edge.0;
    let row = if row < edge { row } else { row.checked_sub(window.scrolled.0)? };
    let y = u16::try_from(row).ok().filter(|row| *row < area.height)?;
    Some(Position::new(area.x + window.x(column, 1)?, area.y + y))
}

/// A cell of the board.
fn click(state: &State, area: Rect, (row, column): (usize, usize)) -> Option<Press> {
    if state.beside.is_some() || state.ui.is_blank {
        return None;
    }
    let window = Window::new(picture(state), area);
    let (row, column) = (window.row(row), window.column(column));
    let view = view(state, state.last_move());
    board::target_at(state.position(), &view, row, column).map(Press::Target)
}

/// The visible part of a picture.
struct Window {
    picture: Picture,
    /// The number of rows and columns scrolled, apart from the coordinates.
    scrolled: (usize, usize),
    /// The width of the pane.
    width: usize,
}

impl Window {
    fn new(picture: Picture, area: Rect) -> Self {
        let (rows, columns) = picture.edge;
        let (row, column) = picture.cursor.or(picture.focus).unwrap_or(picture.edge);
        let left = scroll(picture.width(), area.width, column, columns);
        let scrolled = (
            scroll(picture.height(), area.height, row, rows),
            // Scrolls by even numbers of columns, because column names and points are two columns wide.
            if columns > 0 { left.next_multiple_of(2) } else { left },
        );
        let width = usize::from(area.width);
        Self { picture, scrolled, width }
    }

    /// The picture row at a row of the pane.
    fn row(&self, index: usize) -> usize {
        if index < self.picture.edge.0 { index } else { index + self.scrolled.0 }
    }

    /// The picture column at a column of the pane.
    fn column(&self, index: usize) -> usize {
        if index < self.picture.edge.1 { index } else { index + self.scrolled.1 }
    }

    /// The position of a picture cell in the pane, if the whole cell is visible.
    fn x(&self, column: usize, width: usize) -> Option<u16> {
        let edge = self.picture.edge.1;
        let scrolled = if column < edge { 0 } else { self.scrolled.1 };
        let x = column.checked_sub(scrolled).filter(|x| column < edge || *x >= edge)?;
        u16::try_from(x).ok().filter(|_| x + width <= self.width)
    }
}

/// The picture of the current position.
fn picture(state: &State) -> Picture {
    if let Some(beside) = &state.beside {
        let last = beside.record.tree.mv(beside.node());
        let (marks, alternatives) = (Vec::new(), Vec::new());
        let view = View { near: last, marks, alternatives, ..view(state, last) };
        return board::draw(beside.reader.cursor.position(), &view);
    }
    // While a piece is selected, it is highlighted instead of the last move.
    let picked = state.picked();
    let shown = picked.map(|picked| picked.moves_to(picked));
    let last = shown.map_or(state.last_move(), |moves| moves.first().copied());
    let targets = picked.map_or_else(Vec::new, |picked| picked.ends(state.position()));
    let view = View { cursor: state.pointed(), targets, ..view(state, last) };
    board::draw(state.position(), &view)
}

/// How to draw the board, with the last move highlighted.
fn view(state: &State, last: Option<Move>) -> View<'_> {
    let size = state.ui.layout.plan.fit.board;
    let record = state.record_on_board();
    View {
        flip: state.is_flipped(record),
        handicap: shogi::Handicap::is_given(&record.start),
        charset: state.ui.settings.charset,
        pieces: state.ui.settings.pieces,
        theme: state.ui.settings.theme,
        color: state.ui.settings.palette().has_blank_stones(),
        coordinates: size.coordinates,
        step: size.step,
        diagram: false,
        last,
        near: near(state, state.node()),
        marks: state.marks_on_board(),
        alternatives: alternatives(state),
        ..View::default()
    }
}

/// The first alternatives at the fork, with their names, unless they are hidden.
fn alternatives(state: &State) -> Vec<(Move, char)> {
    if state.hides_answer() {
        return Vec::new();
    }
    let tree = state.tree();
    let others = state.branches().iter().take(9).filter(|branch| {
        **branch != state.node() && tree.parent(**branch) == tree.parent(state.node())
    });
    others
        .filter_map(|branch| Some((tree.mv(*branch)?, state.branch_name(*branch).chars().next()?)))
        .collect()
}

/// The number of nodes searched for a move on the board.
const NEAR: usize = 64;

/// In Go, the last move that is on the board, or else the next one.
fn near(state: &State, node: NodeId) -> Option<Move> {
    let tree = state.tree();
    let near = tree.ancestors(node).take(NEAR).chain(tree.line_from(node).take(NEAR));
    let mut moves = near.filter_map(|node| tree.mv(node));
    moves.find(|mv| mv.go().is_some_and(|mv| mv.point.is_some()))
}

/// How far to scroll what follows the coordinates so that a row or column is centred, without scrolling beyond the end.
fn scroll(size: usize, room: u16, focus: usize, edge: usize) -> usize {
    let room = usize::from(room).saturating_sub(edge);
    (focus - edge).saturating_sub(room / 2).min((size - edge).saturating_sub(room))
}

fn draw_row(state: &State, row: &[Cell], window: &Window, area: Rect, canvas: &mut Canvas<'_>) {
    let game = state.record_on_board().game();
    let mut column = 0;
    for run in row.chunk_by(|one, other| one == other) {
        let Some(cell) = run.first() else {
            continue;
        };
        let width = cell.width();
        let style = state.ui.board(game, *cell);
        let mut bytes = [0; 4];
        let is_wide = state.ambiguous() != Ambiguous::One;
        let glyph = &*cell.shown(is_wide).encode_utf8(&mut bytes);
        let second = cell.second().filter(|_| !is_wide);
        for column in (column..).step_by(width).take(run.len()) {
            let Some(x) = window.x(column, width).map(|x| area.x + x) else {
                continue;
            };
            if width > 1 && second.is_none() {
                canvas.put_wide(x, area.y, glyph, style);
                continue;
            }
            canvas.put(x, area.y, glyph, 1, style);
            if let Some(second) = second.filter(|_| width > 1) {
                canvas.put(x + 1, area.y, second.encode_utf8(&mut [0; 4]), 1, style);
            }
        }
        column += width * run.len();
    }
}
