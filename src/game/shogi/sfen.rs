//! SFEN: ranks from gote's back rank, file 9 first, then the side to move, the hands and the number of the next move.

use super::piece::{Kind, Piece};
use super::position::Position;
use super::square::Square;
use crate::game::{Side, write_row};

/// Why a text is not SFEN, by the part that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SfenError {
    /// The board has this many ranks.
    #[error("an SFEN has 9 ranks, this one has {0}")]
    Ranks(usize),
    /// A rank, counted from 1 at gote's side, is this many squares wide.
    #[error("rank {0} of the SFEN is {1} squares wide, not 9")]
    Width(u8, u32),
    /// This letter is on a rank or in a hand.
    #[error("{0:?} is not a piece in SFEN")]
    Piece(char),
    /// A `+` is before something else than a piece that promotes.
    #[error("a + in an SFEN must come before a piece that promotes")]
    Promotion,
    /// Something else names the side to move.
    #[error("the side to move in an SFEN must be b or w")]
    Side,
    /// The hands end in a number, or one of their numbers is too large.
    #[error("the hands in an SFEN must be pieces such as R2P, or -")]
    Hands,
    /// The number of the next move is not one, or too large.
    #[error("the move number in an SFEN must be a number")]
    Number,
}

impl Position {
    /// Parses SFEN. Returns the position and the number of the next move. Only the board is required: the defaults are
    /// sente to move, empty hands and number 1.
    ///
    /// # Errors
    /// The fault in the field that cannot be parsed.
    pub fn from_sfen(sfen: &str) -> Result<(Self, u32), SfenError> {
        let mut fields = sfen.split_whitespace();
        let ranks: Vec<&str> = fields.next().unwrap_or("").split('/').collect();
        if ranks.len() != 9 {
            return Err(SfenError::Ranks(ranks.len()));
        }
        let mut position = Self::empty();
        for (rank, text) in (1..).zip(ranks) {
            position.read_rank(rank, text)?;
        }
        position.set_side_to_move(match fields.next() {
            None | Some("b") => Side::First,
            Some("w") => Side::Second,
            Some(_) => return Err(SfenError::Side),
        });
        position.read_hands(fields.next().unwrap_or("-"))?;
        let number = fields.next().unwrap_or("1").parse();
        Ok((position, number.map_err(|_| SfenError::Number)?))
    }

    /// The position in SFEN, with the number of the next move.
    pub fn sfen(&self, number: u32) -> String {
        let mut sfen = String::with_capacity(80);
        for rank in 1..=9 {
            self.write_rank(rank, &mut sfen);
            sfen.push(if rank == 9 { ' ' } else { '/' });
        }
        sfen.push_str(self.side_to_move().pick("b ", "w "));
        self.write_hands(&mut sfen);
        sfen.push_str(&format!(" {number}"));
        sfen
    }

    fn read_rank(&mut self, rank: u8, text: &str) -> Result<(), SfenError> {
        let mut width = 0;
        let mut promoted = false;
        for letter in text.chars() {
            if letter == '+' && !promoted {
                promoted = true;
                continue;
            }
            if let Some(run) = letter.to_digit(10).filter(|_| !promoted) {
                width += run;
                continue;
            }
            let piece = piece(letter, promoted)?;
            promoted = false;
            width += 1;
            let file = 10u32.checked_sub(width).and_then(|file| file.try_into().ok());
            let square = file.and_then(|file| Square::new(file, rank));
            self.put(square.ok_or(SfenError::Width(rank, width))?, Some(piece));
        }
        match width {
            _ if promoted => Err(SfenError::Promotion),
            9 => Ok(()),
            _ => Err(SfenError::Width(rank, width)),
        }
    }

    fn read_hands(&mut self, text: &str) -> Result<(), SfenError> {
        if text == "-" {
            return Ok(());
        }
        let mut rest = text;
        while !rest.is_empty() {
            let letter = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
            let digits = &rest[..rest.len() - letter.len()];
            let count = match digits {
                "" => 1,
                _ => digits.parse().map_err(|_| SfenError::Hands)?,
            };
            let first = letter.chars().next().ok_or(SfenError::Hands)?;
            let piece = piece(first, false)?;
            let before = self.in_hand(piece.side, piece.kind);
            self.set_in_hand(piece.side, piece.kind, before.saturating_add(count));
            rest = &letter[first.len_utf8()..];
        }
        Ok(())
    }

    fn write_rank(&self, rank: u8, sfen: &mut String) {
        let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
        write_row(squares.map(|square| self.piece(square)), sfen, |piece, sfen| {
            if piece.kind.is_promoted() {
                sfen.push('+');
            }
            sfen.push(piece.letter());
        });
    }

    fn write_hands(&self, sfen: &mut String) {
        let before = sfen.len();
        for side in Side::BOTH {
            for (kind, count) in self.hand(side) {
                if count > 1 {
                    sfen.push_str(&count.to_string());
                }
                sfen.push(Piece::new(side, kind).letter());
            }
        }
        if sfen.len() == before {
            sfen.push('-');
        }
    }
}

fn piece(letter: char, promoted: bool) -> Result<Piece, SfenError> {
    let kind = Kind::from_letter(letter).ok_or(SfenError::Piece(letter))?;
    let side = Side::first_if(letter.is_ascii_uppercase());
    let kind = match promoted {
        true => kind.promoted().ok_or(SfenError::Promotion)?,
        false => kind,
    };
    Ok(Piece { side, kind })
}
