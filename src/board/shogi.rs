//! The shogi board as KIF tools write it: three columns a square, `v` before gote's pieces, digits above, kanji at the
//! right; the hands above and below. 31 columns by 14 rows.

use super::xiangqi::fullwidth;
use super::{Cell, Charset, Ink, Lit, Picture, Pieces, View};
use crate::game::shogi::notation::{self, file_digit, hand_count, rank_kanji};
use crate::game::shogi::{Kind, Origin, Piece, Position, Square};
use crate::game::{Move, Side};

const EDGE: &str = "+---------------------------+";
/// Columns of the whole board, with the kanji at the right.
const WIDTH: usize = EDGE.len() + 2;
pub(super) fn draw(position: &Position, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    let (above, below) = if view.flip {
        (Side::First, Side::Second)
    } else {
        (Side::Second, Side::First)
    };
    picture.push(&hand(position, above, view), Ink::Hand);
    if view.coordinates {
        picture.push(&files(view), Ink::Coordinate);
    }
    let side = if view.coordinates { "  " } else { "" };
    picture.push(&format!("{EDGE}{side}"), Ink::Board);
    for row in 1..=9 {
        let rank = if view.flip { 10 - row } else { row };
        draw_rank(position, rank, view, &mut picture);
    }
    picture.push(&format!("{EDGE}{side}"), Ink::Board);
    picture.push(&hand(position, below, view), Ink::Hand);
    if view.diagram && !ascii(view) && position.side_to_move() == Side::Second {
        picture.push("後手番", Ink::Hand);
    }
    picture
}

fn ascii(view: &View<'_>) -> bool {
    view.charset == Charset::Ascii
}

/// The file from the left.
fn file(column: u8, view: &View<'_>) -> u8 {
    if view.flip { column + 1 } else { 9 - column }
}

fn files(view: &View<'_>) -> String {
    let digit = |column| match (ascii(view), file(column, view)) {
        (true, file) => format!("  {file}"),
        (false, file) => format!(" {}", file_digit(file)),
    };
    let digits: String = (0..9).map(digit).collect();
    format!(" {digits}   ")
}

fn draw_rank(position: &Position, rank: u8, view: &View<'_>, picture: &mut Picture) {
    let last = view.last.and_then(Move::shogi);
    let (from, to) = (last.map(|mv| mv.from), last.map(|mv| mv.to));
    let edge = Cell::new('|', Ink::Board);
    let mut row = vec![edge];
    for column in 0..9 {
        let Some(square) = Square::new(file(column, view), rank) else {
            continue;
        };
        let mut cells = match position.piece(square) {
            Some(piece) => piece_cells(piece, view),
            None => empty(from == Some(Origin::Board(square)) && !view.diagram, view),
        };
        if to == Some(square) {
            light(&mut cells, Lit::To);
            picture.focus = Some((picture.rows.len(), super::row_width(&row)));
        } else if from == Some(Origin::Board(square)) {
            light(&mut cells, Lit::From);
        }
        row.append(&mut cells);
    }
    row.push(edge);
    if view.coordinates {
        let name = if ascii(view) {
            // As in USI: a is gote's back rank.
            format!("{} ", char::from(b'a' + rank - 1))
        } else {
            rank_kanji(rank).to_string()
        };
        row.extend(name.chars().map(|glyph| Cell::new(glyph, Ink::Coordinate)));
    }
    picture.rows.push(row);
}

/// Sets the piece of a square apart, not what stands before it.
fn light(cells: &mut [Cell], lit: Lit) {
    if let Some(cell) = cells
        .iter_mut()
        .find(|cell| !matches!(cell.glyph, ' ' | 'v' | '+'))
    {
        cell.lit = lit;
    }
}

/// A square without a piece; the last move may have begun there.
fn empty(origin: bool, view: &View<'_>) -> Vec<Cell> {
    let text = match (ascii(view), origin) {
        (true, true) => " * ",
        (true, false) => " . ",
        (false, true) => " ＊",
        (false, false) => " ・",
    };
    text.chars()
        .map(|glyph| Cell::new(glyph, Ink::Board))
        .collect()
}

/// A piece in three columns: `v` or `+` before it. Where pieces are letters, gote's are small.
fn piece_cells(piece: Piece, view: &View<'_>) -> Vec<Cell> {
    let letter = match piece.side {
        Side::First => piece.kind.letter(),
        Side::Second => piece.kind.letter().to_ascii_lowercase(),
    };
    let promoted = if piece.kind.is_promoted() { '+' } else { ' ' };
    let turned = if piece.side == Side::Second { 'v' } else { ' ' };
    let text = match (ascii(view), view.pieces) {
        (true, _) => format!("{promoted}{letter} "),
        (false, Pieces::Letters) => format!("{promoted}{}", fullwidth(letter)),
        (false, _) => format!("{turned}{}", piece.kind.in_diagram()),
    };
    let ink = match piece.side {
        Side::First => Ink::First,
        Side::Second => Ink::Second,
    };
    text.chars().map(|glyph| Cell::new(glyph, ink)).collect()
}

/// `後手  飛二　歩三`. One that is too long for the board is set closer: `後手 飛2角2金4銀4桂4香4歩18`.
fn hand(position: &Position, side: Side, view: &View<'_>) -> String {
    if view.diagram && !ascii(view) {
        let name = if side == Side::First {
            "先手"
        } else {
            "後手"
        };
        return format!("{name}の持駒：{}", notation::hand(position, side));
    }
    let held: Vec<(Kind, u8)> = position.hand(side).collect();
    let title = match (side, ascii(view)) {
        (Side::First, false) => "先手",
        (Side::Second, false) => "後手",
        (Side::First, true) => "Sente",
        (Side::Second, true) => "Gote ",
    };
    if held.is_empty() {
        return format!("{title}  {}", if ascii(view) { "-" } else { "なし" });
    }
    let piece = |kind: Kind| match (ascii(view), view.pieces) {
        (true, _) => kind.letter(),
        (false, Pieces::Letters) => fullwidth(kind.letter()),
        (false, _) => kind.in_diagram(),
    };
    let close = |(kind, count): &(Kind, u8)| match count {
        1 => piece(*kind).to_string(),
        count => format!("{}{count}", piece(*kind)),
    };
    if ascii(view) {
        let held: Vec<String> = held.iter().map(close).collect();
        return format!("{title}  {}", held.join(" "));
    }
    let spaced = |(kind, count): &(Kind, u8)| format!("{}{}", piece(*kind), hand_count(*count));
    let spaced: Vec<String> = held.iter().map(spaced).collect();
    let text = format!("{title}  {}", spaced.join("　"));
    if crate::text::columns(&text, false) <= WIDTH {
        text
    } else {
        format!("{title} {}", held.iter().map(close).collect::<String>())
    }
}
