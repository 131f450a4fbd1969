//! A move in relative notation, independent of its letters: which piece, which direction, how far. Chinese, WXF and the
//! text manual only differ in spelling.
//!
//! Files are counted from the mover's own right, 1 to 9.

use smallvec::SmallVec;

use crate::game::xiangqi::position::forward;
use crate::game::xiangqi::{Kind, Move, Piece, Position, Square};
use crate::game::{Direction, Side};

/// Squares of equal pieces.
type Squares = SmallVec<[Square; 10]>;

/// Distinguishes a piece from others on the same file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tandem {
    /// 前, `+`
    Front,
    /// 中, `.`
    Middle,
    /// 后, `-`
    Rear,
    /// 一, 二, …: the place in the list of doubled pawns, from 1.
    Number(u8),
}

impl Tandem {
    /// Those that are no numbers.
    pub(super) const ALL: [Self; 3] = [Self::Front, Self::Middle, Self::Rear];

    /// The word for place `index` among `count` pieces. `None` for a single piece, and if there are more pieces than
    /// numerals.
    fn of(index: usize, count: usize) -> Option<Self> {
        match (index, count) {
            (_, ..2) => None,
            (0, 2 | 3) => Some(Self::Front),
            (1, 3) => Some(Self::Middle),
            (_, 2 | 3) => Some(Self::Rear),
            _ => u8::try_from(index + 1).ok().filter(|&number| number <= 9).map(Self::Number),
        }
    }

    fn index(self, count: usize) -> Option<usize> {
        let index = match self {
            Self::Front => 0,
            Self::Middle if count == 3 => 1,
            Self::Middle => return None,
            Self::Rear => count.checked_sub(1)?,
            // The text manual's 1, 2 and 3 are front, middle and rear, even without a middle one.
            Self::Number(3) if count == 2 => 1,
            Self::Number(number) => usize::from(number).checked_sub(1)?,
        };
        (index < count).then_some(index)
    }

    /// The sign from those for front, middle and rear, or the number.
    pub(super) fn spelled(self, signs: [char; 3], digit: fn(u8) -> char) -> char {
        match self {
            Self::Front => signs[0],
            Self::Middle => signs[1],
            Self::Rear => signs[2],
            Self::Number(number) => digit(number),
        }
    }
}

/// The direction that a sign means, given the signs for 进, 平 and 退.
pub(super) fn read_direction(sign: char, signs: [&str; 3]) -> Option<Direction> {
    let place = signs.iter().position(|known| known.chars().any(|known| known == sign))?;
    Some(Direction::ALL[place])
}

/// How the piece is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// 炮二: a kind in a column.
    OnColumn(Kind, u8),
    /// 前炮, 二兵: a kind and a place.
    Placed(Tandem, Kind),
    /// 前七, `15`: a place among the pawns in a column.
    PawnOnColumn(Tandem, u8),
}

/// How a notation distinguishes pawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pawns {
    /// By the place in a list of all doubled pawns, file by file from the mover's right, front to rear in each file:
    /// the Chinese standard.
    Listed,
    /// By a number and the column, unless exactly two pawns share a file: WXF.
    Numbered,
    /// By place and column if several files have several pawns: the text manual.
    OnColumns,
}

/// A move as written, independent of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Description {
    pub(super) subject: Subject,
    pub(super) direction: Direction,
    /// 1–9: a column, or the number of points for pieces that move straight.
    pub(super) number: u8,
}

/// The ASCII digit for a number from 0 to 9.
pub(super) fn digit(number: u8) -> char {
    char::from(b'0' + number % 10)
}

/// The value of an ASCII digit from 1 to 9.
pub(super) fn digit_value(character: char) -> Option<u8> {
    let value = u8::try_from(character.to_digit(10)?).ok()?;
    (value > 0).then_some(value)
}

impl Description {
    /// The text of a move, from the name of the piece, the signs for 进, 平 and 退, and the number.
    pub(super) fn spelled(
        self,
        [first, second]: [char; 2],
        directions: [char; 3],
        digit: impl Fn(u8) -> char,
    ) -> String {
        let direction = directions[self.direction as usize];
        String::from_iter([first, second, direction, digit(self.number)])
    }

    /// The description of a move. `None` if it starts from an empty square, leaves the board, or is impossible for the
    /// piece on any board.
    pub(super) fn of(position: &Position, mv: Move, pawns: Pawns) -> Option<Self> {
        let piece = position.piece(mv.from).filter(|_| mv.to.on_board())?;
        let ranks = (mv.to.rank() as i8 - mv.from.rank() as i8) * forward(piece.side);
        let number = if goes_straight(piece.kind) && ranks != 0 {
            ranks.unsigned_abs()
        } else {
            column(mv.to, piece.side)
        };
        let description = Self {
            subject: subject(position, mv.from, piece, pawns)?,
            direction: Direction::of(ranks),
            number,
        };
        (description.destination(mv.from, piece.kind, piece.side) == Some(mv.to))
            .then_some(description)
    }

    /// Whether a piece of its kind can go so anywhere.
    pub(super) fn suits(&self) -> bool {
        let is_sideways = self.direction == Direction::Sideways;
        match self.subject {
            Subject::OnColumn(Kind::King, column) => {
                (4..=6).contains(&column) && (is_sideways || self.number == 1)
            }
            Subject::OnColumn(kind @ (Kind::Advisor | Kind::Elephant), column) => {
                let width = if kind == Kind::Advisor { 1 } else { 2 };
                !is_sideways && column.abs_diff(self.number) == width
            }
            Subject::Placed(_, kind) => {
                !matches!(kind, Kind::King | Kind::Advisor | Kind::Elephant)
            }
            Subject::OnColumn(..) | Subject::PawnOnColumn(..) => true,
        }
    }

    /// The moves of the side to move that the description can mean.
    ///
    /// Pieces that cannot make the move are excluded and, if several remain, those that would leave their king in
    /// check. A single move that only breaks that rule is accepted. So is one that its piece cannot make, if no other
    /// piece can be meant and no piece of the same side is in the way of showing it.
    pub(super) fn meanings(&self, position: &Position) -> Vec<Move> {
        let side = position.side_to_move();
        let (kind, squares) = self.candidates(position, side);
        let moves = squares.into_iter().filter_map(|from| {
            let to = self.destination(from, kind, side)?;
            Some(Move { from, to })
        });
        let mut moves: Vec<Move> = moves.collect();
        moves.dedup();
        if let [mv] = moves[..] {
            let own = position.piece(mv.to).is_some_and(|piece| piece.side == side);
            moves.retain(|_| !own);
            return moves;
        }
        moves.retain(|mv| position.check_reach(*mv).is_ok());
        if moves.len() > 1 && moves.iter().any(|mv| position.check(*mv).is_ok()) {
            moves.retain(|mv| position.check(*mv).is_ok());
        }
        moves
    }

    /// The kind of piece, and the squares of those that can be meant.
    fn candidates(&self, position: &Position, side: Side) -> (Kind, Squares) {
        let (kind, column) = match self.subject {
            Subject::Placed(place, kind) => {
                return (kind, placed(position, Piece { side, kind }, place));
            }
            Subject::OnColumn(kind, column) => (kind, column),
            Subject::PawnOnColumn(_, column) => (Kind::Pawn, column),
        };
        let mut squares = on_file(position, Piece { side, kind }, file(column, side));
        if let Subject::PawnOnColumn(place, _) = self.subject {
            squares = place.index(squares.len()).map(|index| squares[index]).into_iter().collect();
        } else if kind == Kind::Pawn && squares.len() % 2 == 1 {
            // In WXF the others have signs.
            let middle = squares.len() / 2;
            squares.swap(0, middle);
        }
        (kind, squares)
    }

    fn destination(&self, from: Square, kind: Kind, side: Side) -> Option<Square> {
        let sign = match self.direction {
            Direction::Sideways if !goes_straight(kind) => return None,
            Direction::Sideways => return Square::new(file(self.number, side), from.rank()),
            Direction::Forward => forward(side),
            Direction::Back => -forward(side),
        };
        let to_file = file(self.number, side);
        let across = to_file.abs_diff(from.file()) as i8;
        let (to_file, ranks) = match (kind, across) {
            (Kind::King | Kind::Rook | Kind::Cannon | Kind::Pawn, _) => {
                (from.file(), self.number as i8)
            }
            (Kind::Advisor, 1) => (to_file, 1),
            (Kind::Elephant, 2) => (to_file, 2),
            (Kind::Horse, 1 | 2) => (to_file, 3 - across),
            _ => return None,
        };
        Square::new(to_file, from.rank().checked_add_signed(sign * ranks)?)
    }
}

/// Whether the number after 进 or 退 is a distance. For other pieces it is the column of the destination.
fn goes_straight(kind: Kind) -> bool {
    matches!(kind, Kind::King | Kind::Rook | Kind::Cannon | Kind::Pawn)
}

/// The file, 1–9, counted from the mover's right.
pub(super) fn column(square: Square, side: Side) -> u8 {
    side.pick(9 - square.file(), square.file() + 1)
}

/// The file for a column from 1 to 9.
fn file(column: u8, side: Side) -> u8 {
    side.pick(9u8.wrapping_sub(column), column.wrapping_sub(1))
}

fn subject(position: &Position, square: Square, piece: Piece, pawns: Pawns) -> Option<Subject> {
    let Piece { side, kind } = piece;
    let alone = Subject::OnColumn(kind, column(square, side));
    // Of two advisors or elephants on a file only one can move in each direction, so they are never distinguished by
    // place.
    if matches!(kind, Kind::King | Kind::Advisor | Kind::Elephant) {
        return Some(alone);
    }
    let fellows = on_file(position, piece, square.file());
    if fellows.len() < 2 {
        return Some(alone);
    }
    let place = |squares: &[Square]| {
        let index = squares.iter().position(|&fellow| fellow == square)?;
        Tandem::of(index, squares.len())
    };
    if kind != Kind::Pawn {
        return place(&fellows).map(|place| Subject::Placed(place, kind));
    }
    let all = doubled(position, piece);
    let on_one_file = all.len() == fellows.len();
    match pawns {
        Pawns::Listed => place(&all).map(|place| Subject::Placed(place, kind)),
        Pawns::Numbered if all.len() > 2 => {
            let index = fellows.iter().position(|&fellow| fellow == square)?;
            let number = u8::try_from(index + 1).ok()?;
            Some(Subject::PawnOnColumn(Tandem::Number(number), column(square, side)))
        }
        Pawns::OnColumns if !on_one_file => {
            place(&fellows).map(|place| Subject::PawnOnColumn(place, column(square, side)))
        }
        Pawns::Numbered | Pawns::OnColumns => {
            place(&fellows).map(|place| Subject::Placed(place, kind))
        }
    }
}

/// The pieces equal to this one on a file, front to rear.
fn on_file(position: &Position, piece: Piece, file: u8) -> Squares {
    let mut squares = Squares::new();
    for rank in 0..10 {
        let square = Square::new(file, piece.side.pick(9 - rank, rank));
        if let Some(square) = square.filter(|square| position.piece(*square) == Some(piece)) {
            squares.push(square);
        }
    }
    squares
}

/// The mover's equal pieces on files with two or more, file by file from the mover's right.
fn doubled(position: &Position, piece: Piece) -> Squares {
    let files = (1..=9).map(|column| on_file(position, piece, file(column, piece.side)));
    files.filter(|squares| squares.len() > 1).flatten().collect()
}

/// The pieces that 前炮 or 二兵 can mean. A number is the place in the list of all doubled pieces; 前, 中 and 后 are places on
/// any file with several.
fn placed(position: &Position, piece: Piece, place: Tandem) -> Squares {
    if let Tandem::Number(_) = place {
        let all = doubled(position, piece);
        return place.index(all.len()).map(|index| all[index]).into_iter().collect();
    }
    let files = (0..9).map(|file| on_file(position, piece, file));
    let fellows = files.filter(|squares| squares.len() > 1);
    fellows.filter_map(|squares| place.index(squares.len()).map(|index| squares[index])).collect()
}
