//! Playing moves given in words. Ambiguities are resolved by the moves that follow, with a warning; an unresolvable
//! move keeps a node, and the line continues.

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
    let mut count = 0;
    for phrase in phrases.take(limit) {
        let after = |position: &Position| {
            let position = *position;
            let meanings = phrase.meanings(&position).into_iter();
            let legal = meanings.filter(move |mv| position.check(*mv).is_ok());
            legal.map(move |mv| {
                let mut after = position;
                after.apply(mv);
                after
            })
        };
        let next: Vec<Position> = readings.iter().flat_map(after).take(READINGS).collect();
        if next.is_empty() {
            break;
        }
        readings = next;
        count += 1;
    }
    count
}

/// The position on a xiangqi board; that of another game is an empty one.
pub(in crate::format) fn board(builder: &Builder) -> Position {
    match builder.position() {
        game::Position::Xiangqi(position) => *position,
        _ => Position::empty(),
    }
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
    match moves[..] {
        [mv] => {
            builder.play(game::Move::Xiangqi(mv), at);
        }
        [] => match of_other_side(&position, phrase, following) {
            Some(mv) => {
                builder.play(game::Move::Xiangqi(mv), at);
            }
            None => leave_out(builder, text, at),
        },
        _ => {
            let mv = likeliest(&position, &moves, following);
            builder.play(game::Move::Xiangqi(mv), at);
            let list: Vec<String> = moves.iter().map(Move::to_string).collect();
            let list = list.join(", ");
            builder.warn(at, format!("{text:?} can mean {list}; {mv} is taken"));
        }
    }
}

/// Keeps a node for a move that cannot be played, with its text, and passes the turn.
pub(in crate::format) fn leave_out(builder: &mut Builder, text: &str, at: At) {
    let next = builder.position().side_to_move().other();
    let message = format!("no piece can play {text:?}; the move is skipped");
    builder.skip_unread(text, next, at, message);
}

/// A null move, as the file itself marks one that is not known.
pub(super) fn pass(builder: &mut Builder) {
    let side = builder.position().side_to_move();
    builder.skip();
    builder.note(Note::Turn(side.other()));
}

/// The move after which the line can be continued furthest; the first of several.
fn likeliest(
    position: &Position,
    moves: &[Move],
    following: &(impl Iterator<Item = Phrase> + Clone),
) -> Move {
    let run = |mv: Move| {
        let mut after = *position;
        after.apply(mv);
        legal_run(&after, following.clone(), AHEAD)
    };
    let mut best = (moves[0], run(moves[0]));
    for &mv in &moves[1..] {
        let run = run(mv);
        if run > best.1 {
            best = (mv, run);
        }
    }
    best.0
}

/// The move if it is the other side's, because the file lacks a move before it. Only later moves can distinguish that
/// from a misprint.
fn of_other_side(
    position: &Position,
    phrase: Phrase,
    following: &(impl Iterator<Item = Phrase> + Clone),
) -> Option<Move> {
    let mut passed = *position;
    passed.set_side_to_move(position.side_to_move().other());
    let moves = phrase.meanings(&passed);
    let [mv] = moves[..] else {
        return None;
    };
    let mut played = passed;
    played.apply(mv);
    let run = |position| legal_run(&position, following.clone(), AHEAD);
    (passed.check(mv).is_ok() && run(played) > run(passed)).then_some(mv)
}
