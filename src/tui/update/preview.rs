//! The board beside a list: the game of the marked row.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::catalog::folders;
use crate::files::load;
use crate::files::watch::FileOrigin;
use crate::format::Loaded;
use crate::record::NodeId;
use crate::tui::background::Job;
use crate::tui::model::{Desk, Listed, PaneId, State, short_name};

/// The pause before a game is read, so that scrolling past does not read it.
const PAUSE: Duration = Duration::from_millis(100);

/// Previews the marked item, if the board or the information about it is visible beside the list. Returns whether there
/// is none any more.
pub(super) fn preview(state: &mut State) -> bool {
    let layout = &state.ui.layout;
    let is_seen = [PaneId::Board, PaneId::Headers].iter().any(|id| layout.area(*id).is_some());
    let list = state.ui.games.as_ref().filter(|_| is_seen);
    let is_listed = list.is_some();
    let marked = list.and_then(|list| Some((list.of, list.chosen()?)));
    // A list without a row has no board either.
    if marked == state.ui.previewed && (marked.is_some() || is_listed == state.ui.is_blank) {
        return false;
    }
    state.ui.previewed = marked;
    state.stop(Job::Preview);
    let desk = &state.desk;
    // The file of the item, what has been read of it, the game and the problem.
    let here = (desk.name.clone(), Arc::clone(&desk.loaded));
    let found = marked.and_then(|(of, item)| match of {
        Listed::Problems => Some((desk.path.clone(), Some(here), desk.game, item)),
        Listed::Games => Some((desk.path.clone(), Some(here), item, 0)),
        Listed::Files => {
            let number = item.checked_sub(folders(state).len())?;
            Some((state.catalog.files.as_ref()?.get(number)?.clone(), None, 0, 0))
        }
        Listed::Played => {
            let reached = state.catalog.found.games.get(item)?;
            Some((reached.path.clone(), None, reached.game, 0))
        }
    });
    let Some((path, open, number, problem)) = found else {
        (state.beside, state.ui.is_blank) = (None, is_listed);
        return true;
    };
    let options = state.catalog.options;
    let hides_results = state.hides_results();
    state.start(Job::Preview, previewed, move |wanted, _| {
        thread::sleep(PAUSE);
        if !wanted.is() {
            return None;
        }
        Some(read_preview(&path, (open, number, problem), options, hides_results))
    });
    false
}

/// Reads a game that the list previews, and shows the problem in it.
fn read_preview(
    path: &Path,
    (open, number, problem): (Option<(String, Arc<Loaded>)>, usize, usize),
    options: load::LoadOptions,
    hides_results: bool,
) -> Option<Desk> {
    let (name, loaded) = match open {
        Some(open) => open,
        None => (short_name(path), Arc::new(load::load(path, options).ok()?)),
    };
    let record = loaded.games().get(number)?.read().ok()?;
    let node = match record.tree.problem_starts().get(problem) {
        Some(start) if hides_results => *start,
        _ if record.is_composed() => NodeId::ROOT,
        _ => record.tree.mainline_end(),
    };
    let mut desk = Desk::new((path, FileOrigin::File), loaded, number, Arc::clone(&record));
    desk.name = name;
    desk.reader.cursor.go_to(&record, node);
    Some(desk)
}

/// Until then the board shows the game that was marked before, as does the title.
fn previewed(state: &mut State, beside: Option<Desk>) -> bool {
    state.ui.is_blank = beside.is_none();
    state.beside = beside;
    true
}
