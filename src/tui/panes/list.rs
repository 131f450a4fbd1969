//! Draws lines of text, with search hits highlighted.

use std::ops::Range;
use std::slice;

use ratatui::layout::Rect;
use ratatui::style::Style;

pub(super) use super::List;
use super::{Press, Row, text};
use crate::columns::wrap;
use crate::record::{NodeId, Presence};
use crate::text::{columns, fit};
use crate::tui::model::{State, TextLine};
use crate::tui::terminal::Canvas;

/// Draws lines of text.
pub(super) fn draw<'a>(
    state: &State,
    area: Rect,
    canvas: &mut Canvas<'_>,
    lines: impl Iterator<Item = &'a TextLine>,
) {
    for (row, line) in (0..area.height).zip(lines) {
        text(canvas, area, row, &line.text, line.style);
        for (part, style) in &line.parts {
            light(canvas, area, row, &line.text, slice::from_ref(part), *style);
        }
        light(canvas, area, row, &line.text, &line.hits, state.look().lit());
    }
}

impl State {
    /// The style of a move: the reader's own have a colour that can be read on any background, and those of earlier
    /// sessions are dim.
    pub(super) fn style_of(&self, node: NodeId) -> Style {
        if !self.tree().is_own(node) {
            return Style::new();
        }
        if self.own(node).is_some_and(|own| own.presence == Presence::Kept) {
            return self.look().own();
        }
        let layer = self.desk.layers.get(&self.desk.game);
        let is_old = layer.is_some_and(|layer| layer.is_old(node));
        self.look().tried(is_old)
    }

    /// The style of what is said beside a move.
    pub(super) fn quiet_style_of(&self, node: NodeId) -> Style {
        let style = self.style_of(node);
        if style == Style::new() { self.look().idle() } else { style }
    }
}

/// A row in the reader's own colours.
pub(super) fn row(state: &State, text: &str) -> Row {
    TextLine::new(state, text, Style::new()).into()
}

impl List {
    /// The indexes of the rows on the page with the marked one, given how many there is room for. The last page is full.
    pub(super) fn shown(self, state: &State, room: usize) -> Range<usize> {
        let (room, count) = (room.max(1), (self.count)(state));
        let (Ok(row) | Err(row)) = (self.marked)(state);
        let first = (row / room * room).min(count.saturating_sub(room));
        first..count.min(first + room)
    }

    /// Some rows, which take clicks, with a marker before the marked one.
    pub(super) fn rows(
        self,
        state: &State,
        shown: Range<usize>,
        texts: impl Iterator<Item = String>,
    ) -> impl Iterator<Item = Row> {
        let marked = (self.marked)(state);
        shown.zip(texts).map(move |(number, text)| {
            let is_marked = marked == Ok(number);
            let marker = if is_marked { '>' } else { ' ' };
            let style =
                (self.node)(state, number).map_or(Style::new(), |node| state.style_of(node));
            Row {
                press: Some(Press::Row(number)),
                cursor: is_marked.then_some(0),
                ..TextLine::new(state, &format!("{marker}{text}"), style).into()
            }
        })
    }
}

/// Joins texts, some spaces apart, into as few lines as possible.
pub(super) fn flow(
    texts: impl Iterator<Item = String>,
    gap: usize,
    width: usize,
    wide: bool,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(last) if columns(last, wide) + gap + columns(&text, wide) <= width => {
                last.push_str(&" ".repeat(gap));
                last.push_str(&text);
            }
            _ => lines.extend(wrap(&text, width, wide)),
        }
    }
    lines
}

/// A name with its description beside it, wrapped to `width` columns.
pub(super) fn named(
    (name, column): (&str, usize),
    text: &str,
    width: usize,
    wide: bool,
) -> impl Iterator<Item = String> + use<> {
    let pad = column.saturating_sub(columns(name, false)).max(1);
    let heads = [format!("{name}{}", " ".repeat(pad))].into_iter();
    let heads = heads.chain(std::iter::repeat(" ".repeat(column)));
    let lines = wrap(text, width.saturating_sub(column + 1), wide);
    heads.zip(lines).map(|(head, line)| format!(" {head}{line}"))
}

/// Changes the style of parts of a drawn line.
pub(super) fn light(
    canvas: &mut Canvas<'_>,
    area: Rect,
    row: u16,
    line: &str,
    parts: &[Range<usize>],
    style: Style,
) {
    if parts.is_empty() {
        return;
    }
    let shown = fit(line, usize::from(area.width), canvas.ambiguous.may_be_wide());
    for part in parts.iter().filter(|part| part.end <= shown.len()) {
        let x = canvas.width(&shown[..part.start]);
        let word = &shown[part.clone()];
        let width = canvas.width(word);
        canvas.put(area.x + x, area.y + row, word, width, style);
    }
}
