//! The columns of lists and tables, at any width.

use std::path::Path;

use super::{book, games, statistics};
use crate::columns::fitting;
use crate::format;
use crate::settings::Config;
use crate::text::Source;
use crate::tui::background::{Column, ListItem};
use crate::tui::model::{GameList, Listed, Names, State};

const CASES: u32 = 1_250;

fn state(config: Config) -> State {
    let loaded = format::read(&Source::new(b"(;SZ[9]PB[a]PW[b];B[ee])", "a.sgf")).unwrap();
    State::new(Path::new("a.sgf"), loaded, 0, config).unwrap()
}

#[test]
fn no_list_of_games_exceeds_its_width() {
    for of in [Listed::Files, Listed::Games, Listed::Played, Listed::Problems] {
        let mut state = state(Config::default());
        let item = ListItem::with(Column::Players, String::new());
        state.ui.games = Some(GameList::new(of, vec![item], 0, None));
        for players in [0, 31, 200] {
            let names = Names { players, results: players / 4, ..Names::default() };
            fitting::check(CASES / 2, |room| games::columns(&state, room, names, players == 0));
        }
    }
}

#[test]
fn no_table_of_a_book_or_statistics_exceeds_its_width() {
    let state = state(Config::default());
    fitting::check(CASES, |_| book::columns(&state));
    fitting::check(CASES, |_| statistics::columns(&state));
}
