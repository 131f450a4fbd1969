//! Boards in the sixteen colours that every terminal has.

use crate::board::Cell;
use crate::board::Ink;
use crate::board::Lit;
use crate::game::Game;

/// Turns inks into escape sequences. The characters tell everything by themselves; colour only adds to them, so the
/// reader's own ground is left as it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint(pub(super) Game);

impl Paint {
    /// A row of cells as text with colours, ending without any.
    pub(super) fn row(self, row: &[Cell]) -> String {
        let mut text = String::new();
        let mut before = "";
        let blank = |cell: &Cell| matches!(cell.glyph, ' ' | '\u{3000}') && cell.lit == Lit::No;
        let end = row
            .iter()
            .rposition(|cell| !blank(cell))
            .map_or(0, |last| last + 1);
        for cell in &row[..end] {
            let style = self.style(cell.ink, cell.lit);
            if style != before {
                if !before.is_empty() {
                    text.push_str("\x1b[0m");
                }
                if !style.is_empty() {
                    text.push_str(&format!("\x1b[{style}m"));
                }
                before = style;
            }
            text.push(cell.glyph);
            text.extend(cell.second());
        }
        if !before.is_empty() {
            text.push_str("\x1b[0m");
        }
        text
    }

    /// The parameters of the sequence that selects a style; empty for plain text.
    fn style(self, ink: Ink, lit: Lit) -> &'static str {
        let red = match self.0 {
            Game::Xiangqi => ink == Ink::First,
            Game::Shogi | Game::Go => false,
        };
        match (ink, lit) {
            (Ink::First | Ink::Second, Lit::To) if red => "1;31;7",
            (Ink::First | Ink::Second, Lit::To) => "1;7",
            (Ink::First | Ink::Second, Lit::No | Lit::From) if red => "1;31",
            (Ink::First | Ink::Second, Lit::No | Lit::From) => "1",
            (Ink::Mark, _) => "34",
            (Ink::Hand, _) => "",
            (Ink::Board | Ink::Coordinate, Lit::No) => "2",
            (Ink::Board | Ink::Coordinate, Lit::From | Lit::To) => "",
        }
    }
}
