//! Pieces, and the characters they are drawn and written with.

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

/// What a promoted kind's number has more than its unpromoted kind's.
const PROMOTED: u8 = 8;

impl Kind {
    /// Every kind, in the order of their numbers.
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

    /// The kinds that can be in hand, in the order in which hands are written: the rook first.
    pub const IN_HAND: [Self; 7] = [
        Self::Rook,
        Self::Bishop,
        Self::Gold,
        Self::Silver,
        Self::Knight,
        Self::Lance,
        Self::Pawn,
    ];

    pub(super) fn from_number(number: u8) -> Option<Self> {
        BY_NUMBER.get(usize::from(number)).copied().flatten()
    }

    /// What the kind becomes by promotion; `None` for gold, king and what is promoted already.
    pub fn promoted(self) -> Option<Self> {
        match self {
            Self::Gold | Self::King => None,
            _ if self.is_promoted() => None,
            _ => Self::from_number(self as u8 + PROMOTED),
        }
    }

    /// What the kind was before promotion: itself for a kind that is not promoted.
    #[must_use]
    pub fn unpromoted(self) -> Self {
        if self.is_promoted() {
            Self::from_number(self as u8 - PROMOTED).unwrap_or(self)
        } else {
            self
        }
    }

    /// Whether the kind comes from promotion.
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
        let place = LETTERS
            .iter()
            .position(|known| char::from(*known) == letter)?;
        Self::ALL.get(place).copied()
    }

    /// The two letters of the CSA format: `FU KY KE GI KI KA HI OU TO NY NK NG UM RY`.
    pub fn csa(self) -> &'static str {
        self.spelled().0
    }

    /// The kind of two CSA letters.
    pub fn from_csa(letters: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.csa() == letters)
    }

    /// The one character in a diagram: 全 圭 杏 for promoted silver, knight and lance.
    pub fn in_diagram(self) -> char {
        self.spelled().1
    }

    /// The kind of one character, as diagrams and older records write it.
    pub fn from_japanese(character: char) -> Option<Self> {
        // Nearly always the usual character.
        let usual = SPELLED
            .iter()
            .position(|(_, usual, ..)| *usual == character);
        let other = || {
            SPELLED
                .iter()
                .position(|(.., others, _)| others.contains(&character))
        };
        Self::ALL.get(usual.or_else(other)?).copied()
    }

    /// The name in a move: one character, or 成香 成桂 成銀.
    pub fn name(self) -> &'static str {
        self.spelled().3
    }

    fn spelled(self) -> &'static Spelled {
        // Number 13 is not a kind.
        &SPELLED[self as usize - 1 - usize::from(self >= Self::Horse)]
    }
}

/// The letters of the unpromoted kinds, in the order of their numbers.
const LETTERS: &[u8; 8] = b"PLNSGBRK";

/// The kind of each number.
static BY_NUMBER: [Option<Kind>; 16] = {
    let mut kinds = [None; 16];
    let mut place = 0;
    while place < Kind::ALL.len() {
        kinds[Kind::ALL[place] as usize] = Some(Kind::ALL[place]);
        place += 1;
    }
    kinds
};

/// How each kind is written, in the order of [`Kind::ALL`]: in CSA, in a diagram, by which other characters it is known,
/// in a move.
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
    /// Whose piece it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}
