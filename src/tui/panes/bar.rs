//! A row of parts, at its left and at its right end. Where there is no room for all of them, those that matter least are
//! shortened or left out; only a long text, such as a reason, is cut.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text;
use crate::draw::{clean_line, columns, fit};
use crate::tui::canvas::Canvas;

/// Stands where a long text is cut.
const CUT: &str = "..";
/// A text that is cut to fewer columns says nothing.
const SENSE: usize = 16;
/// Between two parts.
const GAP: usize = 2;

/// The parts of a row, the left ones and the right ones each in their order.
#[derive(Debug, Default)]
pub(super) struct Bar {
    left: Vec<Part>,
    right: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    /// What it says, and then how it says so in less room.
    forms: Vec<String>,
    /// Parts that weigh more stay.
    weight: u8,
    style: Style,
}

impl Bar {
    /// Adds a part at the left.
    pub(super) fn left(&mut self, weight: u8, forms: &[&str], style: Style) {
        self.left.extend(part(weight, forms, style));
    }

    /// Adds a part at the right.
    pub(super) fn right(&mut self, weight: u8, forms: &[&str], style: Style) {
        self.right.extend(part(weight, forms, style));
    }

    /// Draws what there is room for.
    pub(super) fn draw(mut self, area: Rect, canvas: &mut Canvas<'_>) {
        let wide = canvas.ambiguous.may_be_wide();
        let room = usize::from(area.width);
        while self.width(wide) > room && self.give_way(room, wide) {}
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

    /// Shortens, cuts or drops the part that weighs least; false if there is but one left in its shortest form.
    fn give_way(&mut self, room: usize, wide: bool) -> bool {
        let excess = self.width(wide).saturating_sub(room);
        let count = self.left.len() + self.right.len();
        let weights = self.left.iter().chain(&self.right).map(|part| part.weight);
        let least = weights.min();
        for parts in [&mut self.right, &mut self.left] {
            let Some(index) = parts.iter().rposition(|part| Some(part.weight) == least) else {
                continue;
            };
            if parts[index].forms.len() > 1 {
                parts[index].forms.remove(0);
            } else if parts[index].cut(excess, wide) {
                return true;
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

impl Part {
    /// Cuts a long text by so many columns, if that leaves enough of it to make sense.
    fn cut(&mut self, excess: usize, wide: bool) -> bool {
        let Some(form) = self.forms.last_mut() else {
            return false;
        };
        let left = columns(form, wide).saturating_sub(excess + CUT.len());
        if left < SENSE || form.ends_with(CUT) {
            return false;
        }
        *form = format!("{}{CUT}", fit(form, left, wide));
        true
    }
}

/// Nothing to say is no part.
fn part(weight: u8, forms: &[&str], style: Style) -> Option<Part> {
    let forms: Vec<String> = forms.iter().map(|form| clean_line(form)).collect();
    let is_empty = forms.first().is_none_or(String::is_empty);
    (!is_empty).then_some(Part {
        forms,
        weight,
        style,
    })
}

fn width(parts: &[Part], wide: bool) -> usize {
    let widths = parts.iter().map(|part| columns(part.form(), wide) + GAP);
    widths.sum::<usize>().saturating_sub(GAP)
}

/// Draws parts one after another from a column on. Those of one style make one text: where nobody knows how wide it is,
/// it has no gaps but its own.
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
            let cut = fit(&line, room.saturating_sub(2), wide);
            text(canvas, place, 0, &format!("{cut}.."), style);
        } else {
            text(canvas, place, 0, &line, style);
        }
        at += columns + GAP;
    }
}

impl Part {
    fn form(&self) -> &str {
        self.forms.first().map_or("", String::as_str)
    }
}
