//! A row of parts, aligned left and right. If there is not enough space, the least important parts are shortened or
//! dropped. Only text of arbitrary length is cut, between words.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text;
use crate::columns::{dots, without_middle, wrap};
use crate::game::Side;
use crate::text::{clean_line, columns, fit};
use crate::tui::model::State;
use crate::tui::terminal::Canvas;

/// The gap between two parts.
const GAP: usize = 2;

/// The parts of the last row, from the first to be dropped to the last.
pub(super) mod weight {
    pub(in crate::tui::panes) const FIND: u8 = 1;
    pub(in crate::tui::panes) const QUIT: u8 = 2;
    pub(in crate::tui::panes) const QUIET: u8 = 3;
    pub(in crate::tui::panes) const PAGES: u8 = 4;
    pub(in crate::tui::panes) const HELP: u8 = 5;
    pub(in crate::tui::panes) const NUMBER: u8 = 6;
    pub(in crate::tui::panes) const WAY_BACK: u8 = 6;
    pub(in crate::tui::panes) const CAPTURED: u8 = 7;
    pub(in crate::tui::panes) const SIBLINGS: u8 = 8;
    pub(in crate::tui::panes) const CHECK: u8 = 9;
    pub(in crate::tui::panes) const OUTCOME: u8 = 9;
    pub(in crate::tui::panes) const LINE: u8 = 10;
    pub(in crate::tui::panes) const MOVE: u8 = 11;
    /// Messages are cut before parts of more weight are dropped: the state of the file and the ply.
    pub(in crate::tui::panes) const LONG: u8 = 12;
    pub(in crate::tui::panes) const WATCHED: u8 = 13;
    pub(in crate::tui::panes) const TROUBLE: u8 = 14;
    pub(in crate::tui::panes) const PLY: u8 = 15;
    pub(in crate::tui::panes) const MESSAGE: u8 = 16;
}

/// A bar without its first and last column.
pub(super) fn inner(area: Rect) -> Rect {
    Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area }
}

/// Begins the bar at the edge of the side to move with a sign: above or below the board. Beside what else changes there, it
/// costs few bytes.
pub(super) fn sign_side(state: &State, area: Rect, is_above: bool, canvas: &mut Canvas<'_>) {
    let position = state.shown().reader.cursor.position();
    let above = Side::first_if(state.is_flipped(state.record_on_board()));
    let is_here = (position.side_to_move() == above) == is_above && !state.shows_no_game();
    canvas.put(area.x, area.y, if is_here { ">" } else { " " }, 1, state.look().bar());
}

/// The left and right parts of a row, each in order.
pub(super) struct Bar {
    left: Vec<Label>,
    right: Vec<Label>,
    style: Style,
}

struct Label {
    /// The text, followed by shorter forms.
    forms: Vec<String>,
    /// Parts with a higher weight are kept longer.
    weight: u8,
    /// The minimum width to which text of arbitrary length may be cut, and its weight after that.
    cut: Option<(usize, u8)>,
    /// What follows the text once it is cut.
    hint: String,
    style: Style,
}

/// From this width on, part of a long text fits beside other parts.
const SPACIOUS: usize = 36;

impl Bar {
    pub(super) fn new(style: Style) -> Self {
        Self { left: Vec::new(), right: Vec::new(), style }
    }

    /// Adds a part on the left.
    pub(super) fn left(&mut self, weight: u8, forms: &[&str]) {
        self.left.extend(part(weight, forms, self.style));
    }

    /// Adds a part on the right.
    pub(super) fn right(&mut self, weight: u8, forms: &[&str]) {
        self.right.extend(part(weight, forms, self.style));
    }

    /// Adds a text of arbitrary length, or one with a shorter form, on the left. The first weight decides when it is
    /// shortened, the second when it is dropped.
    pub(super) fn left_text(&mut self, weights: (u8, u8), forms: &[&str]) {
        self.left.extend(long(weights, forms, self.style));
    }

    /// Adds a message on the left, as by [`Self::left_text`]. If it is cut, a hint says where all of it is.
    pub(super) fn message(&mut self, weights: (u8, u8), text: &str, hint: String, style: Style) {
        self.left.extend(long(weights, &[text], style).map(|label| Label { hint, ..label }));
    }

    /// Adds a text on the right, as by [`Self::left_text`].
    pub(super) fn right_text(&mut self, weights: (u8, u8), forms: &[&str], style: Style) {
        self.right.extend(long(weights, forms, style));
    }

    /// Draws the parts that fit.
    pub(super) fn draw(mut self, area: Rect, canvas: &mut Canvas<'_>) {
        let wide = canvas.ambiguous.may_be_wide();
        let room = usize::from(area.width);
        while let Some(over) = self.width(wide).checked_sub(room).filter(|over| *over > 0)
            && self.give_way(over, room, wide)
        {}
        draw(&self.left, 0, area, canvas);
        draw(&self.right, room.saturating_sub(width(&self.right, wide)), area, canvas);
    }

    fn width(&self, wide: bool) -> usize {
        let widths = [&self.left, &self.right].map(|parts| width(parts, wide));
        widths[0] + widths[1] + GAP * usize::from(widths[0].min(widths[1]) > 0)
    }

    /// Shortens or drops the part with the lowest weight. Returns false if only one is left in its shortest form.
    fn give_way(&mut self, over: usize, room: usize, wide: bool) -> bool {
        let count = self.left.len() + self.right.len();
        let weights = self.left.iter().chain(&self.right).map(|part| part.weight);
        let least = weights.min();
        for parts in [&mut self.right, &mut self.left] {
            let Some(index) = parts.iter().rposition(|part| Some(part.weight) == least) else {
                continue;
            };
            let part = &mut parts[index];
            let cut = part.cut.take();
            part.weight = cut.map_or(part.weight, |(_, weight)| weight);
            if part.forms.len() > 1 {
                part.forms.remove(0);
            } else if let Some((least, _)) = cut {
                if room >= SPACIOUS {
                    part.shorten(over, least.max(room / 3), wide);
                }
            } else if count > 1 {
                parts.remove(index);
            } else {
                part.shorten(over, 0, wide);
                return false;
            }
            return true;
        }
        false
    }
}

/// Returns `None` for an empty text.
fn part(weight: u8, forms: &[&str], style: Style) -> Option<Label> {
    let forms: Vec<String> = forms.iter().map(|form| clean_line(form)).collect();
    let is_empty = forms.first().is_none_or(String::is_empty);
    (!is_empty).then_some(Label { forms, weight, cut: None, hint: String::new(), style })
}

fn long((cut, gone): (u8, u8), forms: &[&str], style: Style) -> Option<Label> {
    /// A shorter piece of text is useless.
    const LEAST: usize = 16;
    let mut part = part(cut, forms, style)?;
    part.cut = Some((LEAST, gone));
    Some(part)
}

fn width(parts: &[Label], wide: bool) -> usize {
    let widths = parts.iter().map(|part| columns(part.form(), wide) + GAP);
    widths.sum::<usize>().saturating_sub(GAP)
}

/// Draws parts from a column on. Parts with the same style are joined, so that uncertain widths cause no gaps between
/// them.
fn draw(parts: &[Label], mut at: usize, area: Rect, canvas: &mut Canvas<'_>) {
    let wide = canvas.ambiguous.may_be_wide();
    for run in parts.chunk_by(|one, other| one.style == other.style) {
        let forms: Vec<&str> = run.iter().map(Label::form).collect();
        let line = forms.join(&" ".repeat(GAP));
        let room = usize::from(area.width).saturating_sub(at);
        let width = u16::try_from(room).unwrap_or(area.width);
        let rest = Rect { x: area.right() - width, width, ..area };
        text(canvas, rest, 0, &line, run[0].style);
        at += columns(&line, wide) + GAP;
    }
}

/// A text without the middle of its longest word, such as a path. If that is not enough, also without its end, from where
/// a line could be broken or inside the first word.
fn cut(text: &str, width: usize, wide: bool) -> String {
    /// The columns that are left of the word, or a third of a short row.
    const LEAST: usize = 20;
    let longest = text.split(' ').max_by_key(|word| columns(word, wide)).unwrap_or_default();
    let long = columns(longest, wide);
    let most = (long + width).saturating_sub(columns(text, wide)).max(LEAST.min(width / 3));
    let text = if most < long {
        &text.replacen(longest, &without_middle(longest, most, wide), 1)
    } else {
        text
    };
    if columns(text, wide) <= width {
        return text.to_owned();
    }
    let dots = dots(width);
    let room = width - dots.len();
    let lines = wrap(text, room, wide);
    fit(lines.first().map_or("", String::as_str), room, wide).to_owned() + dots
}

impl Label {
    fn form(&self) -> &str {
        self.forms.first().map_or("", String::as_str)
    }

    /// Removes columns down to the minimum.
    fn shorten(&mut self, over: usize, least: usize, wide: bool) {
        let width = columns(self.form(), wide);
        let left = width.saturating_sub(over).max(least);
        if left < width {
            let hint = fit(&self.hint, left, wide);
            let room = left.saturating_sub(columns(hint, wide));
            self.forms = vec![cut(self.form(), room, wide) + hint];
        }
    }
}
