//! The board pane.

use std::collections::HashMap;

use ratatui::layout::{Position, Rect, Size};

use super::{Body, Pane, Press};

use crate::board;
use crate::board::{Cell, Name, Picture, Scale, Target, View};
use crate::columns::Ambiguous;
use crate::files::history::Numbered;
use crate::game::{self, Game, Move, shogi};
use crate::record::{NodeId, Span};
use crate::tui::layout::BoardSize;
use crate::tui::model::{PaneId, State, focus};
use crate::tui::target;
use crate::tui::terminal::Canvas;

pub(in crate::tui) const PANE: Pane = Pane { body: Body::Drawn(draw), click, ..Pane::PLAIN };

/// The possible sizes of a board, or of the part of it that is shown, largest first: all sizes for the game or the user's
/// choice, each with coordinates if these are wanted, and the smallest without.
pub(in crate::tui) fn sizes(
    state: &State,
    (position, part): (&game::Position, Option<Span>),
    coordinates: bool,
) -> Vec<BoardSize> {
    let settings = &state.ui.settings;
    let game = position.game();
    let scales: Vec<Scale> = match settings.board {
        None => Scale::of(game).to_vec(),
        Some(scale) => vec![scale.for_game(game)],
    };
    let all = scales.iter().rev().map(|scale| (*scale, coordinates));
    let bare = scales.first().map(|scale| (*scale, false));
    let bare = bare.filter(|_| coordinates);
    let sizes = all.chain(bare).map(|(scale, coordinates)| {
        let view = View { charset: settings.charset, coordinates, scale, part, ..View::default() };
        let (columns, rows) = board::size(position, &view);
        let [columns, rows] = [columns, rows].map(|count| u16::try_from(count).unwrap_or(u16::MAX));
        BoardSize { scale, coordinates, part, size: Size::new(columns, rows) }
    });
    sizes.collect()
}

/// Draws the board. If it is larger than the pane, it scrolls to the last move.
fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    if state.ui.is_blank {
        return;
    }
    draw_picture(state, state.record_on_board().game(), picture(state), area, canvas);
}

/// Draws the picture of a board.
pub(super) fn draw_picture(
    state: &State,
    game: Game,
    picture: Picture,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let window = Window::new(picture, area);
    for (index, y) in (area.top()..area.bottom()).enumerate() {
        if let Some(row) = window.picture.rows.get(window.row(index)) {
            let area = Rect { y, height: 1, ..area };
            draw_row((state, game), row, &window, area, canvas);
        }
    }
}

/// Where the cursor of the board is on the screen.
pub(super) fn cursor(state: &State) -> Option<Position> {
    let area = state.ui.layout.area(PaneId::Board).filter(|_| state.pointed().is_some())?;
    let window = Window::new(picture(state), area);
    let (mut row, column) = window.picture.cursor?;
    if row >= window.picture.edge.0 {
        row = row.checked_sub(window.scrolled.0)?;
    }
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
        shown(index, self.picture.edge.0, self.scrolled.0)
    }

    /// The picture column at a column of the pane.
    fn column(&self, index: usize) -> usize {
        shown(index, self.picture.edge.1, self.scrolled.1)
    }

    /// The position of a picture cell in the pane, if the whole cell is visible.
    fn x(&self, column: usize, width: usize) -> Option<u16> {
        let edge = self.picture.edge.1;
        let scrolled = if column < edge { 0 } else { self.scrolled.1 };
        let x = column.checked_sub(scrolled).filter(|x| column < edge || *x >= edge)?;
        u16::try_from(x).ok().filter(|_| x + width <= self.width)
    }
}

/// The index in the picture at an index of the pane: what follows the coordinates is scrolled.
fn shown(index: usize, edge: usize, scrolled: usize) -> usize {
    index + if index < edge { 0 } else { scrolled }
}

/// The picture of the current position.
fn picture(state: &State) -> Picture {
    if let Some(beside) = &state.beside {
        let last = beside.record.tree.mv(beside.node());
        let (marks, names) = (Vec::new(), HashMap::new());
        let view = View { near: last, marks, names, ..view(state, last) };
        return board::draw(beside.reader.cursor.position(), &view);
    }
    // While a piece or a place is chosen, it is highlighted instead of the last move.
    let held = state.ui.pointer.held.as_ref();
    let shown = held.map(|held| target::moves_to(held.at, held.at));
    let last = shown.map_or(state.last_move(), |moves| moves.first().copied());
    let targets = held.map_or_else(Vec::new, |_| state.places());
    let view = View { cursor: state.pointed(), targets, ..view(state, last) };
    board::draw(state.position(), &view)
}

/// How to draw the board, with the last move highlighted.
fn view(state: &State, last: Option<Move>) -> View<'_> {
    let size = state.ui.layout.screen.fit.board;
    let record = state.record_on_board();
    let view = View {
        flip: state.is_flipped(record),
        handicap: shogi::Handicap::is_given(&record.start),
        coordinates: size.coordinates,
        scale: size.scale,
        part: size.part,
        last,
        near: near(state, state.node()),
        marks: state.tree().marks(state.node()),
        names: names(state),
        ..View::default()
    };
    in_look(state, view)
}

/// A view in the look that the reader has chosen.
pub(super) fn in_look<'a>(state: &State, view: View<'a>) -> View<'a> {
    let settings = &state.ui.settings;
    View {
        charset: settings.charset,
        pieces: settings.pieces,
        theme: settings.theme,
        color: settings.palette().has_blank_stones(),
        ..view
    }
}

/// Larger numbers do not fit in two columns.
const MOST: usize = 99;

/// The names of moves on the board, by the places where they end: what Enter takes after a number. Nothing while the answer
/// is hidden or a piece or a place is chosen.
fn names(state: &State) -> HashMap<Target, Name> {
    let mut names: HashMap<Target, Name> = HashMap::new();
    if state.hides_answer() || state.ui.pointer.held.is_some() {
        return names;
    }
    let moves = match state.desk.numbered {
        Numbered::Next => next_moves(state),
        Numbered::Last => last_moves(state),
        Numbered::Nothing => Vec::new(),
    };
    for (mv, text, is_next) in moves.into_iter().take(MOST) {
        let Some(place) = target::end_of(mv) else { continue };
        match names.get_mut(&place) {
            Some(known) if state.desk.numbered == Numbered::Next => {
                known.text = known.text.trim_end_matches('+').to_owned() + "+";
                known.is_next |= is_next;
            }
            Some(_) => {}
            None => _ = names.insert(place, Name { text, is_next }),
        }
    }
    if state.desk.numbered == Numbered::Next && focus::focused(state) != PaneId::Engine {
        for (place, name) in candidates(state) {
            names.entry(place).or_insert(name);
        }
    }
    names
}

/// The number of candidates on the board.
const CANDIDATES: usize = 10;

/// What moves of Go lose that an engine considers, or that the file has from one.
fn candidates(state: &State) -> impl Iterator<Item = (Target, Name)> {
    let is_wide = state.ui.layout.screen.fit.board.scale > Scale::Usual;
    let next = state.played_from_here();
    let is_go = state.position().game() == Game::Go;
    let lines = state.engine_lines().iter().take(if is_go { CANDIDATES } else { 0 });
    lines.filter_map(move |line| {
        let mv = line.first(state.position())?;
        let change = (-state.loss_of(line)?).clamp(-9_990, 990);
        // The sign of a loss would look like a line of the board.
        let text = match is_wide {
            true => change_text(change).trim_start_matches('-').to_owned(),
            false if change <= -950 => "--".to_owned(),
            false => format!("{:+.0}", f64::from(change.min(949)) / 100.0),
        };
        Some((target::end_of(mv)?, Name { text, is_next: next == Some(mv) }))
    })
}

/// A difference in hundredths with its sign, such as `-1.3`.
pub(super) fn change_text(change: i32) -> String {
    format!("{:+.1}", f64::from(change) / 100.0)
}

/// The moves that Enter takes after a number in the focused pane, with that number, and whether it is the one to come.
fn next_moves(state: &State) -> Vec<(Move, String, bool)> {
    let numbered =
        |(row, mv): (usize, Move), marked: usize| (mv, (row + 1).to_string(), row == marked);
    match focus::focused(state) {
        pane @ (PaneId::Book | PaneId::Statistics) => {
            let moves = state.offers(pane).into_iter().enumerate();
            let moves = moves.filter_map(|(row, mv)| Some((row, mv?)));
            moves.map(|mv| numbered(mv, state.marked_offer(pane))).collect()
        }
        PaneId::Engine => {
            let lines = state.engine_lines().iter().enumerate();
            let moves = lines.filter_map(|(row, line)| Some((row, line.first(state.position())?)));
            moves.map(|mv| numbered(mv, state.marked_line())).collect()
        }
        _ => {
            let next = state.next();
            let nodes = state.choices().iter().take(MOST);
            let nodes = nodes.filter(|node| **node != state.node());
            let named = nodes.filter_map(|node| {
                Some((state.tree().mv(*node)?, state.branch_name(*node), Some(*node) == next))
            });
            named.collect()
        }
    }
}

/// The last ten moves of Go whose stones are still there, with their numbers.
fn last_moves(state: &State) -> Vec<(Move, String, bool)> {
    let moves = state.cursor().numbered_moves(&state.desk.record, 10);
    let moves = moves.into_iter().filter_map(|(number, mv)| {
        state.position().go()?.stone(mv.go()?.point?)?;
        Some((mv, number.to_string(), false))
    });
    moves.collect()
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

fn draw_row(
    (state, game): (&State, Game),
    row: &[Cell],
    window: &Window,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let mut column = 0;
    for run in row.chunk_by(|one, other| one == other) {
        let Some(cell) = run.first() else {
            continue;
        };
        let width = cell.width();
        let style = state.look().board(game, *cell);
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
