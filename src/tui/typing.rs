//! What was typed and not yet done: counts, keys of which more must follow, prompts.

use crossterm::event::{KeyCode, KeyEvent};

use super::keymap::{Key, Keymap, Meaning, name_all};
use super::keys::Action;
use super::line::Line;
use super::model::State;
use super::views::View;

/// The largest count: more plies than any record has.
const MOST: usize = 9_999_999;
/// How many lines of each prompt are remembered.
const REMEMBERED: usize = 100;

/// What a prompt asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Command,
    Search,
}

/// A line that is being typed.
#[derive(Debug, Clone)]
pub(super) struct Prompt {
    pub(super) asked: Asked,
    pub(super) line: Line,
    /// Which remembered line it shows, counted from the newest.
    recalled: Option<usize>,
}

impl Prompt {
    /// The character before the line.
    pub(super) fn sign(&self) -> char {
        match self.asked {
            Asked::Command => ':',
            Asked::Search => '/',
        }
    }
}

/// What was typed so far, and which keys mean what.
#[derive(Debug, Default)]
pub(super) struct Typing {
    pub(super) keymap: Keymap,
    /// A number typed before a motion.
    count: Option<usize>,
    /// Keys that begin a longer one.
    keys: Vec<Key>,
    /// An action that a letter must follow.
    letter: Option<Action>,
    pub(super) prompt: Option<Prompt>,
    commands: Vec<String>,
    searches: Vec<String>,
}

impl Typing {
    /// What was typed and waits for more, for the last row.
    pub(super) fn pending(&self) -> Option<String> {
        let mut text = self
            .count
            .map_or_else(String::new, |count| count.to_string());
        text.push_str(&name_all(&self.keys));
        if let Some(action) = self.letter {
            text.push_str(&self.keymap.keys_of(action));
        }
        (!text.is_empty()).then_some(text)
    }

    /// Whether a letter must follow that names a mark.
    pub(super) fn awaits_mark(&self) -> bool {
        self.letter.is_some()
    }

    pub(super) fn await_letter(&mut self, action: Action) {
        self.letter = Some(action);
    }

    pub(super) fn ask(&mut self, asked: Asked) {
        self.prompt = Some(Prompt {
            asked,
            line: Line::default(),
            recalled: None,
        });
    }

    /// Drops everything that was typed and not done; false if there is nothing.
    pub(super) fn drop_all(&mut self) -> bool {
        let had = self.pending().is_some() || self.prompt.is_some();
        self.count = None;
        self.keys.clear();
        self.letter = None;
        self.prompt = None;
        had
    }

    fn remembered(&mut self, asked: Asked) -> &mut Vec<String> {
        match asked {
            Asked::Command => &mut self.commands,
            Asked::Search => &mut self.searches,
        }
    }

    fn remember(&mut self, asked: Asked, text: &str) {
        let lines = self.remembered(asked);
        lines.retain(|line| line != text);
        lines.push(text.to_owned());
        if lines.len() > REMEMBERED {
            lines.remove(0);
        }
    }

    /// Puts an older or newer line into the prompt.
    fn recall(&mut self, older: bool) {
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
                prompt.line = Line::new(text);
                prompt.recalled = next;
            }
            (None, _) if prompt.recalled.is_some() => {
                prompt.line = Line::default();
                prompt.recalled = None;
            }
            _ => {}
        }
        self.prompt = Some(prompt);
    }
}

impl State {
    /// Deals with a key.
    pub(super) fn key(&mut self, event: &KeyEvent) {
        self.touch();
        self.ui.message = None;
        if self.ui.typing.prompt.is_some() {
            return self.key_in_prompt(event);
        }
        if self.ui.panes.view == Some(View::Games) && self.key_in_list(event) {
            return;
        }
        if event.code == KeyCode::Esc && self.ui.typing.drop_all() {
            return;
        }
        let key = Key::new(event);
        if let Some(action) = self.ui.typing.letter.take() {
            return self.letter(action, key);
        }
        let digit = key.character().and_then(|key| key.to_digit(10));
        if let Some(digit) = digit.filter(|_| self.ui.typing.keys.is_empty()) {
            return self.digit(digit as usize);
        }
        self.ui.typing.keys.push(key);
        match self.ui.typing.keymap.meaning(&self.ui.typing.keys) {
            Meaning::Begun => {}
            Meaning::Action(action) => {
                self.ui.typing.keys.clear();
                let count = self.ui.typing.count.take();
                self.update(action, count);
            }
            Meaning::Nothing => {
                self.ui.typing.drop_all();
            }
        }
    }

    /// Text that was pasted is taken by prompts only: elsewhere each character would be a key.
    pub(super) fn paste(&mut self, text: &str) {
        let line = match (&mut self.ui.typing.prompt, &mut self.ui.list) {
            (Some(prompt), _) => Some(&mut prompt.line),
            (None, Some(list)) if self.ui.panes.view == Some(View::Games) => Some(&mut list.filter),
            _ => None,
        };
        if let Some(line) = line {
            line.insert(text);
            self.filter_list();
            self.touch();
        }
    }

    /// At a fork a digit takes the branch of that number; elsewhere, in the books and after a 0, it makes a count.
    fn digit(&mut self, digit: usize) {
        let may_branch = self.reader.tried.is_empty() && !self.is_in_book();
        if may_branch && self.ui.typing.count.is_none() && digit > 0 && self.take_branch(digit) {
            return;
        }
        let count = self.ui.typing.count.unwrap_or(0);
        self.ui.typing.count = Some(count.saturating_mul(10).saturating_add(digit).min(MOST));
    }

    fn letter(&mut self, action: Action, key: Key) {
        let Some(letter) = key.character().filter(|letter| !letter.is_control()) else {
            return;
        };
        match action {
            Action::SetMark => self.set_mark(letter),
            _ => self.go_to_mark(letter),
        }
    }

    fn key_in_prompt(&mut self, event: &KeyEvent) {
        let Some(prompt) = &mut self.ui.typing.prompt else {
            return;
        };
        let control = event
            .modifiers
            .contains(crossterm::event::KeyModifiers::CONTROL);
        match event.code {
            KeyCode::Esc => self.ui.typing.prompt = None,
            KeyCode::Char('c' | 'g') if control => self.ui.typing.prompt = None,
            KeyCode::Enter => self.enter(),
            // What was typed ahead of the first frame came through a terminal that makes line ends of Enter.
            KeyCode::Char('j') if control => self.enter(),
            KeyCode::Up => self.ui.typing.recall(true),
            KeyCode::Down => self.ui.typing.recall(false),
            // As in vi: deleting what is not there leaves the prompt.
            KeyCode::Backspace if prompt.line.text().is_empty() => self.ui.typing.prompt = None,
            _ => {
                prompt.line.key(event);
            }
        }
    }

    fn enter(&mut self) {
        let Some(prompt) = self.ui.typing.prompt.take() else {
            return;
        };
        let text = prompt.line.text().trim();
        if !text.is_empty() {
            self.ui.typing.remember(prompt.asked, text);
        }
        match prompt.asked {
            Asked::Command => self.command(text),
            Asked::Search => self.search_for(text),
        }
    }
}
