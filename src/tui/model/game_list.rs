//! The list of games in the file, or of folders and records in the directory.

use std::ops::Range;

use super::entry::TextField;
use super::{Folder, State, starts};
use crate::columns::NAMES;
use crate::library::Pattern;
use crate::record::Date;
use crate::text::columns;
use crate::tui::background::{Column, ListItem};

/// The contents of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Listed {
    /// The problems of the record.
    Problems,
    Games,
    Files,
    /// The games of the library in which the position was reached.
    Played,
}

impl State {
    /// The lists that there are, with the innermost first.
    pub(in crate::tui) fn lists(&self) -> impl Iterator<Item = Listed> {
        let desk = &self.desk;
        let is_problem = self.ui.mode.problem.is_some();
        let problems = is_problem && starts(&desk.record).len() > 1;
        let games = desk.loaded.games().len() > 1;
        let lists = [
            (problems, Listed::Problems),
            (games, Listed::Games),
            (self.catalog.files.is_some(), Listed::Files),
        ];
        lists.into_iter().filter_map(|(is_there, list)| is_there.then_some(list))
    }

    /// Whether there is no game to describe: the marked row of a list is none, or nobody has chosen one.
    pub(in crate::tui) fn shows_no_game(&self) -> bool {
        self.ui.is_blank || self.listed_folder().is_some()
    }

    /// The folder that is listed, if nobody has chosen a game yet and no board beside the list shows one.
    pub(in crate::tui) fn listed_folder(&self) -> Option<&Folder> {
        let list = self.ui.games.as_ref().filter(|list| list.of == Listed::Files);
        let list = list.filter(|_| !self.ui.has_read && self.beside.is_none());
        list.and(self.catalog.folder.as_ref())
    }
}

/// The filter and order of a list, which are kept when it is closed.
#[derive(Debug, Clone, Default)]
pub(in crate::tui) struct Arrangement {
    pub(in crate::tui) filter: TextField,
    /// The column by which the list is sorted; `None` for file order.
    pub(in crate::tui) sorted: Option<Column>,
    /// Whether the order is reversed.
    pub(in crate::tui) reversed: bool,
    /// The indexes of matching items, in order.
    pub(in crate::tui) shown: Vec<u32>,
}

impl Arrangement {
    /// Makes room for an item before the one with an index.
    pub(in crate::tui) fn make_room(&mut self, number: usize) {
        let later = self.shown.iter_mut().filter(|shown| **shown as usize >= number);
        later.for_each(|shown| *shown += 1);
    }
}

/// Facts about all the names in a list.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::tui) struct Names {
    /// The columns of the players of a game, where both are known, and of results.
    pub(in crate::tui) players: usize,
    pub(in crate::tui) results: usize,
    /// The length of what the names of all files begin with: whole words.
    pub(in crate::tui) shared: usize,
}

impl Names {
    fn of(items: &[ListItem]) -> Self {
        fn widest(items: &[ListItem], column: Column) -> usize {
            let texts = items.iter().map(|item| item.text(column));
            let texts = texts.filter(|text| column == Column::Result || text.contains(NAMES));
            texts.map(|text| columns(text, false)).max().unwrap_or(0)
        }
        let (players, results) = (widest(items, Column::Players), widest(items, Column::Result));
        Self { players, results, shared: shared(items) }
    }
}

/// The length of what the names of all files begin with. A name alone shares nothing with others.
fn shared(items: &[ListItem]) -> usize {
    let names = items.iter().map(|item| item.text(Column::Name));
    let mut names = names.filter(|name| !name.ends_with('/'));
    let first = names.next().unwrap_or_default();
    let common = names.map(|name| {
        let mut pairs = first.char_indices().zip(name.chars());
        let parts = pairs.find(|((_, one), other)| one != other);
        parts.map_or(first.len().min(name.len()), |((at, _), _)| at)
    });
    let shared = &first[..common.min().unwrap_or(0)];
    shared.trim_end_matches(char::is_alphanumeric).len()
}

/// The list.
pub(in crate::tui) struct GameList {
    pub(in crate::tui) of: Listed,
    pub(in crate::tui) items: Vec<ListItem>,
    pub(in crate::tui) arrangement: Arrangement,
    /// What is needed to show the names in it.
    pub(in crate::tui) names: Names,
    /// The index of the selected item among the matching ones.
    pub(in crate::tui) marked: usize,
    /// The index of the item to select as soon as it matches, until the reader selects another.
    sought: Option<usize>,
}

impl GameList {
    /// A list with an item selected, filtered and sorted as before.
    pub(in crate::tui) fn new(
        of: Listed,
        items: Vec<ListItem>,
        marked: usize,
        arrangement: Option<&Arrangement>,
    ) -> Self {
        let mut arrangement = arrangement.cloned().unwrap_or_default();
        arrangement.filter = TextField::new(arrangement.filter.text().trim());
        arrangement.shown.clear();
        let (names, sought) = (Names::default(), Some(marked));
        let mut list = Self { of, items, arrangement, names, marked, sought };
        list.arrange();
        list
    }

    /// The filter and order, if not the default.
    pub(in crate::tui) fn arrangement(&self) -> Option<Arrangement> {
        let chosen = &self.arrangement;
        let has_filter = !chosen.filter.text().trim().is_empty();
        let is_chosen = has_filter || chosen.sorted.is_some() || chosen.reversed;
        is_chosen.then(|| chosen.clone())
    }

    /// The number of matching items, and of all items.
    pub(in crate::tui) fn counts(&self) -> (usize, usize) {
        (self.arrangement.shown.len(), self.items.len())
    }

    /// Some of the matching items, with their indexes.
    pub(in crate::tui) fn rows(
        &self,
        shown: Range<usize>,
    ) -> impl Iterator<Item = (usize, &ListItem)> {
        let shown = self.arrangement.shown[shown].iter();
        shown.filter_map(|index| {
            let index = *index as usize;
            Some((index, self.items.get(index)?))
        })
    }

    /// The index of the selected item.
    pub(in crate::tui) fn chosen(&self) -> Option<usize> {
        self.arrangement.shown.get(self.marked).map(|index| *index as usize)
    }

    /// Selects a matching item.
    pub(in crate::tui) fn select(&mut self, row: usize) {
        (self.marked, self.sought) = (row, None);
    }

    /// Inserts an item before the one with an index.
    pub(in crate::tui) fn insert(&mut self, number: usize, item: ListItem) {
        self.items.insert(number, item);
        self.arrangement.make_room(number);
        self.sought = self.sought.map(|sought| sought + usize::from(sought >= number));
    }

    /// Updates the matching items after more was read. Who went to the end of them stays there.
    pub(in crate::tui) fn learn(&mut self) {
        let ends = self.sought.is_none() && self.marked + 1 == self.arrangement.shown.len();
        self.arrange();
        if ends {
            self.marked = self.arrangement.shown.len().saturating_sub(1);
        }
    }

    /// Updates the matching items after a change of the filter or order.
    pub(in crate::tui) fn arrange(&mut self) {
        let chosen = [self.sought, self.chosen()];
        self.names = Names::of(&self.items);
        let words = self.arrangement.filter.text().split_whitespace();
        let queries: Vec<Pattern> = words.filter_map(Pattern::new).collect();
        let passing = self.items.iter().enumerate().filter(|(_, item)| {
            queries.iter().all(|query| item.texts.iter().any(|text| query.is_in(text)))
        });
        self.arrangement.shown = passing.map(|(index, _)| index as u32).collect();
        self.sort();
        let shown = &self.arrangement.shown;
        // What turns out to be no record goes to the end, but does not take the reader there.
        let mut chosen = chosen.into_iter().flatten();
        let last = shown.len().saturating_sub(1);
        let kept = if queries.is_empty() { self.marked.min(last) } else { 0 };
        let row = chosen.find_map(|chosen| {
            let is_record = self.items.get(chosen).is_none_or(|item| !item.is_idle);
            shown.iter().position(|index| is_record && *index as usize == chosen)
        });
        self.marked = row.unwrap_or(kept);
    }

    /// Sorts the matching items. Those without a text, or without a date among dates, come last in both directions, and
    /// after them what is no record.
    fn sort(&mut self) {
        fn is_none(items: &[ListItem], index: u32) -> bool {
            items.get(index as usize).is_some_and(|item| item.is_idle)
        }
        let items = &self.items;
        let shown = self.arrangement.shown.iter();
        let mut sortable = shown.filter(|index| !is_none(items, **index)).count();
        if let Some(column) = self.arrangement.sorted {
            let key = |index: &u32| {
                let text = items.get(*index as usize).map(|item| item.text(column));
                let date = text.filter(|_| column == Column::Date).and_then(Date::read);
                let is_empty = text.is_none_or(str::is_empty);
                let is_last = is_empty || column == Column::Date && date.is_none();
                let is_none = is_none(items, *index);
                (is_last || is_none, is_none, is_empty, date, text)
            };
            self.arrangement.shown.sort_by_cached_key(key);
            sortable = self.arrangement.shown.partition_point(|index| !key(index).0);
        } else {
            self.arrangement.shown.sort_by_key(|index| is_none(items, *index));
        }
        if self.arrangement.reversed {
            self.arrangement.shown[..sortable].reverse();
        }
    }

    /// Sorts by the next column with any text, or restores file order after the last.
    pub(in crate::tui) fn sort_by_next(&mut self) {
        let next = self.arrangement.sorted.map_or(0, |column| column as usize + 1);
        let mut columns = Column::ALL.into_iter().skip(next);
        self.arrangement.sorted =
            columns.find(|column| self.items.iter().any(|item| !item.text(*column).is_empty()));
        self.arrange();
    }
}
