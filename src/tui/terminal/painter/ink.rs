//! Colours and attributes of a character, and their escape sequences.

use std::io::Write as _;

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier, Style};

/// Colours and attributes of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::tui) struct Ink {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

/// The attributes that are visible on a space.
const ON_BLANK: Modifier = Modifier::REVERSED.union(Modifier::UNDERLINED);

impl From<&Cell> for Ink {
    /// Spaces that look the same get the same ink.
    fn from(cell: &Cell) -> Self {
        let shown = Self { fg: cell.fg, bg: cell.bg, modifier: cell.modifier };
        if !matches!(cell.symbol(), " " | "\u{3000}") || cell.modifier.intersects(ON_BLANK) {
            return shown;
        }
        Self { bg: cell.bg, ..Self::default() }
    }
}

impl From<Style> for Ink {
    fn from(Style { fg, bg, add_modifier, .. }: Style) -> Self {
        let [fg, bg] = [fg, bg].map(Option::unwrap_or_default);
        Self { fg, bg, modifier: add_modifier }
    }
}

impl Ink {
    /// The ink closest to this one in which a character looks as in `other`. What is invisible on a space may stay.
    pub(super) fn toward(self, other: Self, is_blank: bool) -> Self {
        if is_blank && (other.fg, other.modifier) == (Color::Reset, Modifier::empty()) {
            return Self { bg: other.bg, fg: self.fg, modifier: self.modifier - ON_BLANK };
        }
        other
    }

    /// Changes to the ink in which a character looks as in `other`, either by differences or from the default,
    /// whichever is shorter.
    pub(in crate::tui) fn change(&mut self, out: &mut Vec<u8>, other: Self, is_blank: bool) {
        let near = self.toward(other, is_blank);
        if near == *self {
            return;
        }
        let start = out.len();
        choose(out, Some(*self), near);
        let middle = out.len();
        choose(out, None, other);
        if out.len() - middle < middle - start {
            out.drain(start..middle);
            *self = other;
        } else {
            out.truncate(middle);
            *self = near;
        }
    }
}

/// Writes the SGR sequence from one ink, or an unknown one, to another.
fn choose(out: &mut Vec<u8>, from: Option<Ink>, to: Ink) {
    if from.is_none() && to == Ink::default() {
        return out.extend_from_slice(b"\x1b[m");
    }
    out.extend_from_slice(if from.is_none() { b"\x1b[0;" } else { b"\x1b[" });
    let from = from.unwrap_or_default();
    let removed = from.modifier - to.modifier;
    let mut added = to.modifier - from.modifier;
    if removed.intersects(Modifier::BOLD | Modifier::DIM) {
        // One code ends both.
        out.extend_from_slice(b"22;");
        added |= to.modifier & (Modifier::BOLD | Modifier::DIM);
    }
    for (modifier, on, off) in [
        (Modifier::BOLD, "1;", ""),
        (Modifier::DIM, "2;", ""),
        (Modifier::UNDERLINED, "4;", "24;"),
        (Modifier::REVERSED, "7;", "27;"),
    ] {
        if added.contains(modifier) {
            out.extend_from_slice(on.as_bytes());
        } else if removed.contains(modifier) {
            out.extend_from_slice(off.as_bytes());
        }
    }
    if from.fg != to.fg {
        color(out, to.fg, 30);
    }
    if from.bg != to.bg {
        color(out, to.bg, 40);
    }
    out.pop();
    out.push(b'm');
}

/// Writes a colour as SGR parameters. The first sixteen have short ones. `base` is 30 for the foreground, 40 for the
/// background.
fn color(out: &mut Vec<u8>, color: Color, base: u8) {
    // Writing to a vector cannot fail.
    let _ = match color {
        Color::Indexed(number @ 0..8) => write!(out, "{};", base + number),
        Color::Indexed(number @ 8..16) => write!(out, "{};", base + 52 + number),
        Color::Indexed(number) => write!(out, "{};5;{number};", base + 8),
        // Screens have no others.
        _ => write!(out, "{};", base + 9),
    };
}
