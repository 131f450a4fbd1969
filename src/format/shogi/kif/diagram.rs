//! Text diagrams: nine ranks between bars, with the pieces in hand above and below.

use crate::format::numerals::{is_numeral, value};
use crate::game::Side;
use crate::game::shogi::notation::{digit_value, kanji_value, rank_kanji};
use crate::game::shogi::{Kind, Piece, Position, Square};
use crate::text::scan::is_blank;

/// A diagram, read line by line.
#[derive(Debug, Default)]
pub(super) struct Diagram {
    /// The position so far, with sente to move. `None` before any part of the diagram.
    pub(super) position: Option<Position>,
    ranks: u8,
    /// The most cells of a rank.
    files: usize,
    /// The first file is on the left: the board is turned, or drawn by a program of another country.
    from_left: bool,
}

/// An offset in the text, and the fault there.
pub(super) type DiagramFault = (usize, String);

impl Diagram {
    /// Whether ranks are missing at the end.
    pub(super) fn is_cut(&self) -> bool {
        (1..9).contains(&self.ranks)
    }

    /// Whether it is a board of 5五将棋 rather than a corner, which has no two kings.
    pub(super) fn is_small(&self) -> bool {
        (self.ranks, self.files) == (5, 5)
            && self.position.is_some_and(|position| {
                position.king(Side::First).is_some() && position.king(Side::Second).is_some()
            })
    }

    /// Takes note of the numbers of the files above the board, if the line has nothing else.
    pub(super) fn number_files(&mut self, text: &str) {
        let mut files = text.chars().filter(|next| !is_blank(*next)).map(digit_value);
        self.from_left |= (1..=9).all(|file| files.next() == Some(Some(file)));
    }

    /// Reads a rank after its first bar: cells of two characters (owner and piece), a second bar, and the number of the
    /// rank. A board narrower than nine files is in the right corner. Returns the first problem, but reads everything
    /// it can.
    pub(super) fn read_rank(&mut self, text: &str) -> Option<DiagramFault> {
        // Some programs draw a bar after each cell.
        let first = text.split(BARS).next().unwrap_or(text);
        let split = match first.chars().count() {
            ..=2 => text.rsplit_once(BARS),
            _ => text.split_once(BARS),
        };
        let (cells, after) = split.unwrap_or((text.trim_end_matches(is_blank), ""));
        let name = after.trim_matches(is_blank).chars().next();
        let rank = name.and_then(kanji_value).unwrap_or(self.ranks.saturating_add(1));
        self.ranks = self.ranks.saturating_add(1).max(rank);
        let position = self.position.get_or_insert_with(Position::empty);
        let (mut pieces, mut problem) = (Vec::new(), None);
        let mut rest = cells;
        while let Some((side, glyph)) = take_cell(&mut rest) {
            let kind = Kind::from_japanese(glyph);
            if kind.is_none() && !EMPTY.contains(&glyph) {
                let at = cells.len() - rest.len() - glyph.len_utf8();
                problem
                    .get_or_insert_with(|| (at, format!("{glyph:?} is not a piece of a diagram")));
            }
            pieces.push(kind.map(|kind| Piece { side, kind }));
        }
        self.files = self.files.max(pieces.len());
        if rank > 9 || pieces.len() > 9 {
            return Some((0, "the diagram is larger than 9 by 9".to_owned()));
        }
        if !self.from_left {
            pieces.reverse();
        }
        for (file, piece) in (1..).zip(pieces) {
            if let Some(square) = Square::new(file, rank) {
                position.put(square, piece);
            }
        }
        problem
    }

    /// Reads the pieces in hand: each kind with its count in kanji or digits, optionally separated by blanks. Returns
    /// the first problem, but reads everything it can.
    pub(super) fn read_hand(&mut self, side: Side, text: &str) -> Option<DiagramFault> {
        let position = self.position.get_or_insert_with(Position::empty);
        // Named again, it is the same hand.
        Kind::IN_HAND.into_iter().for_each(|kind| position.set_in_hand(side, kind, 0));
        let mut problem = None;
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let at = text.len() - rest.len();
            if matches!(rest, "なし" | "無し") {
                break;
            }
            rest = &rest[character.len_utf8()..];
            let kind = Kind::from_japanese(character).filter(|kind| Kind::IN_HAND.contains(kind));
            if let Some(kind) = kind {
                let held = position.in_hand(side, kind);
                position.set_in_hand(side, kind, held.saturating_add(take_count(&mut rest)));
            } else if !is_blank(character) && !matches!(character, '、' | '・' | ',' | '，' | 'と')
            {
                problem
                    .get_or_insert_with(|| (at, format!("{character:?} is not a piece in hand")));
            }
        }
        problem
    }
}

/// The frame left and right of the cells.
pub(super) const BARS: [char; 4] = ['|', '｜', '│', '┃'];

/// The characters of an empty cell.
const EMPTY: [char; 7] = ['・', '･', '.', '．', '*', ' ', '\u{3000}'];

/// Takes a cell: the owner and the piece. If the blank before a piece is missing, the piece is sente's.
fn take_cell(rest: &mut &str) -> Option<(Side, char)> {
    let mut characters = rest.trim_start_matches(BARS).chars();
    let cell = match characters.next()? {
        'v' | 'V' | 'ｖ' => (Side::Second, characters.next()?),
        ' ' | '+' | '^' | '\u{3000}' => (Side::First, characters.next()?),
        glyph => (Side::First, glyph),
    };
    *rest = characters.as_str();
    // An ASCII dot is narrower than a piece: a blank follows it.
    if cell.1 == '.' && (rest.starts_with("  ") || rest.starts_with(" v")) {
        *rest = &rest[1..];
    }
    Some(cell)
}

/// Takes a count at the start of a text, in kanji or digits; 1 if there is none. The katakana ニ is a common typo for 二.
fn take_count(rest: &mut &str) -> u8 {
    let after = rest.trim_start_matches(|c| is_numeral(c) || c == 'ニ');
    let count = rest[..rest.len() - after.len()].replace('ニ', "二");
    *rest = after;
    match value(&count) {
        Some(_) if count.is_empty() => 1,
        value => value.and_then(|value| u8::try_from(value).ok()).unwrap_or(u8::MAX),
    }
}

/// The rows of the board, frame and file numbers included.
pub(super) fn board_rows(position: &Position) -> Vec<String> {
    const FRAME: &str = "+---------------------------+";
    let mut rows = vec!["  ９ ８ ７ ６ ５ ４ ３ ２ １".to_owned(), FRAME.to_owned()];
    for rank in 1..=9 {
        let mut cells = String::new();
        for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
            cells.extend(match position.piece(square) {
                Some(Piece { side, kind }) => [side.pick(' ', 'v'), kind.in_diagram()],
                None => [' ', '・'],
            });
        }
        rows.push(format!("|{cells}|{}", rank_kanji(rank)));
    }
    rows.push(FRAME.to_owned());
    rows
}
