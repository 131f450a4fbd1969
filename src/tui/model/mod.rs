//! The state of the screen, and what happens to it. Does no input or output: what it wants done it says by effects.

mod document;
mod reader;
mod ui;

pub(in crate::tui) use document::Document;
pub(in crate::tui) use reader::Reader;
pub(in crate::tui) use ui::{Message, Ui};

use std::cell::Cell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyEventKind};
use ratatui::layout::Size;

use crate::board::Charset;
use crate::board::Pieces;
use crate::files::load::LoadError;
use crate::files::load::show_path;
use crate::files::watch::Opened;
use crate::files::watch::Seen;
use crate::format::Loaded;
use crate::game::xiangqi::Script;
use crate::game::{Move, Position};
use crate::record::{Cursor, Mark, NodeId, Record};
use crate::tui::book::Shelf;
use crate::tui::events::Event;
use crate::tui::follow::Following;
use crate::tui::i18n::Texts;
use crate::tui::jobs::{Task, Tickets};
use crate::tui::marks::Marks;
use crate::tui::rows::Folds;
use crate::tui::say::Say;
use crate::tui::terminal::Ambiguous;
use crate::tui::{Beginning, Error, Settings};

/// What the loop has to do.
#[derive(Debug)]
pub(in crate::tui) enum Effect {
    Quit,
    Reload,
    /// Stay with the file of a directory, or go with the newest.
    Pin(bool),
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
    pub(in crate::tui) shelf: Shelf,
    pub(in crate::tui) tickets: Tickets,
    effects: VecDeque<Effect>,
    dirty: Cell<bool>,
}

impl State {
    /// A session on what was loaded from a file.
    pub(in crate::tui) fn new(
        path: &Path,
        loaded: Loaded,
        settings: Settings,
    ) -> Result<Self, Error> {
        let loaded = Arc::new(loaded);
        let record = loaded.game(0).map_err(|error| {
            Error::Load(LoadError::Read {
                path: path.to_owned(),
                error,
            })
        })?;
        let mut state = Self {
            reader: Reader::new(&record),
            document: Document::new(path, loaded, record),
            ui: Ui::new(settings),
            shelf: Shelf::default(),
            tickets: Tickets::default(),
            effects: VecDeque::new(),
            dirty: Cell::new(true),
        };
        state.ui.settings.flip ^= state.document.record.flipped;
        state.start_survey();
        state.tell_warnings();
        state.offer_problems();
        Ok(state)
    }

    /// Takes over how the session begins; `files` are the records of the directory that was named, if one was.
    pub(in crate::tui) fn begin(&mut self, beginning: Beginning, files: Vec<PathBuf>) {
        self.document.options = beginning.follow.load;
        self.ui.typing.keymap = beginning.keymap;
        self.set_books(beginning.books);
        if beginning.mouse {
            self.ui.mouse = true;
            self.want(Effect::Mouse(true));
        }
        if beginning.problems {
            self.toggle_problems();
        }
        if beginning.live {
            self.go_to_live_end();
        }
        if !files.is_empty() {
            self.document.files = Some(Arc::new(files));
            if !beginning.live {
                self.list_files();
            }
        }
        self.consult();
    }

    /// There is something new to draw.
    pub(in crate::tui) fn touch(&self) {
        self.dirty.set(true);
    }

    /// Whether there is something new to draw.
    pub(in crate::tui) fn is_dirty(&self) -> bool {
        self.dirty.get()
    }

    /// The frame is on the screen.
    pub(in crate::tui) fn drawn(&self) {
        self.dirty.set(false);
    }

    /// The size of the terminal.
    pub(in crate::tui) fn size(&self) -> Size {
        self.ui.size
    }

    /// Tells the size of the terminal.
    pub(in crate::tui) fn set_size(&mut self, size: Size) {
        if self.ui.size != size {
            self.ui.size = size;
            self.touch();
        }
    }

    /// Tells how wide the terminal draws ambiguous characters.
    pub(in crate::tui) fn set_ambiguous(&mut self, ambiguous: Ambiguous) {
        self.dirty
            .set(self.dirty.get() || self.ambiguous() != ambiguous);
        self.ui.settings.ambiguous = Some(ambiguous);
    }

    /// How wide the terminal draws ambiguous characters, as far as that is known.
    pub(in crate::tui) fn ambiguous(&self) -> Ambiguous {
        self.ui.settings.ambiguous.unwrap_or_default()
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
        self.effects.push_back(effect);
    }

    /// What the loop has to do next.
    pub(in crate::tui) fn next_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// The texts of the screen in the reader's language.
    pub(in crate::tui) fn texts(&self) -> &'static Texts {
        self.ui.settings.language().texts()
    }

    /// Whether everything that is drawn by ourselves has to be ASCII.
    pub(in crate::tui) fn in_ascii(&self) -> bool {
        self.ui.settings.charset == Charset::Ascii
    }

    /// The signs on the board.
    pub(in crate::tui) fn marks_on_board(&self) -> Vec<&Mark> {
        if !self.reader.tried.is_empty() {
            return Vec::new();
        }
        self.document.record.tree.marks(self.node())
    }

    /// The characters of xiangqi pieces.
    pub(in crate::tui) fn script(&self) -> Script {
        match self.ui.settings.pieces {
            Pieces::Simplified => Script::Simplified,
            Pieces::Traditional | Pieces::Letters => Script::Traditional,
        }
    }

    /// Deals with an event.
    pub(in crate::tui) fn handle(&mut self, event: Event) {
        match event {
            Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => {
                self.key(&key);
                self.see();
            }
            Event::Input(Input::Paste(text)) => self.paste(&text),
            Event::Input(Input::Mouse(mouse)) => self.mouse(mouse),
            Event::Input(_) => {}
            Event::Change(change, _) => self.change(change),
            Event::Done(outcome) => self.done(outcome),
            Event::Tick => self.tick(),
        }
        self.consult();
    }

    /// The node that stands on the board.
    pub(in crate::tui) fn node(&self) -> NodeId {
        self.reader
            .preview
            .as_ref()
            .map_or(self.reader.cursor.node(), |preview| preview.node)
    }

    /// The position on the board.
    pub(in crate::tui) fn position(&self) -> &Position {
        let tried = self.reader.tried.last().map(|tried| &tried.position);
        tried.unwrap_or(self.recorded_position())
    }

    /// The position of the node, without what is tried out from there.
    pub(in crate::tui) fn recorded_position(&self) -> &Position {
        let preview = self
            .reader
            .preview
            .as_ref()
            .map(|preview| &preview.position);
        preview.unwrap_or(self.reader.cursor.position())
    }

    /// The move that led to the position on the board.
    pub(in crate::tui) fn last_move(&self) -> Option<Move> {
        let tried = self.reader.tried.last().map(|tried| tried.mv);
        tried.or_else(|| self.document.record.tree.mv(self.node()))
    }

    /// Puts another record on the screen.
    pub(in crate::tui) fn set_record(&mut self, record: Arc<Record>) {
        self.ui.settings.flip ^= self.document.record.flipped != record.flipped;
        self.document.has_comments = record.tree.has_remarks();
        self.reader.cursor = Cursor::new(&record);
        self.document.record = record;
        self.ui.panes.comment.reset();
        self.reader.tried.clear();
        self.forget_record();
    }

    /// Forgets what was known of the record before: a new one has other nodes.
    pub(in crate::tui) fn forget_record(&mut self) {
        self.reader.preview = None;
        self.ui.folds = Folds::default();
        self.reader.search.forget_hits();
        self.forget_book_line();
        self.start_survey();
        self.touch();
    }

    /// Opens a game of the file. Says so if it cannot be read.
    pub(in crate::tui) fn open_game(&mut self, game: usize) -> bool {
        match self.document.loaded.game(game) {
            Ok(record) => {
                self.document.game = game;
                self.set_record(record);
                self.begin_problem();
                self.tell_warnings();
                true
            }
            Err(error) => {
                self.say(&Say::CannotOpen {
                    name: format!("{} {}", self.document.name, game + 1),
                    reason: error.to_string(),
                });
                false
            }
        }
    }

    /// Puts a file in the place of the one that was open.
    pub(in crate::tui) fn open_file(&mut self, opened: Opened) {
        let seen = opened.seen();
        let Opened { path, loaded, .. } = opened;
        if self.show_file(&path, Arc::new(loaded)) {
            self.offer_problems();
            self.want(Effect::Watch(path, seen));
        }
    }

    /// Shows a file from its first game on. Says so if that cannot be read.
    pub(in crate::tui) fn show_file(&mut self, path: &Path, loaded: Arc<Loaded>) -> bool {
        match loaded.game(0) {
            Ok(record) => {
                self.document.name = short_name(path);
                self.document.path = path.to_owned();
                self.document.loaded = loaded;
                self.document.game = 0;
                self.document.following = Following::new(self.document.following.on);
                self.reader.marks = Marks::default();
                self.set_record(record);
                self.begin_problem();
                self.tell_warnings();
                true
            }
            Err(error) => {
                self.say(&Say::CannotOpen {
                    name: short_name(path),
                    reason: error.to_string(),
                });
                false
            }
        }
    }
}

/// The last part of a path, clean.
pub(in crate::tui) fn short_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| show_path(path), |name| show_path(Path::new(name)))
}
