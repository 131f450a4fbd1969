//! Frames onto the terminal: only what changed is written, in few bytes, and so that no terminal can shear it.
//!
//! ratatui's own differ and backend are not used. They leave stale highlights where wide and narrow characters trade
//! places, move the cursor after every wide character (two fifths of a frame), send 25 bytes for a frame in which nothing
//! changed, and know only one width for ambiguous characters. Here a character is compared and written as a whole, with
//! all the columns that it takes; whatever overlapped it before is therefore written too.

use std::io::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier};

use super::ambiguous::Ambiguous;
use super::canvas::TAKEN;

/// Blanks shorter than this at the end of a row are written, longer ones are erased.
const ERASE: usize = 3;

/// Knows what the terminal shows, and brings it to the next frame.
#[derive(Debug, Default)]
pub(in crate::tui) struct Painter {
    /// The frame on the terminal; `None` if anything may stand there.
    shown: Option<Buffer>,
    /// Where the cursor was left.
    pointed: Option<Position>,
}

impl Painter {
    /// Forgets what the terminal shows: the next frame is drawn whole.
    pub(in crate::tui) fn forget(&mut self) {
        self.shown = None;
    }

    /// The bytes that bring the terminal to a frame; none if it shows that already.
    pub(in crate::tui) fn paint(&mut self, next: Buffer, ambiguous: Ambiguous) -> Vec<u8> {
        let mut pen = Pen::new();
        let before = match self.shown.take() {
            Some(shown) if shown.area == next.area => {
                pen.cursor = self.pointed.map(|at| (at.x, at.y));
                shown
            }
            _ => {
                pen.out.extend_from_slice(b"\x1b[m\x1b[H\x1b[J");
                pen.cursor = Some((0, 0));
                Buffer::empty(next.area)
            }
        };
        let width = usize::from(next.area.width).max(1);
        let rows = before.content.chunks(width).zip(next.content.chunks(width));
        let rows = (0..).zip(rows).filter(|(_, (before, next))| before != next);
        // What the cursor was left at mostly changes: it need not be put there once more if that row comes first.
        let first = pen.cursor.map_or(0, |(_, y)| y);
        let (above, below) = (rows.clone(), rows.skip_while(|(y, _)| *y < first));
        for (y, (before, next)) in below.chain(above.take_while(|(y, _)| *y < first)) {
            pen.row(y, &glyphs(before, ambiguous), &glyphs(next, ambiguous));
        }
        pen.style(Ink::default());
        self.shown = Some(next);
        pen.out
    }

    /// Adds to the bytes of a frame those that leave the cursor at a place: screen readers and braille displays follow it.
    pub(in crate::tui) fn point(&mut self, frame: &mut Vec<u8>, at: Position) {
        if frame.is_empty() && self.pointed == Some(at) {
            return;
        }
        // Writing into memory does not fail.
        let _ = write!(frame, "\x1b[{};{}H", at.y + 1, at.x + 1);
        self.pointed = Some(at);
    }
}

/// Colours and attributes of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ink {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

impl Default for Ink {
    fn default() -> Self {
        Self {
            fg: Color::Reset,
            bg: Color::Reset,
            modifier: Modifier::empty(),
        }
    }
}

/// What shows on a blank.
const ON_BLANK: Modifier = Modifier::REVERSED.union(Modifier::UNDERLINED);

impl From<&Cell> for Ink {
    /// Blanks that look the same get the same ink.
    fn from(cell: &Cell) -> Self {
        let shown = Self {
            fg: cell.fg,
            bg: cell.bg,
            modifier: cell.modifier,
        };
        if !matches!(cell.symbol(), " " | "\u{3000}") || cell.modifier.intersects(ON_BLANK) {
            return shown;
        }
        Self {
            fg: Color::Reset,
            modifier: Modifier::empty(),
            ..shown
        }
    }
}

/// A character on a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Glyph<'a> {
    x: u16,
    /// The columns that it has on the grid.
    width: u16,
    symbol: &'a str,
    ink: Ink,
    advance: Advance,
}

/// Where the terminal's cursor is once a character is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Advance {
    /// Right after its columns.
    Certain,
    /// In the second of its two columns: it has one more than it takes.
    Short,
    /// After one of its two columns or both.
    Within,
    /// After its column, or one further.
    Drifts,
}

impl Advance {
    /// `own` is the columns that the character itself takes, `width` what it has.
    fn new(own: u16, width: u16, certain: bool) -> Self {
        match (certain, width) {
            (true, _) if own == width => Self::Certain,
            (true, _) => Self::Short,
            (false, 1) => Self::Drifts,
            (false, _) => Self::Within,
        }
    }
}

impl Glyph<'_> {
    /// Whether it looks like a row that was never written to.
    fn is_empty(&self) -> bool {
        self.symbol == " " && self.ink == Ink::default()
    }
}

fn glyphs(row: &[Cell], ambiguous: Ambiguous) -> Vec<Glyph<'_>> {
    let mut glyphs = Vec::with_capacity(row.len());
    let mut x = 0;
    while let Some(cell) = row.get(x) {
        let symbol = match cell.symbol() {
            TAKEN => " ",
            symbol => symbol,
        };
        let taken = row[x + 1..]
            .iter()
            .take_while(|cell| cell.symbol() == TAKEN);
        let own = ambiguous.width(symbol);
        let width = usize::from(own).clamp(1, 2).max(1 + taken.take(1).count());
        // A character that hangs over the edge is not written.
        let symbol = if x + width > row.len() { " " } else { symbol };
        let width = if symbol == " " { 1 } else { width as u16 };
        glyphs.push(Glyph {
            x: x as u16,
            width,
            symbol,
            ink: Ink::from(cell),
            advance: Advance::new(own, width, ambiguous.is_certain(symbol)),
        });
        x += usize::from(width);
    }
    glyphs
}

/// Writes, and knows where the terminal's cursor is and in which colours it writes.
struct Pen {
    out: Vec<u8>,
    /// Column and row; `None` if it is not known.
    cursor: Option<(u16, u16)>,
    /// Whether characters of uncertain width were written since the cursor was last put somewhere.
    drifting: bool,
    ink: Ink,
}

impl Pen {
    fn new() -> Self {
        Self {
            out: Vec::new(),
            cursor: None,
            drifting: false,
            ink: Ink::default(),
        }
    }

    /// Brings one row from what it shows to what it is to show.
    fn row(&mut self, y: u16, before: &[Glyph<'_>], next: &[Glyph<'_>]) {
        let mut changed = changes(before, next);
        // Behind a character of uncertain width nobody knows what is where: if anything changes there, all of it is
        // written again.
        let drifts = |glyph: &&Glyph<'_>| glyph.advance == Advance::Drifts;
        let drifting = before.iter().chain(next).filter(drifts);
        let from = drifting.map(|glyph| glyph.x).min().unwrap_or(u16::MAX);
        let behind = next.partition_point(|glyph| glyph.x + glyph.width <= from);
        let rewrite = changed[behind..].contains(&true);
        if rewrite {
            changed[behind..].fill(true);
        }
        let blank = next.len()
            - next
                .iter()
                .rev()
                .take_while(|glyph| glyph.is_empty())
                .count();
        let erased = changed[blank..].iter().filter(|changed| **changed).count();
        let erase = rewrite || erased > ERASE;
        let end = if erase { blank } else { next.len() };
        // Blanks that show, at the end of a row, come first: behind a character of uncertain width they would not all have
        // room in it.
        let blanks = next[..end]
            .iter()
            .rev()
            .take_while(|glyph| glyph.symbol == " ");
        let text = match next.iter().any(|glyph| drifts(&glyph)) {
            true => end - blanks.count(),
            false => end,
        };
        let order = (text..end).chain(0..text);
        for index in order.filter(|index| changed[*index]) {
            self.reach(y, next, index);
            self.glyph(&next[index]);
        }
        let first = (blank..next.len()).find(|index| changed[*index]);
        if let Some(first) = first.filter(|_| erase) {
            self.reach(y, next, first);
            self.style(Ink::default());
            self.out.extend_from_slice(b"\x1b[K");
        }
    }

    /// Puts the cursor where a character of a row begins, in the shortest way.
    fn reach(&mut self, y: u16, row: &[Glyph<'_>], index: usize) {
        let x = row[index].x;
        match self.cursor {
            Some(at) if at == (x, y) => {
                // Two blanks end a column of text: what follows stands in its own place, however far the text went.
                let apart = index >= 2 && row[index - 2..index].iter().all(|g| g.symbol == " ");
                if self.drifting && apart && row[index].symbol != " " {
                    self.jump(x, y);
                }
            }
            Some((from, row_now)) if row_now == y && from < x && !self.drifting => {
                self.bridge(from, x, y, row);
            }
            Some((_, row_now)) if row_now + 1 == y && x == 0 && !self.drifting => {
                self.out.extend_from_slice(b"\r\n");
                self.cursor = Some((x, y));
            }
            _ => self.jump(x, y),
        }
    }

    /// Goes to the right over characters that are there already; a few are written again if that is shorter.
    fn bridge(&mut self, from: u16, x: u16, y: u16, row: &[Glyph<'_>]) {
        let mut forward = Vec::with_capacity(5);
        // Writing into memory does not fail.
        let _ = match x - from {
            1 => write!(forward, "\x1b[C"),
            columns => write!(forward, "\x1b[{columns}C"),
        };
        let between = row.iter().filter(|glyph| glyph.x >= from && glyph.x < x);
        // The cursor may have been left within what is a wide character now.
        let begins = between.clone().next().is_some_and(|glyph| glyph.x == from);
        let same = between
            .clone()
            .all(|glyph| glyph.advance == Advance::Certain && glyph.ink == self.ink);
        let bytes: usize = between.clone().map(|glyph| glyph.symbol.len()).sum();
        if begins && same && bytes <= forward.len() {
            between.for_each(|glyph| self.out.extend_from_slice(glyph.symbol.as_bytes()));
        } else {
            self.out.append(&mut forward);
        }
        self.cursor = Some((x, y));
    }

    fn jump(&mut self, x: u16, y: u16) {
        let _ = match (x, y) {
            (0, 0) => write!(self.out, "\x1b[H"),
            (0, y) => write!(self.out, "\x1b[{}H", y + 1),
            (x, y) => write!(self.out, "\x1b[{};{}H", y + 1, x + 1),
        };
        self.cursor = Some((x, y));
        self.drifting = false;
    }

    fn glyph(&mut self, glyph: &Glyph<'_>) {
        self.style(glyph.ink);
        let (x, y) = self.cursor.unwrap_or_default();
        self.cursor = Some((x + glyph.width, y));
        let symbol = glyph.symbol.as_bytes();
        match glyph.advance {
            Advance::Certain => self.out.extend_from_slice(symbol),
            Advance::Drifts => {
                self.out.extend_from_slice(symbol);
                self.drifting = true;
            }
            Advance::Short => {
                self.out.extend_from_slice(symbol);
                self.out.push(b' ');
            }
            Advance::Within => {
                // Both columns are blanked first: nobody knows which of them the character fills.
                self.out.extend_from_slice(b"  \x08\x08");
                self.out.extend_from_slice(symbol);
                self.cursor = None;
            }
        }
    }

    /// Changes colours and attributes, by what differs or from the ground up, whichever is shorter.
    fn style(&mut self, ink: Ink) {
        if ink == self.ink {
            return;
        }
        let differing = codes(self.ink, ink);
        let anew = codes(Ink::default(), ink);
        let chosen = if ink == Ink::default() {
            String::new()
        } else if anew.len() + 2 < differing.len() {
            format!("0;{anew}")
        } else {
            differing
        };
        let _ = write!(self.out, "\x1b[{chosen}m");
        self.ink = ink;
    }
}

/// Which characters of the new row have to be written.
fn changes(before: &[Glyph<'_>], next: &[Glyph<'_>]) -> Vec<bool> {
    let mut before = before.iter().peekable();
    let changed = |glyph: &Glyph<'_>| {
        while before.next_if(|old| old.x < glyph.x).is_some() {}
        before.next_if(|old| *old == glyph).is_none()
    };
    next.iter().map(changed).collect()
}

/// The parameters of SGR that lead from one ink to another.
fn codes(from: Ink, to: Ink) -> String {
    let mut codes: Vec<String> = Vec::new();
    let removed = from.modifier - to.modifier;
    let mut added = to.modifier - from.modifier;
    if removed.intersects(Modifier::BOLD | Modifier::DIM) {
        // One code ends both.
        codes.push("22".to_owned());
        added |= to.modifier & (Modifier::BOLD | Modifier::DIM);
    }
    for (modifier, on, off) in [
        (Modifier::BOLD, "1", ""),
        (Modifier::DIM, "2", ""),
        (Modifier::ITALIC, "3", "23"),
        (Modifier::UNDERLINED, "4", "24"),
        (Modifier::REVERSED, "7", "27"),
    ] {
        if added.contains(modifier) {
            codes.push(on.to_owned());
        } else if removed.contains(modifier) && !off.is_empty() {
            codes.push(off.to_owned());
        }
    }
    if from.fg != to.fg {
        codes.push(color(to.fg, 30));
    }
    if from.bg != to.bg {
        codes.push(color(to.bg, 40));
    }
    codes.join(";")
}

/// A colour as the parameters of SGR; `base` is 30 for the foreground, 40 for the background.
fn color(color: Color, base: u8) -> String {
    let index = match color {
        Color::Reset => return (base + 9).to_string(),
        Color::Indexed(index) => return format!("{};5;{index}", base + 8),
        Color::Rgb(red, green, blue) => return format!("{};2;{red};{green};{blue}", base + 8),
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 60,
        Color::LightRed => 61,
        Color::LightGreen => 62,
        Color::LightYellow => 63,
        Color::LightBlue => 64,
        Color::LightMagenta => 65,
        Color::LightCyan => 66,
        Color::White => 67,
    };
    (base + index).to_string()
}

#[cfg(test)]
mod tests;
