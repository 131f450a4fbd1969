//! The colours of the screen. Boards have theirs from [`Palette`]; text keeps the terminal's own colours, unless both
//! foreground and background are known.

use ratatui::style::{Color, Modifier, Style};

use super::Settings;
use crate::board::{self, Cell, Colors, Palette, Theme};
use crate::game::Game;

impl Settings {
    /// What turns boards into colours.
    pub(super) fn palette(&self) -> Palette {
        Palette {
            theme: self.theme,
            colors: self.colors,
            pieces: self.pieces,
        }
    }

    /// Whether there are colours that are the same on every terminal.
    fn has_fixed_colors(&self) -> bool {
        self.colors == Colors::Palette && !matches!(self.theme, Theme::Contrast | Theme::Mono)
    }

    /// The style of a board cell.
    pub(super) fn board(&self, game: Game, cell: Cell) -> Style {
        style(self.palette().cell(game, cell))
    }

    /// The first and the last row.
    pub(super) fn bar(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Headings of panes; the focused one stands out. Only with an explicit theme is a colour known to be readable on
    /// the terminal's background.
    pub(super) fn heading(&self, focused: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        let style = match self.theme {
            Theme::Light if self.has_fixed_colors() => style.fg(Color::Indexed(53)),
            Theme::Dark if self.has_fixed_colors() => style.fg(Color::Indexed(117)),
            _ => style,
        };
        match focused {
            true => style.add_modifier(Modifier::REVERSED),
            false => style,
        }
    }

    /// What does nothing now.
    pub(super) fn idle(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What is lit in a text: the move on the board among others, what was searched for, the bars of the first side.
    pub(super) fn lit(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Something the reader should see.
    pub(super) fn alert(&self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match self.has_fixed_colors() {
            true => style.fg(Color::Indexed(231)).bg(Color::Indexed(24)),
            false => style.add_modifier(Modifier::UNDERLINED),
        }
    }
}

/// A style of a board as the screen has it.
fn style(looks: board::Style) -> Style {
    let mut modifier = Modifier::empty();
    modifier.set(Modifier::BOLD, looks.bold);
    modifier.set(Modifier::UNDERLINED, looks.underlined);
    modifier.set(Modifier::REVERSED, looks.reversed);
    Style {
        fg: looks.fg.map(color),
        bg: looks.bg.map(color),
        ..Style::new().add_modifier(modifier)
    }
}

/// The painter has shorter names for the first sixteen.
fn color(number: board::Color) -> Color {
    match number {
        0 => Color::Black,
        7 => Color::Gray,
        8 => Color::DarkGray,
        15 => Color::White,
        number => Color::Indexed(number),
    }
}
