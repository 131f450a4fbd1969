//! All headers, known to dapu or not, and the clocks.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::named;
use super::{Body, Pane};
use crate::game::{Game, Side};
use crate::record::Record;
use crate::record::{Clock, Key, Left, Note, Outcome, Remaining, time};
use crate::text::{clean, clean_line};
use crate::tui::model::{Desk, PaneId, State, TextLine, focus};
use crate::words;

pub(in crate::tui) const PANE: Pane = Pane {
    wish: |state, form| {
        let has_clocks = state.survey_has(|survey| !survey.clocks.is_empty());
        u16::from(form.is_narrow || has_clocks || !known(state).is_empty())
    },
    heading: Some(|state, _| {
        let format = if state.ui.is_blank { "" } else { state.shown().loaded.format.name };
        (state.texts().game.to_owned(), format.to_owned())
    }),
    body: Body::Text(text),
    ..Pane::PLAIN
};

fn text(state: &State, area: Rect) -> Cow<'_, [TextLine]> {
    if state.ui.is_blank {
        return Cow::Owned(Vec::new());
    }
    let mut rows = known(state);
    if state.beside.is_none() {
        rows.extend(clocks(state));
    }
    // Of the file, only who opens the pane wants to know.
    if is_opened(state) {
        rows.extend(of_file(state));
    }
    let wide = state.ambiguous().may_be_wide();
    let lines = rows.iter().flat_map(|(name, value)| {
        named((name, NAMES), &clean(value), usize::from(area.width), wide)
    });
    lines.map(|line| TextLine::new(state, &line, Style::new())).collect()
}

/// The other headers, and what is known of the file.
fn of_file(state: &State) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    let headers = &state.record_on_board().headers;
    let known: Vec<&str> = headers.known().map(|(_, value)| value).collect();
    let raw = headers.entries().iter().filter(|header| !known.contains(&header.value()));
    // The others are shown elsewhere, and these are numbers in some formats, and words above.
    let is_worded = |key| matches!(key, Key::Result | Key::Kind);
    let is_more = |key: Option<Key>| key.is_some_and(|key| !is_worded(key));
    let mut raw = raw.filter(|header| header.is_unknown() || is_more(header.key())).peekable();
    rows.extend(raw.peek().map(|_| Default::default()));
    rows.extend(raw.map(|header| (clean_line(header.name()), header.value().to_owned())));
    rows.push(Default::default());
    let texts = state.texts();
    let Desk { path, loaded, .. } = state.shown();
    rows.push((texts.file.to_owned(), path.to_string_lossy().into_owned()));
    rows.push((texts.format.to_owned(), loaded.format.title.to_owned()));
    rows.extend(loaded.encoding.map(|encoding| (texts.encoding.to_owned(), encoding.to_owned())));
    rows
}

/// Whether the reader asks for the pane.
fn is_opened(state: &State) -> bool {
    focus::focused(state) == PaneId::Headers
}

/// Checks whether the title bar shows a header.
fn is_titled(record: &Record, key: Key) -> bool {
    match key {
        Key::Player(_) | Key::Event | Key::Date | Key::Result => true,
        Key::Title => {
            Side::BOTH.iter().all(|side| record.headers.get(Key::Player(*side)).is_none())
        }
        _ => false,
    }
}

/// The names and values of the headers: all in a pane that was opened, otherwise those that are not in the title.
fn known(state: &State) -> Vec<(String, String)> {
    let record = state.record_on_board();
    let game = record.game();
    let is_open = is_opened(state);
    let informative = state.shown().facts.informative();
    let informative = informative.filter(|(key, _)| is_open || !is_titled(record, *key));
    let named = informative.map(|(key, value)| {
        (state.lang().header(key, game).into_owned(), worded(state, key, value))
    });
    named.collect()
}

/// The value of a header, in the reader's language if dapu has a word for it.
pub(super) fn worded(state: &State, key: Key, value: &str) -> String {
    let (lang, game) = (state.lang(), state.record_on_board().game());
    match (key, Outcome::by_name(value)) {
        (Key::Result, _) if game == Game::Go => lang.result(game, value, state.terms()),
        (Key::Result, Some(outcome)) => lang.outcome(outcome, game),
        (Key::Kind, _) => lang.kind(value).unwrap_or(value).to_owned(),
        _ => value.to_owned(),
    }
}

/// The width of the names.
const NAMES: usize = 13;

/// The time that each side has used so far, or has left, from the last clock before the cursor.
fn clocks(state: &State) -> Vec<(String, String)> {
    let first = state.desk.record.start.side_to_move();
    let rows = [first, first.other()].into_iter().filter_map(|side| {
        let name = words::player(&state.desk.record.start, side, state.terms());
        let odd = side == first;
        let used = used(state, odd).map(time);
        let left = left(state, side).map(|left| (state.texts().time_left)(&time(left)));
        let clock = used.or(left).or_else(|| sum(state, odd).map(time))?;
        Some(((state.texts().time_of)(name), clock))
    });
    rows.collect()
}

/// The number of plies before the cursor that are searched for a clock. Servers write one per move.
const REACH: usize = 8;

/// The time that the side of the odd or even plies has used so far.
fn used(state: &State, odd: bool) -> Option<u32> {
    let clocks = &state.desk.examined.survey.as_ref()?.clocks;
    let plies = 0..state.cursor().ply() + 1;
    let mut noted = state.cursor().noted(clocks, plies).rev().take(REACH);
    noted.find_map(|(ply, Clock { total, .. })| (*total).filter(|_| (ply % 2 == 1) == odd))
}

/// The sum of a side's times, for files without totals.
fn sum(state: &State, odd: bool) -> Option<u32> {
    let clocks = &state.desk.examined.survey.as_ref()?.clocks;
    let cursor = state.cursor();
    let noted = cursor.noted(clocks, 0..cursor.ply() + 1);
    // The second time on a ply belongs to the word that ends the line.
    let mut before = None;
    let moves = noted.filter(|(ply, _)| before.replace(*ply) != Some(*ply));
    let own = moves.filter(|(ply, _)| (ply % 2 == 1) == odd);
    let spent = own.filter_map(|(_, clock)| clock.spent);
    spent.reduce(u32::saturating_add)
}

/// The time that a side has left.
fn left(state: &State, wanted: Side) -> Option<u32> {
    let cursor = state.cursor();
    let ply = cursor.ply();
    let nodes = cursor.nodes(ply.saturating_sub(REACH)..ply + 1);
    let notes = nodes.flat_map(|node| state.tree().notes(node));
    let clocks = notes.filter_map(|note| match note {
        Note::Remaining(Remaining { side, left: Left::Time(left) }) if *side == wanted => {
            u32::try_from(*left).ok()
        }
        _ => None,
    });
    clocks.last()
}
