//! Which panes are open, which of them has the keys, and how far each is scrolled.

use crate::tui::panes::{COUNT, PaneId};

/// What is open, and how it stands.
#[derive(Debug, Default)]
pub(in crate::tui) struct Panes {
    /// The pane that has the keys, as long as it is shown. On a narrow screen its page is shown; elsewhere the board
    /// stands for the line of moves beside it.
    pub(in crate::tui) focus: PaneId,
    /// What takes the place of the line of moves.
    pub(in crate::tui) opened: Option<PaneId>,
    /// The pane that has the keys stands alone.
    pub(in crate::tui) zoomed: bool,
    /// The first hit of the search is to be brought into view.
    pub(in crate::tui) seeks: bool,
    /// The comment is read backwards: it begins with its last page.
    pub(in crate::tui) reads_back: bool,
    /// The first row of each pane that is shown.
    tops: [usize; COUNT],
}

impl Panes {
    /// Opens a pane, from its first row on.
    pub(in crate::tui) fn open(&mut self, id: PaneId) {
        self.opened = Some(id);
        self.set_top(id, 0);
    }

    /// Opens a pane, or closes it if it is open.
    pub(in crate::tui) fn toggle(&mut self, id: PaneId) {
        if self.opened == Some(id) {
            self.opened = None;
        } else {
            self.open(id);
        }
    }

    /// The first row of a pane that is shown.
    pub(in crate::tui) fn top(&self, id: PaneId) -> usize {
        self.tops[id as usize]
    }

    /// Scrolls a pane to a row.
    pub(in crate::tui) fn set_top(&mut self, id: PaneId, row: usize) {
        self.tops[id as usize] = row;
    }
}
