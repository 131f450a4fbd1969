//! The xiangqi board: 34 columns by 21 rows in full, 18 by 12 compact, coordinates included.

use super::{Cell, Charset, Ink, Lit, Picture, Pieces, View};
use crate::game::xiangqi::{Piece, Position, Script, Square};
use crate::game::{Move, Side};

/// What stands between the ranks of the full board, from black's side; the river is in the middle.
const BETWEEN: [&str; 9] = [
    "｜　｜　｜　｜＼｜／｜　｜　｜　｜",
    "｜　｜　｜　｜／｜＼｜　｜　｜　｜",
    "｜　｜　｜　｜　｜　｜　｜　｜　｜",
    "｜　｜　｜　｜　｜　｜　｜　｜　｜",
    "｜　　楚　河　　　　　漢　界　　｜",
    "｜　｜　｜　｜　｜　｜　｜　｜　｜",
    "｜　｜　｜　｜　｜　｜　｜　｜　｜",
    "｜　｜　｜　｜＼｜／｜　｜　｜　｜",
    "｜　｜　｜　｜／｜＼｜　｜　｜　｜",
];

const RED_FILES: [char; 9] = ['九', '八', '七', '六', '五', '四', '三', '二', '一'];
const BLACK_FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

pub(super) fn draw(position: &Position, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    if view.coordinates {
        picture.rows.push(coordinates(view, true));
    }
    for row in 0..10u8 {
        if row > 0 && !view.compact {
            let between = BETWEEN[usize::from(row) - 1];
            let between = between.chars().map(|glyph| in_charset(glyph, view.charset));
            picture.push(&between.collect::<String>(), Ink::Board);
        }
        let rank = if view.flip { row } else { 9 - row };
        draw_rank(position, rank, view, &mut picture);
    }
    if view.coordinates {
        picture.rows.push(coordinates(view, false));
    }
    picture
}

fn draw_rank(position: &Position, rank: u8, view: &View<'_>, picture: &mut Picture) {
    let last = view.last.and_then(Move::xiangqi);
    let mut row = Vec::with_capacity(17);
    for column in 0..9u8 {
        let file = if view.flip { 8 - column } else { column };
        let Some(square) = Square::new(file, rank) else {
            continue;
        };
        if column > 0 && (!view.compact || view.charset == Charset::Ascii) {
            row.push(Cell::new(joint(view), Ink::Board));
        }
        let mut cell = point(position.piece(square), rank, view);
        if last.is_some_and(|mv| mv.to == square) {
            cell.lit = Lit::To;
            picture.focus = Some((picture.rows.len(), super::row_width(&row)));
        } else if last.is_some_and(|mv| mv.from == square) {
            cell.lit = Lit::From;
            if position.piece(square).is_none() {
                cell.glyph = in_charset('＊', view.charset);
            }
        }
        row.push(cell);
    }
    picture.rows.push(row);
}

/// What joins two points of a rank.
fn joint(view: &View<'_>) -> char {
    match (view.charset, view.compact) {
        (Charset::Ascii, true) => ' ',
        _ => in_charset('－', view.charset),
    }
}

fn point(piece: Option<Piece>, rank: u8, view: &View<'_>) -> Cell {
    let line = |glyph| Cell::new(in_charset(glyph, view.charset), Ink::Board);
    match piece {
        Some(piece) => {
            let ink = if piece.side == Side::First {
                Ink::First
            } else {
                Ink::Second
            };
            Cell::new(glyph(piece, view), ink)
        }
        // The compact board has no rows between the ranks: dashes show the banks of the river.
        None if view.compact && (4..=5).contains(&rank) => line('－'),
        None => line('＋'),
    }
}

fn glyph(piece: Piece, view: &View<'_>) -> char {
    match (view.charset, view.pieces) {
        (Charset::Ascii, _) => piece.letter(),
        (_, Pieces::Letters) => fullwidth(piece.letter()),
        (_, Pieces::Traditional) => piece.on_board(Script::Traditional),
        (_, Pieces::Simplified) => piece.on_board(Script::Simplified),
    }
}

/// The fullwidth form of an ASCII character.
pub(super) fn fullwidth(character: char) -> char {
    match character {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(character as u32 - 0x20 + 0xFF00).unwrap_or(character),
        _ => character,
    }
}

fn coordinates(view: &View<'_>, top: bool) -> Vec<Cell> {
    let black = top != view.flip;
    let mut row = Vec::with_capacity(17);
    for column in 0..9 {
        let file = if view.flip { 8 - column } else { column };
        let ascii = view.charset == Charset::Ascii;
        if column > 0 && (!view.compact || ascii) {
            row.push(Cell::new(if ascii { ' ' } else { '　' }, Ink::Coordinate));
        }
        let glyph = match (ascii, black) {
            (true, true) => char::from(b'1' + file as u8),
            (true, false) => char::from(b'9' - file as u8),
            (false, true) => BLACK_FILES[file],
            (false, false) => RED_FILES[file],
        };
        row.push(Cell::new(glyph, Ink::Coordinate));
    }
    row
}

/// A character of the board's lines in a charset.
fn in_charset(glyph: char, charset: Charset) -> char {
    let [ascii, boxed] = match glyph {
        '＋' => ['+', '┼'],
        '－' => ['-', '─'],
        '｜' => ['|', '│'],
        '＼' => ['\\', '╲'],
        '／' => ['/', '╱'],
        '＊' => ['*', '※'],
        // The river's name: the board is a river wide without it.
        _ => [' ', glyph],
    };
    match charset {
        Charset::Ascii => ascii,
        Charset::Cjk => glyph,
        Charset::Box => boxed,
    }
}
