//! Divides the rows of a column: by the record, and where a pane would be cut, by what is at the current move.

use ratatui::layout::Rect;

use super::{Layout, take_bottom};
use crate::tui::model::panes::{PaneId, Slot};

/// The rows of an area that a pane needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Need {
    /// The rows that it gets before any other has more, unless it could not fill them.
    pub(super) least: u16,
    /// The rows that it could fill.
    pub(super) wish: usize,
    /// Its part of what is left, compared with the others.
    pub(super) weight: u16,
}

/// Divides the rows of an area among panes. Each gets the least that it needs, in order. What is left goes to those that
/// could fill it, by their weights, and then to the first.
pub(super) fn divide<const N: usize>(rows: u16, needs: [Need; N]) -> [u16; N] {
    let mut parts = [0; N];
    for _ in 0..rows {
        let open = (0..N).filter(|nth| usize::from(parts[*nth]) < needs[*nth].wish);
        // Weights are small, so this orders by the rows for each unit of weight.
        let next = open.min_by_key(|nth| match (needs[*nth], parts[*nth]) {
            (need, part) if part < need.least => 0,
            (need, part) => 1 + part * 24 / need.weight,
        });
        parts[next.unwrap_or(0)] += 1;
    }
    parts
}

impl Layout {
    /// Covers the bottom of the line with the branches at a fork. Where these or the comment would be cut, the column is
    /// divided by what is here: `moves` and `text` are the rows that the line and the comment could fill, with their
    /// headings, and 0 without a comment.
    pub(in crate::tui) fn share(&mut self, moves: usize, text: usize) {
        if self.screen.form().is_narrow && text == 0 {
            self.drop_text();
        }
        let Some((last, before)) = self.line_columns.split_last() else { return };
        if self.plan.over == Some(PaneId::Branches) || self.area(PaneId::Moves).is_none() {
            return;
        }
        let mut column = *last;
        let under = self
            .area(PaneId::Comment)
            .filter(|under| before.is_empty() && (under.x, under.y) == (column.x, column.bottom()));
        let under = under.map_or(0, |under| under.height);
        let others = before.len() * usize::from(column.height - 1);
        let moves = moves.saturating_sub(others);
        let wish = usize::from(self.wish(PaneId::Branches));
        let fork = wish + usize::from(wish > 0);
        let page = if wish > 0 {
            (self.line_rows + 1).saturating_sub(others)
        } else {
            column.height.into()
        };
        let free = usize::from(column.height).saturating_sub(moves).max(self.kept.into());
        let text = match under {
            0 => 0,
            _ if fork > free || text > under.into() => text,
            _ => under.into(),
        };
        column.height += under;
        let third = fork.min(usize::from(column.height / 3));
        // The page with the cursor does not change, and a comment leaves the branches a third.
        let needs = [(moves, page.min(moves)), (fork, third), (text, text.min(under.into()))];
        let needs = needs.map(|(wish, least)| Need { least: least as u16, wish, weight: 1 });
        let [line, branches, text] = divide(column.height, needs);
        let spare = usize::from(line).saturating_sub(moves) as u16;
        let text = text.max(under.min(text + spare));
        if under > 0 {
            self.areas[PaneId::Comment as usize] =
                Some(take_bottom(&mut column, text)).filter(|area| !area.is_empty());
            self.areas[PaneId::Moves as usize] = Some(column);
        }
        self.put(Slot::Fork, take_bottom(&mut column, branches));
    }

    /// Gives the rows of a comment that is not there to the moves.
    fn drop_text(&mut self) {
        if let Some(text) = self.areas[PaneId::Comment as usize].take() {
            let line = self.area(PaneId::Moves).unwrap_or(text);
            if line == text {
                self.line_rows = usize::from(text.height - 1);
            }
            let line = Rect { height: text.bottom() - line.y, ..line };
            self.areas[PaneId::Moves as usize] = Some(line);
            self.line_columns.iter_mut().for_each(|column| column.height = line.height);
        }
    }
}
