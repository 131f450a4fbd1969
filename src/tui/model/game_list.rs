//! The list of games in the file, or of folders and records in the directory.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::entry::TextField;
use super::{PaneId, State, short_name};
use crate::columns::NAMES;
use crate::format::natural;
use crate::library::{Pattern, person};
use crate::record::{Date, Place};
use crate::text::{columns, folded};
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
        let problems = is_problem && desk.record.tree.problem_starts().len() > 1;
        let games = desk.loaded.games().len() > 1;
        let lists = [
            (self.listed_here().is_some(), Listed::Played),
            (problems, Listed::Problems),
            (games, Listed::Games),
            (self.catalog.files.is_some(), Listed::Files),
        ];
        lists.into_iter().filter_map(|(is_there, list)| is_there.then_some(list))
    }

    /// Whether there is no game to describe: the marked row of a list is none, nobody has chosen one, or there are many.
    pub(in crate::tui) fn shows_no_game(&self) -> bool {
        self.ui.is_blank || self.list_title().is_some() || self.is_on_wall()
    }

    /// The title of a list of files or of the library, if nobody has chosen a game yet or no board beside the list shows one.
    pub(in crate::tui) fn list_title(&self) -> Option<String> {
        let list = self.ui.games.as_ref().filter(|_| self.beside.is_none())?;
        let is_over = !self.ui.has_read || self.ui.layout.area(PaneId::Board).is_none();
        let folder = self.catalog.folder.as_ref();
        let folder = folder.map(|folder| format!("{}/", short_name(&folder.path)));
        match list.of {
            Listed::Files if is_over => folder,
            Listed::Played if is_over => folder.or_else(|| Some(self.texts().library.to_owned())),
            _ => None,
        }
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
    /// The columns of the players of a game, or of its title, of results, and of names of files.
    pub(in crate::tui) players: usize,
    pub(in crate::tui) results: usize,
    pub(in crate::tui) files: usize,
    /// The length of what the names of all files begin with, and of what the titles do: whole words.
    pub(in crate::tui) shared: usize,
    pub(in crate::tui) shared_titles: usize,
    /// Whether some rows name both players, and whether some do not.
    pub(in crate::tui) has_players: bool,
    pub(in crate::tui) has_titles: bool,
    /// Whether all games have the same players, so that only their titles tell them apart.
    pub(in crate::tui) are_same: bool,
}

impl Names {
    fn of(items: &[ListItem], of: Listed) -> Self {
        /// Titles beyond this many columns are cut rather than the board beside them.
        const TITLE: usize = 48;
        let mut names = Self::default();
        let mut players = items.iter().map(|item| item.text(Column::Players));
        let first = players.next().filter(|first| first.contains(NAMES));
        let has_titles = items.iter().all(|item| !item.title.is_empty());
        names.are_same = items.len() > 1 && has_titles && players.all(|it| Some(it) == first);
        for item in items.iter().filter(|item| !item.is_idle) {
            let main = names.main(item);
            let is_players = main.contains(NAMES);
            // Where names of files give way, one is before a title.
            let file = item.text(Column::Name);
            let before = if of == Listed::Files { columns(file, false) + 2 } else { 0 };
            let width = match is_players {
                true => columns(main, false),
                false if item.title.is_empty() => 0,
                false => (before + columns(main, false)).min(TITLE),
            };
            names.players = names.players.max(width);
            names.results = names.results.max(columns(item.text(Column::Result), false));
            names.files = names.files.max(columns(file, false)).min(TITLE);
            names.has_players |= is_players;
            names.has_titles |= !is_players;
        }
        let files = items.iter().map(|item| item.text(Column::Name));
        names.shared = shared(files.filter(|name| !name.ends_with('/')));
        if matches!(of, Listed::Games | Listed::Played) {
            let titles = items.iter().map(|item| names.main(item));
            names.shared_titles = shared(titles.filter(|title| !title.contains(NAMES)));
        }
        names
    }

    /// What an item is called: its players, or its title.
    pub(in crate::tui) fn main(self, item: &ListItem) -> &str {
        if self.are_same { &item.title } else { item.text(Column::Players) }
    }
}

/// The length of what all names begin with. A name alone shares nothing with others.
fn shared<'a>(mut names: impl Iterator<Item = &'a str>) -> usize {
    let first = names.next().unwrap_or_default();
    let common = names.map(|name| {
        let mut pairs = first.char_indices().zip(name.chars());
        let parts = pairs.find(|((_, one), other)| one != other);
        parts.map_or(first.len().min(name.len()), |((at, _), _)| at)
    });
    let shared = &first[..common.min().unwrap_or(0)];
    shared.trim_end_matches(char::is_alphanumeric).len()
}

/// The words of a filter, and the position after `:`.
pub(in crate::tui) fn parts(filter: &str) -> (&str, &str) {
    let (words, position) = filter.split_once([':', '：']).unwrap_or((filter, ""));
    (words, position.trim())
}

/// What is searched for by the words of a filter. A team before the name of its player need not be there.
fn patterns(words: &str) -> Vec<Pattern> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut wanted = Vec::new();
    for (nth, word) in words.iter().enumerate() {
        let next = words.get(nth + 1).filter(|next| person(&format!("{word}{next}")) == **next);
        wanted.extend(next.is_none().then(|| Pattern::new(person(word))).flatten());
    }
    wanted
}

/// The list.
pub(in crate::tui) struct GameList {
    pub(in crate::tui) of: Listed,
    pub(in crate::tui) items: Vec<ListItem>,
    pub(in crate::tui) arrangement: Arrangement,
    /// What is needed to show the names in it.
    pub(in crate::tui) names: Names,
    /// The players of whom several files have games, so that only the names of the files tell them apart.
    pub(in crate::tui) twins: HashSet<String>,
    /// The texts of each item as they are compared; empty until there is a filter.
    folded: Vec<String>,
    /// The rank of each item by the column by which the list is sorted.
    ranks: Vec<u32>,
    /// The position for which the list is filtered, as typed, and the items that have it with its ply, once they are known.
    pub(in crate::tui) position: String,
    pub(in crate::tui) reached: Option<HashMap<u32, Place>>,
    /// The index of the selected item among the matching ones.
    pub(in crate::tui) marked: usize,
    /// The index of the item to select as soon as it matches, until the reader selects another; and whether even if it is no
    /// record.
    sought: Option<(usize, bool)>,
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
        let (names, twins, sought) = (Names::default(), HashSet::new(), Some((marked, false)));
        let (folded, ranks, position, reached) = Default::default();
        let mut list = Self {
            of,
            items,
            arrangement,
            names,
            twins,
            folded,
            ranks,
            position,
            reached,
            marked,
            sought,
        };
        list.look();
        list.arrange();
        list
    }

    /// Looks at the names of all items.
    fn look(&mut self) {
        self.names = Names::of(&self.items, self.of);
        self.folded.clear();
        self.ranks.clear();
        let files = self.items.iter().filter(|_| self.of == Listed::Files);
        let players = files.map(|item| item.text(Column::Players));
        let mut seen = HashSet::new();
        let twins = players.filter(|players| players.contains(NAMES) && !seen.insert(*players));
        self.twins = twins.map(str::to_owned).collect();
    }

    /// The filter and order, if not the default.
    pub(in crate::tui) fn arrangement(&self) -> Option<Arrangement> {
        let chosen = &self.arrangement;
        let is_chosen = self.is_filtered() || chosen.sorted.is_some() || chosen.reversed;
        is_chosen.then(|| chosen.clone())
    }

    /// Whether a filter leaves some items out.
    pub(in crate::tui) fn is_filtered(&self) -> bool {
        !self.arrangement.filter.text().trim().is_empty()
    }

    /// The number of matching items, and of all items but those that are left out.
    pub(in crate::tui) fn counts(&self) -> (usize, usize) {
        (self.arrangement.shown.len(), self.items.len() - self.left_out())
    }

    /// The number of whole games among problems.
    pub(in crate::tui) fn left_out(&self) -> usize {
        self.items.iter().filter(|item| item.is_left_out).count()
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

    /// Selects the item with an index as soon as it matches.
    pub(in crate::tui) fn seek(&mut self, index: usize) {
        self.sought = Some((index, true));
        self.arrange();
    }

    /// Selects the first problem that has failed, unless the reader has selected another.
    pub(in crate::tui) fn seek_failed(&mut self) {
        let failed = self.items.iter().position(|item| item.is_failed);
        failed.filter(|_| self.sought.is_some()).into_iter().for_each(|index| self.seek(index));
    }

    /// Inserts an item before the one with an index.
    pub(in crate::tui) fn insert(&mut self, number: usize, item: ListItem) {
        self.items.insert(number, item);
        self.arrangement.make_room(number);
        if let Some((sought, _)) = &mut self.sought {
            *sought += usize::from(*sought >= number);
        }
    }

    /// Updates the matching items after more was read. Who went to the end of them stays there.
    pub(in crate::tui) fn learn(&mut self) {
        let ends = self.sought.is_none() && self.marked + 1 == self.arrangement.shown.len();
        self.look();
        self.arrange();
        if ends {
            self.marked = self.arrangement.shown.len().saturating_sub(1);
        }
    }

    /// Updates the matching items after a change of the filter or order.
    pub(in crate::tui) fn arrange(&mut self) {
        let chosen = [self.sought, self.chosen().map(|chosen| (chosen, false))];
        let (words, _) = parts(self.arrangement.filter.text());
        let queries: Vec<Pattern> = patterns(words);
        if !queries.is_empty() {
            self.fold();
        }
        let reached = self.reached.as_ref();
        let mut passing: Vec<u32> = (0..self.items.len() as u32).collect();
        passing.retain(|index| {
            let (item, folded) = (&self.items[*index as usize], self.folded.get(*index as usize));
            !item.is_left_out
                && reached.is_none_or(|reached| reached.contains_key(index))
                && queries.iter().all(|query| {
                    let texts = || item.texts.iter().any(|text| query.is_in(text));
                    query.is_in_folded(folded.map_or("", String::as_str), texts)
                })
        });
        self.arrangement.shown = passing;
        self.sort();
        let shown = &self.arrangement.shown;
        // What turns out to be no record goes to the end, but does not take the reader there.
        let mut chosen = chosen.into_iter().flatten();
        let last = shown.len().saturating_sub(1);
        let kept = if queries.is_empty() { self.marked.min(last) } else { 0 };
        let row = chosen.find_map(|(chosen, is_sure)| {
            let stays = is_sure || self.items.get(chosen).is_none_or(|item| !item.is_idle);
            shown.iter().position(|index| stays && *index as usize == chosen)
        });
        self.marked = row.unwrap_or(kept);
    }

    /// Prepares the texts for filters.
    pub(in crate::tui) fn fold(&mut self) {
        if self.folded.is_empty() {
            let texts = self.items.iter().map(|item| folded(&item.texts.join("\n")));
            self.folded = texts.collect();
        }
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
                (is_last || is_none, is_none, is_empty, date, text.map(natural))
            };
            if self.ranks.is_empty() {
                let mut order: Vec<u32> = (0..items.len() as u32).collect();
                order.sort_by_cached_key(key);
                self.ranks = vec![0; items.len()];
                for (rank, index) in (0..).zip(order) {
                    self.ranks[index as usize] = rank;
                }
            }
            self.arrangement.shown.sort_unstable_by_key(|index| self.ranks[*index as usize]);
            sortable = self.arrangement.shown.partition_point(|index| !key(index).0);
        } else {
            // Problems that have failed come up again first, after the folders.
            self.arrangement.shown.sort_by_key(|index| {
                let item = items.get(*index as usize);
                let is_folder = item.is_some_and(|item| item.text(Column::Name).ends_with('/'));
                (is_none(items, *index), !is_folder && !item.is_some_and(|item| item.is_failed))
            });
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
        self.ranks.clear();
        self.arrange();
    }
}
