//! Inks into colours.

use ratatui::style::{Color, Modifier, Style};

use crate::draw::{Ink, Lit, Pieces};

/// How many colours the terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colors {
    /// None: bold and reverse only.
    None,
    /// The 16 that every terminal has, as its owner set them.
    #[default]
    Basic,
    /// The palette of 256.
    Palette,
}

/// The style of a board cell. Foreground and background are both set, so that the board reads on light and on dark
/// screens.
pub(super) fn board(ink: Ink, lit: Lit, colors: Colors, pieces: Pieces) -> Style {
    let style = match colors {
        Colors::None => monochrome(ink, pieces),
        Colors::Basic => basic(ink),
        Colors::Palette => palette(ink),
    };
    if lit == Lit::To {
        style.add_modifier(Modifier::REVERSED)
    } else {
        style
    }
}

/// Traditional pieces differ by their characters; where those do not, black's are reversed.
fn monochrome(ink: Ink, pieces: Pieces) -> Style {
    match ink {
        Ink::First => Style::new().add_modifier(Modifier::BOLD),
        Ink::Second if pieces == Pieces::Simplified => {
            Style::new().add_modifier(Modifier::REVERSED)
        }
        _ => Style::new(),
    }
}

fn basic(ink: Ink) -> Style {
    let style = Style::new().bg(Color::Gray);
    match ink {
        Ink::Board | Ink::Coordinate => style.fg(Color::DarkGray),
        Ink::First => style.fg(Color::Red).add_modifier(Modifier::BOLD),
        Ink::Second => style.fg(Color::Black).add_modifier(Modifier::BOLD),
        Ink::Mark => style.fg(Color::Blue),
        Ink::Hand => style.fg(Color::Black),
    }
}

fn palette(ink: Ink) -> Style {
    let style = Style::new().bg(Color::Indexed(223));
    match ink {
        Ink::Board | Ink::Coordinate => style.fg(Color::Indexed(137)),
        Ink::First => style.fg(Color::Indexed(124)).add_modifier(Modifier::BOLD),
        Ink::Second => style.fg(Color::Indexed(16)).add_modifier(Modifier::BOLD),
        Ink::Mark => style.fg(Color::Indexed(25)),
        Ink::Hand => style.fg(Color::Indexed(16)),
    }
}

/// Headings of panes.
pub(super) fn heading(colors: Colors) -> Style {
    match colors {
        Colors::None => Style::new().add_modifier(Modifier::BOLD),
        Colors::Basic | Colors::Palette => Style::new().fg(Color::Cyan),
    }
}

/// Something the reader should see.
pub(super) fn alert(colors: Colors) -> Style {
    match colors {
        Colors::None => Style::new().add_modifier(Modifier::BOLD),
        Colors::Basic | Colors::Palette => {
            Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD)
        }
    }
}

/// What was searched for.
pub(super) fn hit(colors: Colors) -> Style {
    let style = Style::new().add_modifier(Modifier::REVERSED);
    match colors {
        Colors::None => style,
        Colors::Basic | Colors::Palette => style.fg(Color::Yellow),
    }
}
