//! The mode, stored as it changes: what is being typed, over what is open, over autoplay and problems. A key goes to the
//! innermost of them.

use std::time::{Duration, Instant};

use super::entry::{Asked, Prompt};
use super::panes::{Pane, PaneId};
use super::problems::Exercise;
use super::stepped;
use crate::tui::keymap::{Key, Keymap, name_all};

/// The largest count, greater than any record's number of plies.
const MOST: usize = 9_999_999;

/// The modes that nest, from the base up.
#[derive(Default)]
pub(in crate::tui) struct Mode {
    /// The problem to be solved; none in the normal mode.
    pub(in crate::tui) problem: Option<Exercise>,
    pub(in crate::tui) playing: Playing,
    /// The list to choose from, and the pane of text or the graph over it, if they are open.
    opened: Vec<&'static Pane>,
    pub(in crate::tui) input: Input,
}

/// The kind of text that is being typed.
#[derive(Debug, Default)]
pub(in crate::tui) enum Input {
    #[default]
    Nothing,
    /// A count, or the beginning of a key sequence.
    Pending(Prefix),
    /// The letter of a bookmark, for the action with this name.
    Letter(&'static str),
    /// A line.
    Prompt(Prompt),
    /// The filter of the list of games or files. Keys that do not edit it keep their meaning.
    Filter,
}

/// A count, and the beginning of a key sequence.
#[derive(Debug, Default)]
pub(in crate::tui) struct Prefix {
    pub(in crate::tui) count: Option<usize>,
    pub(in crate::tui) keys: Vec<Key>,
}

impl Prefix {
    /// Appends a digit to the count.
    pub(in crate::tui) fn push_digit(&mut self, digit: usize) {
        let count = self.count.unwrap_or(0);
        self.count = Some(count.saturating_mul(10).saturating_add(digit).min(MOST));
    }

    /// Removes the last key or digit.
    pub(in crate::tui) fn drop_last(&mut self) {
        if self.keys.pop().is_none() {
            let count = self.count.map(|count| count / 10);
            self.count = count.filter(|count| *count > 0);
        }
    }

    /// Whether nothing has been typed.
    pub(in crate::tui) fn is_empty(&self) -> bool {
        self.count.is_none() && self.keys.is_empty()
    }
}

impl Mode {
    /// The pane that is opened over the others.
    pub(in crate::tui) fn opened(&self) -> Option<PaneId> {
        self.opened.last().map(|pane| pane.id)
    }

    /// Whether a pane is open, under another one or not.
    pub(in crate::tui) fn has(&self, id: PaneId) -> bool {
        self.opened.iter().any(|pane| pane.id == id)
    }

    /// Opens a pane: a list replaces what was open, any other pane covers the list.
    pub(in crate::tui) fn open(&mut self, pane: &'static Pane) {
        self.end_filter();
        self.opened.retain(|under| under.list.is_some() && pane.list.is_none());
        self.opened.push(pane);
    }

    /// Closes the pane that is opened over the others.
    pub(in crate::tui) fn close_top(&mut self) {
        self.end_filter();
        self.opened.pop();
    }

    /// Closes a pane. Returns false if it is not open, or under another one.
    pub(in crate::tui) fn close(&mut self, id: PaneId) -> bool {
        let is_open = self.opened() == Some(id);
        self.end_filter();
        self.opened.retain(|other| other.id != id);
        is_open
    }

    /// A filter can only be typed while its list is visible.
    fn end_filter(&mut self) {
        if matches!(self.input, Input::Filter) {
            self.input = Input::Nothing;
        }
    }

    /// Closes every pane that is open.
    pub(in crate::tui) fn close_all(&mut self) {
        self.end_filter();
        self.opened.clear();
    }

    /// Opens a prompt.
    pub(in crate::tui) fn ask(&mut self, asked: Asked, text: &str) {
        self.input = Input::Prompt(Prompt::new(asked, text));
    }

    /// Ends the input and returns it.
    pub(in crate::tui) fn take_pending(&mut self) -> Prefix {
        let Input::Pending(pending) = &mut self.input else {
            return Prefix::default();
        };
        let pending = std::mem::take(pending);
        self.input = Input::Nothing;
        pending
    }

    /// Continues a count or key sequence, or ends it if nothing is left.
    pub(in crate::tui) fn set_pending(&mut self, pending: Prefix) {
        self.input = if pending.is_empty() { Input::Nothing } else { Input::Pending(pending) };
    }

    /// The line being typed.
    pub(in crate::tui) fn prompt(&self) -> Option<&Prompt> {
        match &self.input {
            Input::Prompt(prompt) => Some(prompt),
            _ => None,
        }
    }

    /// The comment being written.
    pub(in crate::tui) fn comment(&self) -> Option<&Prompt> {
        self.prompt().filter(|prompt| prompt.asked == Asked::Comment)
    }

    /// The beginning of a key sequence.
    pub(in crate::tui) fn keys(&self) -> &[Key] {
        match &self.input {
            Input::Pending(pending) => &pending.keys,
            _ => &[],
        }
    }

    /// The incomplete input, for the status row.
    pub(in crate::tui) fn pending(&self, keymap: &Keymap) -> Option<String> {
        match &self.input {
            Input::Pending(Prefix { count, keys }) => {
                let count = count.map_or_else(String::new, |count| count.to_string());
                Some(count + &name_all(keys))
            }
            Input::Letter(name) => Some(keymap.first_key(name)),
            Input::Nothing | Input::Prompt(_) | Input::Filter => None,
        }
    }
}

/// The pauses between two moves in milliseconds, shortest first.
const PAUSES: [u64; 7] = [125, 250, 500, 1000, 2000, 4000, 8000];
/// The index of one second.
const USUAL: usize = 3;

/// Whether autoplay is on, and its speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) struct Playing {
    pub(in crate::tui) on: bool,
    pause: usize,
    /// When the last move was played.
    pub(in crate::tui) last: Option<Instant>,
}

impl Default for Playing {
    fn default() -> Self {
        Self { on: false, pause: USUAL, last: None }
    }
}

impl Playing {
    /// The pause between two moves, if autoplay is on.
    pub(in crate::tui) fn interval(self) -> Option<Duration> {
        self.on.then(|| Duration::from_millis(PAUSES[self.pause]))
    }

    /// When to play the next move, if autoplay is on.
    pub(in crate::tui) fn due(self) -> Option<Instant> {
        Some(self.last? + self.interval()?)
    }

    /// Increases or decreases the pause between two moves.
    pub(in crate::tui) fn change_pause(&mut self, longer: bool) {
        self.pause = stepped(self.pause, longer, 1, PAUSES.len() - 1);
    }
}
