//! Moves as a running text: numbers, moves in any notation, comments, variations, a result. PGN, WXF and lists of moves
//! share it.

pub(super) mod commands;
mod lexer;
mod player;
mod resolve;

pub(super) use lexer::{Movetext, TokenKind, is_ruler, numbering};
pub(super) use player::{Played, keep_as_comment, note_comment, play};
pub(super) use resolve::{board, leave_out, legal_run, play_move};

use crate::game::xiangqi::Position;
use crate::game::xiangqi::notation::{Notation, Phrase, Ranks, Script};
use crate::record::{At, Builder};

/// How a text writes moves that are not in Chinese. Each is read in one way only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// In WXF, or as squares whose ranks count from 0.
    FromZero,
    /// In WXF, or as squares whose ranks count from 1.
    FromOne,
    /// In Vietnamese letters, some of which mean other pieces in WXF.
    Vietnamese,
}

impl Style {
    const ALL: [Self; 3] = [Self::FromZero, Self::FromOne, Self::Vietnamese];
}

/// The notations that a move may be written in; the first that fits is meant.
fn notations(style: Style) -> [Notation; 4] {
    let (letters, ranks) = match style {
        Style::FromZero => (Notation::Wxf, Ranks::FromZero),
        Style::FromOne => (Notation::Wxf, Ranks::FromOne),
        Style::Vietnamese => (Notation::Vietnamese, Ranks::FromZero),
    };
    [
        Notation::Chinese(Script::Simplified),
        letters,
        Notation::Iccs(ranks),
        Notation::Short(ranks),
    ]
}

/// The move at the beginning of a text in any notation, and how many bytes it takes.
fn scan_move(text: &str, style: Style) -> Option<(Phrase, usize)> {
    let mut notations = notations(style).into_iter();
    notations.find_map(|notation| notation.scan(text))
}

/// Whether a move comes first in a text. Short western moves do not count: words traits like them.
pub(super) fn begins_with_move(text: &str) -> bool {
    let long = notations(Style::FromZero).into_iter().take(3);
    long.chain([Notation::Iccs(Ranks::FromOne), Notation::Vietnamese])
        .any(|notation| notation.scan(text).is_some())
}

/// Plays a move that nothing is known to follow.
pub(super) fn play_single(builder: &mut Builder, text: &str, at: At) {
    match scan_move(text, Style::FromZero) {
        Some((phrase, _)) => play_move(builder, text, at, phrase, &std::iter::empty()),
        None => leave_out(builder, text, at),
    }
}

/// Whether a text is shaped like a move, but none of the side to move.
pub(super) fn is_unplayable(position: &Position, text: &str) -> bool {
    scan_move(text, Style::FromZero).is_some_and(|(phrase, length)| {
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
    /// A move is written as only xiangqi has it: in Chinese, in WXF or in Vietnamese.
    pub(in crate::format) is_distinct: bool,
    /// All moves are `e4`: those of a pawn in chess, which may be legal here too.
    pub(in crate::format) is_bare: bool,
}

impl Traits {
    /// Looks over the mainline.
    pub(in crate::format) fn at(movetext: &Movetext<'_>) -> Self {
        let is_distinct = |text: &str| {
            let own = notations(Style::FromZero).into_iter().take(2);
            own.chain([Notation::Vietnamese])
                .any(|notation| notation.scan(text).is_some())
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
        movetext.line(0, dialect.style),
        limit,
    )
}
