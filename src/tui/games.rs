//! The list of games: those of the file, or the records of the directory.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::jobs::{Job, Outcome};
use super::line::Line;
use super::model::State;
use super::say::Say;
use super::views::{Scroll, View};
use crate::files::load;
use crate::files::load::LoadOptions;
use crate::files::load::show_path;
use crate::format::Loaded;
use crate::game::Side;
use crate::record::{Headers, Key};
use crate::text::Pattern as Query;
use crate::text::clean_line;

/// How often a list that is being read is brought up to date.
const BATCH: Duration = Duration::from_millis(100);

/// What the list is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    Games,
    Files,
}

/// The list with the part of it that passes the filter.
#[derive(Debug)]
pub(super) struct GameList {
    pub(super) of: Listed,
    items: Vec<String>,
    pub(super) filter: Line,
    /// The numbers of the items that pass.
    shown: Vec<u32>,
    /// Which of them is marked.
    pub(super) marked: usize,
    pub(super) scroll: Scroll,
}

impl GameList {
    fn new(of: Listed, items: Vec<String>, marked: usize) -> Self {
        Self {
            of,
            shown: (0..items.len() as u32).collect(),
            items,
            filter: Line::default(),
            marked,
            scroll: Scroll::default(),
        }
    }

    /// How many items pass the filter, and how many there are.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.shown.len(), self.items.len())
    }

    /// The items that pass the filter, from one on, with their numbers from 0.
    pub(super) fn rows(&self, first: usize) -> impl Iterator<Item = (usize, &str)> {
        let shown = self.shown.iter().skip(first);
        shown.filter_map(|index| {
            let index = *index as usize;
            Some((index, &**self.items.get(index)?))
        })
    }

    /// The number of the marked item.
    fn chosen(&self) -> Option<usize> {
        self.shown.get(self.marked).map(|index| *index as usize)
    }

    fn apply_filter(&mut self) {
        let chosen = self.chosen();
        let words = self.filter.text().split_whitespace();
        let queries: Vec<Query> = words.filter_map(Query::new).collect();
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
    pub(super) fn go(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(1);
        self.marked = self.marked.saturating_add_signed(by).min(last);
        self.scroll.show(self.marked);
    }
}

impl State {
    /// Whether there is another game to go to.
    pub(super) fn has_other_games(&self) -> bool {
        self.document.loaded.games.len() > 1 || self.document.files.is_some()
    }

    /// Opens the list of games, or of files where the file has but one game.
    pub(super) fn open_list(&mut self) {
        if self.ui.panes.view == Some(View::Games) {
            self.ui.panes.view = None;
            self.ui.list = None;
        } else if self.document.loaded.games.len() > 1 {
            self.list_games();
        } else if self.document.files.is_some() {
            self.list_files();
        } else {
            self.say(&Say::OneGame);
        }
    }

    fn list_games(&mut self) {
        let items = self
            .document
            .loaded
            .games
            .iter()
            .map(|entry| describe(&entry.headers));
        let list = GameList::new(Listed::Games, items.collect(), self.document.game);
        self.show_list(list);
    }

    /// Opens the list of the directory's files. What is in them is read while the list stands.
    pub(super) fn list_files(&mut self) {
        let Some(files) = self.document.files.clone() else {
            return;
        };
        let here = files.iter().position(|file| *file == self.document.path);
        let items = names(&files);
        self.show_list(GameList::new(Listed::Files, items, here.unwrap_or(0)));
        self.tickets.list = Some(self.start(Job::List(files, self.document.options)));
    }

    fn show_list(&mut self, list: GameList) {
        self.ui.list = Some(list);
        self.ui.panes.view = Some(View::Games);
        self.ui.panes.opened.reset();
    }

    /// Reads what the files hold, from one on.
    pub(super) fn listed(&mut self, from: usize, texts: Vec<String>) {
        let Some(list) = self
            .ui
            .list
            .as_mut()
            .filter(|list| list.of == Listed::Files)
        else {
            return;
        };
        for (item, text) in list.items.iter_mut().skip(from).zip(texts) {
            if !text.is_empty() {
                item.push_str("  ");
                item.push_str(&text);
            }
        }
        self.filter_list();
        self.touch();
    }

    /// Brings the list in line with its filter.
    pub(super) fn filter_list(&mut self) {
        if let Some(list) = &mut self.ui.list {
            list.apply_filter();
            list.go(0);
        }
    }

    /// A key while the list stands; false if it is none of the list's.
    pub(super) fn key_in_list(&mut self, event: &KeyEvent) -> bool {
        let Some(list) = &mut self.ui.list else {
            return false;
        };
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        let page = list.scroll.room() as isize;
        match event.code {
            KeyCode::Esc => return false,
            KeyCode::Char('c' | 'l' | 'z') if control => return false,
            KeyCode::Enter => self.open_chosen(),
            KeyCode::Char('j') if control => self.open_chosen(),
            KeyCode::Up => list.go(-1),
            KeyCode::Down => list.go(1),
            KeyCode::PageUp => list.go(-page),
            KeyCode::PageDown => list.go(page),
            KeyCode::Home => list.go(isize::MIN),
            KeyCode::End => list.go(isize::MAX),
            KeyCode::Tab => self.other_list(),
            _ if list.filter.key(event) => self.filter_list(),
            _ => return false,
        }
        true
    }

    /// From the games of the file to the files of the directory, and back.
    fn other_list(&mut self) {
        match self.ui.list.as_ref().map(|list| list.of) {
            Some(Listed::Games) if self.document.files.is_some() => self.list_files(),
            Some(Listed::Files) if self.document.loaded.games.len() > 1 => self.list_games(),
            _ => {}
        }
    }

    pub(super) fn open_chosen(&mut self) {
        let Some((of, chosen)) = self
            .ui
            .list
            .as_ref()
            .and_then(|list| Some((list.of, list.chosen()?)))
        else {
            return;
        };
        match of {
            Listed::Games => {
                if self.open_game(chosen) {
                    self.ui.panes.view = None;
                    self.ui.list = None;
                }
            }
            Listed::Files => self.open_file_number(chosen),
        }
    }

    /// Opens the directory's file before or after this one; false if there is none.
    pub(super) fn open_neighbour(&mut self, forward: bool) -> bool {
        let Some(files) = &self.document.files else {
            return false;
        };
        let here = files.iter().position(|file| *file == self.document.path);
        let there = here.and_then(|here| here.checked_add_signed(if forward { 1 } else { -1 }));
        let there = there.filter(|there| *there < files.len());
        if let Some(there) = there {
            self.open_file_number(there);
        }
        there.is_some()
    }

    fn open_file_number(&mut self, number: usize) {
        let file = self
            .document
            .files
            .as_ref()
            .and_then(|files| files.get(number));
        if let Some(path) = file.cloned() {
            self.say(&Say::Opening(super::model::short_name(&path)));
            self.tickets.opening = Some(self.start(Job::Open(path, self.document.options)));
        }
    }
}

/// The files' names without what all of them begin with.
fn names(files: &[PathBuf]) -> Vec<String> {
    let common = files
        .split_first()
        .map_or_else(PathBuf::new, |(first, rest)| {
            let parent = first.parent().unwrap_or(Path::new(""));
            let holds = |parent: &&Path| rest.iter().all(|file| file.starts_with(parent));
            parent
                .ancestors()
                .find(holds)
                .unwrap_or(Path::new(""))
                .to_owned()
        });
    let name = |file: &PathBuf| show_path(file.strip_prefix(&common).unwrap_or(file));
    files.iter().map(name).collect()
}

/// Reads what files hold, and sends it now and then. Goes on while `send` says so.
pub(super) fn summarize(
    files: &[PathBuf],
    options: LoadOptions,
    send: &mut dyn FnMut(Outcome) -> bool,
) {
    let mut texts = Vec::new();
    let mut sent = Instant::now();
    for (number, file) in files.iter().enumerate() {
        texts.push(
            load::load(file, options).map_or_else(|error| error.reason(), |file| summary(&file)),
        );
        if sent.elapsed() >= BATCH || number + 1 == files.len() {
            let from = number + 1 - texts.len();
            if !send(Outcome::Listed(from, std::mem::take(&mut texts))) {
                return;
            }
            sent = Instant::now();
        }
    }
}

fn summary(file: &Loaded) -> String {
    match &file.games[..] {
        [game] => describe(&game.headers),
        games => {
            let title = file.title.as_deref().map(clean_line).unwrap_or_default();
            format!("{title} ({})", games.len()).trim_start().to_owned()
        }
    }
}

/// A game in one line: players, result, date, event, title.
fn describe(headers: &Headers) -> String {
    let get = |key| {
        headers
            .get(key)
            .map(clean_line)
            .filter(|text| !text.is_empty())
    };
    let players = match Side::BOTH.map(|side| get(Key::Player(side))) {
        [None, None] => None,
        [first, second] => {
            let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            Some(format!("{} - {}", name(first), name(second)))
        }
    };
    let result = get(Key::Result).filter(|result| result != "*");
    let rest = [Key::Date, Key::Event, Key::Title].map(get);
    let parts: Vec<String> = [players, result]
        .into_iter()
        .chain(rest)
        .flatten()
        .collect();
    parts.join("  ")
}
