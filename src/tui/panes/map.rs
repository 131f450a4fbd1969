//! A map of the variations: a line of the record a row, the plies from left to right.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{heading, text};
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::lang::Text;

/// Columns for the number of the line.
const LABEL: usize = 8;

/// Draws the page of lines that holds the cursor's.
pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let lines = app.cursor.lines();
    let nodes = app.text_with(Text::Size, &[&lines.len(), &lines.count()]);
    heading(app, canvas, area, app.text(Text::Map), &nodes);
    let rows = usize::from(area.height.saturating_sub(1)).max(1);
    let first = lines.line_of(app.node()) / rows * rows;
    let last = (first + rows).min(lines.count());
    let ends = (first..last).map(|line| app.end_ply(line));
    let longest = ends.max().unwrap_or(0).max(app.end_ply(0));
    let room = usize::from(area.width).saturating_sub(LABEL + 1).max(1);
    for (row, line) in (1..area.height).zip(first..last) {
        let drawn = app.draw_line(line, longest, room);
        text(canvas, area, row, &drawn, Style::new());
    }
}

impl App {
    /// The ply of a line's last node.
    fn end_ply(&self, line: usize) -> usize {
        let lines = self.cursor.lines();
        let end = lines.node(lines.range(line).end - 1);
        self.record.tree.ply(end) as usize
    }

    /// `2.1     .....----+--@---`: dots up to where the line begins, `+` for forks, `@` for the cursor, `#` for the end
    /// of the current line.
    fn draw_line(&self, line: usize, longest: usize, room: usize) -> String {
        let lines = self.cursor.lines();
        let tree = &self.record.tree;
        let range = lines.range(line);
        let first = lines.node(range.start);
        let label = lines.label(tree, first);
        let label: Vec<String> = label.iter().map(usize::to_string).collect();
        let label = if label.is_empty() {
            self.text(Text::MainLine).to_owned()
        } else {
            label.join(".")
        };
        let begin = tree.ply(first) as usize;
        let column = |ply: usize| ply * (room - 1) / longest.max(1);
        let mut cells = vec![b' '; room];
        let end = column(self.end_ply(line));
        let begins = column(begin);
        cells[begins..=end].fill(b'-');
        let is_current = self.cursor.node_at(begin) == Some(first);
        if begins > 0 && line > 0 {
            cells[begins] = b'`';
        }
        for cell in begins..=end {
            // The plies that fall on this column, as places of the line.
            let from = (cell * longest.max(1))
                .div_ceil((room - 1).max(1))
                .max(begin);
            let to = ((cell + 1) * longest.max(1))
                .div_ceil((room - 1).max(1))
                .max(from);
            let places = range.start + from - begin..(range.start + to - begin).min(range.end);
            let forks = lines.forks();
            let at = forks.partition_point(|fork| (*fork as usize) < places.start);
            if forks
                .get(at)
                .is_some_and(|fork| (*fork as usize) < places.end)
            {
                cells[cell] = b'+';
            }
        }
        if is_current {
            cells[end] = b'#';
        }
        if lines.line_of(self.node()) == line {
            cells[column(tree.ply(self.node()) as usize)] = b'@';
        }
        let drawn = String::from_utf8_lossy(&cells);
        format!(" {label:<LABEL$}{}", drawn.trim_end())
    }
}
