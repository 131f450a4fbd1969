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
use super::layout::{Areas, Wishes};
use super::theme;
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
            let message = "too small: 20x8 is needed";
            return text(canvas, screen, 0, message, Style::new());
        };
        if let Some(area) = areas.title {
            status::title(self, area, canvas);
        }
        self.render_left(&areas, canvas);
        self.render_right(&areas, canvas);
        status::line(self, status, canvas);
    }

    fn wishes(&self, screen: Rect) -> Wishes {
        let board = board::size(self, screen);
        let lines = self.cursor.lines();
        let siblings = lines.siblings(&self.record.tree, self.cursor.node()).len();
        let branches = if siblings > 1 {
            u16::try_from(siblings).unwrap_or(u16::MAX - 1)
        } else {
            0
        };
        let info = u16::try_from(info::lines(self).len()).unwrap_or(u16::MAX);
        Wishes {
            board,
            info,
            branches,
            comments: self.has_comments,
        }
    }

    /// The board, or what was asked for in its place. Nothing is ever laid over the board: half of a wide character
    /// would be left beside it.
    fn render_left(&self, areas: &Areas, canvas: &mut Canvas<'_>) {
        match areas.board {
            Some(area) if areas.moves.is_none() && self.help => help::draw(self, area, canvas),
            Some(area) if areas.moves.is_none() && self.info => info::draw(self, area, canvas),
            Some(area) => board::draw(self, area, canvas),
            None => {}
        }
    }

    fn render_right(&self, areas: &Areas, canvas: &mut Canvas<'_>) {
        let column = [areas.moves, areas.branches, areas.info, areas.comment]
            .into_iter()
            .flatten();
        if (self.help || self.info)
            && let Some(area) = areas.moves
        {
            let right = column
                .filter(|other| other.x == area.x)
                .reduce(Rect::union)
                .unwrap_or(area);
            let instead = if self.help { help::draw } else { info::draw };
            return instead(self, right, canvas);
        }
        if let Some(area) = areas.moves {
            moves::draw(self, area, canvas);
        }
        if let Some(area) = areas.branches {
            moves::draw_branches(self, area, canvas);
        }
        if let Some(area) = areas.info {
            info::draw(self, area, canvas);
        }
        if let Some(area) = areas.comment {
            comment::draw(self, area, canvas);
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
        theme::heading(app.settings.colors),
    );
}
