//! The moves in the current position: what was played in the library, and those of the opening books.

use ratatui::layout::Rect;

use super::list::{List, flow, row};
use super::{Body, Pane, Row};
use crate::book::{Answer, BookMove, IndexState, WinCounts};
use crate::columns::{Align, Column, Table, wrap};
use crate::text::{clean_line, fit};

use crate::library::positions::bar;
use crate::tui::model::{Lack, Offer, State, TextLine};
use crate::tui::report::Report;

/// The columns of the selection marker and the sign of the record's move.
const MARKS: usize = 2;
/// The rows for headings, details and the moves of most positions.
const WISH: u16 = 14;
/// The width of the bar of results.
const BAR: usize = 8;
/// A pane with fewer rows shows only moves.
const ROOMY: usize = 6;

pub(super) const PANE: Pane = Pane {
    wish: |state| {
        let has_books = state.has_book() && !state.books.are_shut;
        if has_books || state.books.statistics.is_open { WISH } else { 0 }
    },
    heading: Some(heading),
    body: Body::Rows(rows),
    list: Some(LIST),
    ..Pane::PLAIN
};

const LIST: List = List {
    count: |state| state.offers().len(),
    marked: |state| Ok(state.marked_offer()),
    node: |_, _| None,
};

fn heading(state: &State, width: u16) -> (String, String) {
    if state.books.statistics.is_open {
        let games = state.counted().map_or_else(String::new, |it| it.answer.games.to_string());
        return (state.texts().statistics.to_owned(), games);
    }
    let count = state.book_answer().map_or(0, |answer| answer.moves.len());
    let number = match count {
        0 => String::new(),
        _ => format!("{}/{count}", state.marked_offer() + 1),
    };
    let title = match &*state.books.list {
        [book] => format!("{} {}", state.texts().book, clean_line(&book.name)),
        _ => state.texts().book.to_owned(),
    };
    let title = fit(&title, usize::from(width).saturating_sub(14), false);
    (title.trim_end().to_owned(), number)
}

fn rows(state: &State, area: Rect) -> Vec<Row> {
    if state.books.statistics.is_open { groups(state, area) } else { book_rows(state, area) }
}

fn head(state: &State, table: &Table<4>) -> Row {
    let text = format!("  {}", table.head());
    TextLine::new(state, &text, state.ui.heading(false)).into()
}

/// The statistics, and below them the books if they are shown.
fn groups(state: &State, area: Rect) -> Vec<Row> {
    let offers = state.offers();
    let counted = offers.iter().take_while(|offer| !matches!(offer, Offer::Book(_))).count();
    let has_books = counted < offers.len();
    let heads = usize::from(area.height > 2) * (1 + usize::from(has_books));
    let room = usize::from(area.height).saturating_sub(heads);
    let width = usize::from(area.width).saturating_sub(MARKS);
    let cells: Vec<[String; 4]> = offers.iter().map(|offer| offered(state, *offer)).collect();
    let wide = state.ambiguous().may_be_wide();
    let table =
        |cells: &[[String; 4]], is_book| Table::new(columns_of(state, is_book), cells, width, wide);
    let tables = [table(&cells[..counted], false), table(&cells[counted..], true)];
    let shown = LIST.shown(state, room);
    let lines = shown.clone().map(|index| {
        let sign = if state.is_played(offers[index]) { '*' } else { ' ' };
        match offers[index] {
            Offer::Lack(_) => {
                let said = wrap(&cells[index][0], width, wide).into_iter().next();
                format!("{sign}{}", said.unwrap_or_default())
            }
            _ => format!("{sign}{}", tables[usize::from(index >= counted)].row(&cells[index])),
        }
    });
    let mut rows: Vec<Row> = LIST.rows(state, shown.clone(), lines).collect();
    if let Some(Offer::Lack(lack)) = offers.first() {
        let lines = wrap(&said(state, lack), width, wide);
        let more = lines.into_iter().skip(1).map(|line| row(state, &format!("  {line}")));
        let after = more.chain(rows.drain(1..)).collect::<Vec<_>>();
        rows.extend(after);
    }
    if heads > 1 && shown.end > counted {
        rows.insert(counted.saturating_sub(shown.start), head(state, &tables[1]));
    }
    if heads > 0 && shown.start < counted && !matches!(offers[0], Offer::Lack(_)) {
        rows.insert(0, head(state, &tables[0]));
    }
    rows
}

/// The columns of the statistics, or of the books beside them.
pub(super) fn columns_of(state: &State, is_book: bool) -> [Column; 4] {
    let texts = state.texts();
    let first = if is_book { texts.book } else { texts.book_move };
    [
        Column { least: 1, ..column(first, Align::Left, 0) },
        column(texts.book_games, Align::Right, 0),
        column(texts.book_results, Align::Left, 2),
        column(if is_book { texts.book_score } else { texts.book_rate }, Align::Right, 1),
    ]
}

/// The cells of a row: the move, the number of games, how they ended, and the score.
fn offered(state: &State, offer: Offer<'_>) -> [String; 4] {
    let texts = state.texts();
    match offer {
        Offer::Lack(lack) => [said(state, lack), String::new(), String::new(), String::new()],
        Offer::Book(book) => {
            let [mv, score, games, results, ..] = cells(state, book);
            [mv, games, results, score]
        }
        Offer::Counted(row) => {
            let mv = state.move_of(offer).map(|mv| state.name_of_move(state.position(), mv, None));
            let (results, score) = row.results(state.position().side_to_move());
            let score = score.filter(|_| !state.hides_results());
            [
                mv.unwrap_or_else(|| texts.games_end.to_owned()),
                row.stats.games.to_string(),
                score.map_or_else(String::new, |_| bar(results, BAR)),
                score.map_or_else(String::new, |score| format!("{:.1}%", score * 100.0)),
            ]
        }
    }
}

/// Why there are no statistics.
fn said(state: &State, lack: &Lack) -> String {
    let (texts, keymap) = (state.texts(), &state.ui.keymap);
    match lack {
        Lack::NoLibrary => texts.no_library.to_owned(),
        Lack::NotIndexed => (texts.not_indexed)(&keymap.first_key("book-move")),
        Lack::Failed(why) => {
            let why = clean_line(&state.lang().say(why));
            (texts.index_failed)(&why, &keymap.first_key("book-move"))
        }
        Lack::Building(how) => (texts.index_building)(how, &keymap.first_key("cancel")),
    }
}

/// The moves of the books alone.
fn book_rows(state: &State, area: Rect) -> Vec<Row> {
    let mut rows = indexing(state);
    match state.book_answer() {
        // Still waiting for the answer.
        None => {}
        Some(answer) if answer.moves.is_empty() => {
            let none = format!(" {}", Report::NotInBook.text(state.lang()));
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
            lines.push(TextLine::new(state, &format!(" {line}"), state.ui.alert()).into());
        }
    }
    lines
}

/// Problems with the books or their answers.
fn notices(state: &State, answer: &Answer) -> Vec<Row> {
    let several = state.books.list.len() > 1;
    let lines = answer.notices.iter().map(|notice| {
        let name = state.books.list.get(notice.book).filter(|_| several);
        let name = name.map_or_else(String::new, |book| format!("{}: ", book.name));
        let text = format!(" (!) {name}{}", notice.message);
        TextLine::new(state, &text, state.ui.alert()).into()
    });
    lines.collect()
}

/// The page of moves with the selected one, problems, and details that do not fit in the table.
fn table(state: &State, answer: &Answer, width: usize, room: usize) -> Vec<Row> {
    let moves = answer.moves.iter().map(|mv| cells(state, mv));
    let cells: Vec<[String; 7]> = moves.collect();
    let wide = state.ambiguous().may_be_wide();
    let table = Table::new(columns(state), &cells, width.saturating_sub(MARKS), wide);
    let mut below = notices(state, answer);
    if let Some(cells) = cells.get(state.marked_offer()) {
        let hidden = table.hidden(cells).map(|(head, cell)| format!("{head} {cell}"));
        let lines = flow(hidden, width.saturating_sub(MARKS), wide);
        below.extend(lines.iter().map(|line| row(state, &format!("  {line}"))));
    }
    let is_roomy = room >= ROOMY;
    let spare = room.saturating_sub(answer.moves.len() + 1);
    below.truncate(if is_roomy { spare.max(room / 3) } else { 0 });
    let mut rows = Vec::new();
    if is_roomy {
        let heads = format!("  {}", table.head());
        let heads = TextLine::new(state, &heads, state.ui.heading(false));
        rows.push(heads.into());
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

fn column(head: &str, align: Align, rank: usize) -> Column {
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
