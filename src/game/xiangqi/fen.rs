//! FEN: ranks from black's back rank, separated by `/`, with digits for empty points, then the side to move.

use super::piece::Piece;
use super::position::Position;
use super::square::Square;
use crate::game::{Side, write_row};

impl Position {
    /// Parses FEN. Only the board is required: the default is red to move, and later fields (`- - 0 1`) are ignored.
    /// `w` and `r` are red, with or without a blank before them; the letters `e` and `h` are treated as `b` and `n`.
    ///
    /// # Errors
    /// What is wrong with the board or the side.
    pub fn from_fen(fen: &str) -> Result<Self, String> {
        let mut fields = fen.split_whitespace();
        let word = fields.next().unwrap_or("");
        let (board, side) = glued_side(word).unwrap_or_else(|| (word, fields.next()));
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != 10 {
            return Err(format!("a FEN has 10 ranks, this one has {}", ranks.len()));
        }
        let mut position = Self::empty();
        for (rank, text) in (0..10).rev().zip(ranks) {
            position.read_rank(rank, text)?;
        }
        position.set_side_to_move(match side {
            None | Some("w" | "r" | "W" | "R" | "-") => Side::First,
            Some("b" | "B") => Side::Second,
            Some(_) => return Err("the side to move in a FEN must be w, r or b".to_owned()),
        });
        Ok(position)
    }

    /// The board and the side to move: `… w` or `… b`.
    pub fn fen(&self) -> String {
        let mut fen = String::with_capacity(64);
        for rank in (0..10).rev() {
            self.write_rank(rank, &mut fen);
            fen.push(if rank == 0 { ' ' } else { '/' });
        }
        fen.push(self.side_to_move().pick('w', 'b'));
        fen
    }

    fn read_rank(&mut self, rank: u8, text: &str) -> Result<(), String> {
        let wrong_width =
            |width: u32| format!("rank {rank} of the FEN is {width} points wide, not 9");
        let mut file = 0;
        for letter in text.chars() {
            if let Some(run) = letter.to_digit(10) {
                file += run;
                continue;
            }
            let piece = Piece::from_letter(letter)
                .ok_or_else(|| format!("{letter:?} is not a piece in FEN"))?;
            let square = u8::try_from(file).ok().and_then(|file| Square::new(file, rank));
            self.put(square.ok_or_else(|| wrong_width(file + 1))?, Some(piece));
            file += 1;
        }
        if file == 9 { Ok(()) } else { Err(wrong_width(file)) }
    }

    fn write_rank(&self, rank: u8, fen: &mut String) {
        let squares = (0..9).filter_map(|file| Square::new(file, rank));
        let pieces = squares.map(|square| self.piece(square));
        write_row(pieces, fen, |piece, fen| fen.push(piece.letter()));
    }
}

/// The board and the side to move, if that is written right behind the nine points of the last rank.
fn glued_side(word: &str) -> Option<(&str, Option<&str>)> {
    let board = word.strip_suffix(['w', 'W', 'r', 'R', 'b', 'B'])?;
    let last = board.rsplit('/').next()?;
    let width: u32 = last.chars().map(|point| point.to_digit(10).unwrap_or(1)).sum();
    (width == 9).then(|| (board, word.get(board.len()..)))
}
