//! Writes to the terminal, and keeps track of its cursor and colours.

use std::io::Write as _;

use super::ink::Ink;
use super::row::{Advance, Glyph, Stroke};

/// The terminal's cursor and its colours.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pen {
    /// Column and row, if known.
    at: Option<(u16, u16)>,
    /// Whether characters of uncertain width have been written since the cursor was last positioned.
    drifting: bool,
    ink: Ink,
    /// The cursor and its colours as the terminal has saved them.
    saved: Option<((u16, u16), Ink)>,
}

/// Stroke starts of at least this many bytes are saved, because later frames mostly repeat them: that takes a tenth off the
/// bytes of a step in xiangqi.
const DEAR: usize = 24;

impl Pen {
    /// Clears the screen, whatever its state.
    pub(super) fn clear(out: &mut Vec<u8>) -> Self {
        out.extend_from_slice(b"\x1b[m\x1b[H\x1b[J");
        Self { at: Some((0, 0)), ..Self::default() }
    }

    /// The number of bytes needed to start a stroke.
    pub(super) fn cost(mut self, spare: &mut Vec<u8>, stroke: &Stroke<'_>) -> usize {
        spare.clear();
        self.pass(spare, stroke);
        spare.len()
    }

    /// Starts a stroke, and goes on as if it had been written.
    pub(super) fn pass(&mut self, out: &mut Vec<u8>, stroke: &Stroke<'_>) {
        let (Some(first), Some(last)) = (stroke.first(), stroke.last()) else {
            return;
        };
        self.begin(out, stroke, first);
        let end = &stroke.row[last];
        self.ink = self.ink.toward(end.ink, end.is_blank());
        let is_known = end.advance == Advance::Certain && last + 1 < stroke.row.len();
        self.at = is_known.then_some((end.x + end.width, stroke.y));
    }

    /// Writes a stroke. `saves` is whether to save a start that takes many bytes.
    pub(super) fn draw(&mut self, out: &mut Vec<u8>, stroke: &Stroke<'_>, saves: bool) {
        let start = out.len();
        if let Some(first) = stroke.first() {
            self.begin(out, stroke, first);
        }
        let is_dear = saves && out.len() - start >= DEAR && !self.drifting;
        if let Some(at) = self.at.filter(|_| is_dear) {
            out.extend_from_slice(b"\x1b7");
            self.saved = Some((at, self.ink));
        }
        for index in &stroke.written {
            self.reach(out, stroke, *index);
            self.write(out, stroke.row, *index);
        }
        if let Some(first) = stroke.erased {
            self.reach(out, stroke, first);
            self.ink.change(out, Ink::default(), true);
            out.extend_from_slice(b"\x1b[K");
        }
    }

    /// Moves to the start of a stroke in its colours, from where the pen is or from what is saved, whichever is shorter.
    fn begin(&mut self, out: &mut Vec<u8>, stroke: &Stroke<'_>, first: usize) {
        let start = out.len();
        let saved = self.saved;
        let restored = saved.map(|(at, ink)| Self { at: Some(at), ink, drifting: false, saved });
        self.lead(out, stroke, first);
        let middle = out.len();
        if let Some(mut pen) = restored.filter(|_| middle - start > 10) {
            out.extend_from_slice(b"\x1b8");
            pen.lead(out, stroke, first);
            if out.len() - middle < middle - start {
                out.drain(start..middle);
                *self = pen;
            } else {
                out.truncate(middle);
            }
        }
    }

    /// Moves to a glyph and takes its ink.
    fn lead(&mut self, out: &mut Vec<u8>, stroke: &Stroke<'_>, index: usize) {
        let glyph = &stroke.row[index];
        self.reach(out, stroke, index);
        self.ink.change(out, glyph.ink, glyph.is_blank());
    }

    /// Moves the cursor to the start of a character in a stroke, with as few bytes as possible.
    fn reach(&mut self, out: &mut Vec<u8>, stroke: &Stroke<'_>, index: usize) {
        let (x, y, row) = (stroke.row[index].x, stroke.y, stroke.row);
        match self.at {
            Some(at) if at == (x, y) => {
                // Two spaces end a column of text. What follows has a fixed position, however wide the text is.
                let apart = index >= 2 && row[index - 2..index].iter().all(|g| g.symbol == " ");
                if self.drifting && apart && row[index].symbol != " " {
                    jump(out, x, y);
                    self.drifting = false;
                }
            }
            _ => self.go_to(out, x, y),
        }
    }

    /// Moves the cursor, either to absolute coordinates or relatively, whichever is shorter.
    pub(super) fn go_to(&mut self, out: &mut Vec<u8>, x: u16, y: u16) {
        let start = out.len();
        jump(out, x, y);
        if let Some(at) = self.at.filter(|_| !self.drifting) {
            let middle = out.len();
            steps(out, at, (x, y));
            if out.len() - middle < middle - start {
                out.drain(start..middle);
            } else {
                out.truncate(middle);
            }
        }
        self.at = Some((x, y));
        self.drifting = false;
    }

    fn write(&mut self, out: &mut Vec<u8>, row: &[Glyph<'_>], index: usize) {
        let glyph = &row[index];
        self.ink.change(out, glyph.ink, glyph.is_blank());
        let at = self.at.map(|(x, y)| (x + glyph.width, y));
        // In the last column, terminals differ in how they wrap.
        self.at = at.filter(|_| index + 1 < row.len());
        let symbol = glyph.symbol.as_bytes();
        match glyph.advance {
            Advance::Certain => out.extend_from_slice(symbol),
            Advance::Drifts => {
                out.extend_from_slice(symbol);
                self.drifting = true;
            }
            Advance::Short => {
                out.extend_from_slice(symbol);
                out.push(b' ');
            }
            Advance::Within => {
                // Clears both columns first, since the character may fill only one of them.
                out.extend_from_slice(b"  \x08\x08");
                out.extend_from_slice(symbol);
                self.at = None;
            }
        }
    }
}

// Writing to a vector cannot fail.

fn jump(out: &mut Vec<u8>, x: u16, y: u16) {
    let _ = match (x, y) {
        (0, 0) => write!(out, "\x1b[H"),
        (0, y) => write!(out, "\x1b[{}H", y + 1),
        (x, y) => write!(out, "\x1b[{};{}H", y + 1, x + 1),
    };
}

/// Moves up or down, then left or right.
fn steps(out: &mut Vec<u8>, (from_x, from_y): (u16, u16), (x, y): (u16, u16)) {
    if (x, y) == (0, from_y + 1) {
        return out.extend_from_slice(b"\r\n");
    }
    match i32::from(y) - i32::from(from_y) {
        0 => {}
        // The terminal is in raw mode, where a line feed leaves the column as it is.
        down @ 1..=3 => out.extend(std::iter::repeat_n(b'\n', down as usize)),
        _ => by(out, y.abs_diff(from_y), if y > from_y { 'B' } else { 'A' }),
    }
    match from_x {
        _ if x == from_x => {}
        _ if x == 0 => out.push(b'\r'),
        from if from < x => forward(out, x - from),
        from if from - x <= 3 => out.resize(out.len() + usize::from(from - x), 0x08),
        from => by(out, from - x, 'D'),
    }
}

fn forward(out: &mut Vec<u8>, columns: u16) {
    by(out, columns, 'C');
}

fn by(out: &mut Vec<u8>, count: u16, direction: char) {
    let _ = match count {
        1 => write!(out, "\x1b[{direction}"),
        count => write!(out, "\x1b[{count}{direction}"),
    };
}
