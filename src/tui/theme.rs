//! The colours of the screen. Boards use a [`Palette`]. Text has the terminal's default colours, unless both foreground
//! and background are known.

use ratatui::style::{Color, Modifier, Style};

use super::terminal::Ink;
use crate::board::{self, Cell, Colors, Palette, Theme};
use crate::game::{Game, Side};
use crate::settings::Config;

/// The styles of the settings.
#[derive(Clone, Copy)]
pub(super) struct Look<'a>(pub(super) &'a Config);

impl Look<'_> {
    /// Whether colours are available that are the same on every terminal.
    fn has_fixed_colors(self) -> bool {
        self.0.colors == Colors::Palette && !matches!(self.0.theme, Theme::Contrast | Theme::Mono)
    }

    /// The style of a board cell.
    pub(super) fn board(self, game: Game, cell: Cell) -> Style {
        style(self.0.palette().cell(game, cell))
    }

    /// The style of the title and status rows.
    pub(super) fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The style of pane headings; the focused one is highlighted. Without an explicit theme, no colour is certain to
    /// be readable on the terminal's background.
    pub(super) fn heading(self, focused: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        let style = style.patch(self.toned([Some(53), Some(117), None]));
        if focused { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    /// One of three colours: for a light background, for a dark one, and for one that is not known.
    fn toned(self, [light, dark, other]: [Option<u8>; 3]) -> Style {
        let color = match self.0.theme {
            _ if !self.has_fixed_colors() => None,
            Theme::Light => light,
            Theme::Dark => dark,
            _ => other,
        };
        color.map_or(Style::new(), |color| Style::new().fg(Color::Indexed(color)))
    }

    /// The style of actions without effect.
    pub(super) fn idle(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// The style of highlighted text: the current move, search hits, and the first side's bars.
    pub(super) fn lit(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The style of what is in the reader's notes. Like that of own moves it can be read on any background.
    pub(super) fn own(self) -> Style {
        let style = Style::new();
        if self.has_fixed_colors() { style.fg(Color::Indexed(133)) } else { style }
    }

    /// The style of moves that the reader has tried, which can be read on any background. Those of earlier sessions are
    /// dim.
    pub(super) fn tried(self, is_old: bool) -> Style {
        let style = if is_old { self.idle() } else { Style::new() };
        if self.has_fixed_colors() { style.fg(Color::Indexed(31)) } else { style }
    }

    /// The style of what a bad move did, which can be read on any background.
    pub(super) fn bad(self) -> Style {
        self.toned([52, 210, 161].map(Some))
    }

    /// The style of what a side's moves begin with: in xiangqi red is red.
    pub(super) fn side(self, game: Game, side: Side) -> Style {
        match (game, side) {
            (Game::Xiangqi, Side::First) => self.bad(),
            (_, Side::First) => Style::new(),
            (_, Side::Second) => self.toned([Some(54), Some(117), None]),
        }
    }

    /// The style of warnings.
    pub(super) fn alert(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.has_fixed_colors() {
            return style.fg(Color::Indexed(231)).bg(Color::Indexed(24));
        }
        style.add_modifier(Modifier::UNDERLINED)
    }
}

/// A row of a board as coloured text, reset at the end. If it is wide, box characters take both columns of their cells.
pub(crate) fn painted(row: &[Cell], palette: Palette, game: Game, is_wide: bool) -> String {
    let (mut text, mut ink) = (Vec::new(), Ink::default());
    for cell in row {
        ink.change(&mut text, Ink::from(style(palette.cell(game, *cell))), false);
        let shown = std::iter::once(cell.shown(is_wide));
        let shown: String = shown.chain(cell.second().filter(|_| !is_wide)).collect();
        text.extend_from_slice(shown.as_bytes());
    }
    ink.change(&mut text, Ink::default(), false);
    String::from_utf8_lossy(&text).into_owned()
}

/// Converts a style of the board.
fn style(looks: board::CellStyle) -> Style {
    let mut modifier = Modifier::empty();
    modifier.set(Modifier::BOLD, looks.bold);
    modifier.set(Modifier::UNDERLINED, looks.underlined);
    modifier.set(Modifier::REVERSED, looks.reversed);
    Style {
        fg: looks.fg.map(Color::Indexed),
        bg: looks.bg.map(Color::Indexed),
        ..Style::new().add_modifier(modifier)
    }
}
