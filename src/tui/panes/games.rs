//! The list of games or files, with its filter.

use ratatui::layout::Rect;

use super::list::{List, row};
use super::{Body, Pane, Row};
use crate::columns::{self, Align, CutAt, Table};
use crate::record::Key;
use crate::tui::background::{Column, DATE, Job, ListItem};
use crate::tui::layout::LIST as LIST_WIDTH;
use crate::tui::model::{Arrangement, GameList, Input, Listed, Names, State, TextLine, short_name};

pub(in crate::tui) const PANE: Pane =
    Pane { heading: Some(heading), body: Body::Rows(rows), list: Some(LIST), ..Pane::PLAIN };

const LIST: List = List {
    count: |state| state.ui.games.as_ref().map_or(0, |list| list.counts().0),
    marked: |state| Ok(state.ui.games.as_ref().map_or(0, |list| list.marked)),
    node: |_, _| None,
};

fn heading(state: &State, _: u16) -> (String, String) {
    let Some(list) = &state.ui.games else {
        return Default::default();
    };
    let texts = state.texts();
    let title = match (list.of, &state.catalog.folder) {
        (Listed::Problems, _) => texts.problems.to_owned(),
        (Listed::Games, _) => texts.games.to_owned(),
        (Listed::Played, _) if state.catalog.found.is_all => texts.library.to_owned(),
        (Listed::Played, _) => texts.statistics.to_owned(),
        (Listed::Files, None) => texts.files.to_owned(),
        (Listed::Files, Some(folder)) => format!("{} {}", texts.files, short_name(&folder.path)),
    };
    let (shown, all) = list.counts();
    let left_out = list.left_out();
    let games = if left_out > 0 { (texts.left_out)(left_out) } else { String::new() };
    (title, format!("{}{games}{shown}/{all}", order(state, &list.arrangement)))
}

/// `by date  reversed  `, unless in the order of the file.
fn order(state: &State, arrangement: &Arrangement) -> String {
    let texts = state.texts();
    let sorted = arrangement.sorted.map(|column| column_name(state, column));
    let sorted = sorted.map_or_else(String::new, |name| (texts.sorted)(&name));
    let reversed = if arrangement.reversed { texts.reversed } else { "" };
    format!("{sorted}{reversed}")
}

/// `[by date  filter: 呂欽]`: what decides which game is next, while no list is open that shows it. In less room, `[/呂欽]`.
pub(super) fn ruling(state: &State) -> Option<[String; 2]> {
    let list = state.lists().next().filter(|_| state.ui.games.is_none())?;
    let choice = state.catalog.choices[list as usize].as_ref()?;
    let words = choice.filter.text().trim();
    let order = order(state, choice);
    Some(match words {
        "" => std::array::from_fn(|_| format!("[{}]", order.trim_end())),
        _ => [format!("[{order}{}]", (state.texts().filter)(words)), format!("[/{words}]")],
    })
}

fn column_name(state: &State, column: Column) -> String {
    let texts = state.texts();
    let key = match column {
        Column::Name => return texts.file.to_owned(),
        Column::Players if state.ui.lists(Listed::Problems) => Key::Title,
        Column::Players => return main_name(state).to_owned(),
        Column::Moves => return texts.moves_column.to_owned(),
        Column::Result if state.ui.mode.problem.is_some() => return texts.problem.to_owned(),
        Column::Result => Key::Result,
        Column::Date => Key::Date,
        Column::Event => Key::Event,
    };
    state.lang().header(key, state.desk.record.game()).into_owned()
}

/// What the column of players is called where it has folders and titles, too.
fn main_name(state: &State) -> &'static str {
    let texts = state.texts();
    let names = state.ui.games.as_ref().map(|list| list.names).unwrap_or_default();
    if names.has_players && !names.has_titles { texts.players } else { texts.game_column }
}

/// The number of a row. Files are known by their names.
fn number(of: Listed, index: usize, digits: usize) -> String {
    match of {
        Listed::Problems | Listed::Games | Listed::Played => format!(" {:>digits$} ", index + 1),
        Listed::Files => " ".to_owned(),
    }
}

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let Some(list) = &state.ui.games else {
        return Vec::new();
    };
    let digits = list.items.len().to_string().len();
    let is_typing = matches!(state.ui.mode.input, Input::Filter);
    let is_filtered = is_typing || !list.arrangement.filter.text().is_empty();
    let heads = 1 + usize::from(is_filtered);
    let shown = LIST.shown(state, usize::from(area.height).saturating_sub(heads));
    let items: Vec<(usize, &ListItem)> = list.rows(shown.clone()).collect();
    let room = usize::from(area.width).saturating_sub(1 + number(list.of, 0, digits).len());
    let wide = state.ambiguous().may_be_wide();
    let gives_way = list.of == Listed::Files && room < usize::from(need(state)) + NAMED;
    let mut cells: Vec<_> = items.iter().map(|(_, item)| cells(item, list, gives_way)).collect();
    indent_below_chapters(&mut cells);
    let table = Table::new(columns(state, room, list.names, gives_way), &cells, room, wide);
    let (before, after) = list.arrangement.filter.halves();
    let style = state.look().alert();
    let mut rows = Vec::new();
    if is_filtered {
        let cursor = if is_typing { "_" } else { "" };
        let filter = (state.texts().filter)(&format!("{before}{cursor}{after}"));
        let typed = is_typing.then(|| (state.texts().filter)(before).len() + 1);
        let line = TextLine::new(state, &format!(" {filter}"), style);
        rows.push(Row { cursor: typed, ..line.into() });
    }
    let head = format!(" {}{}", " ".repeat(number(list.of, 0, digits).len()), table.head());
    rows.push(TextLine::new(state, &head, style).into());
    if items.is_empty() && is_filtered {
        let nothing = (state.texts().nothing_fits)(&state.ui.keymap.first_key("search"));
        rows.push(row(state, &format!(" {nothing}")));
    } else if state.awaits(Job::Folder) && items.is_empty() {
        rows.push(row(state, &format!(" {}", state.texts().reading_folder)));
    }
    let lines = items.iter().zip(&cells);
    let lines =
        lines.map(|((index, _), cells)| number(list.of, *index, digits) + &table.row(cells));
    let mut listed: Vec<Row> = LIST.rows(state, shown, lines).collect();
    let idle = listed.iter_mut().zip(&items).filter(|(_, (_, item))| item.is_idle);
    idle.for_each(|(row, _)| row.line.style = state.look().idle());
    let marked = listed.iter_mut().zip(items).zip(cells);
    let marked = marked.into_iter().find(|((row, _), _)| row.cursor.is_some());
    if let Some(((row, (index, _)), mut texts)) = marked {
        // Not the whole row, which would take long on a slow line.
        let is_named = list.of == Listed::Files && !gives_way;
        let main = if is_named { Column::Name } else { Column::Players };
        texts[main as usize + 1..].iter_mut().for_each(String::clear);
        let lit = 1 + number(list.of, index, digits).len() + table.row(&texts).len();
        row.line.parts.push((0..lit, state.look().lit()));
    }
    rows.extend(listed);
    rows
}

/// The columns of the names of files. In less room, they give way to players, results and dates.
const NAMED: usize = 30;

/// The texts of an item, its title without what it shares with all others. Where names of files give way, one is before a title,
/// and before players of whom there are several games, without what it shares.
fn cells(item: &ListItem, list: &GameList, gives_way: bool) -> [String; Column::ALL.len()] {
    let mut cells = item.texts.clone();
    let (names, main) = (list.names, list.names.main(item));
    let is_title = !main.contains(columns::NAMES);
    let own = if is_title { main.get(names.shared_titles..).unwrap_or(main) } else { main };
    let mut own = own.to_owned();
    if own.is_empty() && list.of == Listed::Played {
        own.clone_from(&cells[Column::Name as usize]);
    }
    if gives_way {
        let name = std::mem::take(&mut cells[Column::Name as usize]);
        if is_title || list.twins.contains(main) {
            let shared = if name.ends_with('/') { 0 } else { names.shared };
            own = format!("{}  {own}", name.get(shared..).unwrap_or(&name)).trim_end().to_owned();
        }
    }
    cells[Column::Players as usize] = own;
    cells
}

/// Replaces the chapter in a title by blanks below a row that has the same: `〖战略思想〗--例5`, as in collections of CCBridge.
fn indent_below_chapters(cells: &mut [[String; Column::ALL.len()]]) {
    const TITLE: usize = Column::Players as usize;
    for row in (1..cells.len()).rev() {
        let title = &cells[row][TITLE];
        let chapter = title.rfind("--").map_or(0, |at| at + 2);
        if chapter > 0 && cells[row - 1][TITLE].starts_with(&title[..chapter]) {
            cells[row][TITLE] = format!("  {}", &title[chapter..]);
        }
    }
}

/// The width of players that titles and names of files do not take from other columns.
const PLAYERS: usize = 28;

/// The widths of results and of numbers of moves.
const RESULT: usize = 16;
const MOVES: usize = 5;

/// The width of the results of a list, under their heading.
fn result_width(names: Names) -> usize {
    if names.results == 0 { 0 } else { names.results.clamp(6, RESULT) }
}

/// The columns that the list takes to show players, results and dates whole.
pub(in crate::tui) fn need(state: &State) -> u16 {
    let Some(list) = &state.ui.games else { return 0 };
    let number = if list.of == Listed::Files { 1 } else { list.items.len().to_string().len() + 2 };
    let file = if list.of == Listed::Played { list.names.files + 2 } else { 0 };
    let results = result_width(list.names);
    let columns = [1 + number, file, list.names.players, 2, results, 2, DATE];
    LIST_WIDTH.max(columns.into_iter().sum::<usize>() as u16)
}

/// The columns. Those too narrow to be readable are dropped; names of files get what players leave.
pub(super) fn columns(
    state: &State,
    room: usize,
    names: Names,
    gives_way: bool,
) -> [columns::Column; Column::ALL.len()] {
    // The rows of files have results of games, or of problems.
    let is_problem = state.ui.lists(Listed::Files) && state.ui.mode.problem.is_some();
    let lists_files = state.ui.lists(Listed::Files) || state.ui.lists(Listed::Played);
    let others = (result_width(names) + DATE + 4).min(room);
    Column::ALL.map(|column| {
        let (rank, most, least, cut) = match column {
            Column::Name => (2, room, 8, CutAt::Middle),
            Column::Players if gives_way => (0, room - others, 8, CutAt::Names),
            Column::Players => (
                0,
                PLAYERS.max(names.players).min(room * 2 / 3).min(room - others),
                8,
                CutAt::Names,
            ),
            Column::Result if state.hides_results() && lists_files && !is_problem => {
                (0, 0, 0, CutAt::End)
            }
            Column::Result => (0, RESULT.min(room / 4), 8, CutAt::End),
            Column::Moves => (1, MOVES, MOVES, CutAt::End),
            Column::Date => (0, DATE, DATE, CutAt::End),
            Column::Event => (3, room, 8, CutAt::End),
        };
        let align = if column == Column::Moves { Align::Right } else { Align::Left };
        let head = columns::Column::new(column_name(state, column), align);
        columns::Column { rank, most, least, cut, ..head }
    })
}
