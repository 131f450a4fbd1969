//! Colours. The board has a foreground and a background of its own, so that it reads on light and on dark screens alike;
//! text keeps the colours that the reader's terminal has. Nothing is told by colour alone.

use ratatui::style::{Color, Modifier, Style};

use super::Settings;
use crate::board::Cell;
use crate::board::Ink;
use crate::board::Lit;
use crate::board::Pieces;
use crate::game::Game;
pub use crate::settings::{Colors, Theme};

/// A colour for terminals with 16 and with 256.
type Shade = (Color, u8);

/// The colours of a board.
#[derive(Debug)]
struct Scheme {
    ground: Shade,
    line: Shade,
    coordinate: Shade,
    /// Pieces of the first side in xiangqi.
    red: Shade,
    /// All other pieces, signs and black stones.
    black: Shade,
    white: Shade,
    mark: Shade,
    /// The ground of the square where the last move began.
    origin: Shade,
}

const LIGHT: Scheme = Scheme {
    ground: (Color::Gray, 223),
    line: (Color::DarkGray, 137),
    coordinate: (Color::Black, 94),
    red: (Color::Red, 124),
    black: (Color::Black, 16),
    white: (Color::White, 231),
    mark: (Color::Blue, 25),
    origin: (Color::White, 229),
};

const DARK: Scheme = Scheme {
    ground: (Color::Gray, 137),
    line: (Color::DarkGray, 94),
    coordinate: (Color::Black, 234),
    red: (Color::Red, 88),
    mark: (Color::Blue, 18),
    origin: (Color::White, 180),
    ..LIGHT
};

const CONTRAST: Scheme = Scheme {
    ground: (Color::White, 231),
    line: (Color::Black, 16),
    coordinate: (Color::Black, 16),
    red: (Color::Red, 124),
    black: (Color::Black, 16),
    white: (Color::White, 231),
    mark: (Color::Blue, 19),
    origin: (Color::LightYellow, 226),
};

impl Settings {
    /// The colours to use: none where the reader wants none.
    pub(super) fn shades(&self) -> Colors {
        match self.theme {
            Theme::Mono => Colors::None,
            _ => self.colors,
        }
    }

    /// Whether stones and pieces may be told apart by colour: blank cells for stones, the same signs for both sides.
    pub(super) fn in_color(&self) -> bool {
        self.shades() != Colors::None && self.theme != Theme::Contrast
    }

    fn scheme(&self) -> &'static Scheme {
        match self.theme {
            Theme::Auto | Theme::Light | Theme::Mono => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Contrast => &CONTRAST,
        }
    }

    fn color(&self, (basic, indexed): Shade) -> Color {
        match self.colors {
            Colors::None => Color::Reset,
            Colors::Basic => basic,
            Colors::Palette => Color::Indexed(indexed),
        }
    }

    /// The style of a board cell.
    pub(super) fn board(&self, game: Game, cell: Cell) -> Style {
        let Cell { ink, lit, .. } = cell;
        if ink == Ink::Hand {
            return Style::new();
        }
        if self.shades() == Colors::None {
            return monochrome(game, cell, self.pieces);
        }
        let scheme = self.scheme();
        let foreground = match (ink, game) {
            (Ink::Board, _) => scheme.line,
            (Ink::Coordinate, _) => scheme.coordinate,
            (Ink::First, Game::Xiangqi) => scheme.red,
            (Ink::First, Game::Shogi | Game::Go) | (Ink::Second, _) => scheme.black,
            (Ink::Mark | Ink::Hand, _) => scheme.mark,
        };
        let background = if lit == Lit::From {
            scheme.origin
        } else {
            scheme.ground
        };
        let (foreground, background) = match (game, ink) {
            (Game::Go, Ink::First) => (scheme.white, scheme.black),
            (Game::Go, Ink::Second) => (scheme.black, scheme.white),
            (Game::Xiangqi | Game::Shogi | Game::Go, _) => (foreground, background),
        };
        let mut modifier = Modifier::empty();
        modifier.set(Modifier::BOLD, ink == Ink::Mark);
        // A stone's colours say whose it is. The last one has a sign; one with another sign is underlined.
        let stone = game == Game::Go && matches!(ink, Ink::First | Ink::Second);
        modifier.set(Modifier::REVERSED, lit == Lit::To && !stone);
        modifier.set(Modifier::UNDERLINED, lit == Lit::To && stone);
        Style::new()
            .fg(self.color(foreground))
            .bg(self.color(background))
            .add_modifier(modifier)
    }

    /// The first and the last row.
    pub(super) fn bar(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Headings of panes; the one that has the keys stands out.
    pub(super) fn heading(&self, focused: bool) -> Style {
        let style = match (self.shades(), self.theme) {
            (Colors::None, _) | (_, Theme::Contrast) => Style::new(),
            (_, Theme::Light) => Style::new().fg(Color::Blue),
            _ => Style::new().fg(Color::Cyan),
        };
        if focused || style.fg.is_none() {
            style.add_modifier(Modifier::BOLD)
        } else {
            style
        }
    }

    /// What does nothing now.
    pub(super) fn idle(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What was searched for.
    pub(super) fn hit(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Something the reader should see.
    pub(super) fn alert(&self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match (self.shades(), self.theme) {
            (Colors::None, _) | (_, Theme::Contrast) => style.add_modifier(Modifier::UNDERLINED),
            (_, Theme::Dark) => style.fg(Color::Yellow),
            _ => style.fg(Color::Red),
        }
    }
}

/// Bold for the first side, and reverse for the last move. Traditional pieces and stones differ by their characters;
/// where those do not tell the side, because pieces are simplified or a stone has a sign, one side is in reverse, and the
/// last move is underlined: in reverse it would look like the other side's.
fn monochrome(game: Game, cell: Cell, pieces: Pieces) -> Style {
    let reversed = match (game, cell.ink) {
        (Game::Xiangqi, Ink::First) if pieces == Pieces::Simplified => Some(false),
        (Game::Xiangqi, Ink::Second) if pieces == Pieces::Simplified => Some(true),
        (Game::Go, Ink::First) if !matches!(cell.glyph, '＃' | '#' | '●' | ' ') => Some(true),
        (Game::Go, Ink::Second) if !matches!(cell.glyph, 'Ｏ' | 'O' | '○' | ' ') => Some(false),
        (Game::Xiangqi | Game::Shogi | Game::Go, _) => None,
    };
    let is_last = cell.lit == Lit::To;
    let mut modifier = Modifier::empty();
    modifier.set(Modifier::REVERSED, reversed.unwrap_or(is_last));
    modifier.set(Modifier::UNDERLINED, reversed.is_some() && is_last);
    modifier.set(Modifier::BOLD, cell.ink == Ink::First);
    Style::new().add_modifier(modifier)
}
