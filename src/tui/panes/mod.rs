//! The panes. They only read the state.

mod board;
mod comment;
mod help;
mod info;
mod moves;
mod status;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::app::App;
use super::canvas::Canvas;
use super::lang::Text;
use super::layout::{Areas, Wishes};
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
        let areas = Areas::divide(screen, self.page, self.wishes(screen));
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

    fn wishes(&self, screen: Rect) -> Wishes {
        let info = u16::try_from(info::lines(self).len()).unwrap_or(u16::MAX);
        Wishes {
            board: board::size(self, screen),
            info,
            branches: self.cursor.lines().count() > 1,
            comments: self.has_comments,
            zoomed: None,
        }
    }

    fn render_panes(&self, areas: &Areas, canvas: &mut Canvas<'_>) {
        let instead = areas.instead.filter(|_| self.help || self.info);
        // Nothing is laid over the board: it is whole, or it gives way.
        let shown = |area: Option<Rect>| {
            area.filter(|area| instead.is_none_or(|instead| !instead.intersects(*area)))
        };
        if let Some(area) = shown(areas.board) {
            board::draw(self, area, canvas);
        }
        if let Some(area) = shown(areas.moves) {
            moves::draw(self, area, canvas);
        }
        let at_fork = self.record.tree.has_siblings(self.cursor.node());
        match (shown(areas.branches), shown(areas.info)) {
            (Some(area), _) if at_fork => moves::draw_branches(self, area, canvas),
            (_, Some(area)) => info::draw(self, area, canvas),
            _ => {}
        }
        if let Some(area) = shown(areas.comment) {
            comment::draw(self, area, canvas);
        }
        match instead {
            Some(area) if self.help => help::draw(self, area, canvas),
            Some(area) => info::draw(self, area, canvas),
            None => {}
        }
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
fn heading(app: &App, canvas: &mut Canvas<'_>, area: Rect, title: &str, right: &str) {
    let width = usize::from(area.width);
    let left = format!("-- {title} ");
    let right = if right.is_empty() {
        "--".to_owned()
    } else {
        format!(" {right} --")
    };
    let dashes = width.saturating_sub(columns(&left, false) + columns(&right, false));
    text(
        canvas,
        area,
        0,
        &format!("{left}{}{right}", "-".repeat(dashes)),
        app.settings.heading(false),
    );
}
