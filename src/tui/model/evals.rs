//! The evaluations of the current line, on one scale, and its swings.

use std::ops::Range;

use super::State;
use crate::library::losses::{SWINGS, capped, least};
use crate::record::Eval;

/// The win rate of an even position.
const EVEN: i32 = 5_000;
/// The maximum number of swings that are compared. On a longer line the search starts at the cursor.
const LOOKED_AT: usize = 2000;

/// The difference of an evaluation from even, for the first side: in hundredths of a pawn or, if the record's first
/// evaluation is a win rate, of a percent. `None` if the evaluation is of the other type.
fn value(state: &State, eval: Eval) -> Option<i32> {
    match eval {
        Eval::WinRate(rate) => has_rates(state).then_some(rate - EVEN),
        _ if has_rates(state) => None,
        eval => Some(capped(eval)),
    }
}

/// Whether the record's evaluations are win rates.
pub(in crate::tui) fn has_rates(state: &State) -> bool {
    state.survey_has(|survey| matches!(survey.evals.first(), Some((_, Eval::WinRate(_)))))
}

/// The evaluation with a difference from even.
pub(in crate::tui) fn eval_at(state: &State, value: i32) -> Eval {
    if has_rates(state) { Eval::WinRate(EVEN + value) } else { Eval::Centipawns(value) }
}

/// The last evaluation in a range of plies of the current line.
pub(in crate::tui) fn value_in(state: &State, plies: Range<usize>) -> Option<i32> {
    let evals = &state.desk.examined.survey.as_ref()?.evals;
    let noted = state.cursor().noted(evals, plies);
    let mut values = noted.filter_map(|(_, eval)| value(state, *eval));
    values.next_back()
}

/// The plies of the current line's biggest swings, the biggest first.
pub(in crate::tui) fn swings(state: &State) -> Vec<usize> {
    let last = state.cursor().last_ply();
    let from = if last < LOOKED_AT { 0 } else { state.cursor().ply() };
    let noted = state.cursor().noted(&state.desk.examined.swings, from..last + 1);
    let mut swings: Vec<_> = noted.take(LOOKED_AT).map(|(ply, change)| (*change, ply)).collect();
    swings.sort_unstable_by(|a, b| b.cmp(a));
    swings.into_iter().take(SWINGS).map(|(_, ply)| ply).collect()
}

/// The smallest change that counts as a swing, if the line has evaluations.
pub(in crate::tui) fn least_swing(state: &State) -> Option<String> {
    value_in(state, 0..state.cursor().last_ply() + 1)?;
    let unit = eval_at(state, 0);
    let least = least(unit);
    let least = if has_rates(state) { Eval::WinRate(least) } else { Eval::Centipawns(least) };
    Some(eval_text(state, least))
}

/// An evaluation in the unit of the game and the user's language.
pub(in crate::tui) fn eval_text(state: &State, eval: Eval) -> String {
    eval.text(state.desk.record.game(), state.texts().mate)
}
