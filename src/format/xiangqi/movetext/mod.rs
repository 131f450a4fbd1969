//! Moves as a running text: numbers, moves in any notation, comments, variations, a result. PGN, WXF and lists of moves
//! share it.

mod lexer;
mod player;
mod resolve;

pub(super) use lexer::{Movetext, TokenKind, is_ruler, numbering};
pub(super) use player::{Played, keep_as_comment, note_comment, play};
pub(super) use resolve::{board, leave_out, legal_run, play_move};

use crate::game::xiangqi::Position;
use crate::game::xiangqi::notation::{Notation, Phrase, Ranks, Script};
use crate::record::{At, Builder};

/// The notations that a move may be written in; the first that fits is meant.
fn notations(ranks: Ranks) -> [Notation; 4] {
    [
        Notation::Chinese(Script::Simplified),
        Notation::Wxf,
        Notation::Iccs(ranks),
        Notation::Short(ranks),
    ]
}

/// The move at the beginning of a text in any notation, and how many bytes it takes.
fn scan_move(text: &str, ranks: Ranks) -> Option<(Phrase, usize)> {
    let mut notations = notations(ranks).into_iter();
    notations.find_map(|notation| notation.scan(text))
}

/// Whether a move comes first in a text. Short western moves do not count: words traits like them.
pub(super) fn begins_with_move(text: &str) -> bool {
    let long = notations(Ranks::FromZero).into_iter().take(3);
    long.chain([Notation::Iccs(Ranks::FromOne)])
        .any(|notation| notation.scan(text).is_some())
}

/// Plays a move that nothing is known to follow.
pub(super) fn play_single(builder: &mut Builder, text: &str, at: At) {
    match scan_move(text, Ranks::FromZero) {
        Some((phrase, _)) => play_move(builder, text, at, phrase, &std::iter::empty()),
        None => leave_out(builder, text, at),
    }
}

/// Whether a text is shaped like a move, but none of the side to move.
pub(super) fn is_unplayable(position: &Position, text: &str) -> bool {
    scan_move(text, Ranks::FromZero).is_some_and(|(phrase, length)| {
        length == text.len() && phrase.meanings(position).is_empty()
    })
}

/// What distinguishes a text from the moves of another game.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct Traits {
    /// How many moves the mainline has.
    pub(in crate::format) moves: usize,
    /// How many words among them are neither moves nor comments.
    pub(in crate::format) others: usize,
    /// A move is written as only xiangqi has it: in Chinese or in WXF.
    pub(in crate::format) is_distinct: bool,
    /// All moves are `e4`: those of a pawn in chess, which may be legal here too.
    pub(in crate::format) is_bare: bool,
}

impl Traits {
    /// Looks over the mainline.
    pub(in crate::format) fn at(movetext: &Movetext<'_>) -> Self {
        let is_distinct = |text: &str| {
            let mut own = notations(Ranks::FromZero).into_iter().take(2);
            own.any(|notation| notation.scan(text).is_some())
        };
        let mut traits = Self {
            moves: 0,
            others: 0,
            is_distinct: false,
            is_bare: true,
        };
        for token in movetext.mainline() {
            match token.kind {
                TokenKind::Move => {
                    let text = movetext.text_of(token);
                    traits.moves += 1;
                    traits.is_bare &= text.len() == 2;
                    traits.is_distinct = traits.is_distinct || is_distinct(text);
                }
                TokenKind::Other => traits.others += 1,
                _ => {}
            }
        }
        traits
    }
}

/// How many moves at the beginning of a text are legal, one after another, up to a limit. For telling a record from
/// prose.
pub(super) fn legal_moves(start: &Position, movetext: &Movetext<'_>, limit: usize) -> usize {
    let dialect = player::Dialect::of(start, movetext);
    legal_run(
        &dialect.start(start),
        movetext.line(0, dialect.ranks),
        limit,
    )
}
