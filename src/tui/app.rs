//! The state of the screen, and what happens to it. Does no input or output: what it wants done it says by effects.

use std::cell::Cell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyEventKind};
use ratatui::layout::Size;

use super::book::{Shelf, Tried};
use super::canvas::Ambiguous;
use super::events::Event;
use super::follow::Following;
use super::games::GameList;
use super::jobs::{Task, Tickets};
use super::lang::Text;
use super::marks::Marks;
use super::navigate::Preview;
use super::problems::Problems;
use super::rows::Folds;
use super::say::{Log, Say};
use super::search::Search;
use super::typing::Typing;
use super::views::Panes;
use super::{Beginning, Error, Settings, play};
use crate::board::Charset;
use crate::board::Pieces;
use crate::files::load::LoadError;
use crate::files::load::LoadOptions;
use crate::files::load::show_path;
use crate::files::watch::Opened;
use crate::files::watch::Seen;
use crate::format::Loaded;
use crate::game::xiangqi::Script;
use crate::game::{Move, Position};
use crate::record::{Cursor, Mark, NodeId, Record, Survey};

/// What the loop has to do for the app.
#[derive(Debug)]
pub(super) enum Effect {
    Quit,
    Reload,
    /// Stay with the file of a directory, or go with the newest.
    Pin(bool),
    Redraw,
    Suspend,
    Resume,
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

/// What is said in the last row.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) text: String,
    /// Whether the reader may want to select it with the mouse: the whole of it, before all else.
    pub(super) is_for_selecting: bool,
}

/// Everything that the screen shows.
#[derive(Debug)]
pub(super) struct App {
    pub(super) path: PathBuf,
    /// The file's name, clean.
    pub(super) name: String,
    pub(super) loaded: Arc<Loaded>,
    /// The number of the game in the file.
    pub(super) game: usize,
    /// The records of the directory that was opened.
    pub(super) files: Option<Arc<Vec<PathBuf>>>,
    pub(super) record: Arc<Record>,
    pub(super) cursor: Cursor,
    /// Another branch than the cursor's, looked at but not taken.
    pub(super) preview: Option<Preview>,
    /// Moves of an opening book that are tried out on the board, from the position of the record on.
    pub(super) tried: Vec<Tried>,
    pub(super) shelf: Shelf,
    /// What was found out about the record since it was opened.
    pub(super) survey: Option<Survey>,
    /// Whether the record has anything for the comment pane.
    pub(super) has_comments: bool,
    pub(super) settings: Settings,
    pub(super) following: Following,
    /// Takes the middle of the status line until the next key.
    pub(super) message: Option<Message>,
    pub(super) log: Log,
    pub(super) typing: Typing,
    pub(super) panes: Panes,
    pub(super) folds: Folds,
    pub(super) search: Search,
    pub(super) marks: Marks,
    pub(super) list: Option<GameList>,
    pub(super) playing: play::Playing,
    pub(super) problems: Option<Problems>,
    pub(super) mouse: bool,
    /// How files are read.
    pub(super) options: LoadOptions,
    pub(super) tickets: Tickets,
    effects: VecDeque<Effect>,
    size: Size,
    dirty: Cell<bool>,
}

impl App {
    /// A session on what was loaded from a file.
    pub(super) fn new(path: &Path, loaded: Loaded, settings: Settings) -> Result<Self, Error> {
        let loaded = Arc::new(loaded);
        let record = loaded.game(0).map_err(|error| {
            Error::Load(LoadError::Read {
                path: path.to_owned(),
                error,
            })
        })?;
        let mut app = Self {
            path: path.to_owned(),
            name: short_name(path),
            loaded,
            game: 0,
            files: None,
            cursor: Cursor::new(&record),
            preview: None,
            tried: Vec::new(),
            shelf: Shelf::default(),
            survey: None,
            has_comments: record.tree.has_remarks(),
            settings,
            following: Following::new(true),
            message: None,
            log: Log::default(),
            typing: Typing::default(),
            panes: Panes::default(),
            folds: Folds::default(),
            search: Search::default(),
            marks: Marks::default(),
            list: None,
            playing: play::Playing::default(),
            problems: None,
            mouse: false,
            options: LoadOptions::default(),
            tickets: Tickets::default(),
            effects: VecDeque::new(),
            size: Size::default(),
            dirty: Cell::new(true),
            record,
        };
        app.settings.flip ^= app.record.flipped;
        app.start_survey();
        app.tell_warnings();
        app.offer_problems();
        Ok(app)
    }

    /// Takes over how the session begins; `files` are the records of the directory that was named, if one was.
    pub(super) fn begin(&mut self, beginning: Beginning, files: Vec<PathBuf>) {
        self.options = beginning.follow.load;
        self.typing.keymap = beginning.keymap;
        self.set_books(beginning.books);
        if beginning.mouse {
            self.mouse = true;
            self.want(Effect::Mouse(true));
        }
        if beginning.problems {
            self.toggle_problems();
        }
        if beginning.live {
            self.go_to_live_end();
        }
        if !files.is_empty() {
            self.files = Some(Arc::new(files));
            if !beginning.live {
                self.list_files();
            }
        }
        self.consult();
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
            self.touch();
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

    /// Tells the reader something until the next key.
    pub(super) fn say(&mut self, what: &Say) {
        let text = what.text(self.settings.language());
        if !what.is_passing() {
            self.log.push(&text);
        }
        self.message = Some(Message {
            text,
            is_for_selecting: matches!(what, Say::Copied(_)),
        });
        self.touch();
    }

    /// Asks the loop for something.
    pub(super) fn want(&mut self, effect: Effect) {
        self.effects.push_back(effect);
    }

    /// What the loop has to do next.
    pub(super) fn next_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
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

    /// The signs on the board.
    pub(super) fn marks_on_board(&self) -> Vec<&Mark> {
        if !self.tried.is_empty() {
            return Vec::new();
        }
        self.record.tree.marks(self.node())
    }

    /// The characters of xiangqi pieces.
    pub(super) fn script(&self) -> Script {
        match self.settings.pieces {
            Pieces::Simplified => Script::Simplified,
            Pieces::Traditional | Pieces::Letters => Script::Traditional,
        }
    }

    /// Deals with an event.
    pub(super) fn handle(&mut self, event: Event) {
        match event {
            Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => {
                self.key(&key);
                self.see();
            }
            Event::Input(Input::Paste(text)) => self.paste(&text),
            Event::Input(Input::Mouse(mouse)) => self.mouse(mouse),
            Event::Input(Input::Resize(..)) => self.touch(),
            Event::Input(_) | Event::InputRead => {}
            Event::Change(change, _) => self.change(change),
            Event::Done(outcome) => self.done(outcome),
            Event::Tick => self.tick(),
            Event::Quit => self.want(Effect::Quit),
            Event::Suspend => self.want(Effect::Suspend),
            Event::Resumed => {
                self.touch();
                self.want(Effect::Resume);
            }
        }
        self.consult();
    }

    /// The node that stands on the board.
    pub(super) fn node(&self) -> NodeId {
        self.preview
            .as_ref()
            .map_or(self.cursor.node(), |preview| preview.node)
    }

    /// The position on the board.
    pub(super) fn position(&self) -> &Position {
        let tried = self.tried.last().map(|tried| &tried.position);
        tried.unwrap_or(self.recorded_position())
    }

    /// The position of the node, without what is tried out from there.
    pub(super) fn recorded_position(&self) -> &Position {
        let preview = self.preview.as_ref().map(|preview| &preview.position);
        preview.unwrap_or(self.cursor.position())
    }

    /// The move that led to the position on the board.
    pub(super) fn last_move(&self) -> Option<Move> {
        let tried = self.tried.last().map(|tried| tried.mv);
        tried.or_else(|| self.record.tree.mv(self.node()))
    }

    /// Puts another record on the screen.
    pub(super) fn set_record(&mut self, record: Arc<Record>) {
        self.settings.flip ^= self.record.flipped != record.flipped;
        self.has_comments = record.tree.has_remarks();
        self.cursor = Cursor::new(&record);
        self.record = record;
        self.panes.comment.reset();
        self.tried.clear();
        self.forget_record();
    }

    /// Forgets what was known of the record before: a new one has other nodes.
    pub(super) fn forget_record(&mut self) {
        self.preview = None;
        self.folds = Folds::default();
        self.search.forget_hits();
        self.forget_book_line();
        self.start_survey();
        self.touch();
    }

    /// Opens a game of the file. Says so if it cannot be read.
    pub(super) fn open_game(&mut self, game: usize) -> bool {
        match self.loaded.game(game) {
            Ok(record) => {
                self.game = game;
                self.set_record(record);
                self.begin_problem();
                self.tell_warnings();
                true
            }
            Err(error) => {
                self.say(&Say::CannotOpen {
                    name: format!("{} {}", self.name, game + 1),
                    reason: error.to_string(),
                });
                false
            }
        }
    }

    /// Puts a file in the place of the one that was open.
    pub(super) fn open_file(&mut self, opened: Opened) {
        let seen = opened.seen();
        let Opened { path, loaded, .. } = opened;
        if self.show_file(&path, Arc::new(loaded)) {
            self.offer_problems();
            self.want(Effect::Watch(path, seen));
        }
    }

    /// Shows a file from its first game on. Says so if that cannot be read.
    pub(super) fn show_file(&mut self, path: &Path, loaded: Arc<Loaded>) -> bool {
        match loaded.game(0) {
            Ok(record) => {
                self.name = short_name(path);
                self.path = path.to_owned();
                self.loaded = loaded;
                self.game = 0;
                self.following = Following::new(self.following.on);
                self.marks = Marks::default();
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
pub(super) fn short_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| show_path(path), |name| show_path(Path::new(name)))
}
