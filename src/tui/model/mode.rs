//! The input modes. A chooser may be open over a base mode, and a prompt or incomplete keys over that. A key goes to
//! the innermost mode.

use super::State;
use super::panes::PaneId;

/// The base modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Base {
    /// The record.
    Normal,
    /// A trial.
    Trial,
    /// Problem mode.
    Problem,
    /// Autoplay.
    Playing,
}

/// A list to choose a place from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Chooser {
    Games,
    Hits,
    Bookmarks,
    Map,
}

/// The innermost mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Mode {
    /// A prompt.
    Prompt,
    Chooser(Chooser),
    /// A count, or an incomplete key sequence.
    Pending(Base),
    Base(Base),
}

/// The current mode.
pub(in crate::tui) fn mode(state: &State) -> Mode {
    let entry = &state.ui.entry;
    if entry.prompt.is_some() {
        Mode::Prompt
    } else if entry.letter.is_some() {
        Mode::Chooser(Chooser::Bookmarks)
    } else if state.ui.panes.opened == Some(PaneId::Games) {
        Mode::Chooser(Chooser::Games)
    } else if entry.pending().is_some() {
        Mode::Pending(base(state))
    } else if state.ui.panes.opened == Some(PaneId::Map) {
        Mode::Chooser(Chooser::Map)
    } else if state.ui.panes.opened == Some(PaneId::Hits) {
        Mode::Chooser(Chooser::Hits)
    } else {
        Mode::Base(base(state))
    }
}

/// The current base mode.
pub(in crate::tui) fn base(state: &State) -> Base {
    if state.ui.playing.interval().is_some() {
        Base::Playing
    } else if state.reader.trial.is_some() {
        Base::Trial
    } else if state.reader.problem.is_some() {
        Base::Problem
    } else {
        Base::Normal
    }
}
