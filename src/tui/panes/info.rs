//! What the file says about the game.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list;
use crate::draw::{clean_line, columns};
use crate::record::Clock;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::graph::time;
use crate::tui::lang::{self, Text};

/// Draws the headers that dapu knows.
pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let lines = plain(lines(app));
    let title = (app.text(Text::Game), app.loaded.format.name);
    list(app, canvas, area, title, &app.panes.info, &lines);
}

/// Draws all headers, those that dapu knows by meaning and those that only the file knows, and the clocks.
pub(super) fn draw_all(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let mut rows = lines(app);
    rows.extend(clocks(app));
    let known: Vec<&str> = app.record.headers.known().map(|(_, value)| value).collect();
    let raw = app.record.headers.raw.iter();
    let raw: Vec<String> = raw
        .filter(|(_, value)| !known.contains(&&**value))
        .map(|(key, value)| pair(&clean_line(key), value))
        .collect();
    if !raw.is_empty() {
        rows.push(String::new());
        rows.extend(raw);
    }
    rows.push(String::new());
    rows.push(pair(app.text(Text::File), &app.path.to_string_lossy()));
    rows.push(pair(app.text(Text::Format), app.loaded.format.title));
    if let Some(encoding) = app.loaded.encoding {
        rows.push(pair(app.text(Text::Encoding), encoding));
    }
    let title = (app.text(Text::Game), app.loaded.format.name);
    list(app, canvas, area, title, &app.panes.opened, &plain(rows));
}

fn plain(lines: Vec<String>) -> Vec<(String, Style)> {
    lines.into_iter().map(|line| (line, Style::new())).collect()
}

/// The headers, a line each.
pub(super) fn lines(app: &App) -> Vec<String> {
    let known = app.record.headers.known();
    known
        .map(|(key, value)| pair(lang::header(key, app.settings.language()), value))
        .collect()
}

fn pair(name: &str, value: &str) -> String {
    let pad = 13usize.saturating_sub(columns(name, false)).max(1);
    format!(" {name}{}{value}", " ".repeat(pad))
}

/// The time that each side has used so far, as the last clock before the cursor says.
fn clocks(app: &App) -> Vec<String> {
    let Some(survey) = &app.survey else {
        return Vec::new();
    };
    let first = app.record.start.side_to_move();
    let total = |odd: bool| {
        let plies = 0..app.cursor.ply() + 1;
        let mut noted = app.cursor.noted(&survey.clocks, plies).rev().take(8);
        noted.find_map(|(ply, Clock { total, .. })| (*total).filter(|_| (ply % 2 == 1) == odd))
    };
    let row = |odd: bool| {
        let side = if odd { first } else { first.other() };
        let name = lang::player(app.record.game(), side, app.in_ascii());
        total(odd).map(|total| pair(name, &time(total)))
    };
    [true, false].into_iter().filter_map(row).collect()
}
