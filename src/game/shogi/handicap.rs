//! Named handicaps: the initial position without some of gote's pieces, gote to move.

use std::sync::LazyLock;

use super::notation::{digit_value, rank_kanji};
use super::position::Position;
use super::square::Square;
use crate::game::{self, Side};

/// A named starting position.
#[derive(Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The name in KIF (手合割).
    pub name: &'static str,
    /// The name in JKF (`preset`).
    pub preset: &'static str,
    /// The squares without gote's pieces, as file and rank: 82 for the rook.
    pub removed: &'static [u8],
}

/// 左 and 右 are from gote's point of view. The names are from the KIF specification of 2024-08-02.
static HANDICAPS: [Handicap; 16] = [
    handicap("平手", "HIRATE", &[]),
    handicap("香落ち", "KY", &[11]),
    handicap("右香落ち", "KY_R", &[91]),
    handicap("角落ち", "KA", &[22]),
    handicap("飛車落ち", "HI", &[82]),
    handicap("飛香落ち", "HIKY", &[82, 11]),
    handicap("二枚落ち", "2", &[82, 22]),
    handicap("三枚落ち", "3", &[82, 22, 11]),
    handicap("四枚落ち", "4", &[82, 22, 11, 91]),
    handicap("五枚落ち", "5", &[82, 22, 11, 91, 81]),
    handicap("左五枚落ち", "5_L", &[82, 22, 11, 91, 21]),
    handicap("六枚落ち", "6", &[82, 22, 11, 91, 81, 21]),
    handicap("左七枚落ち", "7_L", &[82, 22, 11, 91, 81, 21, 31]),
    handicap("右七枚落ち", "7_R", &[82, 22, 11, 91, 81, 21, 71]),
    handicap("八枚落ち", "8", &[82, 22, 11, 91, 81, 21, 31, 71]),
    handicap("十枚落ち", "10", &[82, 22, 11, 91, 81, 21, 31, 71, 41, 61]),
];

/// The first two ranks of lishogi's handicaps, and sente's hand if the pieces are given to sente: `Handicap.scala` in
/// scalashogi.
const GIVEN: [(&str, &str, &str); 13] = [
    ("香", "lnsgkgsn1/1r5b1", "L"),
    ("両香", "1nsgkgsn1/1r5b1", "2L"),
    ("角", "lnsgkgsnl/1r7", "B"),
    ("飛", "lnsgkgsnl/7b1", "R"),
    ("飛香", "lnsgkgsn1/7b1", "RL"),
    ("二枚", "lnsgkgsnl/9", "RB"),
    ("三枚", "1nsgkgsnl/9", "RBL"),
    ("四枚", "1nsgkgsn1/9", "RB2L"),
    ("五枚", "2sgkgsn1/9", "RBN2L"),
    ("六枚", "2sgkgs2/9", "RB2N2L"),
    ("七枚", "3gkgs2/9", "RBS2N2L"),
    ("八枚", "3gkg3/9", "RB2S2N2L"),
    ("九枚", "4kg3/9", "RBG2S2N2L"),
];

/// The first three ranks of other starting positions, and gote's hand. 十九枚 and 二十枚 are from shogi-extend.
const BARE: [(&str, &str, &str); 8] = [
    ("トンボ＋桂香", "ln2k2nl/1r5b1/ppppppppp", "-"),
    ("トンボ＋香", "l3k3l/1r5b1/ppppppppp", "-"),
    ("トンボ", "4k4/1r5b1/ppppppppp", "-"),
    ("太閤", "lnsgkgsnl/1r5b1/p1ppppppp", "-"),
    ("裸玉", "4k4/9/9", "-"),
    ("十九枚", "4k4/9/9", "-"),
    ("歩三兵", "4k4/9/9", "3p"),
    ("二十枚", "9/9/9", "-"),
];

const fn handicap(name: &'static str, preset: &'static str, removed: &'static [u8]) -> Handicap {
    Handicap { name, preset, removed }
}

/// A name in its usual spelling, without the ending that all names share.
fn stem(name: &str) -> String {
    let name = name.trim_end_matches(['ち', 'し']).trim_end_matches('落');
    let name = name.replace("10", "十");
    let name = name.chars().map(|c| match digit_value(c) {
        Some(digit @ 1..=9) => rank_kanji(digit),
        _ => c,
    });
    let name = name.collect::<String>().replace("飛車", "飛").replace("角行", "角");
    match &*name.replace("香車", "香") {
        "左香" => "香".to_owned(),
        "右五枚" => "五枚".to_owned(),
        "一丁半" => "飛香".to_owned(),
        "飛角" | "角飛" => "二枚".to_owned(),
        name => name.to_owned(),
    }
}
impl Handicap {
    /// All named starting positions, the even one first.
    pub fn all() -> &'static [Self] {
        &HANDICAPS
    }

    /// The handicap with a name in a record. Also accepts other common forms: 飛落ち, 香落, ２枚落ち, 左香落ち.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let wanted = stem(name);
        let exact = HANDICAPS.iter().find(|handicap| handicap.name == name);
        exact.or_else(|| HANDICAPS.iter().find(|handicap| stem(handicap.name) == wanted))
    }

    /// The starting position with a name, including names that are not in the KIF specification but are written without
    /// a diagram by lishogi and shogi-extend. With 得 instead of 落ち, sente gets the pieces. On lishogi, 三枚落ち removes a
    /// different lance.
    pub fn start(name: &str, by_lishogi: bool) -> Option<Position> {
        let name = name.replace('兩', "両").replace("飛車", "飛").replace('+', "＋");
        fn sfen(camp: &str, hands: &str) -> Option<Position> {
            let sfen = format!("{camp}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w {hands} 1");
            Position::from_sfen(&sfen).ok().map(|(position, _)| position)
        }
        if name == "青空将棋" {
            let sfen = "lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL b - 1";
            return Position::from_sfen(sfen).ok().map(|(position, _)| position);
        }
        let gift = name.strip_suffix('得');
        if let Some((_, camp, hand)) = GIVEN.iter().find(|(known, ..)| gift == Some(*known)) {
            return sfen(&format!("{camp}/ppppppppp"), hand);
        }
        if let Some(handicap) = Self::by_name(&name).filter(|_| !(by_lishogi && name == "三枚落ち"))
        {
            return Some(handicap.position());
        }
        let stem = name.trim_end_matches('ち').trim_end_matches('落');
        if let Some((_, camp, hands)) = BARE.iter().find(|(known, ..)| *known == stem) {
            return sfen(camp, hands);
        }
        let (_, camp, _) = GIVEN.iter().find(|(known, ..)| *known == stem)?;
        sfen(&format!("{camp}/ppppppppp"), "-")
    }

    /// The handicap of a starting position.
    pub fn of(position: &Position) -> Option<&'static Self> {
        static POSITIONS: LazyLock<Vec<Position>> =
            LazyLock::new(|| HANDICAPS.iter().map(Handicap::position).collect());
        let index = POSITIONS.iter().position(|start| start == position)?;
        HANDICAPS.get(index)
    }

    /// Whether programs know the position by its name alone. For the others, tsshogi starts from the even position.
    pub fn is_common(&self) -> bool {
        !matches!(self.preset, "3" | "5" | "5_L" | "7_L" | "7_R")
    }

    /// Whether a game that starts from this position is played at a named handicap.
    pub fn is_given(start: &game::Position) -> bool {
        start.shogi().and_then(Self::of).is_some_and(|handicap| !handicap.removed.is_empty())
    }

    /// The starting position. Gote moves first in handicap games.
    pub fn position(&self) -> Position {
        let mut position = Position::initial();
        for square in self.removed {
            if let Some(square) = Square::new(square / 10, square % 10) {
                position.put(square, None);
            }
        }
        if !self.removed.is_empty() {
            position.set_side_to_move(Side::Second);
        }
        position
    }
}
