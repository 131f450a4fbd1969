//! The grid on which panes are drawn, and the widths of characters.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use crate::columns::Ambiguous;

/// The symbol of a column that is covered by the previous character.
pub(super) const TAKEN: &str = "";

/// The surface that panes draw on.
pub(in crate::tui) struct Canvas<'a> {
    grid: &'a mut Buffer,
    pub(in crate::tui) ambiguous: Ambiguous,
    /// Whether the terminal understands UTF-8. If not, `?` replaces non-ASCII text.
    unicode: bool,
}

impl<'a> Canvas<'a> {
    pub(in crate::tui) fn new(grid: &'a mut Buffer, ambiguous: Ambiguous, unicode: bool) -> Self {
        Self { grid, ambiguous, unicode }
    }

    /// The number of columns that clean text takes.
    pub(in crate::tui) fn width(&self, text: &str) -> u16 {
        let widths = text.graphemes(true).map(|grapheme| self.ambiguous.width(grapheme));
        widths.fold(0, u16::saturating_add)
    }

    /// Sets the style of an area.
    pub(in crate::tui) fn fill(&mut self, area: Rect, style: Style) {
        self.grid.set_style(area, style);
    }

    /// Clears an area.
    pub(in crate::tui) fn clear(&mut self, area: Rect) {
        let blank = " ".repeat(area.width.into());
        (area.top()..area.bottom())
            .for_each(|y| self.put(area.x, y, &blank, area.width, Style::new()));
    }

    /// Writes clean text, cut to `width` columns and the grid.
    pub(in crate::tui) fn put(&mut self, x: u16, y: u16, text: &str, width: u16, style: Style) {
        let area = self.grid.area;
        if y < area.y || y >= area.bottom() || x < area.x {
            return;
        }
        let end = x.saturating_add(width).min(area.right());
        let mut at = x;
        for grapheme in text.graphemes(true) {
            let width = self.ambiguous.width(grapheme);
            if width == 0 {
                continue;
            }
            if at + width > end {
                break;
            }
            if self.unicode || grapheme.is_ascii() {
                self.set(at, y, grapheme, width, style);
            } else {
                (at..at + width).for_each(|column| self.set(column, y, "?", 1, style));
            }
            at += width;
        }
    }

    /// Writes a character with two columns reserved for it, whatever its actual width.
    pub(in crate::tui) fn put_wide(&mut self, x: u16, y: u16, glyph: &str, style: Style) {
        if x + 1 < self.grid.area.right() && y < self.grid.area.bottom() {
            self.set(x, y, glyph, 2, style);
        }
    }

    fn set(&mut self, x: u16, y: u16, symbol: &str, width: u16, style: Style) {
        self.split(x, y);
        self.split(x + width, y);
        for column in x..x + width {
            if let Some(cell) = self.grid.cell_mut((column, y)) {
                cell.reset();
                cell.set_style(style);
                cell.set_symbol(if column == x { symbol } else { TAKEN });
            }
        }
    }

    /// Clears the character that would be cut by the left edge of a column, if any.
    fn split(&mut self, x: u16, y: u16) {
        let Some(cell) = self.grid.cell_mut((x, y)) else {
            return;
        };
        if cell.symbol() == TAKEN {
            cell.set_symbol(" ");
            if let Some(cell) = x.checked_sub(1).and_then(|x| self.grid.cell_mut((x, y))) {
                cell.set_symbol(" ");
            }
        }
    }
}
