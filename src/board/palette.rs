//! The colours of boards. Both foreground and background are set, so that boards are readable on light and dark
//! terminals, and sides never differ by colour alone.
//!
//! Text and pieces have a contrast of at least 4.5:1 to their background, stones 3:1 and lines 2:1 to the board. Among
//! the 16 colours that users can change, only 0 on 7 or 15 is readable in every usual palette; there the sides differ
//! by shape and reverse video. Of the 256 colours, 16 to 21 are avoided, because theming tools change them.

use super::cell::{Cell, Highlight, Ink};
use super::view::{Colors, Pieces, Theme};
use crate::game::{Game, Side};

/// A colour by its index in the 256-colour palette. The user can change those below 16.
pub type Color = u8;

/// How a character looks on a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellStyle {
    /// The foreground colour; `None` is the terminal's default.
    pub fg: Option<Color>,
    /// The background colour; `None` is the terminal's default.
    pub bg: Option<Color>,
    /// Bold.
    pub bold: bool,
    /// Underlined.
    pub underlined: bool,
    /// With foreground and background swapped.
    pub reversed: bool,
}

/// Maps cells of boards to styles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Palette {
    /// Which colours to use.
    pub theme: Theme,
    /// How many colours the terminal has.
    pub colors: Colors,
    /// The style of the pieces: simplified ones do not distinguish the sides by shape.
    pub pieces: Pieces,
}

/// The colours of a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scheme {
    /// The background of the board.
    pub(super) ground: Color,
    pub(super) line: Color,
    /// Coordinates.
    pub(super) text: Color,
    /// Marks on the board.
    pub(super) mark: Color,
    /// The background of pieces and of the sign at the origin of the last move; white stones.
    pub(super) pieces: Color,
    /// The first side's pieces; black stones.
    pub(super) first: Color,
    /// The second side's pieces, and the sign at the origin of the last move. Sharing a style saves bytes.
    pub(super) second: Color,
}

pub(super) const BLACK: Color = 232;
pub(super) const WHITE: Color = 231;
/// The outlines inside black and white stones, in shades between. The sign of the last move has that of the other side: the stone before
/// it is drawn anew in the same step, and a common colour saves bytes.
const OUTLINES: [Color; 2] = [240, 248];

impl Scheme {
    /// The scheme of a theme for a game. Without a theme, pictures are light.
    pub(super) fn of(theme: Theme, colors: Colors, game: Game) -> Self {
        let basic = colors == Colors::Basic;
        // In the order of the fields.
        let [ground, line, text, mark, pieces, first, second] = match (theme, game) {
            (Theme::Dark, Game::Shogi) if basic => [0, 7, 15, 15, 0, 15, 7],
            (Theme::Dark, _) if basic => [0, 7, 15, 15, 15, 0, 0],
            (Theme::Contrast, _) if basic => [15, 0, 0, 0, 15, 0, 0],
            (_, Game::Go) if basic => [7, 8, 0, 0, 15, 0, 0],
            _ if basic => [7, 8, 0, 0, 7, 0, 0],
            (Theme::Dark, Game::Xiangqi) => [94, BLACK, 230, 230, 230, 124, BLACK],
            (Theme::Dark, Game::Shogi) => [94, 180, 230, 230, 94, 230, 159],
            (Theme::Dark, Game::Go) => [94, BLACK, 230, 230, WHITE, BLACK, BLACK],
            (Theme::Contrast, Game::Xiangqi) => [WHITE, BLACK, BLACK, BLACK, WHITE, 124, BLACK],
            (Theme::Contrast, Game::Shogi | Game::Go) | (Theme::Mono, _) => {
                [WHITE, BLACK, BLACK, BLACK, WHITE, BLACK, BLACK]
            }
            (Theme::Colorblind, Game::Xiangqi) => [180, BLACK, 52, 54, 230, 130, BLACK],
            (_, Game::Xiangqi) => [180, BLACK, 52, 54, 230, 124, BLACK],
            (_, Game::Shogi) => [223, 137, 52, 54, 223, BLACK, 24],
            // Stones of both colours are visible only on a background of medium brightness.
            (_, Game::Go) => [137, 239, BLACK, BLACK, WHITE, BLACK, BLACK],
        };
        Self { ground, line, text, mark, pieces, first, second }
    }

    /// The foreground and background of a piece or stone. If `is_opposed`, the second side is light on dark.
    pub(super) fn side(&self, game: Game, side: Side, is_opposed: bool) -> (Color, Color) {
        match (game, side) {
            (Game::Go, Side::First) => (self.pieces, self.first),
            (Game::Go, Side::Second) => (self.first, self.pieces),
            (Game::Xiangqi, Side::Second) if is_opposed => (self.pieces, self.second),
            (_, Side::First) => (self.first, self.pieces),
            (_, Side::Second) => (self.second, self.pieces),
        }
    }
}

impl Palette {
    /// Whether stones may be distinguished by colour alone, as spaces instead of characters.
    pub fn has_blank_stones(&self) -> bool {
        self.colors == Colors::Palette && !matches!(self.theme, Theme::Contrast | Theme::Mono)
    }

    /// Whether the sides' pieces differ by light and dark, because neither their characters nor their colours differ.
    pub(super) fn opposes(&self, game: Game) -> bool {
        let theme = matches!(self.theme, Theme::Contrast | Theme::Colorblind | Theme::Mono);
        let is_needed = theme || self.colors == Colors::Basic || self.pieces == Pieces::Simplified;
        game == Game::Xiangqi && is_needed
    }

    /// The foreground and background of a shogi piece that fills its square.
    fn tile(&self, side: Side) -> (Color, Color) {
        match (self.colors, self.theme) {
            (Colors::Basic, _) => (0, 15),
            (_, Theme::Contrast) => (BLACK, WHITE),
            _ => (side.pick(BLACK, 24), 230),
        }
    }

    /// The style of a cell.
    pub fn cell(&self, game: Game, cell: Cell) -> CellStyle {
        let side = match cell.ink {
            Ink::Hand if cell.is_pointed => {
                return CellStyle { reversed: true, underlined: true, ..CellStyle::default() };
            }
            Ink::Hand => return CellStyle::default(),
            _ if self.theme == Theme::Mono || self.colors == Colors::None => {
                return monochrome(game, cell, self.pieces);
            }
            Ink::First => Some(Side::First),
            Ink::Second => Some(Side::Second),
            Ink::Body(side) | Ink::Disc(side) => Some(side),
            Ink::Board | Ink::Coordinate | Ink::Mark => None,
        };
        let is_last = side.is_some() && matches!(cell.lit, Highlight::To | Highlight::Target);
        let is_signed = game == Game::Go && matches!(cell.glyph, '＊' | '*' | ' ');
        let scheme = Scheme::of(self.theme, self.colors, game);
        let is_opposed = self.opposes(game);
        let (fg, bg) = match (side, cell.ink) {
            (Some(side), Ink::Disc(_)) => (scheme.side(game, side, false).1, scheme.ground),
            (Some(side), _) if game == Game::Go => {
                let (fg, bg) = scheme.side(game, side, false);
                match self.has_blank_stones() {
                    true if is_last && is_signed => (OUTLINES[1 - side.index()], bg),
                    true if matches!(cell.ink, Ink::Body(_)) => (OUTLINES[side.index()], bg),
                    // Beside the character of its stone, in the colours of the other side.
                    false if is_last && is_signed => (bg, fg),
                    _ => (fg, bg),
                }
            }
            (Some(side), Ink::Body(_)) if game == Game::Shogi => self.tile(side),
            (Some(side), _) => scheme.side(game, side, is_opposed),
            (None, Ink::Mark) => (scheme.mark, scheme.ground),
            (None, Ink::Coordinate) => (scheme.text, scheme.ground),
            // An underline alone is not seen at a glance.
            (None, _) if cell.lit == Highlight::Beside && self.colors == Colors::Basic => {
                (scheme.pieces, scheme.second)
            }
            (None, _) if cell.lit == Highlight::From => (scheme.second, scheme.pieces),
            (None, _) => (scheme.line, scheme.ground),
        };
        // The last moved piece is reversed. Where it would then look like the other side's, it is underlined instead,
        // unless a stone has a sign.
        let keeps_colors = is_opposed || game == Game::Go;
        let is_underlined = is_last && keeps_colors && !is_signed;
        CellStyle {
            fg: Some(fg),
            bg: Some(bg),
            // Many terminals brighten the first eight colours when bold, turning black into grey.
            bold: self.colors != Colors::Basic && cell.ink == Ink::Mark,
            underlined: is_underlined || cell.lit == Highlight::Next,
            reversed: is_last && !keeps_colors,
        }
    }
}

/// The style without colours. The first side is bold and the last move reversed. Traditional pieces and stones differ
/// by their characters. Where the characters do not show the side, because pieces are simplified, one side is reversed
/// and the last move underlined, since reversing it would make it look like the other side's.
fn monochrome(game: Game, cell: Cell, pieces: Pieces) -> CellStyle {
    let reversed = match (game, cell.ink) {
        (Game::Xiangqi, Ink::First) if pieces == Pieces::Simplified => Some(false),
        (Game::Xiangqi, Ink::Second) if pieces == Pieces::Simplified => Some(true),
        (Game::Xiangqi | Game::Shogi | Game::Go, _) => None,
    };
    let is_last =
        cell.is_pointed || matches!(cell.lit, Highlight::To | Highlight::Target | Highlight::Next);
    CellStyle {
        reversed: reversed.unwrap_or(is_last),
        underlined: reversed.is_some() && is_last,
        bold: !cell.is_pointed && matches!(cell.ink, Ink::First | Ink::Body(Side::First)),
        ..CellStyle::default()
    }
}

/// The RGB values of a colour from 16 on, which is the same on every terminal.
pub(super) fn rgb(color: Color) -> [u8; 3] {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match color.checked_sub(232) {
        Some(grey) => [8 + 10 * grey; 3],
        None => {
            let cube = color.saturating_sub(16);
            [cube / 36, cube / 6, cube].map(|number| LEVELS[usize::from(number % 6)])
        }
    }
}
