//! The moves that were played in the current position in the games of the library.

use ratatui::layout::Rect;

use super::book::{MARKS, WISH, column, head};
use super::list::{List, row};
use super::{Body, Pane, Row};
use crate::columns::{Align, Column, Table, wrap};
use crate::library::positions::bar;
use crate::text::clean_line;
use crate::tui::model::{Lack, PaneId, State};
use crate::words::Worded;

/// The width of the bar of results.
const BAR: usize = 8;

pub(in crate::tui) const PANE: Pane = Pane {
    wish: |_, _| WISH,
    heading: Some(|state, _| {
        let games = state.counted().map_or_else(String::new, |it| it.answer.games.to_string());
        (state.texts().statistics.to_owned(), games)
    }),
    body: Body::Rows(rows),
    list: Some(LIST),
    ..Pane::PLAIN
};

const LIST: List = List {
    count: |state| match state.books.statistics.lack {
        Some(_) => 1,
        None => state.counted_moves().len(),
    },
    marked: |state| Ok(state.marked_offer(PaneId::Statistics)),
    node: |_, _| None,
};

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let width = usize::from(area.width).saturating_sub(MARKS);
    let wide = state.ambiguous().may_be_wide();
    if let Some(lack) = &state.books.statistics.lack {
        let mut lines = wrap(&reason(state, lack), width, wide).into_iter();
        let first = lines.next().map(|line| format!(" {line}"));
        let mut rows: Vec<Row> = LIST.rows(state, 0..1, first.into_iter()).collect();
        rows.extend(lines.map(|line| row(state, &format!("  {line}"))));
        return rows;
    }
    let cells = cells(state);
    let table = Table::new(columns(state), &cells, width, wide);
    let has_head = area.height > 2 && !cells.is_empty();
    let mut rows: Vec<Row> = has_head.then(|| head(state, &table)).into_iter().collect();
    let shown = LIST.shown(state, usize::from(area.height).saturating_sub(rows.len()));
    let (offers, played) = (state.offers(PaneId::Statistics), state.played_from_here());
    let lines = shown.clone().map(|index| {
        let is_played = played.is_some() && offers[index] == played;
        format!("{}{}", if is_played { '*' } else { ' ' }, table.row(&cells[index]))
    });
    rows.extend(LIST.rows(state, shown, lines));
    rows
}

pub(super) fn columns(state: &State) -> [Column; 4] {
    let texts = state.texts();
    [
        Column { least: 1, ..column(texts.book_move, Align::Left, 0) },
        column(texts.book_games, Align::Right, 0),
        column(texts.book_results, Align::Left, 2),
        column(texts.book_rate, Align::Right, 1),
    ]
}

/// The cells of each row: the move, the number of games, how they ended, and the score.
fn cells(state: &State) -> Vec<[String; 4]> {
    let position = state.position();
    let rows = state.counted_moves().iter().zip(state.offers(PaneId::Statistics));
    let cells = rows.map(|(row, mv)| {
        let mv = mv.map(|mv| state.name_of_move(position, mv, None));
        let (results, score) = row.results(position.side_to_move());
        let score = score.filter(|_| !state.hides_results());
        [
            mv.unwrap_or_else(|| state.texts().games_end.to_owned()),
            row.stats.games.to_string(),
            score.map_or_else(String::new, |_| bar(results, BAR)),
            score.map_or_else(String::new, |score| format!("{:.1}%", score * 100.0)),
        ]
    });
    cells.collect()
}

/// Why there are no statistics.
fn reason(state: &State, lack: &Lack) -> String {
    let (texts, keymap) = (state.texts(), &state.ui.keymap);
    match lack {
        Lack::NoLibrary => texts.no_library.to_owned(),
        Lack::NotIndexed => (texts.not_indexed)(&keymap.first_key("book-move")),
        Lack::Failed(why) => {
            let why = clean_line(&why.worded(state.lang()));
            (texts.index_failed)(&why, &keymap.first_key("book-move"))
        }
        Lack::Building(how) => (texts.index_building)(how, &keymap.first_key("cancel")),
    }
}
