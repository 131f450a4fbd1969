//! The log of messages.

use std::collections::VecDeque;

/// The maximum number of messages.
const KEPT: usize = 500;

/// The log of messages.
#[derive(Debug, Default)]
pub(in crate::tui) struct Log(VecDeque<String>);

impl Log {
    pub(in crate::tui) fn push(&mut self, text: &str) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(text.to_owned());
    }

    /// The messages, newest first.
    pub(in crate::tui) fn newest(&self) -> impl Iterator<Item = &str> {
        self.0.iter().rev().map(String::as_str)
    }
}
