//! The moves of the opening books for the current position.

use ratatui::layout::Rect;

use super::list::{flow, row};
use super::{Body, Pane, Press, Row, list};
use crate::book::{Answer, BookMove, Notice, Progress, Results};
use crate::game::Move;
use crate::text::{clean_line, columns, fit};
use crate::tui::background::OpenBook;
use crate::tui::model::{State, TextLine};

/// The gap between two columns of the table. The first is preceded by the selection marker and the sign of the record's
/// move.
const GAP: usize = 2;
/// The minimum width of a note.
const LEAST_NOTE: usize = 8;
/// A pane with fewer rows shows only moves.
const ROOMY: usize = 6;

pub(super) const PANE: Pane = Pane {
    wish: |state| u16::from(state.shows_book()),
    heading: Some(heading),
    body: Body::Rows(rows),
    ..Pane::PLAIN
};

fn heading(state: &State, width: u16) -> (String, String) {
    let count = state.book_answer().map_or(0, |answer| answer.moves.len());
    let place = match count {
        0 => String::new(),
        _ => format!("{}/{count}", state.marked_in_book() + 1),
    };
    let title = match &*state.books.list {
        [book] => format!("{} {}", state.texts().book, clean_line(&book.name)),
        _ => state.texts().book.to_owned(),
    };
    let title = fit(&title, usize::from(width).saturating_sub(14), false);
    (title.trim_end().to_owned(), place)
}

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let mut rows = indexing(state);
    match state.book_answer() {
        // Still waiting for the answer.
        None => {}
        Some(answer) if answer.moves.is_empty() => {
            let none = format!(" {}", state.texts().not_in_book);
            rows.push(row(state, &none, None));
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
    let line = |book: &OpenBook| match &book.progress {
        Progress::Ready | Progress::Failed(_) => None,
        Progress::Indexing { rows, percent } => {
            let line = (state.texts().indexing)(&book.name, *percent, *rows);
            let line = format!(" {line}");
            Some(TextLine::new(state, &line, state.ui.settings.alert()).into())
        }
    };
    state.books.list.iter().filter_map(line).collect()
}

/// Problems with the books or their answers.
fn notices(state: &State, answer: &Answer) -> Vec<Row> {
    let several = state.books.list.len() > 1;
    let line = |notice: &Notice| {
        let name = state.books.list.get(notice.book).filter(|_| several);
        let name = name.map_or_else(String::new, |book| format!("{}: ", book.name));
        let text = format!(" (!) {name}{}", notice.message);
        TextLine::new(state, &text, state.ui.settings.alert()).into()
    };
    answer.notices.iter().map(line).collect()
}

/// The page of moves with the selected one, problems, and details that do not fit in the table.
fn table(state: &State, answer: &Answer, width: usize, room: usize) -> Vec<Row> {
    let table = Table::new(state, &answer.moves, width);
    let marked = state.marked_in_book();
    let is_roomy = room >= ROOMY;
    let mut below = notices(state, answer);
    let details = table.details(marked, width, state.ambiguous().may_be_wide());
    below.extend(details.iter().map(|line| row(state, line, None)));
    let spare = room.saturating_sub(answer.moves.len() + 1);
    below.truncate(if is_roomy { spare.max(room / 3) } else { 0 });
    let mut lines = Vec::new();
    if is_roomy {
        let heads = table.row("  ", |column| &column.head);
        let heads = TextLine::new(state, &heads, state.ui.settings.heading(false));
        lines.push(heads.into());
    }
    let rows = room.saturating_sub(lines.len() + below.len()).max(1);
    let first = marked / rows * rows;
    let played = state.played_from_here();
    for (nth, mv) in answer.moves.iter().enumerate().skip(first).take(rows) {
        let is_played = played == Some(Move::Xiangqi(mv.mv));
        let own = if is_played { "*" } else { " " };
        let line = table.row(own, |column| &column.cells[nth]);
        lines.push(list::marked(state, nth == marked, &line, Press::BookMove(nth)));
    }
    lines.extend(below);
    lines
}

/// A column of the table.
struct Column {
    head: String,
    cells: Vec<String>,
    /// The width it needs; 0 if it is empty.
    width: usize,
    is_number: bool,
    is_shown: bool,
}

impl Column {
    fn new(head: &str, is_number: bool, cells: Vec<String>) -> Self {
        let widest = cells.iter().map(|cell| columns(cell, false)).max();
        let width = match widest.unwrap_or(0) {
            0 => 0,
            width => width.max(columns(head, false)),
        };
        Self { head: head.to_owned(), cells, width, is_number, is_shown: false }
    }

    /// Pads text to the column's width.
    fn pad(&self, cell: &str) -> String {
        let cell = fit(cell, self.width, false);
        let pad = " ".repeat(self.width - columns(cell, false));
        if self.is_number { pad + cell } else { cell.to_owned() + &pad }
    }

    /// Whether part of a cell is hidden.
    fn hides(&self, row: usize) -> bool {
        !self.is_shown || columns(&self.cells[row], false) > self.width
    }
}

/// The columns from left to right.
struct Table([Column; 7]);

impl Table {
    /// The columns by importance, most important first.
    const IMPORTANCE: [usize; 7] = [0, 1, 4, 2, 3, 5, 6];
    const NOTE: usize = 6;

    fn new(state: &State, moves: &[BookMove], width: usize) -> Self {
        let mut table = Self::of(state, moves);
        let mut left = width;
        for index in Self::IMPORTANCE {
            let column = &mut table.0[index];
            if index == Self::NOTE && left >= GAP + LEAST_NOTE {
                column.width = column.width.min(left - GAP);
            }
            column.is_shown = column.width > 0 && GAP + column.width <= left;
            if column.is_shown {
                left -= GAP + column.width;
            }
        }
        // The move itself is always shown.
        table.0[0].is_shown = true;
        table
    }

    fn of(state: &State, moves: &[BookMove]) -> Self {
        let texts = state.texts();
        let column = |head: &str, is_number: bool, cell: &dyn Fn(&BookMove) -> String| {
            Column::new(head, is_number, moves.iter().map(cell).collect())
        };
        let results = |head: &str, show: &dyn Fn(Results) -> String| {
            column(head, true, &|mv| mv.results.map_or_else(String::new, show))
        };
        let several = state.books.list.len() > 1;
        Self([
            column(texts.book_move, false, &|mv| {
                state.name_of_move(state.position(), Move::Xiangqi(mv.mv), None)
            }),
            column(texts.book_score, true, &|mv| {
                mv.score.map_or_else(String::new, |score| score.to_string())
            }),
            results(texts.book_games, &|results| results.games().to_string()),
            results(texts.book_results, &|Results { won, drawn, lost }| {
                format!("{won}/{drawn}/{lost}")
            }),
            results(texts.book_rate, &|results| {
                let rate = results.win_rate();
                rate.map_or_else(String::new, |rate| format!("{:.1}%", rate * 100.0))
            }),
            column(texts.book_name, false, &|mv| {
                let book = state.books.list.get(mv.book).filter(|_| several);
                book.map_or_else(String::new, |book| clean_line(&book.name))
            }),
            column(texts.book_note, false, &|mv| {
                mv.note.as_deref().map_or_else(String::new, clean_line)
            }),
        ])
    }

    /// A row, with signs in the first gap.
    fn row<'a>(&'a self, signs: &str, cell: impl Fn(&'a Column) -> &'a String) -> String {
        let shown = self.0.iter().filter(|column| column.is_shown);
        let cells: Vec<String> = shown.map(|column| column.pad(cell(column))).collect();
        format!("{signs}{}", cells.join(&" ".repeat(GAP)))
    }

    /// Details that do not fit in a row.
    fn details(&self, row: usize, width: usize, wide: bool) -> Vec<String> {
        let hidden = self.0.iter().filter(|column| column.hides(row));
        let words = hidden.filter_map(|column| match &*column.cells[row] {
            "" => None,
            cell => Some(format!("{} {cell}", column.head)),
        });
        let lines = flow(words, width.saturating_sub(GAP), wide);
        lines.iter().map(|line| format!("  {line}")).collect()
    }
}
