//! The opening books beside the board: what they hold on its position, and moves of theirs tried out on it.
//!
//! Books lie behind a lock and are asked on threads of their own: a key never waits for one. What was asked for a position
//! that has left the board meanwhile is dropped.

mod ask;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::jobs::{Job, Ticket};
use super::keys::Action;
use super::layout::Page;
use super::model::State;
use super::say::Say;
use super::views::Focus;
use crate::book::{Answer, BookMove, zobrist};
use crate::game::{Move, Position, xiangqi};
use crate::record::NodeId;
use ask::Shared;
pub(super) use ask::{BookJob, BookNews, OpenBook};

/// How many answers are kept.
const KEPT: usize = 4096;
/// How far along a line is looked for the end of the book: no book goes further.
const DEEPEST: usize = 200;

/// The books and what they said.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// Books that are to be opened as soon as there is a record that they are of use for.
    wanted: Vec<PathBuf>,
    shared: Option<Shared>,
    pub(super) books: Vec<OpenBook>,
    /// Whether the reader wants to see them.
    is_open: bool,
    answers: HashMap<u64, Answer>,
    /// The position that was asked for last.
    asked: Option<u64>,
    /// The row that the reader marked, and in which position.
    marked: Option<(u64, usize)>,
    /// The line whose end in the book was asked for last, by its last node.
    line: Option<NodeId>,
    /// The move of the line with which it leaves the book.
    pub(super) leaving: Option<NodeId>,
    opening: Option<Ticket>,
    asking: Option<Ticket>,
    walking: Option<Ticket>,
}

/// A move of a book that is tried out, with the position after it.
#[derive(Debug, Clone)]
pub(super) struct Tried {
    pub(super) mv: Move,
    pub(super) position: Position,
}

impl State {
    /// Names the books. They are opened with the first record that they are of use for, and shown at once.
    pub(super) fn set_books(&mut self, books: Vec<PathBuf>) {
        self.shelf.is_open = !books.is_empty();
        self.shelf.wanted = books;
    }

    /// Has the books asked about what is on the board now, if that is not known yet.
    pub(super) fn consult(&mut self) {
        let Some(key) = self.key_on_board() else {
            return;
        };
        if !self.shelf.wanted.is_empty() {
            let job = BookJob::Open(std::mem::take(&mut self.shelf.wanted));
            self.shelf.opening = Some(self.start(Job::Book(job)));
        }
        let Some(shared) = self.shelf.shared.clone() else {
            return;
        };
        self.walk_line(&shared);
        if !self.shows_book() || self.shelf.asked == Some(key) {
            return;
        }
        self.shelf.asked = Some(key);
        let mut unknown = self.positions_around();
        unknown.retain(|position| !self.shelf.answers.contains_key(&zobrist(position)));
        // Dropping the ticket has what was asked before forgotten.
        self.shelf.asking = None;
        if !unknown.is_empty() {
            let job = BookJob::Ask(shared, unknown);
            self.shelf.asking = Some(self.start(Job::Book(job)));
        }
    }

    /// The position on the board, then those to which the next key may lead.
    fn positions_around(&self) -> Vec<xiangqi::Position> {
        let mut around = vec![self.position().clone()];
        if self.reader.tried.is_empty() {
            let ply = self.reader.cursor.ply();
            let near = [ply + 1, ply.saturating_sub(1)].map(|ply| self.reader.cursor.node_at(ply));
            let near = near.into_iter().flatten();
            around.extend(
                near.map(|node| self.reader.cursor.position_of(&self.document.record, node)),
            );
        }
        let xiangqi = |position: &Position| position.xiangqi().copied();
        around.iter().filter_map(xiangqi).collect()
    }

    /// Has the current line followed to where it leaves the book, once for each line.
    fn walk_line(&mut self, shared: &Shared) {
        let end = self.reader.cursor.node_at(self.reader.cursor.last_ply());
        if self.shelf.line == end {
            return;
        }
        self.shelf.line = end;
        let nodes = self.reader.cursor.nodes(1..DEEPEST + 1).collect();
        let job = BookJob::Walk(shared.clone(), Arc::clone(&self.document.record), nodes);
        self.shelf.walking = Some(self.start(Job::Book(job)));
    }

    /// Forgets what was found out along the lines of a record that is not on the screen any more.
    pub(super) fn forget_book_line(&mut self) {
        self.shelf.line = None;
        self.shelf.leaving = None;
        self.shelf.walking = None;
    }

    /// Takes what came from the books.
    pub(super) fn book_news(&mut self, news: BookNews) {
        let shelf = &mut self.shelf;
        match news {
            BookNews::Opened(shared, books, notices) => {
                shelf.shared = (!books.is_empty()).then_some(shared);
                shelf.is_open &= !books.is_empty();
                shelf.books = books;
                // Dropped where there is nothing to index.
                shelf.opening = shelf.opening.take().filter(|_| shelf.shared.is_some());
                if let Some((first, more)) = notices.split_first() {
                    for notice in more {
                        let first = notice.clone();
                        let say = Say::Book { first, more: 0 };
                        self.ui.log.push(&say.text(self.texts()));
                    }
                    self.say(&Say::Book {
                        first: first.clone(),
                        more: more.len(),
                    });
                }
            }
            BookNews::Indexed(states) => {
                for (book, state) in shelf.books.iter_mut().zip(states) {
                    book.progress = state;
                }
                // What was found so far may lack something.
                shelf.answers.retain(|_, answer| answer.complete);
                shelf.asked = None;
                shelf.line = None;
            }
            BookNews::Answered(key, answer) => {
                if shelf.answers.len() >= KEPT {
                    shelf.answers.clear();
                }
                shelf.answers.insert(key, answer);
                if self.key_on_board() != Some(key) {
                    return;
                }
            }
            BookNews::Left(node) => {
                if std::mem::replace(&mut shelf.leaving, node) == node {
                    return;
                }
            }
        }
        self.touch();
    }

    /// The key of the position on the board; only xiangqi has books.
    fn key_on_board(&self) -> Option<u64> {
        self.position().xiangqi().map(zobrist)
    }

    /// What the books hold on the position on the board, as soon as that is known.
    pub(super) fn book_answer(&self) -> Option<&Answer> {
        self.shelf.answers.get(&self.key_on_board()?)
    }

    fn book_moves(&self) -> &[BookMove] {
        self.book_answer().map_or(&[], |answer| &answer.moves)
    }

    /// Whether there is a pane for the books.
    pub(super) fn shows_book(&self) -> bool {
        self.shelf.is_open && self.has_book()
    }

    /// Whether there is a book to ask about this game.
    pub(super) fn has_book(&self) -> bool {
        (self.shelf.shared.is_some() || self.shelf.opening.is_some())
            && self.key_on_board().is_some()
    }

    /// The row that is marked: the one the reader chose, the record's own move, or the first.
    pub(super) fn marked_in_book(&self) -> usize {
        let moves = self.book_moves();
        let chosen = self.shelf.marked;
        let chosen = chosen.filter(|(key, _)| Some(*key) == self.key_on_board());
        let played = || {
            let played = self.played_from_here()?;
            moves
                .iter()
                .position(|book| Move::Xiangqi(book.mv) == played)
        };
        let row = chosen.map(|(_, row)| row).or_else(played).unwrap_or(0);
        row.min(moves.len().saturating_sub(1))
    }

    /// The move that the record goes on with from the position on the board, where that is no secret.
    pub(super) fn played_from_here(&self) -> Option<Move> {
        if !self.reader.tried.is_empty() || self.hides_answer() {
            return None;
        }
        let next = match &self.reader.preview {
            Some(preview) => self
                .reader
                .cursor
                .lines()
                .children(preview.node)
                .first()
                .copied(),
            None => self.reader.cursor.node_at(self.reader.cursor.ply() + 1),
        };
        self.document.record.tree.mv(next?)
    }

    fn why_no_book(&self) -> Say {
        if self.shelf.wanted.is_empty() && self.shelf.shared.is_none() {
            Say::NoBook
        } else {
            Say::OtherGame
        }
    }

    /// Opens the pane with the focus in it; the pane that has it is closed.
    pub(super) fn toggle_book(&mut self) {
        if !self.has_book() {
            return self.say(&self.why_no_book());
        }
        let had = self.is_in_book();
        self.shelf.is_open = !had;
        self.ui.panes.view = None;
        self.ui.panes.focus = if had { Focus::Moves } else { Focus::Book };
        self.ui.panes.page = if had { Page::Board } else { Page::Book };
    }

    /// Whether the keys go to the pane of the books.
    pub(super) fn is_in_book(&self) -> bool {
        self.shows_book() && self.focus() == Focus::Book && self.ui.panes.view.is_none()
    }

    /// Does what an action asks for where the books have the keys, or while a move of theirs is tried out. False if the
    /// action means what it means elsewhere.
    pub(super) fn act_in_book(&mut self, action: Action, count: Option<usize>) -> bool {
        let is_trying = !self.reader.tried.is_empty();
        let times = count.unwrap_or(1);
        match action {
            Action::BookMove => self.try_book_move(count),
            Action::Take if is_trying || self.is_in_book() => self.try_book_move(count),
            Action::Down if is_trying || self.is_in_book() => self.mark_in_book(times, true),
            Action::Up if is_trying || self.is_in_book() => self.mark_in_book(times, false),
            Action::Forward if is_trying => self.try_book_move(None),
            Action::Back if is_trying => {
                let left = self.reader.tried.len().saturating_sub(times);
                self.reader.tried.truncate(left);
            }
            Action::Mainline | Action::Cancel if is_trying => self.reader.tried.clear(),
            _ => {
                if !keeps_trial(action) && !self.scrolls(action) {
                    self.reader.tried.clear();
                }
                return false;
            }
        }
        true
    }

    /// Plays a move of the books on the board: the marked one, or the one of a number from 1.
    fn try_book_move(&mut self, number: Option<usize>) {
        let row = number.map_or(self.marked_in_book(), |number| number.saturating_sub(1));
        let Some(mv) = self
            .book_moves()
            .get(row)
            .map(|book| Move::Xiangqi(book.mv))
        else {
            let why = match self.has_book() {
                true => Say::NotInBook,
                false => self.why_no_book(),
            };
            return self.say(&why);
        };
        let mut position = self.position().clone();
        position.apply(mv);
        self.reader.tried.push(Tried { mv, position });
    }

    /// The moves that are tried out, by name.
    pub(super) fn tried_line(&self) -> Vec<String> {
        let mut before = self.recorded_position();
        let mut names = Vec::new();
        for tried in &self.reader.tried {
            names.push(self.name_of_move(before, tried.mv, None));
            before = &tried.position;
        }
        names
    }

    /// Marks another row.
    pub(super) fn mark_in_book(&mut self, rows: usize, down: bool) {
        let here = self.marked_in_book();
        let last = self.book_moves().len().saturating_sub(1);
        let row = if down {
            here.saturating_add(rows).min(last)
        } else {
            here.saturating_sub(rows)
        };
        self.shelf.marked = self.key_on_board().map(|key| (key, row));
    }
}

/// Whether moves of a book stay on the board after the action.
fn keeps_trial(action: Action) -> bool {
    matches!(
        action,
        Action::Help
            | Action::Book
            | Action::Info
            | Action::Graph
            | Action::Map
            | Action::Messages
            | Action::Zoom
            | Action::Flip
            | Action::Coordinates
            | Action::Notation
            | Action::NextPane
            | Action::PreviousPane
            | Action::Redraw
            | Action::Suspend
            | Action::Mouse
            | Action::CopyPosition
            | Action::CopyLine
            | Action::CopyPlace
            | Action::SetMark
            | Action::Search
            | Action::Command
    )
}
