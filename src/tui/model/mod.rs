//! The state of the screen, and its updates. Does no input or output itself: it returns effects for the loop to
//! perform.

pub(in crate::tui) mod action;
pub(in crate::tui) mod anchors;
mod books;
mod catalog;
mod comment;
pub(in crate::tui) mod conditions;
mod desk;
mod effect;
pub(in crate::tui) mod engine;
pub(in crate::tui) mod entry;
pub(in crate::tui) mod evals;
pub(in crate::tui) mod focus;
mod game_list;
mod map;
pub(in crate::tui) mod mode;
mod moment;
pub(in crate::tui) mod panes;
pub(in crate::tui) mod pointer;
mod problems;
mod quoted;
mod reader;
mod text_line;
mod ui;
mod wall;

pub(in crate::tui) use action::{Action, Group, Handler, Scope};
pub(in crate::tui) use anchors::{Bookmarked, Location, Turn, bookmarks_here};
pub(in crate::tui) use catalog::{Catalog, Folder, Found};
pub(in crate::tui) use comment::{Wrapped, beginning};
pub(in crate::tui) use desk::{Desk, Examined, Watched};
pub(in crate::tui) use effect::Effect;
pub(in crate::tui) use entry::{Asked, OWN, Prompt, TextField};
pub(in crate::tui) use game_list::{Arrangement, GameList, Listed, Names, parts};
pub(in crate::tui) use map::Map;
pub(in crate::tui) use mode::Input;
pub(in crate::tui) use moment::Moment;
pub(in crate::tui) use panes::{Focus, PaneId, Slot, in_view};
pub(in crate::tui) use pointer::Held;
pub(in crate::tui) use problems::{Exercise, Problems};
pub(in crate::tui) use quoted::{NodeLine, Quoting, quoted_lines};
pub(in crate::tui) use reader::{Folds, ReaderState, Search, Writing};
pub(in crate::tui) use text_line::TextLine;
pub(in crate::tui) use ui::{Notice, There, Ui};
pub(in crate::tui) use wall::{Wall, WallGame};

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use books::OpenBooks;
pub(in crate::tui) use books::{AskedFor, Counted, Lack, SharedIndex};
use engine::Engine;

use crate::board::{Charset, Pieces};
use crate::files::load::{LoadError, show_path};
use crate::files::watch::FileOrigin;
use crate::format::Loaded;
use crate::game::xiangqi::Script;
use crate::game::{Game, Move, Notation, Position, Side};
use crate::library::Pattern;
use crate::record::{Cursor, Letter, Lines, NodeId, Own, Place, Record, Tree};
use crate::settings::Config;
use crate::tui::background::{Hit, Tickets, Words};
use crate::tui::i18n::Texts;
use crate::tui::journal::Journal;
use crate::tui::report::Report;
use crate::tui::survey::Survey;
use crate::tui::theme::Look;
use crate::tui::{Ambiguous, ScreenError};
use crate::words::{Lang, Terms, Worded};

/// How long a message is shown if no key takes it away.
const SHOWN: Duration = Duration::from_secs(5);

/// Everything that the screen shows.
pub(in crate::tui) struct State {
    /// Where the reader sits.
    pub(in crate::tui) desk: Desk,
    /// The desk with the item that is previewed beside a list.
    pub(in crate::tui) beside: Option<Desk>,
    pub(in crate::tui) catalog: Catalog,
    pub(in crate::tui) problems: Problems,
    /// How it is shown.
    pub(in crate::tui) ui: Ui,
    pub(in crate::tui) books: OpenBooks,
    pub(in crate::tui) engine: Engine,
    /// The work that is waited for whatever is on the desk.
    tickets: Tickets,
    /// What is known of the games beside their files.
    pub(in crate::tui) journal: Option<Journal>,
    effects: Vec<Effect>,
    /// When the last event happened.
    pub(in crate::tui) now: Moment,
    /// Whether the reader has caused the last event.
    pub(in crate::tui) is_by_reader: bool,
    /// Whether there is something new to draw.
    pub(in crate::tui) dirty: bool,
}

impl State {
    /// A session on a game of what was loaded from a file, from 0.
    pub(in crate::tui) fn new(
        path: &Path,
        loaded: Loaded,
        game: usize,
        settings: Config,
    ) -> Result<Self, ScreenError> {
        let loaded = Arc::new(loaded);
        let record = loaded.game(game).map_err(|error| LoadError::new(path, error))?;
        Ok(Self {
            desk: Desk::new((path, FileOrigin::File), loaded, game, record),
            beside: None,
            catalog: Catalog::default(),
            problems: Problems::default(),
            ui: Ui { settings, follows: true, ..Ui::default() },
            books: OpenBooks::default(),
            engine: Engine::default(),
            tickets: Tickets::default(),
            journal: None,
            effects: Vec::new(),
            now: Moment::now(),
            is_by_reader: false,
            dirty: true,
        })
    }

    /// Records that there is something new to draw.
    pub(in crate::tui) fn touch(&mut self) {
        self.dirty = true;
    }

    /// Reports something to the reader until the next key, or for a while.
    pub(in crate::tui) fn report(&mut self, what: &Report) {
        if !what.is_passing() {
            self.ui.log.push(&what.worded(self.lang()));
        }
        self.ui.message = Some(Notice {
            report: what.clone(),
            until: (!what.stays()).then(|| self.now.instant + SHOWN),
        });
        self.touch();
    }

    /// When the message in the last row expires.
    pub(in crate::tui) fn message_due(&self) -> Option<Instant> {
        self.ui.message.as_ref()?.until
    }

    /// Removes the message if it has expired.
    pub(in crate::tui) fn drop_old_message(&mut self) {
        if self.message_due().is_some_and(|due| due <= self.now.instant) {
            self.withdraw(|_| true);
        }
    }

    /// Removes the message if it is one of these.
    pub(in crate::tui) fn withdraw(&mut self, is_over: fn(&Report) -> bool) {
        if self.ui.message.take_if(|message| is_over(&message.report)).is_some() {
            self.touch();
        }
    }

    /// Asks the loop for something.
    pub(in crate::tui) fn want(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// The effects for the loop to perform.
    pub(in crate::tui) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// How wide the terminal draws ambiguous characters, as far as that is known.
    pub(in crate::tui) fn ambiguous(&self) -> Ambiguous {
        self.ui.settings.ambiguous
    }

    /// The language of the screen.
    pub(in crate::tui) fn lang(&self) -> Lang {
        self.ui.settings.shown_language()
    }

    /// The texts of the screen in the reader's language.
    pub(in crate::tui) fn texts(&self) -> &'static Texts {
        Texts::of(self.lang())
    }

    /// The styles that the reader chose.
    pub(in crate::tui) fn look(&self) -> Look<'_> {
        Look(&self.ui.settings)
    }

    /// Whether everything that is drawn by ourselves has to be ASCII.
    pub(in crate::tui) fn in_ascii(&self) -> bool {
        self.ui.settings.charset == Charset::Ascii
    }

    /// How lists describe games.
    pub(in crate::tui) fn words(&self) -> Words {
        (self.lang(), if self.in_ascii() { Terms::Ascii } else { Terms::Traditional })
    }

    /// The names of the players.
    pub(in crate::tui) fn terms(&self) -> Terms {
        match self.terms_on_board() {
            Terms::Traditional if self.shown().is_simplified => Terms::Simplified,
            terms => terms,
        }
    }

    /// What the sides are called beside the pieces of the board.
    pub(in crate::tui) fn terms_on_board(&self) -> Terms {
        self.terms_of(self.record_on_board().game())
    }

    /// What the sides of a game are called beside its pieces.
    pub(in crate::tui) fn terms_of(&self, game: Game) -> Terms {
        let is_simplified = match game {
            Game::Go => self.ui.settings.language == Lang::Zh,
            Game::Xiangqi => self.script() == Script::Simplified,
            Game::Shogi => false,
        };
        let is_english = game == Game::Go && self.ui.settings.language == Lang::En;
        match self.ui.settings.charset {
            Charset::Ascii => Terms::Ascii,
            _ if is_english => Terms::Ascii,
            _ if is_simplified => Terms::Simplified,
            Charset::Cjk | Charset::Box => Terms::Traditional,
        }
    }

    /// The characters of xiangqi pieces.
    pub(in crate::tui) fn script(&self) -> Script {
        match self.ui.settings.pieces {
            Pieces::Simplified => Script::Simplified,
            Pieces::Traditional | Pieces::Letters => Script::Traditional,
        }
    }

    /// Whether the survey found something in the record; false until it is finished.
    pub(in crate::tui) fn survey_has(&self, what: impl FnOnce(&Survey) -> bool) -> bool {
        self.desk.examined.survey.as_ref().is_some_and(what)
    }

    /// The reader's notes at a node.
    pub(in crate::tui) fn own(&self, node: NodeId) -> Option<&Own> {
        self.desk.layers.get(&self.desk.game)?.own(node)
    }

    /// The moves and variations of the record.
    pub(in crate::tui) fn tree(&self) -> &Tree {
        &self.desk.record.tree
    }

    /// Where the reader is in it.
    pub(in crate::tui) fn cursor(&self) -> &Cursor {
        &self.desk.reader.cursor
    }

    /// Its lines.
    pub(in crate::tui) fn lines(&self) -> &Arc<Lines> {
        self.cursor().lines()
    }

    /// The number of the round of a ply, as books print it: in xiangqi alone.
    pub(in crate::tui) fn round(&self, ply: u32) -> Option<u32> {
        let record = &self.desk.record;
        let start = record.start.xiangqi()?;
        let before = record.first_number - 1 + u32::from(start.side_to_move() == Side::Second);
        (ply > 0).then(|| (before + ply).div_ceil(2))
    }

    /// The position after a node's move.
    pub(in crate::tui) fn position_at(&self, node: NodeId) -> Position {
        self.cursor().position_at(&self.desk.record, node)
    }

    /// The position before a node's move.
    pub(in crate::tui) fn position_before(&self, node: NodeId) -> Position {
        match self.tree().parent(node) {
            Some(parent) => self.position_at(parent),
            None => self.desk.record.start.clone(),
        }
    }

    /// The name of a node among its alternatives: its number from 1, or the letter of an own line.
    pub(in crate::tui) fn branch_name(&self, node: NodeId) -> String {
        let tree = self.tree();
        let first = tree.parent(node).and_then(|parent| tree.first_child(parent));
        match tree.letter(node).filter(|_| first != Some(node)) {
            Some(letter) => Letter(letter).to_string(),
            None => (self.number(node) + 1).to_string(),
        }
    }

    /// `1/3`: the name of a node among its alternatives, and their number. `None` if it has none.
    pub(in crate::tui) fn among_branches(&self, node: NodeId) -> Option<String> {
        let count = self.lines().siblings(self.tree(), node).len();
        (count > 1).then(|| format!("{}/{count}", self.branch_name(node)))
    }

    /// The number of a node among its alternatives, from 0.
    pub(in crate::tui) fn number(&self, node: NodeId) -> usize {
        self.lines().number(self.tree(), node)
    }

    /// The node that is on the board.
    pub(in crate::tui) fn node(&self) -> NodeId {
        self.desk.node()
    }

    /// The node whose comment is shown: that of the board, or the one that quotes the line on the board.
    pub(in crate::tui) fn commented(&self) -> NodeId {
        self.quoting().map_or(self.node(), |quoting| quoting.node)
    }

    /// The line on the board, if a comment quotes it.
    pub(in crate::tui) fn quoting(&self) -> Option<&Quoting> {
        self.desk.reader.quoting.as_ref()
    }

    /// Whether the reader is at the live end and moves along with it.
    pub(in crate::tui) fn is_at_live_end(&self) -> bool {
        self.ui.follows && self.node() == self.lines().mainline_end()
    }

    /// Whether the board of a record is shown from the second player's side.
    pub(in crate::tui) fn is_flipped(&self, record: &Record) -> bool {
        (self.ui.flip || self.desk.is_flipped) != record.flipped
    }

    /// The desk whose board is shown: the reader's, or the one that is previewed beside a list.
    pub(in crate::tui) fn shown(&self) -> &Desk {
        self.beside.as_ref().unwrap_or(&self.desk)
    }

    /// The move with which the line goes on.
    pub(in crate::tui) fn next(&self) -> Option<NodeId> {
        let cursor = self.cursor();
        cursor.node_at(cursor.ply() + 1)
    }

    /// The record on the board.
    pub(in crate::tui) fn record_on_board(&self) -> &Record {
        &self.shown().record
    }

    /// The text to highlight: the help has its own.
    pub(in crate::tui) fn lit(&self) -> Option<&Pattern> {
        match self.ui.mode.opened() {
            Some(PaneId::Help) => self.ui.sought_in_help.as_ref(),
            _ => self.desk.reader.search.lit(),
        }
    }

    /// The name of a node of the record.
    pub(in crate::tui) fn place_of(&self, node: NodeId) -> Place {
        Place::of(self.tree(), self.lines(), node)
    }

    /// The position on the board.
    pub(in crate::tui) fn position(&self) -> &Position {
        self.cursor().position()
    }

    /// The move that led to the position on the board.
    pub(in crate::tui) fn last_move(&self) -> Option<Move> {
        self.tree().mv(self.node())
    }

    /// The notation of moves: the chosen one, or the usual one in the script of the file.
    pub(in crate::tui) fn notation(&self) -> Notation {
        self.ui.settings.notation.unwrap_or_else(|| self.desk.loaded.notation())
    }

    /// A move in the chosen notation. If only ASCII is available, squares replace what cannot be written.
    pub(in crate::tui) fn name_of(&self, before: &Position, node: NodeId) -> Option<String> {
        let parent = self.tree().parent(node);
        let previous = parent.and_then(|parent| self.tree().mv(parent));
        Some(self.name_of_move(before, self.tree().mv(node)?, previous))
    }

    /// Like [`Self::name_of`], for a move that may not be in the record. `previous` is the move before it.
    pub(in crate::tui) fn name_of_move(
        &self,
        before: &Position,
        mv: Move,
        previous: Option<Move>,
    ) -> String {
        self.name_in(self.notation(), before, mv, previous)
    }

    /// Like [`Self::name_of_move`], in a notation.
    pub(in crate::tui) fn name_in(
        &self,
        notation: Notation,
        before: &Position,
        mv: Move,
        previous: Option<Move>,
    ) -> String {
        let name = before.notate_as(notation, mv, previous);
        if self.in_ascii() && !name.is_ascii() {
            return before.notate_as(Notation::Code, mv, previous);
        }
        name
    }

    /// The name of the move of a node, or of the node.
    pub(in crate::tui) fn move_at(&self, node: NodeId) -> String {
        self.move_name(&self.position_before(node), node)
    }

    /// Like [`Self::name_of`], with a name for nodes without a move, too.
    pub(in crate::tui) fn move_name(&self, before: &Position, node: NodeId) -> String {
        let name = self.name_of(before, node);
        name.unwrap_or_else(|| match self.tree().warning(node) {
            Some(_) => self.texts().unreadable.to_owned(),
            None => self.desk.record.caption(node),
        })
    }

    /// The alternatives to the cursor's move, itself among them.
    pub(in crate::tui) fn branches(&self) -> &[NodeId] {
        self.lines().siblings(self.tree(), self.cursor().node())
    }

    /// The moves that Enter takes after a number: those that follow if they are several, otherwise the alternatives to the
    /// cursor's move.
    pub(in crate::tui) fn choices(&self) -> &[NodeId] {
        match self.lines().children(self.node()) {
            [first, _, ..] => self.lines().siblings(self.tree(), *first),
            _ => self.branches(),
        }
    }

    /// The lists of branches here: the choices, and the alternatives to the cursor's move if these are others. A list of one
    /// is empty.
    pub(in crate::tui) fn branch_lists(&self) -> [&[NodeId]; 2] {
        let branches = Some(self.branches()).filter(|branches| branches.len() > 1);
        let branches = branches.unwrap_or_default();
        match self.lines().children(self.node()).len() {
            0 | 1 => [branches, &[]],
            _ => [self.choices(), branches],
        }
    }

    /// The game and the ordinal of the current node: the sort key of hits.
    pub(in crate::tui) fn hit_order(&self) -> (usize, u32) {
        let ordinal = self.lines().ordinal(self.node()) as u32;
        (self.desk.game, ordinal)
    }

    /// The index of the hit at the cursor, or else of the next one.
    pub(in crate::tui) fn marked_hit(&self) -> Result<usize, usize> {
        let hits = &self.desk.reader.search.hits;
        hits.binary_search_by_key(&self.hit_order(), Hit::order)
    }

    /// Whether moves have times or values beside them.
    pub(in crate::tui) fn has_numbers(&self) -> bool {
        self.desk.extent.has_numbers || conditions::has_engine(self)
    }

    /// The record's next move from the position on the board, unless it is hidden.
    pub(in crate::tui) fn played_from_here(&self) -> Option<Move> {
        if self.hides_answer() {
            return None;
        }
        let next = self.next();
        self.tree().mv(next?)
    }

    /// Whether moves, branches and comments are hidden now.
    pub(in crate::tui) fn hides_answer(&self) -> bool {
        self.shown_answer().is_some()
    }

    /// The last node of the answer that is shown, while the rest is hidden.
    pub(in crate::tui) fn shown_answer(&self) -> Option<NodeId> {
        self.ui.mode.problem.as_ref()?.shown
    }
}

/// The last part of a path, clean.
pub(in crate::tui) fn short_name(path: &Path) -> String {
    path.file_name().map_or_else(|| show_path(path), |name| show_path(Path::new(name)))
}

/// The index `times` steps after or before another, at least 0 and at most `last`.
pub(in crate::tui) fn stepped(index: usize, forward: bool, times: usize, last: usize) -> usize {
    if forward { index.saturating_add(times).min(last) } else { index.saturating_sub(times) }
}
