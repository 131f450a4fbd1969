//! The state of the screen, and what happens to it. Does no input or output: what it wants done it says by effects.

mod autoplay;
mod document;
pub(in crate::tui) mod entry;
mod jumps;
mod map;
mod marks;
pub(in crate::tui) mod mode;
mod panes;
mod queries;
mod reader;
mod trial;
mod ui;

pub(in crate::tui) use document::Document;
pub(in crate::tui) use jumps::{Jumps, Location};
pub(in crate::tui) use map::Map;
pub(in crate::tui) use marks::{Marks, marks_here};
pub(in crate::tui) use reader::{Problem, Reader};
pub(in crate::tui) use trial::Trial;
pub(in crate::tui) use ui::{Message, Ui};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ratatui::layout::Size;

use crate::files::load::LoadError;
use crate::files::load::show_path;
use crate::files::watch::Seen;
use crate::format::Loaded;
use crate::tui::arrange;
use crate::tui::book::OpenBooks;
use crate::tui::jobs::{Task, Tickets};
use crate::tui::say::Say;
use crate::tui::terminal::Ambiguous;
use crate::tui::{Error, Settings};

/// What the loop has to do.
#[derive(Debug)]
pub(in crate::tui) enum Effect {
    Quit,
    Reload,
    /// Stay with this file of the directory, or go with the newest.
    Pin(Option<PathBuf>),
    Redraw,
    Suspend,
    /// Reports of the mouse, or none.
    Mouse(bool),
    /// Text for the clipboard.
    Copy(String),
    /// The file in the editor, at a line and column if they are known.
    Edit(PathBuf, Option<(u32, u32)>),
    /// Another file is open now; the state in which it was read.
    Watch(PathBuf, Seen),
    /// Another file is open now: what is remembered of it, the place too if that is wanted.
    Resume(bool),
    /// Work that takes longer than a key may.
    Start(Task),
}

/// Everything that the screen shows.
#[derive(Debug)]
pub(in crate::tui) struct State {
    /// The file.
    pub(in crate::tui) document: Document,
    /// Where the reader is in it.
    pub(in crate::tui) reader: Reader,
    /// How it is shown.
    pub(in crate::tui) ui: Ui,
    pub(in crate::tui) books: OpenBooks,
    pub(in crate::tui) tickets: Tickets,
    effects: Vec<Effect>,
    dirty: bool,
}

impl State {
    /// A session on a game of what was loaded from a file, from 0.
    pub(in crate::tui) fn new(
        path: &Path,
        loaded: Loaded,
        game: usize,
        settings: Settings,
    ) -> Result<Self, Error> {
        let loaded = Arc::new(loaded);
        let record = loaded.game(game).map_err(|error| {
            Error::Load(LoadError::Read {
                path: path.to_owned(),
                error,
            })
        })?;
        let mut state = Self {
            reader: Reader::new(&record),
            document: Document::new(path, loaded, game, record),
            ui: Ui::new(settings),
            books: OpenBooks::default(),
            tickets: Tickets::default(),
            effects: Vec::new(),
            dirty: true,
        };
        state.ui.settings.flip ^= state.document.record.flipped;
        Ok(state)
    }

    /// There is something new to draw.
    pub(in crate::tui) fn touch(&mut self) {
        self.dirty = true;
    }

    /// Whether there is something new to draw.
    pub(in crate::tui) fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// The frame is on the screen.
    pub(in crate::tui) fn drawn(&mut self) {
        self.dirty = false;
    }

    /// Tells the size of the terminal.
    pub(in crate::tui) fn set_size(&mut self, size: Size) {
        if self.ui.size != size {
            self.ui.size = size;
            self.touch();
            arrange::arrange(self);
        }
    }

    /// Tells how wide the terminal draws ambiguous characters.
    pub(in crate::tui) fn set_ambiguous(&mut self, ambiguous: Ambiguous) {
        self.dirty |= self.ambiguous() != ambiguous;
        self.ui.settings.ambiguous = Some(ambiguous);
        arrange::arrange(self);
    }

    /// Tells the reader something until the next key.
    pub(in crate::tui) fn say(&mut self, what: &Say) {
        let text = what.text(self.texts());
        if !what.is_passing() {
            self.ui.log.push(&text);
        }
        self.ui.message = Some(Message {
            text,
            is_for_selecting: matches!(what, Say::Copied(_)),
        });
        self.touch();
    }

    /// Asks the loop for something.
    pub(in crate::tui) fn want(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// What the loop has to do now.
    pub(in crate::tui) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}

/// The last part of a path, clean.
pub(in crate::tui) fn short_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| show_path(path), |name| show_path(Path::new(name)))
}
