//! Pieces, and the characters they are drawn and written with.

use crate::game::Side;

/// What a piece is, whoever owns it. A promoted piece is a kind of its own.
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
        Some(match number {
            1 => Self::Pawn,
            2 => Self::Lance,
            3 => Self::Knight,
            4 => Self::Silver,
            5 => Self::Gold,
            6 => Self::Bishop,
            7 => Self::Rook,
            8 => Self::King,
            9 => Self::ProPawn,
            10 => Self::ProLance,
            11 => Self::ProKnight,
            12 => Self::ProSilver,
            14 => Self::Horse,
            15 => Self::Dragon,
            _ => return None,
        })
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

    /// Whether the kind moves like a gold: gold, と, 成香, 成桂 and 成銀.
    pub fn moves_like_gold(self) -> bool {
        matches!(
            self,
            Self::Gold | Self::ProPawn | Self::ProLance | Self::ProKnight | Self::ProSilver
        )
    }

    /// The upper-case letter of the unpromoted kind in SFEN and USI: `K R B G S N L P`.
    pub fn letter(self) -> char {
        match self.unpromoted() {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Gold => 'G',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            _ => 'K',
        }
    }

    /// The unpromoted kind of an SFEN letter of either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Self::Pawn,
            'L' => Self::Lance,
            'N' => Self::Knight,
            'S' => Self::Silver,
            'G' => Self::Gold,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// The two letters of the CSA format: `FU KY KE GI KI KA HI OU TO NY NK NG UM RY`.
    pub fn csa(self) -> &'static str {
        match self {
            Self::Pawn => "FU",
            Self::Lance => "KY",
            Self::Knight => "KE",
            Self::Silver => "GI",
            Self::Gold => "KI",
            Self::Bishop => "KA",
            Self::Rook => "HI",
            Self::King => "OU",
            Self::ProPawn => "TO",
            Self::ProLance => "NY",
            Self::ProKnight => "NK",
            Self::ProSilver => "NG",
            Self::Horse => "UM",
            Self::Dragon => "RY",
        }
    }

    /// The kind of two CSA letters.
    pub fn from_csa(letters: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.csa() == letters)
    }

    /// The one character in a diagram: 全 圭 杏 for promoted silver, knight and lance.
    pub fn in_diagram(self) -> char {
        match self {
            Self::Pawn => '歩',
            Self::Lance => '香',
            Self::Knight => '桂',
            Self::Silver => '銀',
            Self::Gold => '金',
            Self::Bishop => '角',
            Self::Rook => '飛',
            Self::King => '玉',
            Self::ProPawn => 'と',
            Self::ProLance => '杏',
            Self::ProKnight => '圭',
            Self::ProSilver => '全',
            Self::Horse => '馬',
            Self::Dragon => '龍',
        }
    }

    /// The kind of one character, as diagrams and older records write it.
    pub fn from_japanese(character: char) -> Option<Self> {
        Some(match character {
            '歩' | '步' | '兵' => Self::Pawn,
            '香' => Self::Lance,
            '桂' => Self::Knight,
            '銀' => Self::Silver,
            '金' => Self::Gold,
            '角' => Self::Bishop,
            '飛' => Self::Rook,
            '玉' | '王' => Self::King,
            'と' | 'ト' => Self::ProPawn,
            '杏' => Self::ProLance,
            '圭' => Self::ProKnight,
            '全' => Self::ProSilver,
            '馬' => Self::Horse,
            '龍' | '竜' => Self::Dragon,
            _ => return None,
        })
    }

    /// The name in a move: one character, or 成香 成桂 成銀.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pawn => "歩",
            Self::Lance => "香",
            Self::Knight => "桂",
            Self::Silver => "銀",
            Self::Gold => "金",
            Self::Bishop => "角",
            Self::Rook => "飛",
            Self::King => "玉",
            Self::ProPawn => "と",
            Self::ProLance => "成香",
            Self::ProKnight => "成桂",
            Self::ProSilver => "成銀",
            Self::Horse => "馬",
            Self::Dragon => "龍",
        }
    }
}

/// A piece of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}
