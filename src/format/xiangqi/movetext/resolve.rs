//! Playing moves given in words. Ambiguities are resolved by the moves that follow, with a warning; an unresolvable
//! move keeps a node, and the line continues.

use std::cmp::Reverse;

use crate::game;
use crate::game::xiangqi::notation::Phrase;
use crate::game::xiangqi::{Move, Position};
use crate::record::{At, Builder, Note};

/// So many of the moves that follow are tried.
const AHEAD: usize = 40;

/// So many readings are kept of what several pieces can play.
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
    let run = |position: Position| legal_run(&position, following.clone(), AHEAD);
    let moves = phrase.meanings(&position);
    let mv = match moves[..] {
        [mv] => Some(mv),
        [] => of_other_side(&passed(&position), phrase, run),
        // The move after which the line can be continued furthest; the first of several.
        _ => {
            let run = |mv: &Move| Reverse(run(after(&position, *mv)));
            moves.iter().copied().min_by_key(run)
        }
    };
    let Some(mv) = mv else {
        return leave_out(builder, text, at);
    };
    builder.play(game::Move::Xiangqi(mv), at);
    if moves.len() > 1 {
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        let list = moves.join(", ");
        builder.warn(at, format!("{text:?} can mean {list}; {mv} is taken"));
    }
}

/// The move if it is the other side's, because the file lacks a move before it. Only later moves can distinguish that
/// from a misprint.
fn of_other_side(
    passed: &Position,
    phrase: Phrase,
    run: impl Fn(Position) -> usize,
) -> Option<Move> {
    let [mv] = phrase.meanings(passed)[..] else {
        return None;
    };
    let fits = passed.check(mv).is_ok() && run(after(passed, mv)) > run(*passed);
    fits.then_some(mv)
}

/// Keeps a node for a move that cannot be played, with its text, and passes the turn.
pub(in crate::format) fn leave_out(builder: &mut Builder, text: &str, at: At) {
    let message = format!("no piece can play {text:?}; the move is skipped");
    builder.skip_unread(text, builder.position().side_to_move().other(), at, message);
}

/// A null move, as the file itself marks one that is not known.
pub(super) fn pass(builder: &mut Builder) {
    builder.skip();
    builder.note(Note::Turn(builder.position().side_to_move().other()));
}
