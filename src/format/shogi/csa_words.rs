//! The `%` words of CSA for endings, which JKF also uses.

use super::endings::{self, Words};
use crate::format::ledger::Ledger;
use crate::game::Side;
use crate::game::shogi::notation::sign;
use crate::record::{Ending, EndingKind, Key};

/// The ending that a `%` word means.
pub(super) fn ending(text: &str, to_move: Side) -> Ending {
    let kind = by_word(text, to_move);
    Ending {
        kind: kind.unwrap_or(EndingKind::Other),
        word: kind
            .is_none_or(|kind| word(kind, to_move) != text)
            .then(|| text.into()),
        clock: None,
    }
}

/// The meaning of a `%` word for the side to move.
fn by_word(word: &str, to_move: Side) -> Option<EndingKind> {
    // `+ILLEGAL_ACTION`: that side's last move was a foul.
    let by = |side: Side| match side == to_move {
        true => Some(EndingKind::IllegalLoss),
        false => Some(EndingKind::IllegalWin),
    };
    match word {
        "+ILLEGAL_ACTION" => by(Side::First),
        "-ILLEGAL_ACTION" => by(Side::Second),
        word => endings::read(Words::Csa, word),
    }
}

/// The `%` word for an ending: its own, if that means the same here. Whether it has exactly this meaning.
pub(super) fn write(ending: &Ending, to_move: Side, ledger: &mut Ledger<'_>) -> (String, bool) {
    let means = |word: &str| by_word(word, to_move).unwrap_or(EndingKind::Other) == ending.kind;
    let own = ending.word.as_deref().filter(|word| means(word));
    let word = own.map_or_else(|| word(ending.kind, to_move), str::to_owned);
    let is_same = means(&word);
    if is_same {
        // KIF has this as a sentence.
        ledger.wrote_key(Key::Result);
    }
    (word, is_same)
}

/// The `%` word for an ending. `%ILLEGAL_ACTION` names the side whose foul it was.
fn word(ending: EndingKind, to_move: Side) -> String {
    let near = match ending {
        EndingKind::IllegalWin => return format!("{}ILLEGAL_ACTION", sign(to_move.other())),
        EndingKind::DefaultLoss => EndingKind::Resign,
        EndingKind::Checkmate | EndingKind::Stalemate => EndingKind::Mate,
        // CSA has no word for a win by forfeit.
        EndingKind::DefaultWin | EndingKind::Other => EndingKind::Abort,
        ending => ending,
    };
    endings::word(Words::Csa, near)
        .unwrap_or_default()
        .to_owned()
}
