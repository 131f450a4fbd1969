//! Work that is done away from the loop, and what comes of it.

use std::sync::Arc;

use super::{books, file, follow, library, search};
use crate::record::Survey;
use crate::tui::jobs::{Done, Job, Outcome, Task, Ticket};
use crate::tui::model::{Effect, State, short_name};
use crate::tui::say::Say;

/// Asks the loop for a piece of work; it goes on until the ticket is dropped.
pub(super) fn start(state: &mut State, job: Job) -> Ticket {
    let (ticket, task) = Task::new(job);
    state.want(Effect::Start(task));
    ticket
}

/// Has the record looked at as a whole.
pub(super) fn survey(state: &mut State) {
    state.document.survey = None;
    let record = Arc::clone(&state.document.record);
    let job = Job::Survey(record, Arc::clone(state.reader.cursor.lines()));
    state.tickets.survey = Some(start(state, job));
}

/// Takes what came of a piece of work; whether there may be something new to draw.
pub(super) fn done(state: &mut State, done: Done) -> bool {
    let Some((outcome, wanted)) = done.wanted() else {
        return false;
    };
    match outcome {
        Outcome::Surveyed(survey) => return surveyed(state, *survey),
        Outcome::Compared(compared) => return follow::compared(state, *compared),
        Outcome::Unreadable(reason) => follow::unreadable(state, reason),
        Outcome::Found(hits) => search::found(state, hits),
        Outcome::Searched => search::searched(state),
        Outcome::Opened(path, opened) => file::opened(state, &path, opened),
        Outcome::Listed(from, texts) => library::listed(state, from, texts),
        Outcome::Added(files) => library::added(state, &files),
        Outcome::Book(news) => return books::news(state, news),
        Outcome::Copied(copied) => {
            state.tickets.copying = None;
            state.say(&match copied {
                Ok((path, lost)) => Say::Written(short_name(&path), lost),
                Err(reason) => Say::Failed(reason),
            });
        }
        Outcome::Failed(reason) => {
            state.tickets.give_up(&wanted);
            state.say(&Say::Failed(reason));
        }
    }
    true
}

fn surveyed(state: &mut State, mut survey: Survey) -> bool {
    state.tickets.survey = None;
    let checkpoints = std::mem::take(&mut survey.checkpoints);
    state.reader.cursor.learn(checkpoints);
    let has_news =
        survey.has_transpositions() || !survey.evals.is_empty() || !survey.clocks.is_empty();
    state.document.survey = Some(survey);
    has_news
}
