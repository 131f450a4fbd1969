//! The panes. They only read the state.

mod board;
mod comment;
mod help;
mod info;
mod moves;
mod status;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::App;
use super::layout::{Areas, Wishes};
use super::theme;
use crate::draw::{clean_line, columns, fit};

impl App {
    /// Draws the whole screen.
    pub(super) fn render(&self, screen: Rect, buffer: &mut Buffer) {
        let areas = Areas::divide(screen, self.page, self.wishes(screen));
        let Some(status) = areas.status else {
            return too_small(screen, buffer);
        };
        if let Some(area) = areas.title {
            status::title(self, area, buffer);
        }
        self.render_left(&areas, buffer);
        self.render_right(&areas, buffer);
        status::line(self, status, buffer);
        keep_corner_narrow(screen, buffer);
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
    fn render_left(&self, areas: &Areas, buffer: &mut Buffer) {
        match areas.board {
            Some(area) if areas.moves.is_none() && self.help => help::draw(self, area, buffer),
            Some(area) if areas.moves.is_none() && self.info => info::draw(self, area, buffer),
            Some(area) => board::draw(self, area, buffer),
            None => {}
        }
    }

    fn render_right(&self, areas: &Areas, buffer: &mut Buffer) {
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
            return instead(self, right, buffer);
        }
        if let Some(area) = areas.moves {
            moves::draw(self, area, buffer);
        }
        if let Some(area) = areas.branches {
            moves::draw_branches(self, area, buffer);
        }
        if let Some(area) = areas.info {
            info::draw(self, area, buffer);
        }
        if let Some(area) = areas.comment {
            comment::draw(self, area, buffer);
        }
    }
}

fn too_small(screen: Rect, buffer: &mut Buffer) {
    text(buffer, screen, 0, "too small: 20x8 is needed", Style::new());
    keep_corner_narrow(screen, buffer);
}

/// ratatui 0.30.2 panics when a styled wide character in the very last cell is replaced by a narrow one.
fn keep_corner_narrow(screen: Rect, buffer: &mut Buffer) {
    if let (Some(x), Some(y)) = (
        screen.right().checked_sub(1),
        screen.bottom().checked_sub(1),
    ) && let Some(cell) = buffer.cell((x, y))
        && columns(cell.symbol(), true) > 1
    {
        buffer.set_string(x, y, " ", Style::new());
    }
}

/// Writes a line of text, cut to the area's width. The text is cleaned first, wherever it comes from.
fn text(buffer: &mut Buffer, area: Rect, row: u16, line: &str, style: Style) {
    if row < area.height {
        let line = clean_line(line);
        buffer.set_string(
            area.x,
            area.y + row,
            fit(&line, usize::from(area.width), false),
            style,
        );
    }
}

/// The first row of a pane: `-- TITLE ------ 3/61 --`.
fn heading(app: &App, buffer: &mut Buffer, area: Rect, title: &str, right: &str) {
    let width = usize::from(area.width);
    let left = format!("-- {title} ");
    let right = if right.is_empty() {
        "--".to_owned()
    } else {
        format!(" {right} --")
    };
    let dashes = width.saturating_sub(columns(&left, false) + columns(&right, false));
    text(
        buffer,
        area,
        0,
        &format!("{left}{}{right}", "-".repeat(dashes)),
        theme::heading(app.settings.colors),
    );
}
