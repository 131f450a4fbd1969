//! An editable line of text, used by prompts and filters.
//!
//! tui-input 0.14 edits by characters: Backspace removes the accent of a letter, and the cursor stops inside joined
//! emoji.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_segmentation::UnicodeSegmentation;

use crate::text::clean_line;

/// The maximum length, so that text pasted by mistake is not searched for.
const LONGEST: usize = 1000;

/// A line with a cursor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui) struct TextField {
    text: String,
    /// The byte offset of the cursor, between graphemes.
    at: usize,
}

impl TextField {
    /// A line with the cursor at its end.
    pub(in crate::tui) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), at: text.len() }
    }

    pub(in crate::tui) fn text(&self) -> &str {
        &self.text
    }

    /// The text before and after the cursor.
    pub(in crate::tui) fn halves(&self) -> (&str, &str) {
        self.text.split_at(self.at)
    }

    /// Inserts typed or pasted text at the cursor. Line ends become spaces.
    pub(in crate::tui) fn insert(&mut self, text: &str) {
        let text = clean_line(text);
        if self.text.len() + text.len() <= LONGEST {
            self.text.insert_str(self.at, &text);
            self.at += text.len();
        }
    }

    /// Handles an editing key. Returns false for other keys.
    pub(in crate::tui) fn key(&mut self, key: &KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('a') if control => self.at = 0,
            KeyCode::Char('e') if control => self.at = self.text.len(),
            KeyCode::Char('b') if control => self.at = self.before(),
            KeyCode::Char('f') if control => self.at = self.after(),
            KeyCode::Char('h') if control => self.delete(self.before(), self.at),
            KeyCode::Char('d') if control => self.delete(self.at, self.after()),
            KeyCode::Char('w') if control => self.delete(self.word_before(), self.at),
            KeyCode::Char('u') if control => self.delete(0, self.at),
            KeyCode::Char('k') if control => self.delete(self.at, self.text.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Left => self.at = self.before(),
            KeyCode::Right => self.at = self.after(),
            KeyCode::Backspace => self.delete(self.before(), self.at),
            KeyCode::Delete => self.delete(self.at, self.after()),
            KeyCode::Char(character) if !control => {
                self.insert(character.encode_utf8(&mut [0; 4]));
            }
            _ => return false,
        }
        true
    }

    fn delete(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.at = from;
    }

    fn before(&self) -> usize {
        let last = self.halves().0.graphemes(true).next_back();
        self.at - last.map_or(0, str::len)
    }

    fn after(&self) -> usize {
        let next = self.halves().1.graphemes(true).next();
        self.at + next.map_or(0, str::len)
    }

    fn word_before(&self) -> usize {
        let mut words = self.halves().0.unicode_word_indices();
        words.next_back().map_or(0, |(start, _)| start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &mut TextField, keys: &[(KeyCode, KeyModifiers)]) -> (String, String) {
        for (code, modifiers) in keys {
            line.key(&KeyEvent::new(*code, *modifiers));
        }
        let (before, after) = line.halves();
        (before.to_owned(), after.to_owned())
    }

    #[test]
    fn editing_goes_by_grapheme_and_word() {
        let plain = |code| (code, KeyModifiers::NONE);
        let control = |key| (KeyCode::Char(key), KeyModifiers::CONTROL);
        let mut line = TextField::new("炮二 e\u{301}平");
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(typed(&mut line, &[plain(KeyCode::Left)]), pair("炮二 e\u{301}", "平"));
        assert_eq!(typed(&mut line, &[plain(KeyCode::Backspace)]), pair("炮二 ", "平"));
        assert_eq!(typed(&mut line, &[plain(KeyCode::Char('五'))]), pair("炮二 五", "平"));
        assert_eq!(typed(&mut line, &[control('w'), control('w')]), pair("炮", "平"));
        assert_eq!(typed(&mut line, &[control('a'), plain(KeyCode::Delete)]), pair("", "平"));
        assert_eq!(typed(&mut line, &[control('k'), control('h')]), pair("", ""));
    }

    #[test]
    fn pasted_text_is_one_harmless_line() {
        let mut line = TextField::default();
        line.insert("a\nb\x1b[31mc");
        assert_eq!(line.text(), "a bc");
        line.insert(&"x".repeat(LONGEST));
        assert_eq!(line.text(), "a bc");
    }
}
