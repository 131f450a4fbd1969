//! The shogi board, with three columns a square as in KIF tools: `v` before gote's pieces, digits above, kanji at the
//! right, hands above and below. It takes 31 columns by 14 rows. Larger boards have a frame around each square and take
//! 40 columns by 22 rows, or pieces in their own shape and colour: 58 columns by 32 rows, or 67 by 40 with frames. Lines take one column, which leaves
//! one for the `v`: they are ASCII or box drawing.

use super::Target;
use super::cell::{Cell, Highlight, Ink, Picture, cells, fullwidth, row_width};
use super::view::{Charset, Pieces, Scale, View, Ways, joint};
use crate::game::shogi::notation::{self, file_digit, hand_count, rank_kanji};
use crate::game::shogi::{Kind, Origin, Piece, Position, Square};
use crate::game::{Move, Side};

/// The columns of a piece including the sign before it.
const PIECE: usize = 3;

/// The layout of squares.
#[derive(Debug, Clone, Copy)]
struct Grid {
    /// The columns and rows of a square inside its frame.
    square: (usize, usize),
    /// Whether lines separate the squares, rather than only surround the board.
    ruled: bool,
}

impl Grid {
    fn of(view: &View<'_>) -> Self {
        let (square, ruled) = match view.scale {
            // Other programs read diagrams.
            _ if view.diagram => ((PIECE, 1), false),
            Scale::Compact | Scale::Usual => ((PIECE, 1), false),
            Scale::Large => ((PIECE, 1), true),
            Scale::Huge => ((6, 3), false),
            Scale::Giant => ((6, 3), true),
        };
        Self { square, ruled }
    }

    /// The columns of the board including its frame.
    fn width(self) -> usize {
        9 * self.square.0 + if self.ruled { 10 } else { 2 }
    }

    /// The columns of the rank names at the right.
    fn margin(self, view: &View<'_>) -> usize {
        match (view.coordinates, self.ruled) {
            (false, _) => 0,
            (true, false) => 2,
            (true, true) => 3,
        }
    }

    /// The line above the rank at `row`, counted from the top; 9 is the bottom edge. It has an `o` where boards have
    /// dots.
    fn line(self, row: usize, view: &View<'_>) -> Vec<Cell> {
        let side = vec![drawn('-', '─', view); self.square.0];
        let mut line = Vec::new();
        for column in 0..=9 {
            if column > 0 {
                line.extend_from_slice(&side);
            }
            if self.ruled || column == 0 || column == 9 {
                line.push(corner(column, row, view));
            }
        }
        line.extend(cells(&" ".repeat(self.margin(view)), Ink::Board));
        line
    }

    /// Centres cells in a square.
    fn centred(self, cells: Vec<Cell>) -> Vec<Cell> {
        let blank = Cell::new(' ', Ink::Board);
        let room = self.square.0.saturating_sub(row_width(&cells));
        let mut centred = vec![blank; room / 2];
        centred.extend(cells);
        centred.resize(centred.len() + room.div_ceil(2), blank);
        centred
    }
}

/// Columns and rows. A hand may be wider than the compact board.
pub(super) fn size(view: &View<'_>) -> (usize, usize) {
    let grid = Grid::of(view);
    let lines = if grid.ruled { 10 } else { 2 };
    let files = usize::from(view.coordinates);
    let hands = 2;
    let height = 9 * grid.square.1 + lines + files + hands;
    (grid.width() + grid.margin(view), height)
}

pub(super) fn draw(position: &Position, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    let grid = Grid::of(view);
    let above = Side::first_if(view.flip);
    draw_hand(position, above, view, &mut picture);
    if view.coordinates {
        picture.rows.push(files(grid, view));
    }
    for row in 0..9 {
        if row == 0 || grid.ruled {
            picture.rows.push(grid.line(row.into(), view));
        }
        let rank = if view.flip { 9 - row } else { row + 1 };
        for nth in 0..grid.square.1 {
            draw_row(position, grid, (rank, nth), view, &mut picture);
        }
    }
    picture.rows.push(grid.line(9, view));
    draw_hand(position, above.other(), view, &mut picture);
    if view.diagram && !view.is_ascii() && position.side_to_move() == Side::Second {
        picture.push("後手番", Ink::Hand);
    }
    picture
}

/// The row of a hand, in which the cursor may be.
fn draw_hand(position: &Position, side: Side, view: &View<'_>, picture: &mut Picture) {
    picture.push(&hand(position, side, view), Ink::Hand);
    let Some(Target::Hand(owner, kind)) = view.cursor.filter(|_| !view.diagram) else { return };
    let (y, mut column) = (picture.rows.len() - 1, 0);
    for cell in picture.rows[y].iter_mut().filter(|_| owner == side) {
        if picture.cursor.is_none() && held_at(position, side, view, column) == Some(kind) {
            picture.cursor = Some((y, column));
            cell.is_pointed = true;
        }
        column += cell.width();
    }
}

/// A line of the board in one column.
fn drawn(ascii: char, boxed: char, view: &View<'_>) -> Cell {
    match view.charset {
        Charset::Box if !view.diagram => Cell::narrow(boxed, Ink::Board),
        _ => Cell::new(ascii, Ink::Board),
    }
}

/// The file at a column, counted from the left.
fn file(column: u8, view: &View<'_>) -> u8 {
    if view.flip { column + 1 } else { 9 - column }
}

/// The square or the piece in hand at a row and a column of the picture.
pub(super) fn target_at(
    position: &Position,
    view: &View<'_>,
    row: usize,
    column: usize,
) -> Option<Target> {
    let grid = Grid::of(view);
    let (_, height) = size(view);
    if row == 0 || row + 1 == height {
        let owner = Side::first_if((row == 0) == view.flip);
        let kind = held_at(position, owner, view, column)?;
        return Some(Target::Hand(owner, kind));
    }
    let line = usize::from(grid.ruled);
    let top = 2 + usize::from(view.coordinates);
    let nth = row.checked_sub(top)? / (grid.square.1 + line);
    let from_left = column.checked_sub(1)? / (grid.square.0 + line);
    let (nth, from_left) = (u8::try_from(nth).ok()?, u8::try_from(from_left).ok()?);
    let is_inside = nth < 9 && from_left < 9;
    let rank = if view.flip { 9_u8.checked_sub(nth)? } else { nth + 1 };
    let square = is_inside.then(|| Square::new(file(from_left, view), rank));
    square.flatten().map(Target::Shogi)
}

/// The kind of piece whose name or count is at a column of a hand.
fn held_at(position: &Position, side: Side, view: &View<'_>, column: usize) -> Option<Kind> {
    let text = hand(position, side, view);
    let names = text.find(' ')?;
    let mut kinds = position.hand(side).map(|(kind, _)| kind).peekable();
    let (mut end, mut here) = (0, None);
    for (at, glyph) in text.char_indices() {
        end += if glyph.is_ascii() { 1 } else { 2 };
        if at > names && kinds.peek().is_some_and(|kind| name(*kind, view) == glyph) {
            here = kinds.next();
        } else if matches!(glyph, ' ' | '\u{3000}') {
            here = None;
        }
        if column < end {
            return here;
        }
    }
    None
}

/// The name of a kind of piece in hand.
fn name(kind: Kind, view: &View<'_>) -> char {
    match (view.is_ascii(), view.pieces) {
        (true, _) => kind.letter(),
        (false, Pieces::Letters) => fullwidth(kind.letter()),
        (false, _) => kind.in_diagram(),
    }
}

/// The line's crossing at the left of a column.
fn corner(column: usize, row: usize, view: &View<'_>) -> Cell {
    let (left, right) = (column > 0, column < 9);
    let ways = Ways { up: row > 0, down: row < 9, left, right };
    match (column, row) {
        (3 | 6, 3 | 6) => drawn('o', '╋', view),
        _ => drawn('+', joint(ways, Charset::Box), view),
    }
}

fn files(grid: Grid, view: &View<'_>) -> Vec<Cell> {
    let blank = Cell::new(' ', Ink::Coordinate);
    let mut row = vec![blank];
    for column in 0..9 {
        let file = file(column, view);
        let name = match view.is_ascii() {
            true => format!("  {file}"),
            false => format!(" {}", file_digit(file)),
        };
        row.extend(grid.centred(cells(&name, Ink::Coordinate)));
        row.extend(grid.ruled.then_some(blank));
    }
    row.resize(row.len() + grid.margin(view) + usize::from(!grid.ruled), blank);
    row
}

/// A row of squares, by their rank and the row in the rank from the top.
fn draw_row(
    position: &Position,
    grid: Grid,
    (rank, nth): (u8, usize),
    view: &View<'_>,
    picture: &mut Picture,
) {
    let edge = drawn('|', '│', view);
    let is_middle = nth == grid.square.1 / 2;
    let mut row = vec![edge];
    for column in 0..9 {
        let cells = match Square::new(file(column, view), rank) {
            Some(square) if is_middle => square_cells(position, grid, square, view),
            Some(square) => position.piece(square).map_or(Vec::new(), |it| end(it.side, nth, view)),
            None => Vec::new(),
        };
        let left = row_width(&row) + grid.square.0.saturating_sub(row_width(&cells)) / 2;
        if let Some(lit) = cells.iter().position(|cell| cell.lit == Highlight::To) {
            picture.focus = Some((picture.rows.len(), left + lit.saturating_sub(1)));
        }
        if let Some(pointed) = cells.iter().position(|cell| cell.is_pointed) {
            picture.cursor = Some((picture.rows.len(), left + row_width(&cells[..pointed])));
        }
        row.extend(grid.centred(cells));
        row.extend((grid.ruled || column == 8).then_some(edge));
    }
    let name = match rank {
        _ if !view.coordinates => String::new(),
        _ if !is_middle => " ".repeat(grid.margin(view)),
        // As in USI: a is gote's back rank.
        rank if view.is_ascii() => format!("{} ", char::from(b'a' + rank - 1)),
        rank => rank_kanji(rank).to_string(),
    };
    let gap = if grid.ruled && is_middle && view.coordinates { " " } else { "" };
    row.extend(cells(&format!("{gap}{name}"), Ink::Coordinate));
    picture.rows.push(row);
}

/// The cells in the middle of a square.
fn square_cells(position: &Position, grid: Grid, square: Square, view: &View<'_>) -> Vec<Cell> {
    let last = view.last.and_then(Move::shogi);
    let is_to = last.is_some_and(|mv| mv.to == square);
    let is_from = last.is_some_and(|mv| mv.from == Origin::Board(square));
    let mut cells = match position.piece(square) {
        Some(piece) => piece_cells(piece, grid, view),
        None => match view.named(Target::Shogi(square), 2) {
            Some(name) => [vec![Cell::new(' ', Ink::Board)], name].concat(),
            None => empty(is_from && !view.diagram, grid, view),
        },
    };
    let here = Target::Shogi(square);
    let is_target = view.targets.contains(&here);
    if is_target && cells.iter().all(|cell| cell.ink == Ink::Board) {
        let sign = if view.is_ascii() { 'o' } else { 'ｏ' };
        cells = vec![Cell::new(' ', Ink::Board), Cell::new(sign, Ink::Mark)];
        cells.extend(view.is_ascii().then(|| Cell::new(' ', Ink::Board)));
    } else if is_target {
        light(&mut cells, Highlight::Target);
    }
    if view.cursor == Some(here) {
        let shown = cells.iter().position(|cell| !matches!(cell.glyph, ' ' | 'v' | '+'));
        let nth = shown.unwrap_or(cells.len() / 2);
        cells.iter_mut().skip(nth).take(1).for_each(|cell| cell.is_pointed = true);
    }
    if is_to {
        light(&mut cells, Highlight::To);
    } else if is_from {
        light(&mut cells, Highlight::From);
    }
    if let Some(piece) = position.piece(square).filter(|_| grid.square.1 > 1) {
        let edges = if points_up(piece.side, view) { ['/', '\\'] } else { ['\\', '/'] };
        let [left, right] = edges.map(|edge| Cell::new(edge, Ink::Body(piece.side)));
        cells.insert(0, left);
        cells.extend([Cell::new(' ', Ink::Body(piece.side)), right]);
    }
    if let Some(free) = cells.iter_mut().find(|cell| cell.glyph == ' ')
        && position.piece(square).is_some()
        && let Some(name) = view.named(here, 1)
    {
        *free = name[0];
    }
    cells
}

/// Whether a side's pieces point upwards: to the opponent.
fn points_up(side: Side, view: &View<'_>) -> bool {
    side == Side::first_if(!view.flip)
}

/// The top or bottom of a large piece.
fn end(side: Side, nth: usize, view: &View<'_>) -> Vec<Cell> {
    let text = match (points_up(side, view), nth, view.is_ascii()) {
        (true, 0, false) => "／＼",
        (true, _, false) => "￣￣￣",
        (false, 0, false) => "＿＿＿",
        (false, _, false) => "＼／",
        (up, nth, true) if up == (nth == 0) => "--",
        (_, _, true) => "------",
    };
    cells(text, Ink::Body(side))
}

/// Highlights the piece of a square, without the sign before it.
fn light(cells: &mut [Cell], lit: Highlight) {
    if let Some(cell) = cells.iter_mut().find(|cell| !matches!(cell.glyph, ' ' | 'v' | '+')) {
        cell.lit = lit;
    }
}

/// An empty square. `origin` is whether the last move began there.
fn empty(origin: bool, grid: Grid, view: &View<'_>) -> Vec<Cell> {
    let text = match (view.is_ascii(), origin) {
        (true, true) => " * ",
        (false, true) => " ＊",
        _ if grid.ruled => "   ",
        (true, false) => " . ",
        (false, false) => " ・",
    };
    cells(text, Ink::Board)
}

/// A piece in three columns, with `v` or `+` before it. In letters, gote's pieces are lower case.
fn piece_cells(piece: Piece, grid: Grid, view: &View<'_>) -> Vec<Cell> {
    let letter = piece.letter();
    let promoted = if piece.kind.is_promoted() { '+' } else { ' ' };
    let turned = if piece.side == Side::Second { 'v' } else { ' ' };
    let text = match (view.is_ascii(), view.pieces) {
        (true, _) => format!("{promoted}{letter} "),
        (false, Pieces::Letters) => format!("{promoted}{}", fullwidth(letter)),
        (false, _) => format!("{turned}{}", piece.kind.in_diagram()),
    };
    cells(&text, if grid.square.1 > 1 { Ink::Body(piece.side) } else { Ink::of(piece.side) })
}

/// A hand, like `後手  飛二　歩三`. If it is wider than the board it is shortened: `後手 飛2角2金4銀4桂4香4歩18`.
fn hand(position: &Position, side: Side, view: &View<'_>) -> String {
    let title = match (view.is_ascii(), view.handicap) {
        (true, _) => side.pick("Sente", "Gote "),
        (false, true) => side.pick("下手", "上手"),
        (false, false) => side.pick("先手", "後手"),
    };
    if view.diagram && !view.is_ascii() {
        return format!("{title}の持駒：{}", notation::hand(position, side));
    }
    let held: Vec<(Kind, u8)> = position.hand(side).collect();
    if held.is_empty() {
        return format!("{title}  {}", if view.is_ascii() { "-" } else { "なし" });
    }
    let close = held.iter().map(|(kind, count)| match count {
        1 => name(*kind, view).to_string(),
        count => format!("{}{count}", name(*kind, view)),
    });
    let close: Vec<String> = close.collect();
    if view.is_ascii() {
        return format!("{title}  {}", close.join(" "));
    }
    let spaced =
        |(kind, count): &(Kind, u8)| format!("{}{}", name(*kind, view), hand_count(*count));
    let spaced: Vec<String> = held.iter().map(spaced).collect();
    let text = format!("{title}  {}", spaced.join("　"));
    let grid = Grid::of(view);
    if crate::text::columns(&text, false) <= grid.width() + 2 {
        text
    } else {
        format!("{title} {}", close.concat())
    }
}
