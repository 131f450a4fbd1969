//! Prompts and their histories.

use super::text_field::TextField;

/// The length of each prompt's history.
const REMEMBERED: usize = 100;

/// The purpose of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Asked {
    Command,
    Search,
    /// A search in the help.
    Help,
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
    /// An empty one.
    pub(super) fn new(asked: Asked) -> Self {
        let line = TextField::default();
        Self { asked, line, recalled: None }
    }

    /// The character before the line.
    pub(in crate::tui) fn sign(&self) -> char {
        match self.asked {
            Asked::Command => ':',
            Asked::Search | Asked::Help => '/',
        }
    }
}

/// The history of each prompt.
#[derive(Debug, Default)]
pub(in crate::tui) struct Typed {
    commands: Vec<String>,
    searches: Vec<String>,
}

impl Typed {
    fn remembered(&mut self, asked: Asked) -> &mut Vec<String> {
        match asked {
            Asked::Command => &mut self.commands,
            Asked::Search | Asked::Help => &mut self.searches,
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
    pub(in crate::tui) fn recall(&mut self, prompt: &mut Prompt, older: bool) {
        let lines = self.remembered(prompt.asked);
        let next = match (prompt.recalled, older) {
            (None, true) => Some(0),
            (Some(nth), true) => Some(nth + 1),
            (nth, false) => nth.and_then(|nth| nth.checked_sub(1)),
        };
        let text = next.and_then(|nth| lines.iter().rev().nth(nth));
        match (next, text) {
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
    }
}
