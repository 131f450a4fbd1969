//! FEN: ranks from black's back rank, separated by `/`, with digits for empty points, then the side to move.

use super::piece::Piece;
use super::position::Position;
use super::square::Square;
use crate::game::{Side, write_row};

/// Why a text is not FEN, by the part that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The board has this many ranks.
    #[error("a FEN has 10 ranks, this one has {0}")]
    Ranks(usize),
    /// A rank, counted from 0 at red's side, is this many points wide.
    #[error("rank {0} of the FEN is {1} points wide, not 9")]
    Width(u8, u32),
    /// This letter is on a rank.
    #[error("{0:?} is not a piece in FEN")]
    Piece(char),
    /// Something else names the side to move.
    #[error("the side to move in a FEN must be w, r or b")]
    Side,
}

impl Position {
    /// Parses FEN. Only the board is required: the default is red to move, and later fields (`- - 0 1`) are ignored.
    /// `w` and `r` are red, with or without a blank before them; the letters `e` and `h` are treated as `b` and `n`.
    ///
    /// # Errors
    /// The fault in the board or the side.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_whitespace();
        let word = fields.next().unwrap_or("");
        let (board, side) = glued_side(word).unwrap_or_else(|| (word, fields.next()));
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != 10 {
            return Err(FenError::Ranks(ranks.len()));
        }
        let mut position = Self::empty();
        for (rank, text) in (0..10).rev().zip(ranks) {
            position.read_rank(rank, text)?;
        }
        position.set_side_to_move(match side {
            None | Some("w" | "r" | "W" | "R" | "-") => Side::First,
            Some("b" | "B") => Side::Second,
            Some(_) => return Err(FenError::Side),
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

    fn read_rank(&mut self, rank: u8, text: &str) -> Result<(), FenError> {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(run) = letter.to_digit(10) {
                file += run;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Piece(letter))?;
            let square = u8::try_from(file).ok().and_then(|file| Square::new(file, rank));
            file += 1;
            self.put(square.ok_or(FenError::Width(rank, file))?, Some(piece));
        }
        if file == 9 { Ok(()) } else { Err(FenError::Width(rank, file)) }
    }

    fn write_rank(&self, rank: u8, fen: &mut String) {
        let squares = (0..9).filter_map(|file| Square::new(file, rank));
        let pieces = squares.map(|square| self.piece(square));
        write_row(pieces, fen, |piece, fen| fen.push(piece.letter()));
    }
}

/// The board and the side to move, if that is written right after the nine points of the last rank.
fn glued_side(word: &str) -> Option<(&str, Option<&str>)> {
    let board = word.strip_suffix(['w', 'W', 'r', 'R', 'b', 'B'])?;
    let last = board.rsplit('/').next()?;
    let width: u32 = last.chars().map(|point| point.to_digit(10).unwrap_or(1)).sum();
    (width == 9).then(|| (board, word.get(board.len()..)))
}
