//! The notations of western records: `P7g-7f`, `Bx2b+`, `G65b`, `B*5e` in PSN; `c4`, `Bxh8=H`, `B@e5` in PGN, with
//! squares named as in chess. Ambiguities are resolved as in KI2.

use super::super::{Kind, Move, Position, Square};
use super::japanese::candidates;
use super::phrase::{Resolved, keep};

/// How a record writes squares and promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Western {
    /// PSN: `7f`, with files from the right and ranks from the top; `+` promotes.
    Psn,
    /// PGN of XBoard: `c4`, with files from the left and ranks from the bottom. A pawn has no letter; `+` promotes.
    XBoard,
    /// PGN of PyChess: the same squares. `=` and the new piece promotes; `+` is check.
    PyChess,
}

/// A move in a western record, independent of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WesternMove {
    kind: Kind,
    /// The file and rank of origin, as far as written.
    file: Option<u8>,
    rank: Option<u8>,
    /// `None` for a capture on the square of the previous move.
    to: Option<Square>,
    /// The piece that it captures, as Hodges' magazine names it in place of the square: `PxP`.
    takes: Option<Kind>,
    promote: bool,
    drop: bool,
}

impl Western {
    /// The file or rank of a character.
    fn file(self, character: u8) -> Option<u8> {
        match self {
            Self::Psn => digit(character),
            Self::XBoard | Self::PyChess => letter(character).map(|file| 10 - file),
        }
    }

    fn rank(self, character: u8) -> Option<u8> {
        match self {
            Self::Psn => letter(character),
            Self::XBoard | Self::PyChess => digit(character).map(|rank| 10 - rank),
        }
    }

    /// Parses a move. Returns `None` if the text is not exactly one move.
    pub fn read(self, text: &str) -> Option<WesternMove> {
        let text = text.trim_end_matches(['!', '?', '#']);
        let (text, promote) = self.split_promotion(text)?;
        let mut rest = text.as_bytes();
        let promoted = eat(&mut rest, b"+");
        // `xP`, `x+P`: the capturing piece follows the sign.
        let takes = eat(&mut rest, b"x");
        let promoted = promoted || eat(&mut rest, b"+");
        let kind = match *rest {
            [letter, ref tail @ ..] if letter.is_ascii_uppercase() => {
                rest = tail;
                self.kind(letter)?
            }
            _ if self == Self::XBoard && !takes => Kind::Pawn,
            _ => return None,
        };
        let kind = if promoted { kind.promoted()? } else { kind };
        let drop = eat(&mut rest, b"*'@");
        let mut mv =
            WesternMove { kind, file: None, rank: None, to: None, takes: None, promote, drop };
        if let [b'x', letter] = *rest
            && self == Self::Psn
        {
            mv.takes = Some(self.kind(letter).filter(|_| letter.is_ascii_uppercase() && !drop)?);
            return Some(mv);
        }
        // Hosking's book numbers the ranks, too: `P76`.
        if let [.., file, rank] = *rest
            && let Some(file) = self.file(file)
            && let Some(rank) =
                self.rank(rank).or_else(|| digit(rank).filter(|_| self == Self::Psn))
        {
            mv.to = Square::new(file, rank);
            rest = &rest[..rest.len() - 2];
        }
        let took = matches!(rest, [.., b'x']);
        if let [front @ .., b'x' | b'-'] = rest {
            rest = front;
        }
        match *rest {
            [] => {}
            [one] => (mv.file, mv.rank) = (self.file(one), self.rank(one)),
            [file, rank] => (mv.file, mv.rank) = (self.file(file), self.rank(rank)),
            _ => return None,
        }
        let is_whole =
            rest.len() == usize::from(mv.file.is_some()) + usize::from(mv.rank.is_some());
        let has_goal = mv.to.is_some() || takes || took;
        (is_whole && has_goal && !(drop && (promote || !rest.is_empty()))).then_some(mv)
    }

    /// Splits off the suffix for promotion.
    fn split_promotion(self, text: &str) -> Option<(&str, bool)> {
        if let Some((front, to)) = text.trim_end_matches('+').split_once('=')
            && self == Self::PyChess
        {
            return (to.len() <= 2).then_some((front, !to.is_empty()));
        }
        if let Some(front) = text.strip_suffix('=') {
            return Some((front, false));
        }
        match text.strip_suffix('+') {
            Some(front) => Some((front, self != Self::PyChess)),
            None => Some((text, false)),
        }
    }

    fn kind(self, letter: u8) -> Option<Kind> {
        match (self, letter) {
            (Self::PyChess, b'H') => Some(Kind::Horse),
            (Self::PyChess, b'D') => Some(Kind::Dragon),
            _ => Kind::from_letter(char::from(letter)),
        }
    }
}

impl WesternMove {
    /// Parses a move of PSN at an offset of a text, and returns the number of bytes. It begins and ends a word.
    pub(crate) fn scan_at(text: &str, at: usize) -> Option<(Self, usize)> {
        /// No move is longer, with the quotes after it between which wikis write bold letters.
        const LONGEST: usize = 24;
        let rest = text.get(at..)?;
        let opens = rest.starts_with(|next: char| next.is_ascii_uppercase() || "+x".contains(next));
        if !opens || text[..at].ends_with(|before: char| before.is_ascii_alphanumeric()) {
            return None;
        }
        let is_part = |next: &u8| next.is_ascii_alphanumeric() || b"+-*'=@".contains(next);
        let length = rest.bytes().take(LONGEST).take_while(is_part).count();
        let word = rest[..length].trim_end_matches('\'');
        if let Some(mv) = Western::Psn.read(word) {
            return Some((mv, word.len()));
        }
        // The next move or its number may touch it.
        let is_digit = |next: char| next.is_ascii_digit();
        let end = (3..word.len()).rev().find(|end| {
            let next = &word[*end..];
            let is_number = rest[length..].starts_with('.') && next.chars().all(is_digit);
            let is_move = || (3..=next.len()).any(|end| Western::Psn.read(&next[..end]).is_some());
            Western::Psn.read(&word[..*end]).is_some() && (is_number || is_move())
        })?;
        Some((Western::Psn.read(&word[..end])?, end))
    }

    /// The move in a position. `previous` is the destination of the previous move. Returns `None` if no piece matches.
    pub fn resolve(&self, position: &Position, previous: Option<Square>) -> Option<Resolved> {
        if let Some(takes) = self.takes {
            return self.capture(position, takes, previous);
        }
        let to = self.to.or(previous)?;
        if let (Some(file), Some(rank)) = (self.file, self.rank) {
            let mv = Move::board(Square::new(file, rank)?, to, self.promote);
            return Some(Resolved { mv: position.named(mv, self.kind), guessed: false });
        }
        let mut left = candidates(position, self.kind, to);
        left.retain(|from| self.file.is_none_or(|file| file == from.file()));
        left.retain(|from| self.rank.is_none_or(|rank| rank == from.rank()));
        if left.len() > 1 {
            keep(&mut left, |from| position.check(Move::board(from, to, self.promote)).is_ok());
        }
        let is_held = position.in_hand(position.side_to_move(), self.kind) > 0;
        let mv = match left.first() {
            Some(from) if !self.drop => Move::board(*from, to, self.promote),
            // The sign of a drop is optional if no piece on the board can go there.
            _ if self.drop || is_held => Move::drop(self.kind, to),
            _ => return None,
        };
        Some(Resolved { mv, guessed: !self.drop && left.len() > 1 })
    }
}

impl WesternMove {
    /// The capture of a piece of some kind: where the last move went if that may be meant.
    fn capture(
        &self,
        position: &Position,
        takes: Kind,
        previous: Option<Square>,
    ) -> Option<Resolved> {
        let other = position.side_to_move().other();
        let taken =
            position.pieces().filter(|(_, piece)| (piece.side, piece.kind) == (other, takes));
        let mut moves = Vec::new();
        for (to, _) in taken {
            let from = candidates(position, self.kind, to).into_iter();
            let tried = from.map(|from| Move::board(from, to, self.promote));
            moves.extend(tried.filter(|mv| position.check(*mv).is_ok()));
        }
        let mv = moves.iter().find(|mv| Some(mv.to) == previous).or(moves.first())?;
        Some(Resolved { mv: *mv, guessed: moves.len() > 1 && Some(mv.to) != previous })
    }
}

fn digit(character: u8) -> Option<u8> {
    matches!(character, b'1'..=b'9').then(|| character - b'0')
}

/// `a` is 1.
fn letter(character: u8) -> Option<u8> {
    matches!(character, b'a'..=b'i').then(|| character - b'a' + 1)
}

/// Takes one of the characters if it comes next.
fn eat(rest: &mut &[u8], characters: &[u8]) -> bool {
    match rest.split_first() {
        Some((first, tail)) if characters.contains(first) => {
            *rest = tail;
            true
        }
        _ => false,
    }
}
