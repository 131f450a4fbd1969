//! Pieces and their characters.

use crate::game::Side;

/// The kind of a piece, whoever owns it. A promoted piece is a separate kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// 歩
    Pawn = 1,
    /// 香
    Lance = 2,
    /// 桂
    Knight = 3,
    /// 銀
    Silver = 4,
    /// 金
    Gold = 5,
    /// 角
    Bishop = 6,
    /// 飛
    Rook = 7,
    /// 玉
    King = 8,
    /// と
    ProPawn = 9,
    /// 成香
    ProLance = 10,
    /// 成桂
    ProKnight = 11,
    /// 成銀
    ProSilver = 12,
    /// 馬
    Horse = 14,
    /// 龍
    Dragon = 15,
}

/// The difference between the numbers of a promoted kind and its unpromoted kind.
const PROMOTED: u8 = 8;

impl Kind {
    /// Every kind, in order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
        Self::ProPawn,
        Self::ProLance,
        Self::ProKnight,
        Self::ProSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The kinds that can be in hand, in the usual order, starting with the rook.
    pub const IN_HAND: [Self; 7] =
        [Self::Rook, Self::Bishop, Self::Gold, Self::Silver, Self::Knight, Self::Lance, Self::Pawn];

    pub(super) fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=12 => Some(Self::ALL[usize::from(number) - 1]),
            // There is no kind 13.
            14 | 15 => Some(Self::ALL[usize::from(number) - 2]),
            _ => None,
        }
    }

    /// The promoted kind; `None` for gold, king and promoted kinds.
    pub fn promoted(self) -> Option<Self> {
        match self {
            Self::Gold | Self::King => None,
            _ if self.is_promoted() => None,
            _ => Self::from_number(self as u8 + PROMOTED),
        }
    }

    /// The unpromoted kind; the same for unpromoted kinds.
    #[must_use]
    pub fn unpromoted(self) -> Self {
        let number = self as u8;
        Self::from_number(if self.is_promoted() { number - PROMOTED } else { number })
            .unwrap_or(self)
    }

    /// Whether the kind is promoted.
    pub fn is_promoted(self) -> bool {
        self > Self::King
    }

    /// The upper-case letter of the unpromoted kind in SFEN and USI: `K R B G S N L P`.
    pub fn letter(self) -> char {
        char::from(LETTERS[self.unpromoted() as usize - 1])
    }

    /// The unpromoted kind of an SFEN letter of either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        let place = LETTERS.iter().position(|known| char::from(*known) == letter)?;
        Self::ALL.get(place).copied()
    }

    /// The two letters of the CSA format: `FU KY KE GI KI KA HI OU TO NY NK NG UM RY`.
    pub fn csa(self) -> &'static str {
        self.spelled().0
    }

    /// The kind for two CSA letters.
    pub fn from_csa(letters: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.csa() == letters)
    }

    /// The single character in a diagram: 全 圭 杏 for promoted silver, knight and lance.
    pub fn in_diagram(self) -> char {
        self.spelled().1
    }

    /// The kind for a single character in diagrams and older records.
    pub fn from_japanese(character: char) -> Option<Self> {
        // Nearly always the usual character.
        let usual = SPELLED.iter().position(|(_, usual, ..)| *usual == character);
        let other = || SPELLED.iter().position(|(.., others, _)| others.contains(&character));
        Self::ALL.get(usual.or_else(other)?).copied()
    }

    /// The name in a move: one character, or 成香 成桂 成銀.
    pub fn name(self) -> &'static str {
        self.spelled().3
    }

    fn spelled(self) -> &'static Spelled {
        &SPELLED[self as usize - 1 - usize::from(self >= Self::Horse)]
    }
}

/// The letters of the unpromoted kinds, in order of their numbers.
const LETTERS: &[u8; 8] = b"PLNSGBRK";

/// The names of each kind in the order of [`Kind::ALL`]: in CSA, in a diagram, other characters for it, and in a move.
static SPELLED: [Spelled; 14] = [
    ("FU", '歩', &['步', '兵'], "歩"),
    ("KY", '香', &[], "香"),
    ("KE", '桂', &[], "桂"),
    ("GI", '銀', &[], "銀"),
    ("KI", '金', &[], "金"),
    ("KA", '角', &[], "角"),
    ("HI", '飛', &[], "飛"),
    ("OU", '玉', &['王'], "玉"),
    ("TO", 'と', &['ト'], "と"),
    ("NY", '杏', &[], "成香"),
    ("NK", '圭', &[], "成桂"),
    ("NG", '全', &[], "成銀"),
    ("UM", '馬', &[], "馬"),
    ("RY", '龍', &['竜'], "龍"),
];

type Spelled = (&'static str, char, &'static [char], &'static str);

/// A piece of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// The kind of piece.
    pub kind: Kind,
}
