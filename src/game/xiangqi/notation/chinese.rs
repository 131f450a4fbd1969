//! Four-character Chinese notation: 炮二平五, 前炮退二, 二兵平四.
//!
//! Files are counted from the mover's own right, in Chinese numerals for red and fullwidth digits for black. Pawns that
//! share a file are named 前, 中, 后 (two or three in all) or 一 … 五 (four and more), listed file by file from the
//! mover's right, front to rear inside a file.

use super::{NotationError, Script};
use crate::game::Side;
use crate::game::xiangqi::position::forward;
use crate::game::xiangqi::{Kind, Move, Piece, Position, Square};

const RED_DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_DIGITS: [char; 10] = ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Writes a move in Chinese. A move from an empty square has no Chinese name and is written as `H2-E2`.
pub fn chinese(position: &Position, mv: Move, script: Script) -> String {
    let Some(piece) = position.piece(mv.from).filter(|_| mv.to.on_board()) else {
        return format!("{}-{}", mv.from, mv.to).to_uppercase();
    };
    let digits = if piece.side == Side::First {
        RED_DIGITS
    } else {
        BLACK_DIGITS
    };
    let digit = |number: u8| digits[usize::from(number) % 10];
    let mut text = String::with_capacity(12);
    match place_among_fellows(position, mv.from, piece) {
        Some(place) => text.extend([place.character(script), piece.chinese(script)]),
        None => text.extend([piece.chinese(script), digit(column(mv.from, piece.side))]),
    }
    let advance = advance(mv, piece.side);
    text.push(match (advance, script) {
        (0, _) => '平',
        (1.., Script::Simplified) => '进',
        (1.., Script::Traditional) => '進',
        _ => '退',
    });
    let straight = matches!(
        piece.kind,
        Kind::King | Kind::Rook | Kind::Cannon | Kind::Pawn
    );
    text.push(if straight && advance != 0 {
        digit(advance.unsigned_abs())
    } else {
        digit(column(mv.to, piece.side))
    });
    text
}

/// Reads a Chinese move of the side to move, in either script, with digits of any kind.
///
/// The candidates are the pieces that the words can mean; those that cannot make the move fall out, and of several that
/// can, those that would leave the own king in check. A move that breaks only that last rule is still read.
///
/// # Errors
/// Not a move, no piece for it, or more than one.
pub fn read_chinese(position: &Position, text: &str) -> Result<Move, NotationError> {
    let words = Words::read(text).ok_or(NotationError::Unreadable)?;
    let candidates = words.candidates(position);
    let moves = candidates.into_iter().filter_map(|(from, kind)| {
        let to = words.destination(from, kind, position.side_to_move())?;
        Some(Move { from, to }).filter(|mv| position.check_reach(*mv).is_ok())
    });
    let mut moves: Vec<Move> = moves.collect();
    moves.dedup();
    if moves.len() > 1 && moves.iter().any(|mv| position.check(*mv).is_ok()) {
        moves.retain(|mv| position.check(*mv).is_ok());
    }
    match moves[..] {
        [] => Err(NotationError::NoSuchMove),
        [mv] => Ok(mv),
        _ => Err(NotationError::Ambiguous(moves.len())),
    }
}

/// The file, 1–9, counted from the mover's right.
fn column(square: Square, side: Side) -> u8 {
    match side {
        Side::First => 9 - square.file(),
        Side::Second => square.file() + 1,
    }
}

/// How many ranks the move goes forward from the mover's view.
fn advance(mv: Move, side: Side) -> i8 {
    (mv.to.rank() as i8 - mv.from.rank() as i8) * forward(side)
}

/// The word that tells a piece from its fellows on the same file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Front,
    Middle,
    Rear,
    /// 一 to 五: the place in the list of doubled pawns, from 1.
    Number(u8),
}

impl Place {
    fn character(self, script: Script) -> char {
        match self {
            Self::Front => '前',
            Self::Middle => '中',
            Self::Rear if script == Script::Traditional => '後',
            Self::Rear => '后',
            Self::Number(number) => RED_DIGITS[usize::from(number) % 10],
        }
    }

    fn from_character(character: char) -> Option<Self> {
        match character {
            '前' => Some(Self::Front),
            '中' => Some(Self::Middle),
            '后' | '後' => Some(Self::Rear),
            _ => read_digit(character).map(Self::Number),
        }
    }

    /// The word for place `index` in a list of `count` pieces.
    fn of(index: usize, count: usize) -> Option<Self> {
        match (index, count) {
            (_, ..2) => None,
            (0, 2 | 3) => Some(Self::Front),
            (1, 3) => Some(Self::Middle),
            (_, 2 | 3) => Some(Self::Rear),
            _ => Some(Self::Number(u8::try_from(index + 1).ok()?)),
        }
    }

    fn index(self, count: usize) -> Option<usize> {
        let index = match self {
            Self::Front => 0,
            Self::Middle if count == 3 => 1,
            Self::Middle => return None,
            Self::Rear => count.checked_sub(1)?,
            Self::Number(number) => usize::from(number).checked_sub(1)?,
        };
        (index < count).then_some(index)
    }
}

/// `None` where the column alone names the piece.
fn place_among_fellows(position: &Position, square: Square, piece: Piece) -> Option<Place> {
    let fellows = match piece.kind {
        Kind::Rook | Kind::Horse | Kind::Cannon => on_file(position, piece, square.file()),
        Kind::Pawn => doubled(position, piece),
        Kind::King | Kind::Advisor | Kind::Elephant => return None,
    };
    let index = fellows.iter().position(|&fellow| fellow == square)?;
    Place::of(index, fellows.len())
}

/// The pieces equal to this one on a file, front to rear.
fn on_file(position: &Position, piece: Piece, file: u8) -> Vec<Square> {
    let squares = (0..10).filter_map(|rank| Square::new(file, rank));
    let mut squares: Vec<Square> = squares
        .filter(|&square| position.piece(square) == Some(piece))
        .collect();
    if piece.side == Side::First {
        squares.reverse();
    }
    squares
}

/// The mover's equal pieces on files that hold two or more, file by file from the mover's right.
fn doubled(position: &Position, piece: Piece) -> Vec<Square> {
    let mut all = Vec::new();
    for number in 0..9 {
        let file = if piece.side == Side::First {
            8 - number
        } else {
            number
        };
        let squares = on_file(position, piece, file);
        if squares.len() > 1 {
            all.extend(squares);
        }
    }
    all
}

fn read_digit(character: char) -> Option<u8> {
    let number = match character {
        '1'..='9' => character as u32 - '0' as u32,
        '１'..='９' => character as u32 - '０' as u32,
        '壹' => 1,
        '贰' | '貳' => 2,
        '叁' | '參' => 3,
        '肆' => 4,
        '伍' => 5,
        '陆' | '陸' => 6,
        '柒' => 7,
        '捌' => 8,
        '玖' => 9,
        _ => {
            RED_DIGITS
                .iter()
                .skip(1)
                .position(|&digit| digit == character)? as u32
                + 1
        }
    };
    u8::try_from(number).ok()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Sideways,
    Back,
}

/// How the first words name the piece.
#[derive(Debug, Clone, Copy)]
enum Subject {
    /// 炮二: a kind on a column.
    OnColumn(Kind, u8),
    /// 前炮, 二兵: a kind and a place.
    Placed(Place, Kind),
    /// 前七, 前兵七: a place among the pawns of a column, as 东萍 and traditional books write.
    PawnOnColumn(Place, u8),
}

/// A move as written, not yet tied to a position.
#[derive(Debug, Clone, Copy)]
struct Words {
    subject: Subject,
    direction: Direction,
    number: u8,
}

impl Words {
    fn read(text: &str) -> Option<Self> {
        let characters: Vec<char> = text
            .chars()
            .filter(|character| !character.is_whitespace())
            .collect();
        let (subject, direction, number) = match characters[..] {
            [first, second, direction, number] => {
                (Subject::read(first, second)?, direction, number)
            }
            [place, pawn, column, direction, number]
                if Kind::from_chinese(pawn) == Some(Kind::Pawn) =>
            {
                let subject =
                    Subject::PawnOnColumn(Place::from_character(place)?, read_digit(column)?);
                (subject, direction, number)
            }
            _ => return None,
        };
        let direction = match direction {
            '进' | '進' | '上' => Direction::Forward,
            '平' => Direction::Sideways,
            '退' | '下' => Direction::Back,
            _ => return None,
        };
        Some(Self {
            subject,
            direction,
            number: read_digit(number)?,
        })
    }

    /// The squares that may be meant, with the kind that stands there.
    fn candidates(&self, position: &Position) -> Vec<(Square, Kind)> {
        let side = position.side_to_move();
        let file = |column: u8| {
            if side == Side::First {
                9 - column
            } else {
                column - 1
            }
        };
        match self.subject {
            Subject::OnColumn(kind, column) => {
                let squares = on_file(position, Piece { side, kind }, file(column));
                squares.into_iter().map(|square| (square, kind)).collect()
            }
            Subject::Placed(place, kind) => {
                let squares = placed(position, Piece { side, kind }, place);
                squares.into_iter().map(|square| (square, kind)).collect()
            }
            Subject::PawnOnColumn(place, column) => {
                let pawns = on_file(
                    position,
                    Piece {
                        side,
                        kind: Kind::Pawn,
                    },
                    file(column),
                );
                let index = place.index(pawns.len());
                index
                    .map(|index| (pawns[index], Kind::Pawn))
                    .into_iter()
                    .collect()
            }
        }
    }

    fn destination(&self, from: Square, kind: Kind, side: Side) -> Option<Square> {
        let forward = forward(side);
        let file = if side == Side::First {
            9 - self.number
        } else {
            self.number - 1
        };
        let sign = match self.direction {
            Direction::Sideways => return Square::new(file, from.rank()),
            Direction::Forward => forward,
            Direction::Back => -forward,
        };
        let across = file.abs_diff(from.file()) as i8;
        let (file, ranks) = match kind {
            Kind::King | Kind::Rook | Kind::Cannon | Kind::Pawn => (from.file(), self.number as i8),
            Kind::Advisor => (file, 1),
            Kind::Elephant => (file, 2),
            Kind::Horse => (file, 3 - across),
        };
        Square::new(file, from.rank().checked_add_signed(sign * ranks)?)
    }
}

impl Subject {
    fn read(first: char, second: char) -> Option<Self> {
        if let Some(kind) = Kind::from_chinese(first) {
            return Some(match read_digit(second) {
                Some(column) => Self::OnColumn(kind, column),
                // 炮前进二: the place after the piece.
                None => Self::Placed(Place::from_character(second)?, kind),
            });
        }
        let place = Place::from_character(first)?;
        match Kind::from_chinese(second) {
            Some(kind) => Some(Self::Placed(place, kind)),
            None => Some(Self::PawnOnColumn(place, read_digit(second)?)),
        }
    }
}

/// The pieces that 前炮 or 二兵 can mean: the place within any file that holds several, and for pawns also the place in
/// the list over all such files.
fn placed(position: &Position, piece: Piece, place: Place) -> Vec<Square> {
    let mut squares = Vec::new();
    if piece.kind == Kind::Pawn {
        let all = doubled(position, piece);
        if let Some(index) = place
            .index(all.len())
            .filter(|_| matches!(place, Place::Number(_)) || all.len() < 4)
        {
            squares.push(all[index]);
        }
    }
    if squares.is_empty() {
        for file in 0..9 {
            let fellows = on_file(position, piece, file);
            let index = place.index(fellows.len()).filter(|_| fellows.len() > 1);
            squares.extend(index.map(|index| fellows[index]));
        }
    }
    squares
}
