//! Handling the outcomes of background work.

use super::{books, file, follow, library, search};
use crate::record::Survey;
use crate::tui::background::{Done, Outcome, Wanted};
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
            give_up(state, &wanted);
            state.report(&Report::Failed(reason));
        }
    }
    true
}

/// Stops waiting for failed work.
fn give_up(state: &mut State, failed: &Wanted) {
    let books = &mut state.books;
    let others = [
        &mut books.opening,
        &mut books.asking,
        &mut books.walking,
        &mut state.document.following.comparing,
    ];
    for ticket in state.tickets.each().into_iter().chain(others) {
        ticket.take_if(|ticket| failed.is_by(ticket));
    }
}

fn surveyed(state: &mut State, mut survey: Survey) -> bool {
    state.tickets.survey = None;
    let checkpoints = std::mem::take(&mut survey.checkpoints);
    state.reader.cursor.add_saved(checkpoints);
    let has_news =
        survey.has_transpositions() || !survey.evals.is_empty() || !survey.clocks.is_empty();
    state.document.survey = Some(survey);
    has_news
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::mpsc;

    use super::*;
    use crate::settings::Config;
    use crate::text::Source;
    use crate::tui::Settings;
    use crate::tui::background::{Task, Workers};

    #[test]
    fn nothing_that_failed_is_awaited() {
        let text = b"[Game \"Chinese Chess\"]\n\n1. C2=5 *\n";
        let loaded = crate::format::read(&Source::new(text, "game.pgn")).unwrap();
        let settings = Settings::new(&Config::default(), false);
        let mut state = State::new(Path::new("game.pgn"), loaded, 0, settings).unwrap();
        let (sender, outcomes) = mpsc::channel();
        let mut workers = Workers::new(move |done| sender.send(done).is_ok());
        let (ticket, task) = Task::new(|_, _| panic!("the book is damaged"));
        state.books.opening = Some(ticket);
        workers.start(task);
        assert!(state.has_book());
        assert!(take(&mut state, outcomes.recv().unwrap()));
        assert!(!state.has_book());
    }
}
