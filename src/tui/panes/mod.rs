//! The panes. They only read the state.

mod bar;
mod board;
mod book;
mod comment;
mod games;
mod graph;
mod help;
mod info;
mod list;
mod map;
mod marks;
mod messages;
mod moves;
mod status;

pub(super) use comment::Wrapped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::canvas::Canvas;
use super::layout::{Areas, Page, Wishes};
use super::model::State;
use super::views::{Focus, View};
use crate::text::clean_line;
use crate::text::columns;
use crate::text::fit;

impl State {
    /// The screen as it is to be.
    pub(super) fn frame(&self) -> Buffer {
        let mut grid = Buffer::empty(Rect::from((Position::ORIGIN, self.size())));
        let mut canvas = Canvas::new(&mut grid, self.ambiguous(), self.ui.settings.unicode);
        self.render(&mut canvas);
        grid
    }

    fn render(&self, canvas: &mut Canvas<'_>) {
        let screen = canvas.area();
        let areas = self.areas();
        let Some(status) = areas.status else {
            let message = self.texts().too_small;
            return text(canvas, screen, 0, message, Style::new());
        };
        type Draw = fn(&State, Rect, &mut Canvas<'_>);
        let panes: [(Option<Rect>, Draw); 8] = [
            (areas.title, status::title),
            (areas.board, board::draw),
            (areas.moves, moves::draw),
            (areas.branches, moves::draw_branches),
            (areas.info, info::draw),
            (areas.comment, comment::draw),
            (areas.book, book::draw),
            (areas.view, draw_view),
        ];
        for (area, draw) in panes {
            if let Some(area) = area {
                draw(self, area, canvas);
            }
        }
        status::line(self, status, canvas);
    }

    /// Where everything stands. Nothing is ever laid over the board: what is asked for takes the place of other panes.
    pub(super) fn areas(&self) -> Areas {
        let screen = self.screen();
        let areas = Areas::divide(screen, self.page(), self.wishes(screen));
        if self.shown_view().is_none() {
            return areas;
        }
        if self.ui.panes.zoomed {
            areas.alone(screen)
        } else {
            areas.with_view(screen)
        }
    }

    fn screen(&self) -> Rect {
        Rect::from((Position::ORIGIN, self.size()))
    }

    pub(super) fn is_narrow(&self) -> bool {
        Areas::is_narrow(self.screen())
    }

    pub(super) fn is_wide(&self) -> bool {
        Areas::is_wide(self.screen())
    }

    /// Whether the list of moves shows branches among the moves: where it has room to do so.
    pub(super) fn is_inline(&self) -> bool {
        let is_page = self.is_narrow() && self.page() == Page::Moves;
        self.is_wide() || is_page || self.ui.panes.zoomed
    }

    /// What takes the place of moves and branches: what was opened, the marks while one is asked for, or the pane that
    /// stands alone.
    fn shown_view(&self) -> Option<Shown> {
        if self.ui.typing.awaits_mark() {
            return Some(Shown::View(View::Marks));
        }
        let focus = match self.focus() {
            Focus::Book if !self.shows_book() => Focus::Moves,
            focus => focus,
        };
        let zoomed = self.ui.panes.zoomed.then_some(Shown::Pane(focus));
        self.ui.panes.view.map(Shown::View).or(zoomed)
    }

    /// Whether the keys go to the pane in an area, and that is worth saying: usually they go along the moves.
    fn has_keys(&self, area: Rect) -> bool {
        let areas = self.areas();
        let focused = match self.ui.panes.focus {
            _ if self.is_narrow() || self.shown_view().is_some() => None,
            Focus::Moves => None,
            Focus::Comment => areas.comment,
            Focus::Info => areas.info,
            Focus::Book => areas.book,
        };
        focused == Some(area)
    }

    fn wishes(&self, screen: Rect) -> Wishes {
        let board = board::size(self, screen);
        let branches = match self.branches().len() {
            1 => 0,
            _ if self.lists_branches() || self.hides_answer() => 0,
            count => u16::try_from(count).unwrap_or(u16::MAX - 1),
        };
        let beside = usize::from(screen.width.saturating_sub(board.0 + 3));
        let info = u16::try_from(info::summary(self, beside).len()).unwrap_or(u16::MAX);
        Wishes {
            board,
            info,
            forks: self.reader.cursor.lines().count() > 1,
            branches,
            comments: self.document.has_comments,
            book: self.shows_book(),
        }
    }
}

/// What stands in the place of moves and branches.
#[derive(Debug, Clone, Copy)]
enum Shown {
    View(View),
    Pane(Focus),
}

fn draw_view(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    match state.shown_view() {
        Some(Shown::View(View::Help)) => help::draw(state, area, canvas),
        Some(Shown::View(View::Info)) => {
            info::draw_all(state, area, &state.ui.panes.opened, canvas)
        }
        Some(Shown::View(View::Graph)) => graph::draw(state, area, canvas),
        Some(Shown::View(View::Map)) => map::draw(state, area, canvas),
        Some(Shown::View(View::Messages)) => messages::draw(state, area, canvas),
        Some(Shown::View(View::Games)) => games::draw(state, area, canvas),
        Some(Shown::View(View::Marks)) => marks::draw(state, area, canvas),
        Some(Shown::Pane(Focus::Moves)) => moves::draw(state, area, canvas),
        Some(Shown::Pane(Focus::Comment)) => comment::draw(state, area, canvas),
        Some(Shown::Pane(Focus::Info)) => info::draw(state, area, canvas),
        Some(Shown::Pane(Focus::Book)) => book::draw(state, area, canvas),
        None => {}
    }
}

/// Writes a line of text, cut to the area's width. The text is cleaned first, wherever it comes from.
fn text(canvas: &mut Canvas<'_>, area: Rect, row: u16, line: &str, style: Style) {
    if row < area.height {
        let line = clean_line(line);
        let width = usize::from(area.width);
        let line = fit(&line, width, canvas.ambiguous.may_be_wide());
        canvas.put(area.x, area.y + row, line, area.width, style);
    }
}

/// The first row of a pane: `-- TITLE ------ 3/61 --`, or `== TITLE ====== 3/61 ==` where the keys go to it.
fn heading(state: &State, canvas: &mut Canvas<'_>, area: Rect, title: &str, right: &str) {
    let is_focused = state.has_keys(area);
    let dash = if is_focused { "=" } else { "-" };
    let end = dash.repeat(2);
    let left = format!("{end} {title} ");
    let right = if right.is_empty() {
        end
    } else {
        format!(" {right} {end}")
    };
    let width = |right: &str| columns(&left, false) + columns(right, false);
    let room = usize::from(area.width);
    let forms = [&*right, right.trim_end_matches([' ', '-', '=']), ""];
    let right = forms.into_iter().find(|right| width(right) <= room);
    let right = right.unwrap_or_default();
    let used = width(right);
    let dashes = dash.repeat(room.saturating_sub(used));
    let style = state.ui.settings.heading(is_focused);
    text(canvas, area, 0, &format!("{left}{dashes}{right}"), style);
}
