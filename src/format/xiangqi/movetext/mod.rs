//! Moves as a running text: numbers, moves in any notation, comments, variations, a result. PGN, WXF and lists of moves
//! share it.

pub(super) mod commands;
mod lexer;
mod player;
mod resolve;

pub(super) use lexer::{Movetext, TokenKind, is_ruler, numbering};
pub(super) use player::{GLYPHS, finish, keep_as_comment, note_comment, play};
pub(super) use resolve::{after, board, leave_out, legal_run, passed, play_move};

use crate::game::xiangqi::Position;
use crate::game::xiangqi::notation::Notation::{self, Letters, Short, Vietnamese, Wxf};
use crate::game::xiangqi::notation::{Phrase, Ranks};
use crate::record::{At, Builder};

/// Tells in which notations a text may write its moves.
type Style = fn(Notation) -> bool;

/// Each text is read in one of these: its squares count ranks from 0 or from 1, and some letters mean other pieces in
/// Vietnamese than in WXF.
const STYLES: [Style; 3] = [
    |notation| is_international(notation) && notation.ranks() != Some(Ranks::FromOne),
    |notation| is_international(notation) && notation.ranks() != Some(Ranks::FromZero),
    |notation| !matches!(notation, Wxf | Letters) && notation.ranks() != Some(Ranks::FromOne),
];

fn is_international(notation: Notation) -> bool {
    !matches!(notation, Vietnamese | Letters)
}

/// The move at the beginning of a text in the first notation that fits, and how many bytes it takes.
fn scan_move(text: &str, style: impl Fn(Notation) -> bool) -> Option<(Phrase, usize)> {
    let mut notations = Notation::ALL.into_iter().filter(|notation| style(*notation));
    notations.find_map(|notation| notation.scan(text))
}

/// Whether a move comes first in a text. Short western moves do not count: words look like them.
pub(super) fn begins_with_move(text: &str) -> bool {
    scan_move(text, |notation| !matches!(notation, Short(_) | Letters)).is_some()
}

/// Plays a move that nothing is known to follow.
pub(super) fn play_single(builder: &mut Builder, text: &str, at: At) {
    match scan_move(text, STYLES[0]) {
        Some((phrase, _)) => play_move(builder, text, at, phrase, &std::iter::empty()),
        None => leave_out(builder, text, at),
    }
}

/// Whether a text is shaped like a move, but none of the side to move.
pub(super) fn is_unplayable(position: &Position, text: &str) -> bool {
    scan_move(text, STYLES[0]).is_some_and(|(phrase, length)| {
        length == text.len() && phrase.meanings(position).is_empty()
    })
}

/// The properties that distinguish a text from the moves of another game.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct Traits {
    /// How many moves the mainline has.
    pub(in crate::format) moves: usize,
    /// How many words among them are neither moves nor comments.
    pub(in crate::format) others: usize,
    /// A move is written as only xiangqi has it: in Chinese, in WXF or in Vietnamese.
    pub(in crate::format) is_distinct: bool,
    /// All moves are `e4`: those of a pawn in chess, which may be legal here too.
    pub(in crate::format) is_bare: bool,
}

impl Traits {
    /// The properties of the mainline.
    pub(in crate::format) fn of(movetext: &Movetext<'_>) -> Self {
        let names_piece = |notation: Notation| notation != Letters && notation.ranks().is_none();
        let mut traits = Self { moves: 0, others: 0, is_distinct: false, is_bare: true };
        for token in movetext.line(0) {
            match token.kind {
                TokenKind::Move => {
                    let text = movetext.text_of(token);
                    traits.moves += 1;
                    traits.is_bare &= text.len() == 2;
                    traits.is_distinct =
                        traits.is_distinct || scan_move(text, names_piece).is_some();
                }
                TokenKind::Other => traits.others += 1,
                _ => {}
            }
        }
        traits
    }
}

/// How many moves at the beginning of a text are legal, one after another, up to a limit. Prose has few.
pub(super) fn legal_moves(start: &Position, movetext: &Movetext<'_>, limit: usize) -> usize {
    let (start, style) = player::infer(start, movetext);
    legal_run(&start, movetext.phrases(0, style), limit)
}
