//! The input modes. A chooser may be open over a base mode, and a prompt or incomplete keys over that. A key goes to
//! the innermost mode.

use super::State;
use super::panes::{Keys, PaneId};

/// The base modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Base {
    /// The record.
    Normal,
    /// Problem mode.
    Problem,
    /// Autoplay.
    Playing,
}

/// The innermost mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Mode {
    /// A prompt.
    Prompt,
    /// A list to choose a place from.
    Chooser(PaneId),
    /// A count, or an incomplete key sequence.
    Pending,
    Base,
}

/// The current mode.
pub(in crate::tui) fn mode(state: &State) -> Mode {
    let entry = &state.ui.entry;
    match state.ui.panes.opened {
        _ if entry.prompt.is_some() => Mode::Prompt,
        _ if entry.letter.is_some() => Mode::Chooser(PaneId::Bookmarks),
        _ if entry.pending().is_some() => Mode::Pending,
        Some(id) if id.keys() == Keys::Rows => Mode::Chooser(id),
        _ => Mode::Base,
    }
}

/// The current base mode.
pub(in crate::tui) fn base(state: &State) -> Base {
    if state.ui.playing.interval().is_some() {
        Base::Playing
    } else if state.reader.problem.is_some() {
        Base::Problem
    } else {
        Base::Normal
    }
}
