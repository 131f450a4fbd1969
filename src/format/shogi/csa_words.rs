//! The `%` words of CSA for how games end, which JKF has as well.

use crate::game::Side;
use crate::record::{Ending, EndingKind};

/// The ending that a `%` word means.
pub(in crate::format) fn ending(text: &str, to_move: Side) -> Ending {
    let kind = by_word(text, to_move);
    Ending {
        kind: kind.unwrap_or(EndingKind::Other),
        word: kind
            .is_none_or(|kind| word(kind, to_move) != text)
            .then(|| text.into()),
        clock: None,
    }
}

/// What a `%` word means for the side to move.
fn by_word(word: &str, to_move: Side) -> Option<EndingKind> {
    // `+ILLEGAL_ACTION`: that side's move before was a foul.
    let by_sign = |sign: Side| {
        if sign == to_move {
            EndingKind::IllegalLoss
        } else {
            EndingKind::IllegalWin
        }
    };
    Some(match word {
        "TORYO" => EndingKind::Resign,
        "CHUDAN" | "ERROR" => EndingKind::Abort,
        "SENNICHITE" => EndingKind::Repetition,
        "TIME_UP" => EndingKind::Timeout,
        "ILLEGAL_MOVE" => EndingKind::IllegalLoss,
        "+ILLEGAL_ACTION" => by_sign(Side::First),
        "-ILLEGAL_ACTION" => by_sign(Side::Second),
        "ILLEGAL_ACTION" => EndingKind::IllegalWin,
        "JISHOGI" => EndingKind::Jishogi,
        "KACHI" => EndingKind::Nyugyoku,
        "HIKIWAKE" => EndingKind::Draw,
        "TSUMI" => EndingKind::Mate,
        "FUZUMI" => EndingKind::NoMate,
        "MAX_MOVES" => EndingKind::MaxMoves,
        _ => return None,
    })
}

/// The `%` word for an ending: its own, if that means the same here.
pub(in crate::format) fn write(ending: &Ending, to_move: Side) -> String {
    let means = |word: &&str| {
        let meaning = by_word(word, to_move).unwrap_or(EndingKind::Other);
        meaning == ending.kind
    };
    let own = ending.word.as_deref().filter(means);
    own.map_or_else(|| word(ending.kind, to_move), str::to_owned)
}

/// The `%` word for an ending. `%ILLEGAL_ACTION` names the side whose foul it was.
fn word(ending: EndingKind, to_move: Side) -> String {
    let other = sign(to_move.other());
    match ending {
        EndingKind::Resign | EndingKind::DefaultLoss => "TORYO".to_owned(),
        EndingKind::Checkmate | EndingKind::Mate | EndingKind::Stalemate => "TSUMI".to_owned(),
        EndingKind::Draw => "HIKIWAKE".to_owned(),
        EndingKind::Repetition => "SENNICHITE".to_owned(),
        EndingKind::Jishogi => "JISHOGI".to_owned(),
        EndingKind::Timeout => "TIME_UP".to_owned(),
        EndingKind::IllegalWin => format!("{other}ILLEGAL_ACTION"),
        EndingKind::IllegalLoss => "ILLEGAL_MOVE".to_owned(),
        EndingKind::Nyugyoku => "KACHI".to_owned(),
        // CSA has no word for a game that was won because the other side did not come.
        EndingKind::Abort | EndingKind::DefaultWin | EndingKind::Other => "CHUDAN".to_owned(),
        EndingKind::NoMate => "FUZUMI".to_owned(),
        EndingKind::MaxMoves => "MAX_MOVES".to_owned(),
    }
}

/// How CSA writes a side.
pub(in crate::format) fn sign(side: Side) -> char {
    match side {
        Side::First => '+',
        Side::Second => '-',
    }
}
