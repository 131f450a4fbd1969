//! The panes. They only read the state.

mod board;
mod comment;
mod games;
mod graph;
mod help;
mod info;
mod map;
mod marks;
mod messages;
mod moves;
mod status;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::app::App;
use super::canvas::Canvas;
use super::lang::Text;
use super::layout::{Areas, Pane, Wishes};
use super::views::{Scroll, View};
use crate::draw::{clean_line, columns, fit};

impl App {
    /// The screen as it is to be.
    pub(super) fn frame(&self) -> Buffer {
        let mut grid = Buffer::empty(Rect::from((Position::ORIGIN, self.size())));
        let mut canvas = Canvas::new(&mut grid, self.ambiguous(), self.settings.unicode);
        self.render(&mut canvas);
        grid
    }

    fn render(&self, canvas: &mut Canvas<'_>) {
        let screen = canvas.area();
        let areas = self.areas();
        let Some(status) = areas.status else {
            let message = self.text(Text::TooSmall);
            return text(canvas, screen, 0, message, Style::new());
        };
        if let Some(area) = areas.title {
            status::title(self, area, canvas);
        }
        self.render_panes(&areas, canvas);
        status::line(self, status, canvas);
    }

    /// Where everything stands now.
    pub(super) fn areas(&self) -> Areas {
        let screen = self.screen();
        let areas = Areas::divide(screen, self.panes.page, self.wishes(screen));
        match self.shown_view() {
            Some(_) => areas.under_view(),
            None => Areas {
                instead: None,
                ..areas
            },
        }
    }

    fn screen(&self) -> Rect {
        Rect::from((Position::ORIGIN, self.size()))
    }

    pub(super) fn is_narrow(&self) -> bool {
        Areas::is_narrow(self.screen())
    }

    /// What was opened; the marks while one of them is asked for.
    fn shown_view(&self) -> Option<View> {
        if self.typing.awaits_mark() {
            return Some(View::Marks);
        }
        self.panes.view
    }

    fn wishes(&self, screen: Rect) -> Wishes {
        let info = u16::try_from(info::lines(self).len()).unwrap_or(u16::MAX);
        Wishes {
            board: board::size(self, screen),
            info,
            branches: self.cursor.lines().count() > 1,
            comments: self.has_comments,
            zoomed: self.panes.zoomed.then_some(self.panes.focus),
        }
    }

    /// Whether the rows that branches and information share are the branches' now.
    pub(super) fn shows_branches(&self) -> bool {
        self.branches().len() > 1 && !self.hides_answer()
    }

    fn render_panes(&self, areas: &Areas, canvas: &mut Canvas<'_>) {
        if let Some(area) = areas.board {
            board::draw(self, area, canvas);
        }
        if let Some(area) = areas.moves {
            moves::draw(self, area, areas.inline, canvas);
        }
        match (areas.branches, areas.info) {
            (Some(area), _) if self.shows_branches() => moves::draw_branches(self, area, canvas),
            (_, Some(area)) => info::draw(self, area, canvas),
            _ => {}
        }
        if let Some(area) = areas.comment {
            comment::draw(self, area, canvas);
        }
        if let (Some(area), Some(view)) = (areas.instead, self.shown_view()) {
            let draw = match view {
                View::Help => help::draw,
                View::Info => info::draw_all,
                View::Graph => graph::draw,
                View::Map => map::draw,
                View::Messages => messages::draw,
                View::Games => games::draw,
                View::Marks => marks::draw,
            };
            draw(self, area, canvas);
        }
    }
}

/// Draws a heading and lines under it, scrolled, with the hits of the search lit.
fn list(
    canvas: &mut Canvas<'_>,
    area: Rect,
    heading: Heading<'_>,
    scroll: &Scroll,
    lines: &[(String, Style)],
) {
    let app = heading.app;
    let rows = usize::from(area.height.saturating_sub(1));
    let top = scroll.top(lines.len(), rows);
    let page = scroll.page().map(|(page, pages)| format!("{page}/{pages}"));
    heading.right(page.as_deref()).draw(canvas, area);
    for (row, (line, style)) in (1..area.height).zip(lines.iter().skip(top)) {
        text(canvas, area, row, line, *style);
        light(app, canvas, area, row, line);
    }
}

/// Lights what was searched for in a line that was written.
fn light(app: &App, canvas: &mut Canvas<'_>, area: Rect, row: u16, line: &str) {
    let Some(query) = app.search.lit() else {
        return;
    };
    let line = clean_line(line);
    let shown = fit(
        &line,
        usize::from(area.width),
        canvas.ambiguous.may_be_wide(),
    );
    for hit in query.all(shown) {
        let (x, width) = (
            canvas.width(&shown[..hit.start]),
            canvas.width(&shown[hit.clone()]),
        );
        canvas.put(
            area.x + x,
            area.y + row,
            &shown[hit],
            width,
            app.settings.hit(),
        );
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

/// The first row of a pane: `-- TITLE ------ 3/61 --`.
#[derive(Clone, Copy)]
struct Heading<'a> {
    app: &'a App,
    title: &'a str,
    right: &'a str,
    /// The pane that it is the heading of, if that can have the focus.
    pane: Option<Pane>,
}

impl<'a> Heading<'a> {
    fn new(app: &'a App, title: &'a str) -> Self {
        Self {
            app,
            title,
            right: "",
            pane: None,
        }
    }

    /// What stands at the right, if there is anything.
    fn right(self, right: Option<&'a str>) -> Self {
        let right = right.unwrap_or(self.right);
        Self { right, ..self }
    }

    fn of(self, pane: Pane) -> Self {
        Self {
            pane: Some(pane),
            ..self
        }
    }

    fn draw(self, canvas: &mut Canvas<'_>, area: Rect) {
        let width = usize::from(area.width);
        let left = format!("-- {} ", self.title);
        let right = match self.right {
            "" => "--".to_owned(),
            right => format!(" {right} --"),
        };
        let dashes = width.saturating_sub(columns(&left, false) + columns(&right, false));
        let line = format!("{left}{}{right}", "-".repeat(dashes));
        let focused = self.pane.is_some_and(|pane| pane == self.app.panes.focus);
        text(canvas, area, 0, &line, self.app.settings.heading(focused));
    }
}
