//! The mouse: what stands where it was pressed.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::model::State;
use super::rows::Row;
use super::views::{Focus, View};
use crate::record::NodeId;

impl State {
    /// Deals with a press or a turn of the wheel.
    pub(super) fn mouse(&mut self, event: MouseEvent) {
        let at = Position::new(event.column, event.row);
        let before = self.node();
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => self.press(at),
            MouseEventKind::ScrollDown => self.wheel(at, true),
            MouseEventKind::ScrollUp => self.wheel(at, false),
            _ => return,
        }
        self.ui.message = None;
        if self.node() != before {
            self.ui.panes.comment.reset();
            self.reader.tried.clear();
        }
        self.guard_answer();
        self.touch();
    }

    /// The wheel scrolls the comment where it stands on it; elsewhere it goes along the line.
    fn wheel(&mut self, at: Position, down: bool) {
        let areas = self.areas();
        let is_on = |area: Option<Rect>| area.is_some_and(|area| area.contains(at));
        if let (Some(View::Games), Some(list)) = (self.ui.panes.view, &mut self.ui.list) {
            list.go(if down { 3 } else { -3 });
        } else if let Some(scroll) = self.ui.panes.view.and(self.scrolled()) {
            scroll.by(3, down);
        } else if is_on(areas.comment) {
            self.ui.panes.comment.by(3, down);
        } else if is_on(areas.info) {
            self.ui.panes.info.by(3, down);
        } else if is_on(areas.branches) {
            self.sideways(down, 1);
        } else if is_on(areas.book) {
            self.mark_in_book(1, down);
        } else if down {
            self.forward(1);
        } else {
            let record = std::sync::Arc::clone(&self.document.record);
            self.reader.preview = None;
            self.reader.cursor.back(&record, 1);
        }
    }

    fn press(&mut self, at: Position) {
        let areas = self.areas();
        let row_in = |area: Option<Rect>| {
            let area = area.filter(|area| area.contains(at))?;
            Some((area, usize::from(at.y - area.y)))
        };
        if let Some((area, row)) = row_in(areas.view) {
            self.press_in_view(area, row);
        } else if let Some((area, row)) = row_in(areas.moves) {
            self.ui.panes.focus = Focus::Moves;
            self.press_move(area, row);
        } else if let Some((area, row)) = row_in(areas.branches) {
            self.press_branch(area, row);
        } else if row_in(areas.comment).is_some() {
            self.ui.panes.focus = Focus::Comment;
        } else if row_in(areas.info).is_some() {
            self.ui.panes.focus = Focus::Info;
        } else if row_in(areas.book).is_some() {
            self.ui.panes.focus = Focus::Book;
        } else if let Some((area, row)) = row_in(areas.board) {
            self.press_square(area, (row, usize::from(at.x - area.x)));
        }
    }

    fn press_in_view(&mut self, area: Rect, row: usize) {
        let Some(list) = self
            .ui
            .list
            .as_mut()
            .filter(|_| self.ui.panes.view == Some(View::Games))
        else {
            return;
        };
        // Under the heading and the filter.
        if let Some(row) = row.checked_sub(2) {
            let room = usize::from(area.height.saturating_sub(2));
            let index = list.scroll.top(list.counts().0, room, || None) + row;
            if index < list.counts().0 {
                list.marked = index;
                self.open_chosen();
            }
        }
    }

    fn press_move(&mut self, area: Rect, row: usize) {
        let Some(row) = row.checked_sub(1) else {
            return;
        };
        let rows = self.move_rows(usize::from(area.height - 1), self.is_wide());
        match rows.get(row) {
            Some(Row::Move(node) | Row::Branch(node, ..)) => self.go_to(*node),
            Some(Row::Ending(_)) => {
                let end = self.reader.cursor.node_at(self.reader.cursor.last_ply());
                self.go_to(end.unwrap_or(NodeId::ROOT));
            }
            _ => {}
        }
    }

    fn press_branch(&mut self, area: Rect, row: usize) {
        let Some(row) = row.checked_sub(1) else {
            return;
        };
        let room = usize::from(area.height - 1).max(1);
        let here = self
            .reader
            .cursor
            .lines()
            .number(&self.document.record.tree, self.node());
        self.take_branch(here / room * room + row + 1);
    }

    /// Follows the branch that goes to the square: the one of the line, or another one.
    fn press_square(&mut self, area: Rect, at: (usize, usize)) {
        let next = self.reader.cursor.node_at(self.reader.cursor.ply() + 1);
        let others = self
            .reader
            .cursor
            .lines()
            .children(self.node())
            .iter()
            .copied();
        let mut all = next.into_iter().chain(others);
        if let Some(node) = all.find(|node| self.lights(area, *node, at)) {
            self.go_to(node);
        }
    }
}
