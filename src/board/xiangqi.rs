//! The xiangqi board, with two columns a cell: 18 columns by 12 rows, 34 by 21, 50 by 30 or 70 by 41, including
//! coordinates. The pieces of the largest are discs of three cells by three.

use super::Target;
use super::cell::{Cell, Highlight, Ink, Picture, cells, fullwidth, row_width};
use super::view::{Charset, Pieces, Scale, View, Ways, in_charset, joint};
use crate::game::xiangqi::{Kind, Piece, Position, Script, Square};
use crate::game::{Move, Side};

const RED_FILES: [char; 9] = ['九', '八', '七', '六', '五', '四', '三', '二', '一'];
const BLACK_FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The distances between points.
#[derive(Debug, Clone, Copy)]
struct Grid {
    /// The number of cells from one point to the next on a rank.
    across: usize,
    /// The number of rows from one rank to the next.
    down: usize,
    /// The cells and rows of a piece on each side of its point.
    around: usize,
}

impl Grid {
    fn of(view: &View<'_>) -> Self {
        let down = match view.scale {
            Scale::Compact => 1,
            Scale::Usual => 2,
            Scale::Large => 3,
            Scale::Huge | Scale::Giant => 4,
        };
        // ASCII cells are one column wide, so twice as many preserve the board's proportions, except on the usual
        // board.
        let across = match (view.charset, view.scale) {
            (Charset::Ascii, Scale::Compact | Scale::Usual) => 2,
            (Charset::Ascii, _) => 2 * down,
            (Charset::Cjk | Charset::Box, _) => down,
        };
        let around = usize::from(view.scale >= Scale::Huge);
        Self { across, down, around }
    }

    /// The cells from the first file to the last.
    fn width(self) -> usize {
        8 * self.across + 1
    }

    /// The rows from the first rank to the last.
    fn height(self) -> usize {
        9 * self.down + 1
    }

    /// The cells and rows of the board, including pieces at its edges.
    fn size(self) -> (usize, usize) {
        (self.width() + 2 * self.around, self.height() + 2 * self.around)
    }

    /// The place of a cell relative to the first point, if it is inside the lines.
    fn inside(self, x: usize, y: usize) -> Option<(usize, usize)> {
        let (x, y) = (x.checked_sub(self.around)?, y.checked_sub(self.around)?);
        (x < self.width() && y < self.height()).then_some((x, y))
    }

    /// The column and row of the point whose piece covers a cell.
    fn covering(self, x: usize, y: usize) -> Option<(usize, usize)> {
        let is_covered = x % self.across <= 2 * self.around && y % self.down <= 2 * self.around;
        is_covered.then(|| (x / self.across, y / self.down))
    }

    /// The column and row, from the top left corner, of the point at a cell.
    fn point(self, x: usize, y: usize) -> Option<(usize, usize)> {
        let is_point = x.is_multiple_of(self.across) && y.is_multiple_of(self.down);
        is_point.then(|| (x / self.across, y / self.down))
    }

    /// The part of a palace diagonal that crosses a cell: `＼` or `／`.
    fn diagonal(self, x: usize, y: usize) -> Option<char> {
        let top = if y > 5 * self.down { 7 * self.down } else { 0 };
        let (x, y) = (x.checked_sub(3 * self.across)?, y.checked_sub(top)?);
        let run = y * self.across / self.down;
        match x {
            _ if y > 2 * self.down => None,
            x if x == run => Some('＼'),
            x if x + run == 2 * self.across => Some('／'),
            _ => None,
        }
    }

    /// The character of the river's name at a cell.
    fn river(self, x: usize, y: usize, name: [char; 4]) -> Option<char> {
        if self.down < 2 || y != 4 * self.down + self.down.div_ceil(2) {
            return None;
        }
        let (outer, inner) = (3 * self.across / 2, 5 * self.across / 2);
        let right = self.width() - 1;
        let places = [outer, inner, right - inner, right - outer];
        let nth = places.iter().position(|place| *place == x)?;
        Some(name[nth])
    }
}

/// The river's name, in the script of the pieces.
pub(super) fn river(pieces: Pieces) -> [char; 4] {
    match pieces {
        Pieces::Simplified => ['楚', '河', '汉', '界'],
        Pieces::Traditional | Pieces::Letters => ['楚', '河', '漢', '界'],
    }
}

/// Columns and rows.
pub(super) fn size(view: &View<'_>) -> (usize, usize) {
    let grid = Grid::of(view);
    let cell = if view.is_ascii() { 1 } else { 2 };
    let coordinates = if view.coordinates { 2 } else { 0 };
    let (width, height) = grid.size();
    (width * cell, height + coordinates)
}

pub(super) fn draw(position: &Position, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    let grid = Grid::of(view);
    if view.coordinates {
        picture.rows.push(coordinates(grid, view, true));
    }
    for y in 0..grid.size().1 {
        draw_row(position, grid, y, view, &mut picture);
    }
    if view.coordinates {
        picture.rows.push(coordinates(grid, view, false));
    }
    picture
}

fn draw_row(position: &Position, grid: Grid, y: usize, view: &View<'_>, picture: &mut Picture) {
    let (width, _) = grid.size();
    let (mut row, mut beside) = (Vec::with_capacity(width), Vec::new());
    let blank = in_charset('　', view.charset);
    for x in 0..width {
        let inside = grid.inside(x, y);
        let drawn = inside.map_or(blank, |(x, y)| line(grid, x, y, view));
        let cell = Cell::new(drawn, Ink::Board);
        let point = inside.and_then(|(x, y)| grid.point(x, y));
        let Some(square) = point.and_then(|point| square(point, view)) else {
            let covered = grid.covering(x, y).and_then(|point| square(point, view));
            let piece = covered.and_then(|square| position.piece(square));
            let part = (x % grid.across, y % grid.down);
            row.extend(piece.map_or(vec![cell], |piece| edge(piece.side, part, view)));
            continue;
        };
        let here = Target::Xiangqi(square);
        let piece = position.piece(square);
        let cell = point_cell(cell, square, piece, view);
        let at = (picture.rows.len(), row_width(&row));
        picture.cursor = picture.cursor.or(cell.is_pointed.then_some(at));
        picture.focus = picture.focus.or((cell.lit == Highlight::To).then_some(at));
        match view.named(here, cell.width()) {
            Some(name) if piece.is_none() => {
                row.extend(
                    name.into_iter().map(|part| Cell { is_pointed: cell.is_pointed, ..part }),
                );
            }
            name => {
                beside.extend(name.map(|_| (row.len(), here)));
                row.push(cell);
            }
        }
    }
    if let Some(to) = row.iter().position(|cell| cell.lit == Highlight::To)
        && grid.across > 1
    {
        for cell in row.iter_mut().take(to + 2).skip(to.saturating_sub(1)) {
            if cell.lit == Highlight::None {
                cell.lit = Highlight::Beside;
            }
        }
    }
    // The name of a piece's point is in a free cell to its right, or to its left at the edge.
    let reach = if grid.around > 0 { 3 } else { 1 };
    for (at, here) in beside.into_iter().rev().filter(|_| grid.across > 1) {
        let left = (at.saturating_sub(reach)..at).rev();
        let mut free = (at + 1..=at + reach).chain(left);
        let free = free.find(|at| row.get(*at).is_some_and(|cell| cell.ink == Ink::Board));
        if let Some(free) = free {
            let name = view.named(here, row[free].width());
            row.splice(free..=free, name.into_iter().flatten());
        }
    }
    picture.rows.push(row);
}

/// The cell of a point, given that of the lines there.
fn point_cell(line: Cell, square: Square, piece: Option<Piece>, view: &View<'_>) -> Cell {
    let last = view.last.and_then(Move::xiangqi);
    let is_target = view.targets.contains(&Target::Xiangqi(square));
    let mut cell = match piece {
        Some(piece) => Cell::new(glyph(piece, view), Ink::of(piece.side)),
        None if is_target => Cell::new(in_charset('ｏ', view.charset), Ink::Mark),
        None if last.is_some_and(|mv| mv.from == square) => {
            Cell::new(in_charset('＊', view.charset), Ink::Board)
        }
        None => line,
    };
    cell.is_pointed = view.cursor == Some(Target::Xiangqi(square));
    cell.lit = match last {
        Some(mv) if mv.to == square => Highlight::To,
        Some(mv) if mv.from == square => Highlight::From,
        _ if is_target && piece.is_some() => Highlight::Target,
        _ => Highlight::None,
    };
    cell
}

/// A cell of a large piece around its character, by its column and row in the piece.
fn edge(side: Side, (column, row): (usize, usize), view: &View<'_>) -> Vec<Cell> {
    let text = match (row, view.charset) {
        (0, Charset::Ascii) => ["/", "-", "\\"],
        (1, Charset::Ascii) => ["(", "", ")"],
        (_, Charset::Ascii) => ["\\", "-", "/"],
        (0, _) => ["／", "￣", "＼"],
        (1, _) => ["( ", "", " )"],
        _ => ["＼", "＿", "／"],
    };
    cells(text[column], Ink::of(side))
}

/// The square at a column and row from the top left corner.
fn square((column, row): (usize, usize), view: &View<'_>) -> Option<Square> {
    let (column, row) = (u8::try_from(column).ok()?, u8::try_from(row).ok()?);
    match view.flip {
        true => Square::new(8 - column, row),
        false => Square::new(column, 9 - row),
    }
}

/// The square nearest to a row and column of the picture.
pub(super) fn square_at(view: &View<'_>, row: usize, column: usize) -> Option<Square> {
    let grid = Grid::of(view);
    let cell = if view.is_ascii() { 1 } else { 2 };
    let (x, y) = (column / cell, row.checked_sub(view.coordinates.into())?);
    let (width, height) = grid.size();
    let is_inside = x < width && y < height;
    let (x, y) = (x.saturating_sub(grid.around), y.saturating_sub(grid.around));
    let [column, row] = [(x, grid.across), (y, grid.down)].map(|(at, step)| (at + step / 2) / step);
    let point = (column, row);
    is_inside.then(|| square(point, view)).flatten()
}

/// The character of a cell without a piece.
fn line(grid: Grid, x: usize, y: usize, view: &View<'_>) -> char {
    let compact = view.scale == Scale::Compact;
    let in_river = (4 * grid.down + 1..5 * grid.down).contains(&y);
    let is_edge = x == 0 || x == grid.width() - 1;
    let glyph = match (grid.point(x, y), y.is_multiple_of(grid.down), x.is_multiple_of(grid.across))
    {
        // The compact board has no rows between ranks, so dashes mark the banks of the river.
        (Some((_, 4 | 5)), ..) if compact && view.charset != Charset::Box => '－',
        (Some(point), ..) => return joint(ways(point), view.charset),
        (None, true, _) if compact => '　',
        (None, true, _) => '－',
        (None, false, true) if is_edge || !in_river => '｜',
        _ if in_river => grid.river(x, y, river(view.pieces)).unwrap_or('　'),
        _ => grid.diagonal(x, y).unwrap_or('　'),
    };
    in_charset(glyph, view.charset)
}

/// The directions of lines at a column and row from the top left corner. Files only cross the river at the edges.
fn ways((column, row): (usize, usize)) -> Ways {
    let is_edge = column == 0 || column == 8;
    Ways {
        up: row > 0 && (is_edge || row != 5),
        down: row < 9 && (is_edge || row != 4),
        left: column > 0,
        right: column < 8,
    }
}

fn glyph(piece: Piece, view: &View<'_>) -> char {
    match (view.charset, view.pieces) {
        (Charset::Ascii, _) => piece.letter(),
        (_, Pieces::Letters) => fullwidth(piece.letter()),
        (_, Pieces::Traditional) => piece.on_board(Script::Traditional),
        (_, Pieces::Simplified) => match (piece.side, piece.kind) {
            // Without colour, these characters distinguish the sides, as in the traditional set.
            (Side::First, Kind::Horse | Kind::Rook) if !view.color => {
                piece.on_board(Script::Traditional)
            }
            (Side::Second, Kind::Cannon) if !view.color => piece.on_board(Script::Traditional),
            _ => piece.on_board(Script::Simplified),
        },
    }
}

fn coordinates(grid: Grid, view: &View<'_>, top: bool) -> Vec<Cell> {
    let black = top != view.flip;
    let ascii = view.is_ascii();
    let cells = (0..grid.size().0).map(|x| {
        let point = x.checked_sub(grid.around).and_then(|x| grid.point(x, 0));
        let glyph = match point {
            Some((column, _)) => {
                let file = if view.flip { 8 - column } else { column };
                match (ascii, black) {
                    (true, true) => char::from(b'1' + file as u8),
                    (true, false) => char::from(b'9' - file as u8),
                    (false, true) => BLACK_FILES[file],
                    (false, false) => RED_FILES[file],
                }
            }
            None if ascii => ' ',
            None => '　',
        };
        Cell::new(glyph, Ink::Coordinate)
    });
    cells.collect()
}
