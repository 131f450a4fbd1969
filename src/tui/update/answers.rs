//! Answers to problems that their records do not have. An engine judges them, and replies.

use super::{engine, layer, problems};
use crate::engine::EngineQuestion;
use crate::game::Game;
use crate::library::referee::{NoRuling, Ruling};
use crate::record::NodeId;
use crate::text::clean_line;
use crate::tui::background::Job;
use crate::tui::model::State;
use crate::tui::report::Report;
use crate::words::Worded;

/// The seconds that an engine has at most for a search on an answer.
const LONGEST: u64 = 2;

/// Judges an answer that the record does not have, if one was just played: by the rules, if it mates, or by an engine.
pub(super) fn judge(state: &mut State) {
    let Some(before) = state.problems.answered.take() else { return };
    let keymap = &state.ui.keymap;
    let (undo, next) = (keymap.first_key("undo"), keymap.first_key("next-game"));
    let position = state.position();
    if position.game() != Game::Go && position.legal_moves().is_empty() {
        return solve(state, &Report::Solved(next));
    }
    let question = EngineQuestion::along(&state.desk.record, before).ok();
    let engine = engine::engine_of(state).cloned();
    let (Some(question), Some(mv), Some(settings)) = (question, state.last_move(), engine) else {
        return state.report(&Report::NotInRecord(undo));
    };
    let name = clean_line(&settings.name);
    state.report(&Report::Judging(name.clone()));
    let (referee, node) = (state.problems.referee.clone(), state.node());
    let millis = settings.think.min(LONGEST) * 1_000;
    state.start(Job::Judging, ruled, move |_, _| {
        Some((node, name, referee.rule(settings, (&question, mv), millis)))
    });
}

/// Takes what an engine makes of the answer on the board, and answers with its reply.
fn ruled(
    state: &mut State,
    (node, name, ruling): (NodeId, String, Result<Ruling, NoRuling>),
) -> bool {
    if state.node() != node || !state.hides_answer() {
        return false;
    }
    let keymap = &state.ui.keymap;
    let (undo, next) = (keymap.first_key("undo"), keymap.first_key("next-game"));
    let ruling = match ruling {
        Ok(ruling) => ruling,
        Err(why) => {
            let why = why.map_or_else(|it| it.worded(state.lang()), |it| it.worded(state.lang()));
            state.report(&Report::NotJudged(name, why));
            return true;
        }
    };
    let (worth, of) = ruling.worth;
    if ruling.is_right && !ruling.mates {
        solve(state, &Report::SolvedBy(name, next));
        return true;
    }
    if let Some(reply) = ruling.reply {
        layer::add(state, node, &[reply]);
        let here = state.node();
        state.ui.mode.problem.iter_mut().for_each(|problem| problem.replies.push(here));
    }
    if ruling.is_right {
        state.report(&Report::RightBy(name));
    } else {
        problems::note(state, false);
        let worth = state.lang().worth(worth, (state.desk.record.game(), of), false);
        state.report(&Report::WrongBy(name, worth, undo));
    }
    true
}

/// Shows the answer to a problem that is solved.
fn solve(state: &mut State, report: &Report) {
    state.ui.mode.problem.iter_mut().for_each(|problem| problem.shown = None);
    problems::note(state, true);
    state.report(report);
}
