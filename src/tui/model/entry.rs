//! Lines being typed: editing, prompts and their histories.

use std::ops::Range;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tui_input::backend::crossterm::to_input_request;
use tui_input::{Input, InputRequest};

use unicode_segmentation::UnicodeSegmentation;

use crate::text::{clean, clean_line, columns, fit, typed};

/// The maximum length, so that text pasted by mistake is not searched for.
const LONGEST: usize = 1000;

/// The maximum length of a comment.
const LONGEST_COMMENT: usize = 64 * 1024;

/// A line, or a text of several lines, with a cursor, which steps by grapheme.
#[derive(Debug, Clone, Default)]
pub(in crate::tui) struct TextField {
    input: Input,
    has_lines: bool,
    /// Whether there was no room for all that was typed or pasted last.
    pub(in crate::tui) is_full: bool,
}

impl TextField {
    /// A line with the cursor at its end.
    pub(in crate::tui) fn new(text: &str) -> Self {
        Self { input: text.into(), ..Self::default() }
    }

    /// A text of several lines with the cursor at its end.
    fn with_lines(text: &str) -> Self {
        Self { input: text.into(), has_lines: true, is_full: false }
    }

    pub(in crate::tui) fn text(&self) -> &str {
        self.input.value()
    }

    /// The text before and after the cursor.
    pub(in crate::tui) fn halves(&self) -> (&str, &str) {
        let mut ends = self.text().char_indices().map(|(end, _)| end);
        self.text().split_at(ends.nth(self.input.cursor()).unwrap_or(self.text().len()))
    }

    /// Moves the cursor to a byte offset.
    pub(in crate::tui) fn go_to(&mut self, offset: usize) {
        let before = self.text().get(..offset).unwrap_or(self.text());
        self.input.handle(InputRequest::SetCursor(before.chars().count()));
    }

    /// Inserts typed or pasted text at the cursor: in a comment as much as there is room for. In a line, line ends become
    /// spaces, and what is too long was pasted by mistake.
    pub(in crate::tui) fn insert(&mut self, text: &str) {
        let (text, most) = match self.has_lines {
            true => (typed(text), LONGEST_COMMENT),
            false => (clean_line(text), LONGEST),
        };
        let room = text.floor_char_boundary(most.saturating_sub(self.text().len()));
        self.is_full = room < text.len();
        if self.is_full && !self.has_lines {
            return;
        }
        let (before, after) = self.halves();
        let cursor = self.input.cursor() + text[..room].chars().count();
        self.input = Input::new([before, &text[..room], after].concat()).with_cursor(cursor);
    }

    /// The rows of the text in a width, and the row and column of the cursor.
    pub(in crate::tui) fn rows(&self, width: usize) -> (Vec<&str>, (usize, usize)) {
        let (text, (before, _)) = (self.text(), self.halves());
        let mut rows = Vec::new();
        let (mut start, mut column, mut cursor) = (0, 0, (0, 0));
        for (at, part) in text.grapheme_indices(true).chain([(text.len(), "")]) {
            let wide = shown_columns(part);
            if column + wide > width.max(2) {
                let end = end_of_row(text, start..at);
                rows.push(&text[start..end]);
                (start, column) = (end, shown_columns(&text[end..at]));
                if (end..at).contains(&before.len()) {
                    cursor = (rows.len(), shown_columns(&text[end..before.len()]));
                }
            }
            if at == before.len() {
                cursor = (rows.len(), column);
            }
            column += wide;
            if part == "\n" {
                rows.push(&text[start..at]);
                (start, column) = (at + 1, 0);
            }
        }
        rows.push(&text[start..]);
        (rows, cursor)
    }

    /// Moves the cursor to the next or previous row of a width.
    pub(in crate::tui) fn step_row(&mut self, width: usize, down: bool) {
        let (rows, (row, column)) = self.rows(width);
        let next = if down { row + 1 } else { row.wrapping_sub(1) };
        let Some(line) = rows.get(next) else {
            return;
        };
        let start = line.as_ptr() as usize - self.text().as_ptr() as usize;
        let offset = start + fit(line, column, true).len();
        self.go_to(offset);
    }

    /// Handles an editing key. Returns false for other keys.
    pub(in crate::tui) fn key(&mut self, key: &KeyEvent) -> bool {
        self.is_full = false;
        let request = match key.code {
            KeyCode::Char('d') if key.modifiers == KeyModifiers::CONTROL => {
                Some(InputRequest::DeleteNextChar)
            }
            KeyCode::Char('u') if key.modifiers == KeyModifiers::CONTROL => {
                Some(InputRequest::DeleteFromStart)
            }
            // With Alt, too: some keyboards need it for signs.
            KeyCode::Char(character) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.insert(character.encode_utf8(&mut [0; 4]));
                return true;
            }
            _ => {
                let modifiers = key.modifiers - KeyModifiers::SHIFT;
                to_input_request(&Event::Key(KeyEvent { modifiers, ..*key }))
            }
        };
        request.map(|request| self.input.handle(request)).is_some()
    }
}

/// The columns of a part of a comment, which is shown clean.
fn shown_columns(part: &str) -> usize {
    columns(&clean(part), true)
}

/// Where a full row ends: after its last space if it would end inside a word.
fn end_of_row(text: &str, row: Range<usize>) -> usize {
    let (filled, rest) = (&text[row.clone()], &text[row.end..]);
    let is_inside = [filled.chars().next_back(), rest.chars().next()]
        .iter()
        .all(|next| next.is_some_and(|next| next.is_ascii_alphanumeric()));
    let space = filled.rfind(' ').filter(|_| is_inside);
    space.map_or(row.end, |space| row.start + space + 1)
}

/// The sign of what is in the reader's notes.
pub(in crate::tui) const OWN: char = '&';

/// The length of each prompt's history.
const REMEMBERED: usize = 100;

/// The purpose of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Asked {
    Command,
    Search,
    /// A search in the help.
    Help,
    /// A comment of the reader's own, written in the pane of comments.
    Comment,
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
    /// A prompt that begins with a text.
    pub(super) fn new(asked: Asked, text: &str) -> Self {
        let line = match asked {
            Asked::Comment => TextField::with_lines(text),
            _ => TextField::new(text),
        };
        Self { asked, line, recalled: None }
    }

    /// The character before the line.
    pub(in crate::tui) fn sign(&self) -> char {
        match self.asked {
            Asked::Command => ':',
            Asked::Search | Asked::Help => '/',
            Asked::Comment => OWN,
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
            Asked::Search | Asked::Help | Asked::Comment => &mut self.searches,
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
