//! Incomplete input: counts, key sequences and prompts.

use super::text_field::TextField;
use crate::tui::actions::Action;
use crate::tui::keymap::{Key, Keymap, name_all};

/// The largest count, greater than any record's number of plies.
const MOST: usize = 9_999_999;
/// The length of each prompt's history.
const REMEMBERED: usize = 100;

/// The purpose of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Asked {
    Command,
    Search,
}

/// A prompt.
#[derive(Debug, Clone)]
pub(in crate::tui) struct Prompt {
    pub(in crate::tui) asked: Asked,
    pub(in crate::tui) line: TextField,
    /// The index in the history of the line shown, from the newest.
    recalled: Option<usize>,
}

impl Prompt {
    /// The character before the line.
    pub(in crate::tui) fn sign(&self) -> char {
        match self.asked {
            Asked::Command => ':',
            Asked::Search => '/',
        }
    }
}

/// The incomplete input, and the key bindings.
#[derive(Debug, Default)]
pub(in crate::tui) struct Entry {
    pub(in crate::tui) keymap: Keymap,
    /// A count typed before a motion.
    pub(in crate::tui) count: Option<usize>,
    /// The beginning of a key sequence.
    pub(in crate::tui) keys: Vec<Key>,
    /// An action that requires a letter.
    pub(in crate::tui) letter: Option<Action>,
    pub(in crate::tui) prompt: Option<Prompt>,
    commands: Vec<String>,
    searches: Vec<String>,
}

impl Entry {
    /// The incomplete input, for the status row.
    pub(in crate::tui) fn pending(&self) -> Option<String> {
        let mut text = self.count.map_or_else(String::new, |count| count.to_string());
        text.push_str(&name_all(&self.keys));
        if let Some(action) = self.letter {
            text.push_str(&self.keymap.keys_of(action));
        }
        (!text.is_empty()).then_some(text)
    }

    pub(in crate::tui) fn ask(&mut self, asked: Asked) {
        self.prompt = Some(Prompt { asked, line: TextField::default(), recalled: None });
    }

    /// Discards incomplete input.
    pub(in crate::tui) fn clear(&mut self) {
        self.count = None;
        self.keys.clear();
        self.letter = None;
        self.prompt = None;
    }

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

    fn remembered(&mut self, asked: Asked) -> &mut Vec<String> {
        match asked {
            Asked::Command => &mut self.commands,
            Asked::Search => &mut self.searches,
        }
    }

    pub(in crate::tui) fn remember(&mut self, asked: Asked, text: &str) {
        let lines = self.remembered(asked);
        lines.retain(|line| line != text);
        lines.push(text.to_owned());
        if lines.len() > REMEMBERED {
            lines.remove(0);
        }
    }

    /// Shows the next older or newer line of the history.
    pub(in crate::tui) fn recall(&mut self, older: bool) {
        let Some(mut prompt) = self.prompt.take() else {
            return;
        };
        let lines = self.remembered(prompt.asked);
        let next = match (prompt.recalled, older) {
            (None, true) => Some(0),
            (Some(nth), true) => Some(nth + 1),
            (nth, false) => nth.and_then(|nth| nth.checked_sub(1)),
        };
        let line = |nth: usize| lines.len().checked_sub(nth + 1).map(|index| &lines[index]);
        match (next, next.and_then(line)) {
            (Some(_), Some(text)) => {
                prompt.line = TextField::new(text);
                prompt.recalled = next;
            }
            (None, _) if prompt.recalled.is_some() => {
                prompt.line = TextField::default();
                prompt.recalled = None;
            }
            _ => {}
        }
        self.prompt = Some(prompt);
    }
}
