//! The moves of the opening books in the current position.

use ratatui::layout::Rect;

use super::list::{List, flow, row};
use super::{Body, Pane, Row};
use crate::book::{BookAnswer, BookMove, IndexState, WinCounts};
use crate::columns::{Align, Column, Table};
use crate::text::{clean_line, fit};
use crate::tui::model::{PaneId, State, TextLine};
use crate::tui::report::Report;
use crate::words::Worded;

/// The columns of the selection marker and the sign of the record's move.
pub(super) const MARKS: usize = 2;
/// The rows for headings, details and the moves of most positions.
pub(super) const WISH: u16 = 14;
/// A pane with fewer rows shows only moves.
const ROOMY: usize = 6;

pub(in crate::tui) const PANE: Pane = Pane {
    wish: |state, _| if state.has_book() { WISH } else { 0 },
    heading: Some(heading),
    body: Body::Rows(rows),
    list: Some(LIST),
    ..Pane::PLAIN
};

const LIST: List = List {
    count: |state| state.book_moves().len(),
    marked: |state| Ok(state.marked_offer(PaneId::Book)),
    node: |_, _| None,
};

fn heading(state: &State, width: u16) -> (String, String) {
    let count = state.book_answer().map_or(0, |answer| answer.moves.len());
    let number = match count {
        0 => String::new(),
        _ => format!("{}/{count}", state.marked_offer(PaneId::Book) + 1),
    };
    let title = match &*state.books.list {
        [book] => format!("{} {}", state.texts().book, clean_line(&book.name)),
        _ => state.texts().book.to_owned(),
    };
    let title = fit(&title, usize::from(width).saturating_sub(14), false);
    (title.trim_end().to_owned(), number)
}

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let mut rows = indexing(state);
    match state.book_answer() {
        // Still waiting for the answer.
        None => {}
        Some(answer) if answer.moves.is_empty() => {
            let none = format!(" {}", Report::NotInBook.worded(state.lang()));
            rows.push(row(state, &none));
            rows.extend(notices(state, answer));
        }
        Some(answer) => {
            let room = usize::from(area.height).saturating_sub(rows.len());
            rows.extend(table(state, answer, usize::from(area.width), room));
        }
    }
    rows
}

/// A line for each book that is being indexed.
fn indexing(state: &State) -> Vec<Row> {
    let mut lines = Vec::new();
    for book in &state.books.list {
        if let IndexState::Indexing { rows, percent } = &book.progress {
            let line = (state.texts().indexing)(&book.name, *percent, *rows);
            lines.push(TextLine::new(state, &format!(" {line}"), state.look().alert()).into());
        }
    }
    lines
}

/// Problems with the books or their answers.
fn notices(state: &State, answer: &BookAnswer) -> Vec<Row> {
    let several = state.books.list.len() > 1;
    let lines = answer.notices.iter().map(|notice| {
        let name = state.books.list.get(notice.book).filter(|_| several);
        let name = name.map_or_else(String::new, |book| format!("{}: ", book.name));
        let problem = clean_line(&notice.problem.worded(state.lang()));
        let text = format!(" (!) {name}{problem}");
        TextLine::new(state, &text, state.look().alert()).into()
    });
    lines.collect()
}

/// The page of moves with the selected one, problems, and details that do not fit in the table.
fn table(state: &State, answer: &BookAnswer, width: usize, room: usize) -> Vec<Row> {
    let moves = answer.moves.iter().map(|mv| cells(state, mv));
    let cells: Vec<[String; 7]> = moves.collect();
    let wide = state.ambiguous().may_be_wide();
    let table = Table::new(columns(state), &cells, width.saturating_sub(MARKS), wide);
    let mut below = notices(state, answer);
    if let Some(cells) = cells.get(state.marked_offer(PaneId::Book)) {
        let hidden = table.hidden(cells).map(|(head, cell)| format!("{head} {cell}"));
        let lines = flow(hidden, 2, width.saturating_sub(MARKS), wide);
        below.extend(lines.iter().map(|line| row(state, &format!("  {line}"))));
    }
    let is_roomy = room >= ROOMY;
    let spare = room.saturating_sub(answer.moves.len() + 1);
    below.truncate(if is_roomy { spare.max(room / 3) } else { 0 });
    let mut rows = Vec::new();
    if is_roomy {
        rows.push(head(state, &table));
    }
    let shown = LIST.shown(state, room.saturating_sub(rows.len() + below.len()));
    let played = state.played_from_here();
    let lines = answer.moves.iter().zip(&cells).skip(shown.start).map(|(mv, cells)| {
        let is_played = played == Some(mv.mv);
        format!("{}{}", if is_played { "*" } else { " " }, table.row(cells))
    });
    rows.extend(LIST.rows(state, shown, lines));
    rows.extend(below);
    rows
}

/// The headings of the columns.
pub(super) fn head<const N: usize>(state: &State, table: &Table<N>) -> Row {
    let text = format!("  {}", table.head());
    TextLine::new(state, &text, state.look().heading(false)).into()
}

pub(super) fn column(head: &str, align: Align, rank: usize) -> Column {
    Column { rank, ..Column::new(head, align) }
}

/// The headings of the columns, their alignment, and which are dropped first.
pub(super) fn columns(state: &State) -> [Column; 7] {
    let texts = state.texts();
    [
        Column { least: 1, ..column(texts.book_move, Align::Left, 0) },
        column(texts.book_score, Align::Right, 0),
        column(texts.book_games, Align::Right, 1),
        column(texts.book_results, Align::Right, 1),
        column(texts.book_rate, Align::Right, 0),
        column(texts.book_name, Align::Left, 1),
        Column { least: 8, ..column(texts.book_note, Align::Left, 1) },
    ]
}

fn cells(state: &State, mv: &BookMove) -> [String; 7] {
    let games = mv.results.map(|results| results.games().to_string());
    let results = mv.results.map(|WinCounts { won, drawn, lost }| format!("{won}/{drawn}/{lost}"));
    let several = state.books.list.len() > 1;
    let book = state.books.list.get(mv.book).filter(|_| several);
    let rate = mv.results.and_then(WinCounts::win_rate);
    [
        state.name_of_move(state.position(), mv.mv, None),
        mv.score.map_or_else(String::new, |score| score.to_string()),
        games.unwrap_or_default(),
        results.unwrap_or_default(),
        rate.map_or_else(String::new, |rate| format!("{:.1}%", rate * 100.0)),
        book.map_or_else(String::new, |book| clean_line(&book.name)),
        mv.note.as_deref().map_or_else(String::new, clean_line),
    ]
}
