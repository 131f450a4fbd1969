//! The files of the list, and going from one game or file to another.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::Way;
use super::games::{close, list_games, list_problems, mark_problems, show_list};
use super::{file, jumps, other_files, records, statistics, writing};
use crate::files::notes::Shelf;
use crate::files::walk;
use crate::tui::background::{self, ABOVE, Column, Job, ListItem};
use crate::tui::journal::Journal;
use crate::tui::model::{
    Arrangement, Folder, GameList, Listed, PaneId, State, short_name, stepped,
};
use crate::tui::report::Report;
use crate::words::Worded;

/// A folder, its files and the list of them, or its name and why it cannot be read.
type Entered = Result<(Folder, Vec<PathBuf>, GameList), (String, String)>;

/// Opens the innermost list: the problems of the record, the games of the file or the files of the directory.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    let innermost = state.lists().next();
    match innermost {
        _ if state.ui.mode.opened() == Some(PaneId::Games) => close(state),
        Some(list) => open_list(state, list),
        None => state.report(&Report::OneGame),
    }
}

fn open_list(state: &mut State, list: Listed) {
    match list {
        Listed::Problems => list_problems(state),
        Listed::Games => list_games(state),
        Listed::Files => list_files(state),
        Listed::Played => statistics::list_found(state),
    }
}

/// Opens the list of files with which the session begins.
pub(super) fn begin(state: &mut State) {
    match state.catalog.files {
        Some(_) => list_files(state),
        // They are being read.
        None => show_list(state, GameList::new(Listed::Files, Vec::new(), 0, None)),
    }
    state.ui.began_in = Some(Listed::Files);
}

/// Enters a folder. An open list shows its contents.
pub(super) fn enter(state: &mut State, path: PathBuf) {
    let name = short_name(&path);
    records::begin_opening(state, name.clone());
    // A session that does not follow begins at the top.
    let is_first = state.catalog.folder.is_none();
    let shown = if is_first { PathBuf::new() } else { state.desk.path.clone() };
    let folder = state.catalog.folder.clone();
    let lang = state.lang();
    state.start(Job::Folder, entered, move |_, _| {
        let listed = walk::entries_in(&path).map(|(inside, files)| {
            let folder = Folder::new(path, inside, folder);
            let list = file_list(Some(&folder), &files, &shown, None);
            (folder, files, list)
        });
        Some(listed.map_err(|error| (name, error.cause.worded(lang))))
    });
}

/// Takes the contents of a folder, or why it cannot be read.
fn entered(state: &mut State, entered: Entered) -> bool {
    records::end_opening(state);
    let (folder, files, list) = match entered {
        Ok(entered) => entered,
        Err((name, reason)) => {
            state.report(&Report::CannotOpen(name, reason));
            return true;
        }
    };
    let left = state.catalog.folder.replace(folder).map(|left| left.path);
    state.catalog.files = Some(Arc::new(files));
    state.catalog.choices[Listed::Files as usize] = None;
    if state.ui.mode.has(PaneId::Games) {
        show_files(state, list);
    }
    // After coming back from a folder, that folder is marked.
    let folders = state.catalog.folder.iter().flat_map(|folder| &folder.folders);
    let here = left.and_then(|left| folders.into_iter().position(|folder| *folder == left));
    if let (Some(here), Some(list)) = (here, &mut state.ui.games) {
        list.seek(here);
    }
    true
}

/// Opens the list of the directory's files.
pub(super) fn list_files(state: &mut State) {
    include_open(state);
    let catalog = &state.catalog;
    if let Some(files) = &catalog.files {
        let choice = catalog.choices[Listed::Files as usize].as_ref();
        let list = file_list(catalog.folder.as_ref(), files, &state.desk.path, choice);
        show_files(state, list);
    }
}

/// Adds the open file to those of its folder if it has come since these were read.
fn include_open(state: &mut State) {
    let first = folders(state).len();
    let (catalog, path) = (&mut state.catalog, &state.desk.path);
    let folder = catalog.folder.as_ref();
    let is_inside = folder.is_some_and(|folder| path.parent() == Some(&*folder.path));
    if let Some(files) = catalog.files.as_mut().filter(|_| is_inside)
        && let Err(number) = place_of(files, path)
    {
        Arc::make_mut(files).insert(number, path.clone());
        let choice = catalog.choices[Listed::Files as usize].as_mut();
        choice.into_iter().for_each(|choice| choice.make_room(first + number));
    }
}

/// The index of a file among those of its folder, or the one that it would have.
fn place_of(files: &[PathBuf], path: &Path) -> Result<usize, usize> {
    let order = walk::natural_order(path);
    files.binary_search_by(|file| walk::natural_order(file).cmp(&order))
}

/// The list of a folder's subfolders and of files, with the shown file selected.
fn file_list(
    folder: Option<&Folder>,
    files: &[PathBuf],
    shown: &Path,
    choice: Option<&Arrangement>,
) -> GameList {
    let above = folder.and_then(Folder::above);
    let folders: &[PathBuf] = folder.map_or(&[], |folder| &folder.folders);
    let folder_names = folders.iter().map(|folder| {
        if above.as_ref() == Some(folder) {
            ABOVE.to_owned()
        } else {
            format!("{}/", short_name(folder))
        }
    });
    let names = folder_names.chain(files.iter().map(|file| short_name(file)));
    let here = files.iter().position(|file| file == shown);
    let here = here.map_or(0, |here| folders.len() + here);
    let items = names.map(|name| ListItem::with(Column::Name, name));
    GameList::new(Listed::Files, items.collect(), here, choice)
}

/// Opens a list of the directory's files. Their contents are read while it is open.
fn show_files(state: &mut State, list: GameList) {
    show_list(state, list);
    let files = state.catalog.files.clone().unwrap_or_default();
    let folders = folders(state).to_owned();
    let how = (state.catalog.options, state.words());
    let notes = state.journal.as_ref().and_then(Journal::notes);
    state.start(Job::List, described, move |_, send| {
        let shelf = Shelf::of_all(notes.as_ref());
        background::list(&folders, &files, how, &shelf, send)
    });
}

pub(super) fn folders(state: &State) -> &[PathBuf] {
    let folder = state.catalog.folder.as_ref();
    folder.map_or(&[], |folder| &folder.folders)
}

/// Adds descriptions to the rows from an index on. After the last, waits for new files if the directory is followed.
fn described(state: &mut State, (from, rows): (usize, Vec<ListItem>)) -> bool {
    let files = state.catalog.files.as_ref().map_or(0, |files| files.len());
    let is_last = from + rows.len() == folders(state).len() + files;
    if let Some(list) = state.ui.games.as_mut().filter(|list| list.of == Listed::Files) {
        for (item, row) in list.items.iter_mut().skip(from).zip(rows) {
            item.describe(row);
        }
        list.learn();
    }
    mark_problems(state);
    if is_last {
        await_added(state);
    }
    true
}

/// Waits for files that are added to the followed directory.
fn await_added(state: &mut State) {
    let (directory, files) = (&state.catalog.directory, &state.catalog.files);
    if let (Some(directory), Some(known)) = (directory.clone(), files.clone()) {
        let how = (state.catalog.options, state.words());
        state.start(Job::List, add, move |wanted, send| {
            background::await_added(&directory, &known, how, wanted, send);
            None
        });
    }
}

/// Files were added to the directory, in order.
fn add(state: &mut State, added: Vec<(PathBuf, ListItem)>) -> bool {
    let mut files = state.catalog.files.as_deref().cloned().unwrap_or_default();
    let first = folders(state).len();
    for (path, row) in added {
        let Err(number) = place_of(&files, &path) else {
            continue;
        };
        let mut item = ListItem::with(Column::Name, short_name(&path));
        item.describe(row);
        files.insert(number, path);
        let list = state.ui.games.as_mut();
        if let Some(list) = list.filter(|list| list.of == Listed::Files) {
            list.insert(first + number, item);
        }
    }
    state.catalog.files = Some(Arc::new(files));
    state.ui.games.iter_mut().for_each(GameList::learn);
    true
}

/// Closes the list, or quits if the session began in it.
pub(super) fn leave(state: &mut State, count: Option<usize>) {
    let list = state.ui.games.as_ref().map(|list| list.of);
    match list.is_some() && list == state.ui.began_in {
        true => writing::quit(state, count),
        false => close(state),
    }
}

/// Goes to the parent directory, if there is one.
pub(super) fn leave_folder(state: &mut State, _: Option<usize>) {
    let above = state.catalog.folder.as_ref().and_then(Folder::above);
    match above {
        Some(above) if state.ui.lists(Listed::Files) => enter(state, above),
        _ => state.report(&Report::NoMeaning(state.ui.keymap.first_key("back"))),
    }
}

/// Opens the next list in place of this one: from problems to games, files and back.
pub(super) fn other_list(state: &mut State, _: Option<usize>) {
    let here = state.ui.games.as_ref().map(|list| list.of);
    let lists: Vec<Listed> = state.lists().collect();
    let mut others = lists.iter().cycle().skip_while(|list| Some(**list) != here).skip(1);
    if lists.len() > 1
        && let Some(list) = others.next()
    {
        open_list(state, *list);
    }
}

/// Opens the marked game, file or folder.
pub(super) fn open_chosen(state: &mut State, _: Option<usize>) {
    let list = state.ui.games.as_ref();
    let Some((of, chosen)) = list.and_then(|list| Some((list.of, list.chosen()?))) else {
        return;
    };
    match of {
        Listed::Problems => {
            jumps::leave(state);
            if let Some(start) = state.desk.record.tree.problem_starts().get(chosen) {
                records::set_problem(state, *start);
            }
            close(state);
        }
        Listed::Games => {
            records::with_game(state, chosen, move |state| {
                jumps::leave(state);
                if records::show_game(state, chosen) {
                    close(state);
                }
            });
        }
        Listed::Played => other_files::open_found(state, chosen, Way::There),
        Listed::Files => match folders(state).get(chosen).cloned() {
            Some(folder) => enter(state, folder),
            None => open_file_number(state, chosen - folders(state).len()),
        },
    }
}

/// Opens the next or previous file that passes the filter. Returns false if there is none.
pub(super) fn open_neighbour(state: &mut State, forward: bool) -> bool {
    include_open(state);
    let Some(files) = &state.catalog.files else {
        return false;
    };
    let Some(here) = files.iter().position(|file| *file == state.desk.path) else {
        return false;
    };
    let (first, count) = (folders(state).len(), files.len());
    let choice = state.catalog.choices[Listed::Files as usize].as_ref();
    let there = neighbour(choice, first + here, forward, 1, first + count);
    let there = there.and_then(|there| there.checked_sub(first));
    if let Some(there) = there {
        open_file_number(state, there);
    }
    there.is_some()
}

/// The item `times` rows after or before another in the chosen order and filter, or the last in that direction.
pub(super) fn neighbour(
    choice: Option<&Arrangement>,
    here: usize,
    forward: bool,
    times: usize,
    count: usize,
) -> Option<usize> {
    let Some(choice) = choice else {
        let there = stepped(here, forward, times, count.saturating_sub(1));
        return Some(there).filter(|there| *there != here);
    };
    let shown = &choice.shown;
    let row = shown.iter().position(|index| *index as usize == here);
    let there = match (row, forward) {
        (Some(row), _) => stepped(row, forward, times, shown.len() - 1),
        // The filter hides the current item: start from its neighbours.
        (None, true) => shown.iter().position(|index| *index as usize > here)?,
        (None, false) => shown.iter().rposition(|index| (*index as usize) < here)?,
    };
    let there = shown.get(there).map(|index| *index as usize);
    there.filter(|there| *there != here)
}

pub(super) fn open_file_number(state: &mut State, number: usize) {
    let file = state.catalog.files.as_ref().and_then(|files| files.get(number));
    if let Some(path) = file.cloned() {
        file::start_opening(state, path, None);
    }
}

/// Drops the state of lists and panes that are no longer open, whatever closed them.
pub(super) fn drop_what_is_closed(state: &mut State) {
    if !state.ui.mode.has(PaneId::Games) {
        state.ui.has_read = true;
        if let Some(list) = state.ui.games.take() {
            state.catalog.choices[list.of as usize] = list.arrangement();
            if list.of == Listed::Played {
                state.catalog.found.list = Some(list);
            }
        }
        state.stop(Job::List);
    }
    if !state.ui.mode.has(PaneId::Map) {
        state.ui.map = None;
    }
    if !state.ui.mode.has(PaneId::Help) {
        state.ui.sought_in_help = None;
    }
}

/// Goes forward or back by games. After the file's last game comes the directory's next file.
pub(super) fn go_to_game(state: &mut State, forward: bool, times: usize) {
    if let Some(here) = state.listed_here() {
        let choice = state.catalog.choices[Listed::Played as usize].as_ref();
        let count = state.catalog.found.games.len();
        return match neighbour(choice, here, forward, times, count) {
            Some(there) => other_files::open_found(state, there, Way::Beside),
            None => state.report(&Report::NoMoreGames),
        };
    }
    let count = state.desk.loaded.games().len();
    let choice = state.catalog.choices[Listed::Games as usize].as_ref();
    let there = neighbour(choice, state.desk.game, forward, times, count);
    if let Some(there) = there {
        records::with_game(state, there, move |state| {
            records::show_game(state, there);
        });
    } else if forward && state.desk.percent.is_some() {
        state.report(&Report::StillReading);
    } else if !open_neighbour(state, forward) {
        state.report(&Report::NoMoreGames);
    }
}
