//! Handling the outcomes of background work.

use super::{books, file, follow, library, search};
use crate::record::Survey;
use crate::tui::background::{Done, Outcome};
use crate::tui::model::{State, short_name};
use crate::tui::report::Report;

/// Handles an outcome; returns whether there may be something new to draw.
pub(super) fn take(state: &mut State, done: Done) -> bool {
    let Some((outcome, wanted)) = done.wanted() else {
        return false;
    };
    match outcome {
        Outcome::Surveyed(survey) => return surveyed(state, *survey),
        Outcome::Compared(Ok(compared)) => return follow::compared(state, *compared),
        Outcome::Compared(Err(reason)) => follow::unreadable(state, reason),
        Outcome::Found(found) => search::found(state, found),
        Outcome::Opened(path, opened) => file::opened(state, &path, opened),
        Outcome::Read(more) => file::more(state, more),
        Outcome::Listed(listing) => library::listed(state, listing),
        Outcome::Previewed(preview) => state.ui.preview = Some(*preview),
        Outcome::Book(news) => return books::news(state, news),
        Outcome::Copied(copied) => {
            state.tickets.copying = None;
            state.report(&match copied {
                Ok((path, lost)) if lost.is_empty() => Report::Written(short_name(&path)),
                Ok((path, lost)) => Report::WrittenWithout(short_name(&path), lost),
                Err(reason) => Report::Failed(reason),
            });
        }
        Outcome::Failed(reason) => {
            state.tickets.give_up(&wanted);
            state.report(&Report::Failed(reason));
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
