//! Coloured boards, as escape sequences.

use crate::board::{Cell, Color, Palette, Style};
use crate::game::Game;

/// Turns the cells of a board into coloured text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    pub(super) game: Game,
    pub(super) palette: Palette,
    /// Whether box characters take both columns of their cells.
    pub(super) is_wide: bool,
}

impl Paint {
    /// A row of cells as coloured text, reset at the end.
    pub(super) fn row(self, row: &[Cell]) -> String {
        let mut text = String::new();
        let mut before = Style::default();
        for cell in row {
            let style = self.palette.cell(self.game, *cell);
            if style != before {
                text.push_str(&format!("\x1b[{}m", codes(style)));
                before = style;
            }
            text.push(cell.glyph);
            text.extend(cell.second().filter(|_| !self.is_wide));
        }
        if before != Style::default() {
            text.push_str("\x1b[0m");
        }
        text
    }
}

/// The parameters of the SGR sequence that sets a style from scratch.
fn codes(style: Style) -> String {
    let mut codes = vec!["0".to_owned()];
    for (is_set, code) in [(style.bold, "1"), (style.underlined, "4"), (style.reversed, "7")] {
        codes.extend(is_set.then(|| code.to_owned()));
    }
    codes.extend(style.fg.map(|color| code(color, 30)));
    codes.extend(style.bg.map(|color| code(color, 40)));
    codes.join(";")
}

/// The SGR parameters of a colour; `base` is 30 for the foreground, 40 for the background.
fn code(color: Color, base: u8) -> String {
    match color {
        0..8 => (base + color).to_string(),
        8..16 => (base + 52 + color).to_string(),
        color => format!("{};5;{color}", base + 8),
    }
}
