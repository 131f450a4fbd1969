//! A row of parts, aligned left and right. If there is not enough room, the least important ones are shortened or left
//! out; only text of unlimited length is cut, between two words.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text;
use crate::text::{clean_line, columns, wrap};
use crate::tui::terminal::Canvas;

/// Between two parts.
const GAP: usize = 2;

/// A bar without its first and its last column.
pub(super) fn inner(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        ..area
    }
}

/// The parts of a row, the left ones and the right ones each in their order.
#[derive(Debug, Default)]
pub(super) struct Bar {
    left: Vec<Part>,
    right: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    /// The text, followed by shorter forms.
    forms: Vec<String>,
    /// Parts that weigh more stay.
    weight: u8,
    /// Text of unlimited length is cut when its turn comes, to at least this many columns; after that it has this
    /// weight.
    cut: Option<(usize, u8)>,
    style: Style,
}

/// From here on there is room for a piece of a long text beside other parts.
const SPACIOUS: usize = 36;

impl Bar {
    /// Adds a part at the left.
    pub(super) fn left(&mut self, weight: u8, forms: &[&str], style: Style) {
        self.left.extend(part(weight, forms, style));
    }

    /// Adds a part at the right.
    pub(super) fn right(&mut self, weight: u8, forms: &[&str], style: Style) {
        self.right.extend(part(weight, forms, style));
    }

    /// Adds a text of any length at the left. It is cut when parts of its weight have to give way, and goes when those of
    /// the second weight have to.
    pub(super) fn left_text(&mut self, weights: (u8, u8), content: &str, style: Style) {
        self.left.extend(long(weights, content, style));
    }

    /// The same at the right.
    pub(super) fn right_text(&mut self, weights: (u8, u8), content: &str, style: Style) {
        self.right.extend(long(weights, content, style));
    }

    /// Draws what there is room for.
    pub(super) fn draw(mut self, area: Rect, canvas: &mut Canvas<'_>) {
        let wide = canvas.ambiguous.may_be_wide();
        let room = usize::from(area.width);
        while let Some(over) = self.width(wide).checked_sub(room).filter(|over| *over > 0)
            && self.give_way(over, room, wide)
        {}
        draw(&self.left, 0, area, canvas);
        draw(
            &self.right,
            room.saturating_sub(width(&self.right, wide)),
            area,
            canvas,
        );
    }

    fn width(&self, wide: bool) -> usize {
        let widths = [&self.left, &self.right].map(|parts| width(parts, wide));
        widths[0] + widths[1] + GAP * usize::from(widths[0].min(widths[1]) > 0)
    }

    /// Shortens or drops the part that weighs least; false if there is but one left in its shortest form.
    fn give_way(&mut self, over: usize, room: usize, wide: bool) -> bool {
        let count = self.left.len() + self.right.len();
        let weights = self.left.iter().chain(&self.right).map(|part| part.weight);
        let least = weights.min();
        for parts in [&mut self.right, &mut self.left] {
            let Some(index) = parts.iter().rposition(|part| Some(part.weight) == least) else {
                continue;
            };
            if let Some((least, weight)) = parts[index].cut.take() {
                parts[index].weight = weight;
                if room >= SPACIOUS {
                    parts[index].shorten(over, least.max(room / 3), wide);
                }
            } else if parts[index].forms.len() > 1 {
                parts[index].forms.remove(0);
            } else if count > 1 {
                parts.remove(index);
            } else {
                return false;
            }
            return true;
        }
        false
    }
}

/// An empty text is not a part.
fn part(weight: u8, forms: &[&str], style: Style) -> Option<Part> {
    let forms: Vec<String> = forms.iter().map(|form| clean_line(form)).collect();
    let is_empty = forms.first().is_none_or(String::is_empty);
    (!is_empty).then_some(Part {
        forms,
        weight,
        cut: None,
        style,
    })
}

fn long((cut, gone): (u8, u8), content: &str, style: Style) -> Option<Part> {
    /// A shorter piece of text is useless.
    const LEAST: usize = 16;
    let mut part = part(cut, &[content], style)?;
    part.cut = Some((LEAST, gone));
    Some(part)
}

fn width(parts: &[Part], wide: bool) -> usize {
    let widths = parts.iter().map(|part| columns(part.form(), wide) + GAP);
    widths.sum::<usize>().saturating_sub(GAP)
}

/// Draws parts one after another from a column on. Parts of one style are joined: if the width of the text is
/// uncertain, it then has no gaps.
fn draw(parts: &[Part], mut at: usize, area: Rect, canvas: &mut Canvas<'_>) {
    let wide = canvas.ambiguous.may_be_wide();
    for run in parts.chunk_by(|one, other| one.style == other.style) {
        let forms: Vec<&str> = run.iter().map(Part::form).collect();
        let line = forms.join(&" ".repeat(GAP));
        let room = usize::from(area.width).saturating_sub(at);
        let columns = columns(&line, wide);
        let place = Rect {
            x: area.right() - u16::try_from(room).unwrap_or(area.width),
            width: u16::try_from(room).unwrap_or(area.width),
            ..area
        };
        let style = run.first().map_or(Style::new(), |part| part.style);
        if columns > room {
            text(canvas, place, 0, &cut(&line, room, wide), style);
        } else {
            text(canvas, place, 0, &line, style);
        }
        at += columns + GAP;
    }
}

/// The start of a text, cut to fit where a line could be broken, or within a word if it is the first.
fn cut(text: &str, width: usize, wide: bool) -> String {
    let lines = wrap(text, width.saturating_sub(2), wide);
    lines.first().map_or("", String::as_str).to_owned() + ".."
}

impl Part {
    fn form(&self) -> &str {
        self.forms.first().map_or("", String::as_str)
    }

    /// Removes columns, but keeps the minimum.
    fn shorten(&mut self, over: usize, least: usize, wide: bool) {
        let width = columns(self.form(), wide);
        let left = width.saturating_sub(over).max(least);
        if left < width {
            self.forms = vec![cut(self.form(), left, wide)];
        }
    }
}
