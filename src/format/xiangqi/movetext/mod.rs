//! Moves as a running text: numbers, moves in any notation, comments, variations, a result. PGN, WXF and lists of moves
//! share it.
//!
//! Ambiguous moves are resolved by the moves that follow, with a warning. A move that cannot be resolved keeps a node, and
//! the line continues.

mod lexer;
mod player;

pub(in crate::format) use lexer::{Movetext, TokenKind, is_ruler};
pub(super) use player::{finish, glyph_number, infer, play, play_complete};

use std::cmp::Reverse;

use crate::game;
use crate::game::xiangqi::notation::Notation::{self, Letters, Vietnamese, Wxf};
use crate::game::xiangqi::notation::{Phrase, Ranks, Style, scan};
use crate::game::xiangqi::{Move, Position};
use crate::record::{At, Builder, Note};

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

/// Whether a text is shaped like a move, but none of the side to move.
pub(super) fn is_unplayable(position: &Position, text: &str) -> bool {
    scan(text, STYLES[0]).is_some_and(|(phrase, length)| {
        length == text.len() && phrase.meanings(position).is_empty()
    })
}

/// The properties that distinguish a text from the moves of another game.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct Traits {
    /// How many moves the mainline has.
    pub(in crate::format) moves: usize,
    /// A move is written as only xiangqi has it: in Chinese, in WXF or in Vietnamese.
    pub(in crate::format) is_distinct: bool,
    /// All moves are `e4`: those of a pawn in chess, which may be legal here too.
    pub(in crate::format) is_bare: bool,
}

impl Traits {
    /// The properties of the mainline.
    pub(in crate::format) fn of(movetext: &Movetext<'_>) -> Self {
        let names_piece = |notation: Notation| notation != Letters && notation.ranks().is_none();
        let mut traits = Self { moves: 0, is_distinct: false, is_bare: true };
        for token in movetext.line(0).filter(|token| token.kind == TokenKind::Move) {
            let text = movetext.text_of(token);
            traits.moves += 1;
            traits.is_bare &= text.len() == 2;
            traits.is_distinct = traits.is_distinct || scan(text, names_piece).is_some();
        }
        traits
    }
}

/// How many moves at the beginning of a text are legal, one after another, up to a limit. Prose has few.
pub(super) fn legal_moves(start: &Position, movetext: &Movetext<'_>, limit: usize) -> usize {
    let (start, style) = infer(start, movetext);
    legal_run(&start, movetext.phrases(0, style), limit)
}

/// The number of following moves to try.
const AHEAD: usize = 40;

/// The number of readings to keep when several pieces can make a move.
const READINGS: usize = 8;

/// How many phrases can be played one after another, up to a limit. What several pieces can play is read in every way
/// until one of them is left.
pub(in crate::format) fn legal_run(
    start: &Position,
    phrases: impl Iterator<Item = Phrase>,
    limit: usize,
) -> usize {
    let mut readings = vec![*start];
    let mut run = 0;
    for phrase in phrases.take(limit) {
        let next = readings.iter().flat_map(|before| {
            let meanings = phrase.meanings(before).into_iter();
            let legal = meanings.filter(|mv| before.check(*mv).is_ok());
            legal.map(|mv| after(before, mv))
        });
        readings = next.take(READINGS).collect();
        if readings.is_empty() {
            break;
        }
        run += 1;
    }
    run
}

/// The position after a move.
pub(in crate::format) fn after(before: &Position, mv: Move) -> Position {
    let mut after = *before;
    after.apply(mv);
    after
}

/// The position with the turn passed.
pub(in crate::format) fn passed(position: &Position) -> Position {
    let mut passed = *position;
    passed.set_side_to_move(position.side_to_move().other());
    passed
}

/// The position on a xiangqi board; that of another game is an empty one.
pub(in crate::format) fn board(builder: &Builder) -> Position {
    let position = builder.position().xiangqi();
    position.copied().unwrap_or_else(Position::empty)
}

/// Plays a move that the text writes like this. `following` are the moves that come after it on the same line.
pub(in crate::format) fn play_move(
    builder: &mut Builder,
    text: &str,
    at: At,
    phrase: Phrase,
    following: &(impl Iterator<Item = Phrase> + Clone),
) {
    let position = board(builder);
    let moves = phrase.meanings(&position);
    let mv = match moves[..] {
        [mv] => Some(mv),
        [] => None,
        // The move after which the line can be continued furthest; the first of several.
        _ => moves
            .iter()
            .copied()
            .min_by_key(|mv| Reverse(legal_run(&after(&position, *mv), following.clone(), AHEAD))),
    };
    let Some(mv) = mv else {
        return builder.leave_out(text, at);
    };
    builder.play(game::Move::Xiangqi(mv), at);
    if moves.len() > 1 {
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        let list = moves.join(", ");
        builder.warn(at, format!("{text:?} can mean {list}; {mv} is taken"));
    }
}

/// A null move, as the file itself marks one that is not known.
fn pass(builder: &mut Builder) {
    builder.skip();
    builder.note(Note::Turn(builder.position().side_to_move().other()));
}
