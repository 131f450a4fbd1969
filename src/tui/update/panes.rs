//! The table of panes.

use super::{books, engine, games, map as variation_map, search, statistics, variations, wall};
use crate::tui::model::State;
use crate::tui::model::action::Scope;
use crate::tui::model::panes::{COUNT, Pane, PaneId as Id, PaneTable, Slot};
use crate::tui::panes::{
    self, board, book, branches, comment, graph, headers, help, map, moves, places, status, title,
};

impl Default for PaneTable {
    fn default() -> Self {
        Self(&PANES)
    }
}

/// Every pane, in the order of the focus: its slot, the scopes of its keys, innermost first, what it needs and draws, and
/// what marks a row of it if it is a list. The first one is focused at the start.
#[rustfmt::skip]
static PANES: [Pane; COUNT] = [
    row(Id::Board, Slot::Board, &[Scope::Board], board::PANE, not_a_list),
    row(Id::Title, Slot::Top, &[], title::PANE, not_a_list),
    row(Id::Moves, Slot::Line, &[], moves::PANE, not_a_list),
    row(Id::Branches, Slot::Fork, &[Scope::List], branches::PANE, variations::go_to),
    row(Id::Comment, Slot::Text, &[Scope::Comment, Scope::Text], comment::PANE, not_a_list),
    row(Id::Strip, Slot::Strip, &[], graph::STRIP, not_a_list),
    row(Id::Headers, Slot::Facts, &[Scope::Text], headers::PANE, not_a_list),
    row(Id::Engine, Slot::Table, &[Scope::Engine, Scope::List], panes::engine::PANE, engine::mark_row),
    row(Id::Graph, Slot::Table, &[], graph::PANE, not_a_list),
    row(Id::Book, Slot::Table, &[Scope::Book], book::PANE, books::mark_row),
    row(Id::Statistics, Slot::Table, &[Scope::Statistics, Scope::Book], panes::statistics::PANE, statistics::mark_row),
    row(Id::Help, Slot::Full, &[Scope::Help, Scope::Text], help::PANE, not_a_list),
    row(Id::Map, Slot::Over, &[Scope::Map, Scope::List], map::PANE, variation_map::go),
    row(Id::Messages, Slot::Over, &[Scope::Text], status::MESSAGES, not_a_list),
    row(Id::Games, Slot::Over, &[Scope::Games, Scope::List], panes::games::PANE, games::select),
    row(Id::Wall, Slot::Full, &[Scope::Wall, Scope::List], panes::wall::PANE, wall::focus_on),
    row(Id::Hits, Slot::Over, &[Scope::List], places::HITS, search::go_to),
    row(Id::Bookmarks, Slot::Popup, &[Scope::Text], places::BOOKMARKS, not_a_list),
    row(Id::Choices, Slot::Popup, &[], help::CHOICES, not_a_list),
    row(Id::Welcome, Slot::Popup, &[], help::WELCOME, not_a_list),
    row(Id::Status, Slot::Bottom, &[], status::PANE, not_a_list),
];

// Each pane is at its number.
const _: () = {
    let mut number = 0;
    while number < COUNT {
        assert!(PANES[number].id as usize == number);
        number += 1;
    }
};

type Mark = fn(&mut State, usize);

const fn row(id: Id, slot: Slot, scopes: &'static [Scope], pane: Pane, mark: Mark) -> Pane {
    Pane { id, slot, scopes, mark, ..pane }
}

fn not_a_list(_: &mut State, _: usize) {}
