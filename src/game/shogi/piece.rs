//! Pieces and their characters.

use strum::{FromRepr, IntoStaticStr};

use crate::game::Side;

/// The kind of a piece of either side. A promoted piece is a separate kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, FromRepr, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
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
    #[strum(serialize = "tokin")]
    ProPawn = 9,
    /// 成香
    #[strum(serialize = "promoted lance")]
    ProLance = 10,
    /// 成桂
    #[strum(serialize = "promoted knight")]
    ProKnight = 11,
    /// 成銀
    #[strum(serialize = "promoted silver")]
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
    pub fn all() -> impl Iterator<Item = Self> {
        SPELLED.iter().map(|(kind, ..)| *kind)
    }

    /// The kinds that can be in hand, in the usual order, starting with the rook.
    pub const IN_HAND: [Self; 7] =
        [Self::Rook, Self::Bishop, Self::Gold, Self::Silver, Self::Knight, Self::Lance, Self::Pawn];

    /// The promoted kind; `None` for gold, king and promoted kinds.
    pub fn promoted(self) -> Option<Self> {
        match self {
            Self::Gold | Self::King => None,
            _ if self.is_promoted() => None,
            _ => Self::from_repr(self as u8 + PROMOTED),
        }
    }

    /// The unpromoted kind; the same for unpromoted kinds.
    #[must_use]
    pub fn unpromoted(self) -> Self {
        let number = self as u8;
        Self::from_repr(if self.is_promoted() { number - PROMOTED } else { number }).unwrap_or(self)
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
        SPELLED.get(place).map(|(kind, ..)| *kind)
    }

    /// The two letters of the CSA format: `FU KY KE GI KI KA HI OU TO NY NK NG UM RY`.
    pub fn csa(self) -> &'static str {
        self.spelled().1
    }

    /// The kind for two CSA letters.
    pub fn from_csa(letters: &str) -> Option<Self> {
        Self::all().find(|kind| kind.csa() == letters)
    }

    /// The single character in a diagram: 全 圭 杏 for promoted silver, knight and lance.
    pub fn in_diagram(self) -> char {
        self.spelled().2
    }

    /// The kind for a single character in diagrams and older records.
    pub fn from_japanese(character: char) -> Option<Self> {
        // Nearly always the usual character.
        let usual = SPELLED.iter().find(|(_, _, usual, ..)| *usual == character);
        let spelled =
            usual.or_else(|| SPELLED.iter().find(|(.., others, _)| others.contains(&character)));
        spelled.map(|(kind, ..)| *kind)
    }

    /// The name in a move: one character, or 成香 成桂 成銀.
    pub fn name(self) -> &'static str {
        self.spelled().4
    }

    /// The usual English name.
    pub fn english(self) -> &'static str {
        self.into()
    }

    fn spelled(self) -> &'static Spelled {
        &SPELLED[self as usize - 1 - usize::from(self >= Self::Horse)]
    }
}

/// The letters of the unpromoted kinds, in order of their numbers.
const LETTERS: &[u8; 8] = b"PLNSGBRK";

/// The kinds in order of their numbers, and the names of each: in CSA, in a diagram, other characters for it, and in a move.
static SPELLED: [Spelled; 14] = [
    (Kind::Pawn, "FU", '歩', &['步', '兵'], "歩"),
    (Kind::Lance, "KY", '香', &[], "香"),
    (Kind::Knight, "KE", '桂', &[], "桂"),
    (Kind::Silver, "GI", '銀', &[], "銀"),
    (Kind::Gold, "KI", '金', &[], "金"),
    (Kind::Bishop, "KA", '角', &[], "角"),
    (Kind::Rook, "HI", '飛', &[], "飛"),
    (Kind::King, "OU", '玉', &['王'], "玉"),
    (Kind::ProPawn, "TO", 'と', &['ト'], "と"),
    (Kind::ProLance, "NY", '杏', &[], "成香"),
    (Kind::ProKnight, "NK", '圭', &[], "成桂"),
    (Kind::ProSilver, "NG", '全', &[], "成銀"),
    (Kind::Horse, "UM", '馬', &[], "馬"),
    (Kind::Dragon, "RY", '龍', &['竜'], "龍"),
];

type Spelled = (Kind, &'static str, char, &'static [char], &'static str);

/// A piece of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// The kind of piece.
    pub kind: Kind,
}

impl Piece {
    /// The piece of a side.
    pub const fn new(side: Side, kind: Kind) -> Self {
        Self { side, kind }
    }

    /// The letter of the unpromoted kind in SFEN: upper case for sente.
    pub fn letter(self) -> char {
        let letter = self.kind.letter();
        self.side.pick(letter, letter.to_ascii_lowercase())
    }
}
