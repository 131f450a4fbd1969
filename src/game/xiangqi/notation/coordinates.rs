//! Notations with squares: ICCS (`h2e2`, `H2-E2`), and the short notation of western programs (`Cbe2`, `Ngxf5`).

use crate::game::halfwidth;
use crate::game::xiangqi::{Kind, Move, Position, Square};

/// The numbering of ranks. ICCS counts from 0, some western sites from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ranks {
    /// 0 to 9, as in ICCS.
    #[default]
    FromZero,
    /// 1 to 10.
    FromOne,
}

/// Parses an ICCS move at the start of a text, in either case, with or without a sign between
/// the squares (`H2-E2`, `h2xh9`), and returns the number of bytes.
pub(super) fn scan_iccs(text: &str, ranks: Ranks) -> Option<(Move, usize)> {
    let mut scan = MoveScan { text, offset: 0 };
    let is_upper = scan.peek()?.is_ascii_uppercase();
    let from = scan.square(ranks)?;
    scan.skip(|character| matches!(character, '-' | 'x' | 'X' | '×'));
    // `E5e7` is an elephant from rank 5 to e7.
    if is_upper != scan.peek()?.is_ascii_uppercase() {
        return None;
    }
    let to = scan.square(ranks)?;
    (!scan.peek()?.is_ascii_digit()).then_some((Move { from, to }, scan.offset))
}

/// Writes the squares of a move: `H2-E2`.
pub(super) fn write(mv: Move, ranks: Ranks) -> String {
    let [from, to] = [mv.from, mv.to].map(|square| match square.on_board() {
        true => format!("{}{}", char::from(b'A' + square.file()), square.rank() + ranks as u8),
        false => square.to_string(),
    });
    format!("{from}-{to}")
}

/// A move in the short notation: the piece, as much of its origin as needed, and its destination.
#[derive(Debug, Clone, Copy)]
pub(super) struct Short {
    kind: Kind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
}

/// Parses a short move at the start of a text, and returns the number of bytes.
pub(super) fn scan_short(text: &str, ranks: Ranks) -> Option<(Short, usize)> {
    let mut scan = MoveScan { text, offset: 0 };
    let kind = match scan.peek()? {
        letter if letter.is_ascii_uppercase() => {
            scan.skip(|_| true);
            match letter {
                // Guard and minister: in the file format of the World Xiangqi Federation.
                'G' => Kind::Advisor,
                'M' => Kind::Elephant,
                _ => Kind::from_letter(letter)?,
            }
        }
        _ => Kind::Pawn,
    };
    let (mut file, mut rank) = (None, None);
    let first = MoveScan { ..scan };
    let mut to = None;
    // The part before the last square identifies the piece, a whole square in `Ch2-e2`.
    for (has_file, has_rank) in [(true, true), (true, false), (false, true), (false, false)] {
        scan = MoveScan { ..first };
        file = if has_file { scan.file() } else { None };
        rank = if has_rank { scan.rank(ranks) } else { None };
        if file.is_some() != has_file || rank.is_some() != has_rank {
            continue;
        }
        scan.skip(|character| matches!(character, 'x' | '-'));
        to = scan.lower_square(ranks);
        if to.is_some() && !scan.peek()?.is_ascii_alphanumeric() {
            break;
        }
        to = None;
    }
    Some((Short { kind, file, rank, to: to? }, scan.offset))
}

impl Short {
    pub(super) fn meanings(&self, position: &Position) -> Vec<Move> {
        let from = position.pieces().filter(|(square, piece)| {
            piece.kind == self.kind
                && piece.side == position.side_to_move()
                && self.file.is_none_or(|file| file == square.file())
                && self.rank.is_none_or(|rank| rank == square.rank())
        });
        let moves = from.map(|(from, _)| Move { from, to: self.to });
        let mut moves: Vec<Move> = moves.filter(|mv| position.check_reach(*mv).is_ok()).collect();
        if moves.len() > 1 {
            moves.retain(|mv| position.check(*mv).is_ok());
        }
        moves
    }
}

struct MoveScan<'a> {
    text: &'a str,
    offset: usize,
}

impl MoveScan<'_> {
    /// The next character in ASCII, or a space at the end.
    fn peek(&self) -> Option<char> {
        Some(self.text.get(self.offset..)?.chars().next().map_or(' ', halfwidth))
    }

    fn skip(&mut self, which: impl Fn(char) -> bool) {
        if let Some(next) = self.text.get(self.offset..).and_then(|rest| rest.chars().next())
            && which(halfwidth(next))
        {
            self.offset += next.len_utf8();
        }
    }

    fn file(&mut self) -> Option<u8> {
        let letter = self.peek()?.to_ascii_lowercase();
        let file = u8::try_from(letter).ok()?.checked_sub(b'a')?;
        self.skip(|_| file < 9);
        (file < 9).then_some(file)
    }

    fn rank(&mut self, ranks: Ranks) -> Option<u8> {
        let mut number = u8::try_from(self.peek()?.to_digit(10)?).ok()?;
        self.skip(|_| true);
        if ranks == Ranks::FromOne && number == 1 && self.peek() == Some('0') {
            self.skip(|_| true);
            number = 10;
        }
        number.checked_sub(ranks as u8)
    }

    fn square(&mut self, ranks: Ranks) -> Option<Square> {
        let file = self.file()?;
        Square::new(file, self.rank(ranks)?)
    }

    fn lower_square(&mut self, ranks: Ranks) -> Option<Square> {
        self.peek()?.is_ascii_lowercase().then(|| self.square(ranks))?
    }
}
