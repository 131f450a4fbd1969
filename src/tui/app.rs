//! The state of the screen, and what keys and changes do to it. Does no input or output.

use std::cell::Cell;
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyEvent, KeyEventKind};
use ratatui::layout::Size;

use super::canvas::Ambiguous;
use super::events::Event;
use super::follow::Watched;
use super::keys::{self, Action};
use super::lang::Text;
use super::layout::Page;
use super::{Error, Settings};
use crate::draw::{Charset, Pieces};
use crate::format::Loaded;
use crate::game::Position;
use crate::game::xiangqi::Script;
use crate::load::LoadError;
use crate::record::{Cursor, NodeId, Record};

/// What the loop has to do for the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Quit,
    Reload,
    Redraw,
    Suspend,
    Resume,
}

/// Everything that the screen shows.
#[derive(Debug)]
pub(super) struct App {
    /// The file's name, clean.
    pub(super) name: String,
    pub(super) loaded: Arc<Loaded>,
    pub(super) record: Arc<Record>,
    pub(super) cursor: Cursor,
    /// Whether the record has anything for the comment pane.
    pub(super) has_comments: bool,
    pub(super) settings: Settings,
    pub(super) watched: Watched,
    /// Whether events come, or the file is only looked at.
    pub(super) polling: bool,
    /// Takes the middle of the status line until the next key.
    pub(super) message: Option<String>,
    pub(super) page: Page,
    pub(super) help: bool,
    pub(super) info: bool,
    /// A number typed before a motion.
    pub(super) count: Option<usize>,
    size: Size,
    dirty: Cell<bool>,
}

impl App {
    pub(super) fn new(name: String, loaded: Loaded, settings: Settings) -> Result<Self, Error> {
        let loaded = Arc::new(loaded);
        let record = loaded.game(0).map_err(|error| {
            Error::Load(LoadError::Read {
                path: name.clone().into(),
                error,
            })
        })?;
        let cursor = Cursor::new(&record);
        let mut app = Self {
            name,
            loaded,
            cursor,
            has_comments: record.tree.has_remarks(),
            settings,
            watched: Watched::Live,
            polling: false,
            message: None,
            page: Page::default(),
            help: false,
            info: false,
            count: None,
            size: Size::default(),
            dirty: Cell::new(true),
            record,
        };
        app.settings.flip ^= app.record.flipped;
        app.tell_warnings();
        Ok(app)
    }

    /// There is something new to draw.
    pub(super) fn touch(&self) {
        self.dirty.set(true);
    }

    /// Whether there is something new to draw.
    pub(super) fn is_dirty(&self) -> bool {
        self.dirty.get()
    }

    /// The frame is on the screen.
    pub(super) fn drawn(&self) {
        self.dirty.set(false);
    }

    /// The size of the terminal.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Tells the size of the terminal.
    pub(super) fn set_size(&mut self, size: Size) {
        if self.size != size {
            self.size = size;
            self.dirty.set(true);
        }
    }

    /// Tells how wide the terminal draws ambiguous characters.
    pub(super) fn set_ambiguous(&mut self, ambiguous: Ambiguous) {
        self.dirty
            .set(self.dirty.get() || self.ambiguous() != ambiguous);
        self.settings.ambiguous = Some(ambiguous);
    }

    /// How wide the terminal draws ambiguous characters, as far as that is known.
    pub(super) fn ambiguous(&self) -> Ambiguous {
        self.settings.ambiguous.unwrap_or_default()
    }

    /// A text of the screen in the reader's language.
    pub(super) fn text(&self, text: Text) -> &'static str {
        text.get(self.settings.language())
    }

    /// The same with words put in.
    pub(super) fn text_with(&self, text: Text, words: &[&dyn std::fmt::Display]) -> String {
        text.with(self.settings.language(), words)
    }

    /// Whether everything that is drawn by ourselves has to be ASCII.
    pub(super) fn in_ascii(&self) -> bool {
        self.settings.charset == Charset::Ascii
    }

    /// The move of a node as the reader is to see it, given the position before it.
    pub(super) fn move_name(&self, before: &Position, node: NodeId) -> String {
        match (before, self.record.tree.mv(node)) {
            (Position::Xiangqi(_) | Position::Shogi(_), Some(mv)) if self.in_ascii() => mv.code(),
            (_, Some(_)) => self.record.notate(before, node).unwrap_or_default(),
            (_, None) if self.record.tree.warning(node).is_some() => {
                self.text(Text::Unreadable).to_owned()
            }
            (_, None) => "--".to_owned(),
        }
    }

    /// The characters of xiangqi pieces.
    pub(super) fn script(&self) -> Script {
        match self.settings.pieces {
            Pieces::Simplified => Script::Simplified,
            Pieces::Traditional | Pieces::Letters => Script::Traditional,
        }
    }

    /// Deals with an event.
    pub(super) fn handle(&mut self, event: Event) -> Option<Effect> {
        match event {
            Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => self.key(&key),
            Event::Input(Input::Resize(..)) => {
                self.dirty.set(true);
                None
            }
            Event::Input(_) => None,
            Event::Change(change) => {
                self.change(change);
                None
            }
            Event::InputRead => None,
            Event::Quit => Some(Effect::Quit),
            Event::Suspend => self.effect(Effect::Suspend),
            Event::Resumed => self.effect(Effect::Resume),
        }
    }

    /// An effect that leaves the screen to be drawn whole.
    fn effect(&self, effect: Effect) -> Option<Effect> {
        self.dirty.set(true);
        Some(effect)
    }

    fn key(&mut self, key: &KeyEvent) -> Option<Effect> {
        self.dirty.set(true);
        self.message = None;
        if let crossterm::event::KeyCode::Char(digit @ '0'..='9') = key.code {
            let digit = digit as usize - '0' as usize;
            self.count = Some(
                self.count
                    .unwrap_or(0)
                    .saturating_mul(10)
                    .saturating_add(digit)
                    .min(9_999_999),
            );
            return None;
        }
        let count = self.count.take();
        let action = keys::action(key)?;
        self.update(action, count)
    }

    /// Does what an action asks for.
    pub(super) fn update(&mut self, action: Action, count: Option<usize>) -> Option<Effect> {
        let record = Arc::clone(&self.record);
        let times = count.unwrap_or(1);
        match action {
            Action::Forward => self.cursor.forward(&record, times),
            Action::Back => self.cursor.back(&record, times),
            Action::Down => self.sideways(&record, true, times),
            Action::Up => self.sideways(&record, false, times),
            Action::Start => self.cursor.go_to_ply(&record, 0),
            Action::End => self.cursor.go_to_ply(&record, count.unwrap_or(usize::MAX)),
            Action::PageDown => self.cursor.forward(&record, times.saturating_mul(10)),
            Action::PageUp => self.cursor.back(&record, times.saturating_mul(10)),
            Action::Mainline => self.return_to_mainline(&record),
            Action::Flip => self.settings.flip = !self.settings.flip,
            Action::NextPage => self.page = self.page.step(1),
            Action::PreviousPage => self.page = self.page.step(Page::COUNT - 1),
            Action::Info => self.info = !self.info,
            Action::Help => self.help = !self.help,
            Action::Cancel => (self.help, self.info) = (false, false),
            Action::Reload => return Some(Effect::Reload),
            Action::Redraw => return Some(Effect::Redraw),
            Action::Suspend => return Some(Effect::Suspend),
            Action::Quit => return Some(Effect::Quit),
        }
        None
    }
}
