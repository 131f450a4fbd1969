//! What stands where the moves usually stand, which pane has the focus, and how far each is scrolled.

use std::cell::{Cell, RefCell};

use super::layout::Page;
use super::model::State;
use super::panes::Wrapped;

/// What can stand in the place of moves, branches and comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum View {
    Help,
    Info,
    Graph,
    Map,
    Messages,
    Games,
    Marks,
}

/// The panes that can have the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) enum Focus {
    #[default]
    Moves,
    Comment,
    Info,
    Book,
}

impl Focus {
    const ALL: [Self; 4] = [Self::Moves, Self::Comment, Self::Info, Self::Book];
}

/// Which panes are there and how they stand.
#[derive(Debug, Default)]
pub(super) struct Panes {
    pub(super) page: Page,
    pub(super) view: Option<View>,
    pub(super) focus: Focus,
    /// The pane that has the focus stands alone.
    pub(super) zoomed: bool,
    pub(super) comment: Scroll,
    /// The comment as it was drawn last.
    pub(super) wrapped: RefCell<Option<Wrapped>>,
    pub(super) info: Scroll,
    /// How far the view is scrolled.
    pub(super) opened: Scroll,
}

impl Panes {
    /// Opens a view, or closes it if it is open.
    pub(super) fn toggle(&mut self, view: View) {
        self.view = (self.view != Some(view)).then_some(view);
        self.opened.reset();
    }
}

impl State {
    /// The text that keys scroll, where they do not go along the moves.
    pub(super) fn scrolled(&self) -> Option<&Scroll> {
        let panes = &self.ui.panes;
        match (panes.view, self.focus()) {
            (Some(View::Help | View::Info | View::Messages), _) => Some(&panes.opened),
            (Some(_), _) | (None, Focus::Moves | Focus::Book) => None,
            (None, Focus::Comment) => Some(&panes.comment),
            (None, Focus::Info) => Some(&panes.info),
        }
    }

    /// The pane that has the keys: where one page is shown at a time, that of the page.
    pub(super) fn focus(&self) -> Focus {
        match self.ui.panes.page {
            _ if !self.is_narrow() => self.ui.panes.focus,
            Page::Board | Page::Moves => Focus::Moves,
            Page::Comment => Focus::Comment,
            Page::Info => Focus::Info,
            Page::Book => Focus::Book,
        }
    }

    /// Whether there is anything to see on a page of a narrow screen.
    fn has_page(&self, page: Page) -> bool {
        match page {
            Page::Board | Page::Moves | Page::Info => true,
            Page::Comment => self.document.has_comments,
            Page::Book => self.shows_book(),
        }
    }

    /// The page of a narrow screen, as long as there is something on it.
    pub(super) fn page(&self) -> Page {
        Some(self.ui.panes.page)
            .filter(|page| self.has_page(*page))
            .unwrap_or_default()
    }

    /// Moves the focus to the next pane, or turns the page where the screen is narrow.
    pub(super) fn turn(&mut self, forward: bool) {
        if self.is_narrow() {
            let has = |page: &Page| self.has_page(*page);
            self.ui.panes.page = self.page().step(forward, has);
            return;
        }
        let shown = self.focusable();
        let here = shown.iter().position(|focus| *focus == self.ui.panes.focus);
        let step = if forward { 1 } else { shown.len() - 1 };
        self.ui.panes.focus = shown[(here.unwrap_or(0) + step) % shown.len()];
    }

    /// The panes that are on the screen and can have the focus; the list of moves always is.
    fn focusable(&self) -> Vec<Focus> {
        let areas = self.areas();
        let is_shown = |focus: &Focus| match focus {
            Focus::Moves => true,
            Focus::Comment => {
                areas.comment.is_some() || self.ui.panes.zoomed && self.document.has_comments
            }
            Focus::Info => areas.info.is_some() || self.ui.panes.zoomed,
            Focus::Book => self.shows_book(),
        };
        Focus::ALL.into_iter().filter(is_shown).collect()
    }
}

/// How far a pane is scrolled. The pane tells how long it is when it is drawn.
#[derive(Debug, Default)]
pub(super) struct Scroll {
    top: Cell<usize>,
    /// The first hit of the search is to be in view when the pane is drawn next.
    seeks: Cell<bool>,
    /// Rows of text, and rows on the screen.
    size: Cell<(usize, usize)>,
}

impl Scroll {
    /// Has the first hit of the search come into view.
    pub(super) fn seek(&self) {
        self.seeks.set(true);
    }

    /// The first row to draw of so many, where there is room for so many. `hit` tells the row of the first hit.
    pub(super) fn top(
        &self,
        total: usize,
        rows: usize,
        hit: impl FnOnce() -> Option<usize>,
    ) -> usize {
        self.size.set((total, rows));
        if self.seeks.take()
            && let Some(row) = hit()
        {
            self.show(row);
        }
        self.top.set(self.top.get().min(total.saturating_sub(rows)));
        self.top.get()
    }

    /// Scrolls by so many rows.
    pub(super) fn by(&self, rows: usize, down: bool) {
        let (total, room) = self.size.get();
        let top = self.top.get();
        self.top.set(if down {
            top.saturating_add(rows).min(total.saturating_sub(room))
        } else {
            top.saturating_sub(rows)
        });
    }

    /// Scrolls by so many pages.
    pub(super) fn pages(&self, pages: usize, down: bool) {
        self.by(pages.saturating_mul(self.room()), down);
    }

    /// Scrolls so that a row is in view.
    pub(super) fn show(&self, row: usize) {
        let top = self.top.get();
        self.top
            .set(top.min(row).max((row + 1).saturating_sub(self.room())));
    }

    /// How many rows there is room for.
    pub(super) fn room(&self) -> usize {
        self.size.get().1.max(1)
    }

    /// Back to the first row.
    pub(super) fn reset(&self) {
        self.top.set(0);
    }

    /// The page and the number of pages, where there are several.
    pub(super) fn page(&self) -> Option<(usize, usize)> {
        let (total, rows) = self.size.get();
        let rows = rows.max(1);
        (total > rows).then(|| (self.top.get().div_ceil(rows) + 1, total.div_ceil(rows)))
    }
}
