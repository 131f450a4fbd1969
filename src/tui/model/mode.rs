//! The modes, by name. Over a base there is perhaps a chooser, over that perhaps a prompt or keys of which more must
//! follow; a key goes to the innermost of them.

use super::State;
use super::panes::PaneId;

/// What keys mean at the bottom of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Base {
    /// Along the lines of the record.
    Normal,
    /// Along moves that are tried.
    Trial,
    /// From problem to problem.
    Problem,
    /// The moves are played by themselves.
    Playing,
}

/// A list from which a place is chosen.
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
    /// A line is typed.
    Prompt,
    Chooser(Chooser),
    /// A count, or keys of which more must follow.
    Pending(Base),
    Base(Base),
}

/// The mode that the keys are in.
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

/// The mode under all that is open.
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
