//! Motions along the lines of the record.

use std::sync::Arc;

use super::model::State;
use super::say::Say;
use crate::game::{Move, Notation, Position};
use crate::record::{NodeId, Note};
use crate::text::clean_line;
use crate::text::fit;

/// A branch that is looked at but not taken: the board shows it, the line stays.
#[derive(Debug, Clone)]
pub(super) struct Preview {
    pub(super) node: NodeId,
    pub(super) position: Position,
}

impl State {
    /// A move in the notation that the reader chose. Where there is only ASCII, the squares stand for what cannot be
    /// written.
    pub(super) fn name_of(&self, before: &Position, node: NodeId) -> Option<String> {
        let parent = self.document.record.tree.parent(node);
        let previous = parent.and_then(|parent| self.document.record.tree.mv(parent));
        Some(self.name_of_move(before, self.document.record.tree.mv(node)?, previous))
    }

    /// The same for a move that may stand in no record. `previous` is the one before it.
    pub(super) fn name_of_move(
        &self,
        before: &Position,
        mv: Move,
        previous: Option<Move>,
    ) -> String {
        let name = before.notate_as(self.ui.settings.notation, mv, previous);
        if self.in_ascii() && !name.is_ascii() {
            return before.notate_as(Notation::Code, mv, previous);
        }
        name
    }

    /// The same for every node: those without a move are named too.
    pub(super) fn move_name(&self, before: &Position, node: NodeId) -> String {
        let name = self.name_of(before, node);
        name.unwrap_or_else(|| match self.document.record.tree.warning(node) {
            Some(_) => self.texts().unreadable.to_owned(),
            None => self.called(node).unwrap_or_else(|| "--".to_owned()),
        })
    }

    /// What is written at a node that is nothing but a position, in a few characters: `(problem 1)`.
    fn called(&self, node: NodeId) -> Option<String> {
        const LONGEST: usize = 20;
        let mut notes = self.document.record.tree.notes(node);
        let said = notes.find_map(|note| match note {
            Note::Bookmark(text) | Note::Comment(text) => text.lines().next(),
            _ => None,
        })?;
        let said = clean_line(said);
        let shown = fit(&said, LONGEST, true).trim();
        (!shown.is_empty()).then(|| format!("({shown})"))
    }

    /// The alternatives to the cursor's move, itself among them.
    pub(super) fn branches(&self) -> &[NodeId] {
        self.reader
            .cursor
            .lines()
            .siblings(&self.document.record.tree, self.reader.cursor.node())
    }

    /// Moves the mark among the alternatives to the cursor's move; where there are none, goes along the line.
    pub(super) fn sideways(&mut self, forward: bool, times: usize) {
        let record = Arc::clone(&self.document.record);
        let branches = self.branches();
        let here = self.reader.cursor.lines().number(&record.tree, self.node());
        let there = if forward {
            here.saturating_add(times).min(branches.len() - 1)
        } else {
            here.saturating_sub(times)
        };
        match branches {
            [_] if forward => self.reader.cursor.forward(&record, times),
            [_] => self.reader.cursor.back(&record, times),
            _ => self.look_at(branches[there]),
        }
    }

    /// Shows a branch on the board without taking it.
    pub(super) fn look_at(&mut self, node: NodeId) {
        let position = self.reader.cursor.position_of(&self.document.record, node);
        let preview = Preview { node, position };
        self.reader.preview = (node != self.reader.cursor.node()).then_some(preview);
    }

    /// Goes forward; a branch that is looked at is taken first.
    pub(super) fn forward(&mut self, times: usize) {
        let record = Arc::clone(&self.document.record);
        match self.reader.preview.take() {
            Some(preview) => {
                self.reader.cursor.go_to(&record, preview.node);
                self.reader.cursor.forward(&record, times - times.min(1));
            }
            None => self.reader.cursor.forward(&record, times),
        }
    }

    /// Takes the branch of a number, counted from 1; false if there is none.
    pub(super) fn take_branch(&mut self, number: usize) -> bool {
        let branch = match self.branches() {
            [_] => None,
            branches => number.checked_sub(1).and_then(|index| branches.get(index)),
        };
        let Some(branch) = branch.copied() else {
            return false;
        };
        self.go_to(branch);
        true
    }

    /// Goes to a node; the line through it becomes the current one.
    pub(super) fn go_to(&mut self, node: NodeId) {
        let record = Arc::clone(&self.document.record);
        self.reader.preview = None;
        self.reader.tried.clear();
        self.reader.cursor.go_to(&record, node);
    }

    /// Goes to a node from far away: the way back is remembered.
    pub(super) fn jump_to(&mut self, node: NodeId) {
        self.reader
            .marks
            .leave(self.document.game, self.reader.cursor.node());
        self.go_to(node);
    }

    /// Goes to the ply that a search along the line gives, so many times; says so if there is none.
    pub(super) fn seek(
        &mut self,
        times: usize,
        none: &Say,
        next: impl Fn(&crate::record::Cursor) -> Option<usize>,
    ) {
        let record = Arc::clone(&self.document.record);
        for _ in 0..times.max(1) {
            let Some(ply) = next(&self.reader.cursor) else {
                return self.say(none);
            };
            self.reader.cursor.go_to_ply(&record, ply);
        }
    }

    /// Goes back to the last node that is on the mainline; the mainline becomes the current line.
    pub(super) fn return_to_mainline(&mut self) {
        let record = Arc::clone(&self.document.record);
        let lines = self.reader.cursor.lines();
        if lines.on_mainline(self.reader.cursor.node()) && self.reader.preview.is_none() {
            self.say(&Say::OnMainline);
        }
        let end = self.reader.cursor.lines().mainline_end();
        let fork = self
            .reader
            .cursor
            .mainline_ply()
            .min(self.reader.cursor.ply());
        self.go_to(end);
        self.reader.cursor.go_to_ply(&record, fork);
    }

    /// Goes to another place with the same position, around the end.
    pub(super) fn transpose(&mut self) {
        let lines = self.reader.cursor.lines();
        let place = lines.place(self.node());
        let same = self
            .document
            .survey
            .as_ref()
            .map_or(&[][..], |survey| survey.same(place));
        let next = same.iter().find(|node| lines.place(**node) > place);
        match next.or(same.first()).copied() {
            Some(node) => self.jump_to(node),
            None => self.say(&Say::NoTransposition),
        }
    }

    /// Goes so many games on or back. Beyond the file's last game follows the directory's next file.
    pub(super) fn go_to_game(&mut self, forward: bool, times: usize) {
        let last = self.document.loaded.games.len().saturating_sub(1);
        let (here, times) = (self.document.game, times.max(1));
        let there = if forward {
            here.saturating_add(times).min(last)
        } else {
            here.saturating_sub(times)
        };
        if there != here {
            self.open_game(there);
        } else if !self.open_neighbour(forward) {
            self.say(&Say::NoMoreGames);
        }
    }
}
