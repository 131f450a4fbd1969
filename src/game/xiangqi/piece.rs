//! Pieces and their characters.

use strum::{IntoStaticStr, VariantArray};

use super::square::Square;
use crate::game::Side;

/// The kind of a piece, whatever its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
#[repr(u8)]
pub enum Kind {
    /// 帅 / 将
    King = 1,
    /// 仕 / 士
    Advisor,
    /// 相 / 象
    Elephant,
    /// 马
    Horse,
    /// 车
    Rook,
    /// 炮
    Cannon,
    /// 兵 / 卒
    Pawn,
}

impl Kind {
    /// Every kind, in order of their codes.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The usual English name, following the letters of WXF.
    pub fn english(self) -> &'static str {
        self.into()
    }

    /// The lower-case FEN letter: `k a b n r c p`.
    pub fn letter(self) -> char {
        char::from(LETTERS[self as usize - 1])
    }

    /// The kind for a FEN letter of either case. `e` and `h` are elephant and horse in XBoard and PlayOK.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = match letter.to_ascii_lowercase() {
            'e' => 'b',
            'h' => 'n',
            letter => letter,
        };
        let place = LETTERS.iter().position(|known| char::from(*known) == letter)?;
        Self::ALL.get(place).copied()
    }

    /// The kind for a Chinese character, in either script and colour. The colour is ignored, because wrong ones (red 象,
    /// black 相) are common in records.
    pub fn from_chinese(character: char) -> Option<Self> {
        Some(match character {
            '帅' | '帥' | '将' | '將' => Self::King,
            '仕' | '士' => Self::Advisor,
            '相' | '象' => Self::Elephant,
            '马' | '馬' | '傌' | '㐷' => Self::Horse,
            // The last one is a second 車 from Big5 and Korean character sets.
            '车' | '車' | '俥' | '伡' | '砗' | '\u{F902}' => Self::Rook,
            '炮' | '砲' | '包' => Self::Cannon,
            '兵' | '卒' => Self::Pawn,
            _ => return None,
        })
    }
}

/// The letters of FEN, in the order of [`Kind::ALL`].
const LETTERS: &[u8; 7] = b"kabnrcp";

/// The characters of each kind in the order of [`Kind::ALL`]: simplified for red and black, then traditional.
const CHARACTERS: [[char; 4]; 7] = [
    ['帅', '将', '帥', '將'],
    ['仕', '士', '仕', '士'],
    ['相', '象', '相', '象'],
    ['马', '马', '馬', '馬'],
    ['车', '车', '車', '車'],
    ['炮', '炮', '炮', '砲'],
    ['兵', '卒', '兵', '卒'],
];

/// The script of Chinese characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Script {
    /// 车马炮, 进: as in mainland programs.
    #[default]
    Simplified,
    /// 車馬砲, 進.
    Traditional,
}

/// A piece of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// The kind of piece.
    pub kind: Kind,
}

impl Piece {
    /// The piece of a FEN letter: see [`Kind::from_letter`].
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = Side::first_if(letter.is_ascii_uppercase());
        Kind::from_letter(letter).map(|kind| Self { side, kind })
    }

    /// The FEN letter: upper case for red.
    pub fn letter(self) -> char {
        let letter = self.kind.letter();
        self.side.pick(letter.to_ascii_uppercase(), letter)
    }

    /// The character in notation. Traditional notation has 車馬炮 for both sides, but distinguishes 帥/將, 仕/士 and so on.
    pub fn chinese(self, script: Script) -> char {
        let place = 2 * usize::from(script == Script::Traditional) + self.side.index();
        CHARACTERS[self.kind as usize - 1][place]
    }

    /// The character on a board without colour: every red piece differs from its black counterpart (帥仕相傌俥炮兵 and
    /// 將士象馬車砲卒). The simplified set has no such pairs, so a board with it must distinguish the sides in another way.
    pub fn on_board(self, script: Script) -> char {
        match (script, self.side, self.kind) {
            (Script::Traditional, Side::First, Kind::Horse) => '傌',
            (Script::Traditional, Side::First, Kind::Rook) => '俥',
            _ => self.chinese(script),
        }
    }

    /// Whether the piece can ever get to a square by legal moves.
    pub fn can_stand_on(self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank_from_home(self.side));
        square.on_board()
            && match self.kind {
                Kind::King => square.in_palace(self.side),
                Kind::Advisor => square.in_palace(self.side) && (file + rank) % 2 == 1,
                Kind::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
                Kind::Pawn => rank >= 5 || (rank >= 3 && file.is_multiple_of(2)),
                Kind::Horse | Kind::Rook | Kind::Cannon => true,
            }
    }
}
