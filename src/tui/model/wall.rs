//! The wall: the games of all watched files, as they stand.

use std::cmp::Reverse;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::State;
use super::entry::TextField;
use super::panes::PaneId;
use crate::crash::locked;
use crate::files::load::Cause;
use crate::files::walk::natural_order;
use crate::files::watch::{Follow, LIVELY};
use crate::game::Side;
use crate::library::Pattern;
use crate::record::{Left, left, time};
use crate::tui::background::{InView, News, OnWall, Standing, Time, name_of};

/// A game on the wall.
pub(in crate::tui) struct WallGame {
    pub(in crate::tui) id: OnWall,
    /// The name of the file, with the number of the game.
    pub(in crate::tui) name: String,
    /// How it stands; `None` if the file has never been readable.
    pub(in crate::tui) standing: Option<Box<Standing>>,
    /// Why the file cannot be shown as it is now.
    pub(in crate::tui) trouble: Option<Arc<Cause>>,
    pub(in crate::tui) is_gone: bool,
    pub(in crate::tui) is_pinned: bool,
}

/// How much a game deserves a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Pinned,
    /// It has changed a moment ago.
    Live,
    Quiet,
    Over,
    Gone,
    Unreadable,
}

impl WallGame {
    fn class(&self, now: Instant) -> Class {
        match &self.standing {
            None => Class::Unreadable,
            _ if self.is_pinned => Class::Pinned,
            _ if self.is_gone => Class::Gone,
            Some(standing) if standing.is_over => Class::Over,
            Some(_) if self.is_live(now) => Class::Live,
            Some(_) => Class::Quiet,
        }
    }

    /// Whether it is being played.
    fn is_live(&self, now: Instant) -> bool {
        let standing = self.standing.as_ref().filter(|it| !it.is_over && !self.is_gone);
        standing.is_some_and(|standing| now < standing.changed + LIVELY)
    }

    fn changed(&self) -> Option<Instant> {
        self.standing.as_ref().map(|standing| standing.changed)
    }

    fn is_found(&self, pattern: Option<&Pattern>) -> bool {
        let players = self.standing.iter().flat_map(|standing| &standing.players);
        let mut texts = players.chain([&self.name]);
        pattern.is_none_or(|pattern| texts.any(|text| pattern.is_in(text)))
    }

    /// The time on a player's clock now, and when it will be another.
    pub(in crate::tui) fn clock(&self, side: Side, now: Instant) -> (String, Option<Instant>) {
        let Some(standing) = &self.standing else {
            return Default::default();
        };
        let runs = standing.is_running && side == standing.position.side_to_move();
        match standing.times[side.index()] {
            Some(Time::Left(Left::Time(had @ 1..))) if runs && !self.is_gone => {
                let gone = now.saturating_duration_since(standing.changed).as_millis();
                let has = had.saturating_sub(i32::try_from(gone).unwrap_or(had)).max(0);
                let next = now + Duration::from_millis(u64::from(has.unsigned_abs()) % 1000 + 1);
                (left(Left::Time(has)), Some(next).filter(|_| has > 0))
            }
            Some(Time::Left(had)) => (left(had), None),
            Some(Time::Used(used)) => (time(used), None),
            None => Default::default(),
        }
    }
}

/// The games of all watched files, and how the reader looks at them.
#[derive(Default)]
pub(in crate::tui) struct Wall {
    /// The files and directories that are watched; empty if none are.
    pub(in crate::tui) watched: Vec<PathBuf>,
    /// How to watch them.
    pub(in crate::tui) follow: Follow,
    /// In the order of tiles and rows, those that pass the filter first. A game keeps its place until another deserves it more.
    games: Vec<WallGame>,
    /// The number of games that pass the filter.
    pub(in crate::tui) shown: usize,
    /// The number of the chosen game.
    pub(in crate::tui) focus: usize,
    /// How many boards the reader wants, if not as many as there is room for.
    pub(in crate::tui) most: Option<usize>,
    pub(in crate::tui) by_name: bool,
    pub(in crate::tui) filter: TextField,
    /// The game that has changed last.
    pub(in crate::tui) newest: Option<OnWall>,
    /// Whether the reader has looked around or a game has changed, so that games no longer come in their order.
    pub(in crate::tui) is_settled: bool,
    /// Whether Esc leads from a game to the wall.
    pub(in crate::tui) is_home: bool,
    pub(in crate::tui) in_view: InView,
    /// When something of it changes by itself: a clock, or which games are live.
    pub(in crate::tui) due: Option<Instant>,
    /// When the bell was last rung.
    pub(in crate::tui) rung: Option<Instant>,
}

impl Wall {
    /// A wall of what is watched, before any of it has been read.
    pub(in crate::tui) fn new(watched: Vec<PathBuf>, follow: Follow) -> Self {
        Self { watched, follow, ..Self::default() }
    }

    /// The games that pass the filter, in order.
    pub(in crate::tui) fn in_order(&self) -> &[WallGame] {
        &self.games[..self.shown]
    }

    /// The number of all games.
    pub(in crate::tui) fn count(&self) -> usize {
        self.games.len()
    }

    /// The numbers of the games on the page with the chosen one, given how many there is room for.
    pub(in crate::tui) fn page(&self, room: usize) -> Range<usize> {
        let first = self.focus / room * room;
        first..(first + room).min(self.shown)
    }

    pub(in crate::tui) fn chosen(&self) -> Option<&WallGame> {
        self.in_order().get(self.focus)
    }

    /// Keeps a tile for the chosen game, or no longer.
    pub(in crate::tui) fn pin(&mut self) {
        if let Some(game) = self.games.get_mut(self.focus) {
            game.is_pinned = !game.is_pinned;
        }
    }

    /// How many games are being played.
    pub(in crate::tui) fn live(&self, now: Instant) -> usize {
        self.games.iter().filter(|game| game.is_live(now)).count()
    }

    /// Takes what has become of a game. Returns whether a board has changed.
    pub(in crate::tui) fn take(&mut self, id: OnWall, news: News) -> bool {
        if matches!(news, News::Gone) {
            let later = self.games.iter_mut();
            let later =
                later.filter(|game| game.id.0 == id.0 && game.id.1 >= id.1 && !game.is_gone);
            return later.map(|game| game.is_gone = true).count() > 0;
        }
        let known = self.games.iter_mut().find(|game| game.id == id);
        let (standing, trouble) = match news {
            News::Stands(standing) => (Some(standing), None),
            News::Unreadable(reason) => (None, Some(reason)),
            News::Gone => (None, None),
        };
        let Some(game) = known else {
            let (name, is_gone, is_pinned) = (name_of(&id), false, false);
            let game = WallGame { id, name, standing, trouble, is_gone, is_pinned };
            let at = if game.is_found(self.pattern().as_ref()) { self.shown } else { self.count() };
            self.shown += usize::from(at == self.shown);
            self.games.insert(at, game);
            return false;
        };
        game.trouble = trouble;
        let Some(standing) = standing else { return false };
        let is_back = std::mem::take(&mut game.is_gone);
        let is_same = game.standing.as_ref().is_some_and(|before| before.is_as(&standing));
        game.standing = Some(standing);
        is_back || !is_same
    }

    fn pattern(&self) -> Option<Pattern> {
        Pattern::new(self.filter.text().trim())
    }

    /// The reader has chosen a filter or an order.
    pub(in crate::tui) fn look_around(&mut self, now: Instant) {
        self.is_settled = true;
        self.arrange(now);
    }

    /// Brings the games in line with the filter and the order. The chosen one remains chosen if the reader has chosen it and
    /// it is still there.
    pub(in crate::tui) fn arrange(&mut self, now: Instant) {
        let chosen = self.chosen().filter(|_| self.is_settled).map(|game| game.id.clone());
        let (pattern, by_name) = (self.pattern(), self.by_name);
        let fits = |game: &WallGame| game.is_found(pattern.as_ref());
        self.games.sort_by_cached_key(|game| {
            let class = game.class(now);
            let class = if by_name && class < Class::Over { Class::Pinned } else { class };
            let name = by_name.then(|| natural_order(&game.id.0));
            let changed = game.changed().filter(|_| !by_name);
            (!fits(game), class, name, Reverse(changed), game.id.clone())
        });
        self.shown = self.games.partition_point(fits);
        let focus = self.in_order().iter().position(|game| Some(&game.id) == chosen.as_ref());
        self.focus = focus.unwrap_or(0);
    }

    /// Lets games that are played take the tiles of those that are not: games that have ended move down. The chosen one
    /// keeps its tile, and so do pinned ones.
    pub(in crate::tui) fn settle(&mut self, tiles: usize, room: usize, now: Instant) {
        let page = self.page(room);
        let end = (page.start + tiles).min(page.end);
        for nth in page.start..end {
            let here = self.games[nth].class(now);
            let better =
                |other: &usize| *other != self.focus && self.games[*other].class(now) < here;
            let order = |other: &usize| {
                let game = &self.games[*other];
                (game.class(now), Reverse(game.changed()))
            };
            let below = (end..self.shown).filter(better).min_by_key(order);
            let last = (nth + 1..end).rfind(better).filter(|_| here >= Class::Over);
            if let Some(other) = below.or(last).filter(|_| nth != self.focus) {
                self.games.swap(nth, other);
            }
        }
    }
}

impl State {
    /// Whether the wall is in view.
    pub(in crate::tui) fn is_on_wall(&self) -> bool {
        self.ui.mode.opened() == Some(PaneId::Wall)
    }

    /// The number of tiles, and of games on a page, in the current layout.
    pub(in crate::tui) fn room_on_wall(&self) -> (usize, usize) {
        let layout = &self.ui.layout.tiles;
        let tiles = layout.tiles.len();
        (tiles, (tiles + usize::from(layout.rows.height)).max(1))
    }

    /// What can be put on a wall: the files of a directory, those that were named, or the games of the open file.
    pub(in crate::tui) fn for_wall(&self) -> Vec<PathBuf> {
        let catalog = &self.catalog;
        let folder = catalog.folder.as_ref().map(|folder| &folder.path);
        match (catalog.directory.as_ref().or(folder), &catalog.files) {
            (Some(directory), _) => vec![directory.clone()],
            (None, Some(files)) => files.to_vec(),
            (None, None) if self.desk.loaded.games().len() > 1 && self.desk.has_path() => {
                vec![self.desk.path.clone()]
            }
            (None, None) => Vec::new(),
        }
    }

    /// Notes which files are in view, and when something of the wall changes by itself.
    pub(in crate::tui) fn note_view(&mut self) {
        let (now, wall) = (self.now.instant, &self.ui.wall);
        let ends = wall.games.iter().filter_map(|game| Some(game.changed()? + LIVELY));
        let mut due = ends.filter(|end| *end > now).min();
        if self.is_on_wall() {
            let games = &wall.games[wall.page(self.room_on_wall().1)];
            *locked(&wall.in_view) = games.iter().map(|game| Arc::clone(&game.id.0)).collect();
            let clocks = games.iter().flat_map(|game| Side::BOTH.map(|side| game.clock(side, now)));
            due = clocks.filter_map(|(_, tick)| tick).chain(due).min();
        }
        self.ui.wall.due = due;
    }
}
