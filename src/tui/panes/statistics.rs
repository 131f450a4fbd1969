//! The moves that were played in the current position in the games of the library.

use ratatui::layout::Rect;

use super::book::{MARKS, WISH, column, head};
use super::list::{List, row};
use super::{Body, Pane, Row};
use crate::columns::{Align, Column, Table, wrap};
use crate::library::positions::{IndexError, Reached, bar};
use crate::text::clean_line;
use crate::tui::model::{Counted, Lack, PaneId, State};
use crate::words::Worded;

/// The width of the bar of results.
const BAR: usize = 8;

pub(in crate::tui) const PANE: Pane = Pane {
    wish: |_, _| WISH,
    heading: Some(|state, _| {
        let games = state.counted().map_or_else(String::new, |it| it.answer.games.to_string());
        let corner = state.books.statistics.asked.and_then(|(_, corner)| corner);
        let title = match corner.zip(state.position().go()) {
            Some((corner, board)) => (state.texts().corner)(&corner.name(board.size())),
            None => state.texts().statistics.to_owned(),
        };
        (title, games)
    }),
    body: Body::Rows(rows),
    list: Some(LIST),
    ..Pane::PLAIN
};

const LIST: List = List {
    count: |state| match state.books.statistics.lack {
        Some(_) => 1,
        None => state.offers(PaneId::Statistics).len(),
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
    let places = state.counted().map_or(&[][..], |counted| &counted.answer.places);
    let mut rows: Vec<Row> = has_head.then(|| head(state, &table)).into_iter().collect();
    let shown = LIST.shown(state, usize::from(area.height).saturating_sub(rows.len()));
    let (offers, played) = (state.offers(PaneId::Statistics), state.played_from_here());
    let lines = shown.clone().map(|index| {
        let is_played = played.is_some() && offers[index] == played;
        let text = match cells.get(index) {
            Some(cells) => table.row(cells),
            None => places.get(index - cells.len()).map_or_else(String::new, |it| place(state, it)),
        };
        format!("{}{text}", if is_played { '*' } else { ' ' })
    });
    rows.extend(LIST.rows(state, shown, lines));
    rows
}

/// `Kogo 1.2-2.3-10`
fn place(state: &State, reached: &Reached) -> String {
    let name = reached.path.file_stem().unwrap_or_default().to_string_lossy();
    let game = if reached.game > 0 { format!("#{}", reached.game + 1) } else { String::new() };
    let swapped = if reached.is_swapped { state.texts().swapped } else { "" };
    clean_line(&format!("{name}{game} {}{swapped}", reached.place))
}

pub(super) fn columns(state: &State) -> [Column; 6] {
    let texts = state.texts();
    [
        Column { least: 1, ..column(texts.book_move, Align::Left, 0) },
        column(texts.book_games, Align::Right, 0),
        column(texts.swapped_games, Align::Right, 0),
        column(texts.later_games, Align::Right, 3),
        column(texts.book_results, Align::Left, 2),
        column(texts.book_rate, Align::Right, 1),
    ]
}

/// The cells of each row: the move, the number of games, of a corner also of those with the colours swapped and of those with
/// a move elsewhere before, how they ended, and the score.
fn cells(state: &State) -> Vec<[String; 6]> {
    let Some(Counted { question, .. }) = state.counted() else { return Vec::new() };
    let position = state.position();
    let some = |number: u32| if number > 0 { number.to_string() } else { String::new() };
    let rows = state.counted_moves().iter().zip(state.offers(PaneId::Statistics));
    let cells = rows.map(|(row, mv)| {
        let name = |mv| state.name_of_move(position, mv, None);
        let mv = if row.mv.is_some_and(|mv| question.is_tenuki(mv)) { row.mv } else { mv };
        let mv = mv.map(|mv| question.name(mv, name, state.lang()));
        let (results, score) = row.results(question.side());
        let score = score.filter(|_| !state.hides_results());
        [
            mv.unwrap_or_else(|| state.texts().games_end.to_owned()),
            row.stats.games.to_string(),
            some(row.stats.swapped),
            some(row.stats.later),
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
        Lack::Failed(why @ IndexError::Corner(_)) => {
            (texts.corner_not_indexed)(&why.worded(state.lang()), &keymap.first_key("book-move"))
        }
        Lack::Failed(why) => {
            let why = clean_line(&why.worded(state.lang()));
            (texts.index_failed)(&why, &keymap.first_key("book-move"))
        }
        Lack::Building(how) => (texts.index_building)(how, &keymap.first_key("cancel")),
        Lack::Reading(how) => (texts.files_reading)(how, &keymap.first_key("cancel")),
    }
}
