//! Text diagrams: nine ranks between bars, with the pieces in hand above and below.

use crate::game::Side;
use crate::game::shogi::notation::{digit_value, kanji_value, rank_kanji};
use crate::game::shogi::{Kind, Piece, Position, Square};
use crate::text::scan::is_blank;

/// A diagram, read line by line.
#[derive(Debug, Default)]
pub(super) struct Diagram {
    ranks: u8,
    /// The pieces with file and rank, 1–9.
    pieces: Vec<(Square, Piece)>,
    hands: Vec<(Side, Kind, u8)>,
    has_hands: bool,
}

/// An offset in the text, and what is wrong there.
pub(super) type Problem = (usize, String);

impl Diagram {
    /// Whether any part of a diagram has been read.
    pub(super) fn is_there(&self) -> bool {
        self.ranks > 0 || self.has_hands
    }

    /// Whether ranks are missing at the end.
    pub(super) fn is_cut(&self) -> bool {
        (1..9).contains(&self.ranks)
    }

    /// Reads a rank after its first bar: cells of two characters (owner and piece), a second bar, and the number of the
    /// rank. A board narrower than nine files is in the right corner. Returns the first problem, but reads everything
    /// it can.
    pub(super) fn read_rank(&mut self, text: &str) -> Option<Problem> {
        // Some programs draw a bar after each cell.
        let first = text.split(BARS).next().unwrap_or(text);
        let split = match first.chars().count() {
            ..=2 => text.rsplit_once(BARS),
            _ => text.split_once(BARS),
        };
        let (cells, after) = split.unwrap_or((text.trim_end_matches(is_blank), ""));
        let mut cells: Vec<Cell> = Cells {
            text: cells,
            offset: 0,
        }
        .collect();
        let named = after.trim_matches(is_blank).chars().next();
        let named = named.and_then(kanji_value);
        let rank = named.unwrap_or(self.ranks.saturating_add(1));
        self.ranks = self.ranks.saturating_add(1).max(rank);
        if rank > 9 || cells.len() > 9 {
            return Some((0, "the diagram is larger than 9 by 9".to_owned()));
        }
        cells.reverse();
        let mut problem = None;
        for (file, cell) in (1..).zip(cells) {
            match cell {
                Ok(piece) => self.pieces.extend(Square::new(file, rank).zip(piece)),
                Err(unknown) => problem = Some(unknown),
            }
        }
        problem
    }

    /// Reads the pieces in hand: each kind with its count in kanji or digits, optionally separated by blanks. Returns
    /// the first problem, but reads everything it can.
    pub(super) fn read_hand(&mut self, side: Side, text: &str) -> Option<Problem> {
        self.has_hands = true;
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
                self.hands.push((side, kind, take_count(&mut rest)));
            } else if !is_blank(character) && !matches!(character, '、' | '・' | ',') {
                let found = || (at, format!("{character:?} is not a piece in hand"));
                problem = problem.or_else(|| Some(found()));
            }
        }
        problem
    }

    /// The position, with sente to move.
    pub(super) fn position(&self) -> Position {
        let mut position = Position::empty();
        for (square, piece) in &self.pieces {
            position.put(*square, Some(*piece));
        }
        for (side, kind, count) in &self.hands {
            let before = position.in_hand(*side, *kind);
            position.set_in_hand(*side, *kind, before.saturating_add(*count));
        }
        position
    }
}

/// The bars between the cells and around them.
const BARS: [char; 2] = ['|', '｜'];

/// The piece in a cell; the error is a character that is neither a piece nor empty.
type Cell = Result<Option<Piece>, Problem>;

/// Iterates over the cells of a rank.
struct Cells<'a> {
    text: &'a str,
    /// The offset of the next cell.
    offset: usize,
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.offset..)?;
        let mut rest = rest.trim_start_matches(BARS).chars();
        let first = rest.next()?;
        let owner = match first {
            'v' | 'V' | 'ｖ' => Some(Side::Second),
            ' ' | '+' | '^' | '\u{3000}' => Some(Side::First),
            _ => None,
        };
        // If the blank before a piece is missing, the piece is sente's.
        let (side, glyph) = match owner {
            Some(side) => (side, rest.next()?),
            None => (Side::First, first),
        };
        self.offset = self.text.len() - rest.as_str().len();
        let at = self.offset - glyph.len_utf8();
        Some(match (Kind::from_japanese(glyph), glyph) {
            (Some(kind), _) => Ok(Some(Piece { side, kind })),
            (None, '・' | '･' | '.' | '．' | '*' | ' ' | '\u{3000}') => Ok(None),
            (None, other) => Err((at, format!("{other:?} is not a piece of a diagram"))),
        })
    }
}

/// Takes a count at the start of a text: kanji up to 十八, or digits; 1 if there is none.
fn take_count(rest: &mut &str) -> u8 {
    let (mut tens, mut ones, mut any) = (None, 0u8, false);
    let mut characters = rest.chars();
    while let Some(character) = characters.next() {
        if character == '十' {
            tens = Some(ones.max(1));
            ones = 0;
        } else if let Some(digit) = digit_value(character).or_else(|| kanji_value(character)) {
            ones = ones.saturating_mul(10).saturating_add(digit);
        } else {
            break;
        }
        any = true;
        *rest = characters.as_str();
    }
    if any {
        tens.unwrap_or(0).saturating_mul(10).saturating_add(ones)
    } else {
        1
    }
}

/// The rows of the board, frame and file numbers included.
pub(super) fn board_rows(position: &Position) -> Vec<String> {
    const FRAME: &str = "+---------------------------+";
    let mut rows = vec!["  ９ ８ ７ ６ ５ ４ ３ ２ １".to_owned(), FRAME.to_owned()];
    for rank in 1..=9 {
        let mut row = String::from("|");
        let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
        for piece in squares.map(|square| position.piece(square)) {
            let (owner, glyph) = match piece {
                Some(piece) if piece.side == Side::Second => ('v', piece.kind.in_diagram()),
                Some(piece) => (' ', piece.kind.in_diagram()),
                None => (' ', '・'),
            };
            row.extend([owner, glyph]);
        }
        row.extend(['|', rank_kanji(rank)]);
        rows.push(row);
    }
    rows.push(FRAME.to_owned());
    rows
}
