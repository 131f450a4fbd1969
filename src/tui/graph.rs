//! Evaluation and clock along the current line.

use super::model::State;
use crate::game::Side;
use crate::record::{Eval, Note, time};

/// The value of a mate in the graph.
pub(super) const MATE: i32 = 10_000;
/// The smallest change that counts as a swing, in hundredths of a pawn.
const SWING: i32 = 100;
/// The smallest change of a win rate that counts as a swing, in hundredths of a percent.
const RATE_SWING: i32 = 500;
/// The win rate of an even position.
const EVEN: i32 = 5_000;
/// The number of swings that `!` visits.
const SWINGS: usize = 10;
/// The maximum number of evaluations searched for swings. On a longer line the search starts at the cursor.
const LOOKED_AT: usize = 2000;

/// The difference of an evaluation from even, for the first side: in hundredths of a pawn or, if the record's first
/// evaluation is a win rate, of a percent. `None` if the evaluation is of the other type.
fn value(state: &State, eval: Eval) -> Option<i32> {
    match eval {
        Eval::WinRate(rate) => has_rates(state).then_some(rate - EVEN),
        _ if has_rates(state) => None,
        Eval::Centipawns(value) => Some(value.clamp(-MATE, MATE)),
        Eval::Mate(plies) if plies < 0 => Some(-MATE),
        Eval::Mate(_) => Some(MATE),
    }
}

fn has_rates(state: &State) -> bool {
    state.survey_has(|survey| matches!(survey.evals.first(), Some((_, Eval::WinRate(_)))))
}

/// The evaluation with a difference from even.
pub(super) fn eval_at(state: &State, value: i32) -> Eval {
    match has_rates(state) {
        true => Eval::WinRate(EVEN + value),
        false => Eval::Centipawns(value),
    }
}

/// The last evaluation in a range of plies of the current line.
pub(super) fn value_in(state: &State, plies: std::ops::Range<usize>) -> Option<i32> {
    let evals = &state.document.survey.as_ref()?.evals;
    let noted = state.reader.cursor.noted(evals, plies);
    let mut values = noted.filter_map(|(_, eval)| value(state, *eval));
    values.next_back()
}

/// The time spent on the last move in a range of plies, in milliseconds, and its side.
pub(super) fn time_in(state: &State, plies: std::ops::Range<usize>) -> Option<(u32, Side)> {
    let clocks = &state.document.survey.as_ref()?.clocks;
    let first = state.document.record.start.side_to_move();
    let (ply, clock) = state.reader.cursor.noted(clocks, plies).next_back()?;
    let side = if ply % 2 == 1 { first } else { first.other() };
    Some((clock.spent?, side))
}

/// The plies after which the evaluation changed most, biggest change first.
pub(super) fn swings(state: &State) -> Vec<usize> {
    let Some(survey) = &state.document.survey else {
        return Vec::new();
    };
    let last = state.reader.cursor.last_ply();
    let from = if last < LOOKED_AT { 0 } else { state.reader.cursor.ply() };
    let noted = state.reader.cursor.noted(&survey.evals, from..last + 1);
    let values: Vec<(usize, i32)> =
        noted.take(LOOKED_AT).filter_map(|(ply, eval)| Some((ply, value(state, *eval)?))).collect();
    let least = if has_rates(state) { RATE_SWING } else { SWING };
    let mut swings: Vec<(u32, usize)> = values
        .windows(2)
        .map(|pair| (pair[0].1.abs_diff(pair[1].1), pair[1].0))
        .filter(|(swing, _)| *swing >= least.unsigned_abs())
        .collect();
    swings.sort_unstable_by(|a, b| b.cmp(a));
    swings.into_iter().take(SWINGS).map(|(_, ply)| ply).collect()
}

/// The smallest change that counts as a swing, if the line has evaluations.
pub(super) fn least_swing(state: &State) -> Option<String> {
    value_in(state, 0..state.reader.cursor.last_ply() + 1)?;
    let least = match has_rates(state) {
        true => Eval::WinRate(RATE_SWING),
        false => Eval::Centipawns(SWING),
    };
    Some(eval_text(state, least))
}

/// An evaluation in the unit of the game and the user's language.
pub(super) fn eval_text(state: &State, eval: Eval) -> String {
    eval.text(state.document.record.game(), state.texts().mate)
}

/// The evaluation and the time at the cursor, for the heading.
pub(super) fn here(state: &State) -> String {
    let notes = state.tree().notes(state.node());
    let texts = notes.filter_map(|note| match note {
        Note::Eval(eval) => Some(eval_text(state, *eval)),
        Note::Clock(clock) => clock.spent.map(time),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}
