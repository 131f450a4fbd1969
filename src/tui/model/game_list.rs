//! The list of games: those of the file, or the records of the directory.

use super::panes::in_view;
use super::text_field::TextField;
use crate::text::Pattern;

/// What the list is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Listed {
    Games,
    Files,
}

/// The list with the part of it that passes the filter.
#[derive(Debug)]
pub(in crate::tui) struct GameList {
    pub(in crate::tui) of: Listed,
    pub(in crate::tui) items: Vec<String>,
    pub(in crate::tui) filter: TextField,
    /// The numbers of the items that pass.
    shown: Vec<u32>,
    /// Which of them is marked.
    pub(in crate::tui) marked: usize,
    /// The first row that is shown, and how many there is room for.
    top: usize,
    room: usize,
}

impl GameList {
    pub(in crate::tui) fn new(of: Listed, items: Vec<String>, marked: usize) -> Self {
        Self {
            of,
            shown: (0..items.len() as u32).collect(),
            items,
            filter: TextField::default(),
            marked,
            top: 0,
            room: 0,
        }
    }

    /// How many items pass the filter, and how many there are.
    pub(in crate::tui) fn counts(&self) -> (usize, usize) {
        (self.shown.len(), self.items.len())
    }

    /// The items that pass the filter, from one on, with their numbers from 0.
    pub(in crate::tui) fn rows(&self, first: usize) -> impl Iterator<Item = (usize, &str)> {
        let shown = self.shown.iter().skip(first);
        shown.filter_map(|index| {
            let index = *index as usize;
            Some((index, &**self.items.get(index)?))
        })
    }

    /// The number of the marked item.
    pub(in crate::tui) fn chosen(&self) -> Option<usize> {
        self.shown.get(self.marked).map(|index| *index as usize)
    }

    /// Puts another item before the one of a number.
    pub(in crate::tui) fn insert(&mut self, number: usize, item: String) {
        self.items.insert(number, item);
        let later = self.shown.iter_mut();
        later
            .filter(|shown| **shown as usize >= number)
            .for_each(|shown| *shown += 1);
    }

    pub(in crate::tui) fn apply_filter(&mut self) {
        let chosen = self.chosen();
        let words = self.filter.text().split_whitespace();
        let queries: Vec<Pattern> = words.filter_map(Pattern::new).collect();
        let passes = |item: &String| queries.iter().all(|query| query.is_in(item));
        let passing = self
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| passes(item));
        self.shown = passing.map(|(index, _)| index as u32).collect();
        let still = |index: &usize| self.shown.binary_search(&(*index as u32)).ok();
        self.marked = chosen.as_ref().and_then(still).unwrap_or(0);
    }

    /// Moves the mark by so many rows.
    pub(in crate::tui) fn go(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(1);
        self.marked = self.marked.saturating_add_signed(by).min(last);
        self.show_marked(self.room);
    }

    /// Moves the mark by so many pages.
    pub(in crate::tui) fn page(&mut self, pages: isize) {
        self.go(pages.saturating_mul(self.room as isize));
    }

    /// Scrolls so that the marked item is in view, where there is room for so many.
    pub(in crate::tui) fn show_marked(&mut self, room: usize) {
        self.room = room;
        let last = self.shown.len().saturating_sub(room);
        self.top = in_view(self.top, self.marked, room).min(last);
    }

    /// The first item that is shown, among those that pass.
    pub(in crate::tui) fn top(&self) -> usize {
        self.top
    }
}
