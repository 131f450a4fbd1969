//! Previews the selected game of a list without opening it.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::Wanted;
use crate::game::{Move, Position};
use crate::record::Record;
use crate::tui::model::starts;

/// The pause before a game is read, so that scrolling past does not read it.
const PAUSE: Duration = Duration::from_millis(100);

/// A position of a game: the final one, or that of its first problem.
#[derive(Debug)]
pub(in crate::tui) struct Preview {
    pub(in crate::tui) position: Position,
    pub(in crate::tui) last: Option<Move>,
}

/// Reads a game if it is still wanted after a pause. Returns `None` if it cannot be read. The answer of a problem is not
/// shown.
pub(in crate::tui) fn preview(
    wanted: &Wanted,
    is_problem: bool,
    read: impl FnOnce() -> Option<Arc<Record>>,
) -> Option<Preview> {
    thread::sleep(PAUSE);
    let record = wanted.is().then(read)??;
    let end = match is_problem {
        true => starts(&record)[0],
        false => record.tree.mainline_end(),
    };
    Some(Preview {
        position: record.position_at(end),
        last: record.tree.mv(end),
    })
}
