//! What was played in a library, beside the board: `S`.

use std::fs;
use std::path::Path;

use dapu::game::Game;
use rusqlite::Connection;

use crate::common::archive::{self, Random};
use crate::common::program::{dapu, until};
use crate::common::terminal::{Terminal, play};
use crate::keys::{ENTER, ESC, LEFT, RIGHT};

/// Games of Go in two files: four begin at one corner or another, one in the centre.
fn library(home: &Path) {
    let game = |moves: &str, black: &str, result: &str| {
        format!("(;GM[1]SZ[9]PB[{black}]PW[white]DT[2001-02-03]RE[{result}]{moves})\n")
    };
    fs::create_dir_all(home.join("games")).unwrap();
    let one = [
        game(";B[gc];W[cg]", "ann", "B+R"),
        game(";B[cc];W[gg]", "bob", "W+R"),
        game(";B[cg];W[ee]", "ann", "B+3.5"),
    ];
    fs::write(home.join("games/one.sgf"), one.concat()).unwrap();
    let two = [game(";B[gg];W[cc];B[ee]", "ann", "B+R"), game(";B[ee];W[gc]", "eve", "0")];
    fs::write(home.join("games/two.sgf"), two.concat()).unwrap();
    fs::write(home.join("mine.sgf"), "(;GM[1]SZ[9];B[gc];W[cg];B[cc])").unwrap();
    fs::create_dir_all(home.join(".config/dapu")).unwrap();
    fs::write(home.join(".config/dapu/config.toml"), "library = ['../../games']\n").unwrap();
}

/// Opens a file in a home directory.
fn start(home: &Path, arguments: &[&str], size: (u16, u16)) -> Terminal {
    let variables =
        [("HOME", home.to_str().unwrap()), ("XDG_CACHE_HOME", ""), ("XDG_CONFIG_HOME", "")];
    Terminal::start(arguments, size.0, size.1, &variables)
}

fn mine(home: &Path) -> String {
    home.join("mine.sgf").to_str().unwrap().to_owned()
}

#[test]
fn s_counts_what_was_played_here_and_follows_the_cursor() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(
        &mut terminal,
        &[
            // All corners are one, which is shown as the record has it; the game goes on with it.
            ("S", ">*G7        4  ######--  75.0%"),
            ("", "E5        1  ========  50.0%"),
            ("", "STATISTICS"),
            (ESC, "MOVES"),
            (RIGHT, "C3        3"),
            ("", ">*C3 "),
            ("", "E5        1"),
            (RIGHT, "(end)"),
            (LEFT, ">*C3 "),
            // A move of one's own is counted, too.
            (":E5\r", "(end)"),
            ("SS", "!STATISTICS"),
            ("q", ""),
        ],
    );
}

#[test]
fn enter_goes_to_the_move_or_adds_it() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(
        &mut terminal,
        &[
            ("S", ">*G7 "),
            (ENTER, "1/3"),
            ("h", "0/3"),
            ("j", "> E5        1"),
            (ENTER, "G7        1"),
            ("q", ""),
        ],
    );
}

#[test]
fn the_games_are_listed_and_ctrl_o_comes_back() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(
        &mut terminal,
        &[
            (RIGHT, "1/3"),
            ("S", ">*C3 "),
            ("o", "> 1 one.sgf#1  ann - white"),
            ("", "2 one.sgf#2  bob - white"),
            ("4G", "> 4 two.sgf#1  ann - white"),
            // At the same position, in another file.
            (ENTER, "1/3"),
            ("", "two.sgf  1/2"),
            // The way back is the list as it was, over the board from which it was opened.
            ("\x0f", "> 4 two.sgf#1  ann - white"),
            (ESC, "mine.sgf"),
            ("", "1/3"),
            ("\x0e", "two.sgf  1/2"),
            ("q", ""),
        ],
    );
}

#[test]
fn the_filter_and_the_order_of_the_games_are_kept() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(
        &mut terminal,
        &[
            (RIGHT, "1/3"),
            ("S", ">*C3 "),
            ("o", "4/4"),
            ("/ann\r", "one.sgf  1/3"),
            // The next game is the next hit, in whatever file it is.
            (">", "one.sgf  3/3"),
            ("", "[filter: ann]"),
            (">", "two.sgf  1/2"),
            (">", "no more games"),
            ("<", "one.sgf  3/3"),
            // With the focus on the statistics, `o` lists the games of the position shown.
            (ESC, "-- STATISTICS"),
            ("o", "3/4"),
            ("", "> 3 one.sgf#3"),
            ("", "filter: ann"),
            ("q", "one.sgf  3/3"),
            // Hits are left together.
            ("\x0f", "3/4"),
            ("\x0e", "one.sgf  3/3"),
            ("\x0f", "3/4"),
            (ESC, "4/4"),
            (ESC, "mine.sgf"),
            ("q", ""),
        ],
    );
}

#[test]
fn all_games_of_the_library_are_filtered_as_one_types() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(&mut terminal, &[("A", "not indexed"), (ENTER, "5 games in the index"), ("q", "")]);
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(
        &mut terminal,
        &[
            ("A", "-- LIBRARY"),
            ("", "5/5"),
            ("/b+", "3/5"),
            (" ann", "3/5"),
            (" 2001", "3/5"),
            ("\x15eve", "1/5"),
            ("\x15ann :(;SZ[9];B[ee])", "0/5"),
            ("\x15:(;SZ[9];B[ee])", "1/5"),
            ("\x15ann", "3/5"),
            (ENTER, "one.sgf  1/3"),
            (">", "one.sgf  3/3"),
            ("o", "3/5"),
            ("q", ""),
        ],
    );
}

#[test]
fn what_is_not_indexed_is_said_and_enter_builds_it() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(
        &mut terminal,
        &[
            ("S", "not indexed (Enter: build the index)"),
            (ENTER, ">*G7        4"),
            ("", "5 games in the index"),
            ("q", ""),
        ],
    );
    // The directory that was opened comes before the setting.
    fs::create_dir(home.path().join("more")).unwrap();
    fs::write(home.path().join("more/a.sgf"), "(;GM[1]SZ[9];B[aa];W[bb])").unwrap();
    let mut terminal = start(home.path(), &[home.path().join("more").to_str().unwrap()], (80, 24));
    play(
        &mut terminal,
        &[
            ("", "FILES"),
            (ENTER, "0/2"),
            ("S", "not indexed (Enter: build the index)"),
            (ENTER, ">*A9        1"),
        ],
    );
    fs::remove_file(home.path().join(".config/dapu/config.toml")).unwrap();
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(&mut terminal, &[("S", "no library: open a directory"), ("q", "")]);
}

#[test]
fn esc_leaves_the_building_of_an_index() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    // So many that it takes some seconds.
    let written = archive::games(Game::Go, 200, &mut Random(21));
    let text: String = written.iter().map(|game| archive::text(Game::Go, game)).collect();
    for number in 0..300 {
        fs::write(home.path().join(format!("games/{number:03}.sgf")), &text).unwrap();
    }
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(
        &mut terminal,
        &[
            ("S", "not indexed (Enter: build the index)"),
            (ENTER, "indexing: "),
            // Meanwhile the record is read as always.
            (RIGHT, "1/3"),
            (ESC, "not indexed (Enter: build the index)"),
            // The index is as it was.
            (RIGHT, "2/3"),
            ("", "not indexed (Enter: build the index)"),
            (ENTER, "indexing: "),
            ("q", ""),
        ],
    );
}

#[test]
fn esc_stops_the_index_at_any_stage_and_enter_at_once_begins_anew() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    let written = archive::games(Game::Go, 200, &mut Random(22));
    let text: String = written.iter().map(|game| archive::text(Game::Go, game)).collect();
    for number in 0..200 {
        fs::write(home.path().join(format!("games/{number:03}.sgf")), &text).unwrap();
    }
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(&mut terminal, &[("S", "not indexed (Enter: build the index)"), (ENTER, "indexing: ")]);
    let is_at = |screen: &str, mut range: std::ops::Range<u32>| {
        range.any(|done| screen.contains(&format!("indexing: {done}%")))
    };
    terminal.wait("half of the index", |screen| is_at(screen, 50..90));
    play(&mut terminal, &[(ESC, "not indexed (Enter: build the index)")]);
    terminal.keys(ENTER);
    // All games were read, and it writes.
    terminal.wait("most of the index", |screen| is_at(screen, 91..100));
    play(&mut terminal, &[(ESC, "not indexed (Enter: build the index)")]);
    let index = Connection::open(home.path().join(".cache/dapu/index.sqlite")).unwrap();
    until(|| index.execute_batch("BEGIN IMMEDIATE; COMMIT").is_ok());
    let tables = index.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0));
    assert_eq!(tables, Ok(0));
    terminal.keys(ENTER);
    let ended = |screen: &str| screen.contains("games in the index") || screen.contains("index: ");
    let screen = terminal.wait("an index", ended);
    assert!(screen.contains("40,005 games in the index"), "{screen}");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn an_index_that_is_damaged_is_told_and_built_anew() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    fs::create_dir_all(home.path().join(".cache/dapu")).unwrap();
    fs::write(home.path().join(".cache/dapu/index.sqlite"), "nonsense").unwrap();
    let mut terminal = start(home.path(), &[&mine(home.path())], (140, 24));
    play(
        &mut terminal,
        &[
            ("S", "index: not an index of dapu ("),
            (ENTER, ">*G7        4"),
            ("L", "index.sqlite: not an index of dapu; built anew"),
            ("q", ""),
        ],
    );
}

#[test]
fn what_is_hidden_is_not_counted() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let mut terminal = start(home.path(), &[&mine(home.path()), "--problems"], (80, 24));
    play(&mut terminal, &[("S", "STATISTICS"), ("", "!G7 "), ("q", "")]);
    fs::write(
        home.path().join(".config/dapu/config.toml"),
        "library = ['../../games']\nhide_results = true\n",
    )
    .unwrap();
    let mut terminal = start(home.path(), &[&mine(home.path())], (80, 24));
    play(&mut terminal, &[("S", ">*G7        4"), ("", "!75.0%"), ("", "!####"), ("q", "")]);
}

#[test]
fn book_and_statistics_are_two_panes() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let record = crate::common::program::sample("xiangqi/xianrenzhilu.xqf");
    fs::create_dir_all(home.join("games")).unwrap();
    fs::copy(&record, home.join("games/a.xqf")).unwrap();
    fs::create_dir_all(home.join(".config/dapu")).unwrap();
    fs::write(home.join(".config/dapu/config.toml"), "library = ['../../games']\n").unwrap();
    dapu(home, &["index", "games", "-q"]).fine();
    let book = crate::common::program::sample("xiangqi/opening.obk");
    let file = home.join("games/a.xqf");
    let mut terminal =
        start(home, &[file.to_str().unwrap(), "--book", book.to_str().unwrap()], (100, 40));
    play(
        &mut terminal,
        &[
            ("", "-- BOOK opening.obk"),
            ("S", ">*兵七进一      1"),
            ("", "== STATISTICS"),
            ("", "-- BOOK opening.obk"),
            ("", "炮二平五"),
            // The first b gives the book the keys, the second closes it.
            ("b", "== BOOK opening.obk"),
            ("", "-- STATISTICS"),
            ("b", "!BOOK opening.obk"),
            ("", "-- STATISTICS"),
            ("b", "== BOOK opening.obk"),
            ("S", "== STATISTICS"),
            ("S", "!STATISTICS"),
            ("", "BOOK opening.obk"),
            ("q", ""),
        ],
    );
}

#[test]
fn the_list_of_games_with_long_names_fits_every_width() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("games");
    fs::create_dir_all(&folder).unwrap();
    for day in [1, 2] {
        let game = format!(
            "[Game \"Chinese Chess\"]\n[Red \"AAAAAAAAAAAAAA\"]\n[Black \"BBBBBBBBBBBBBB\"]\n\
             [Result \"1/2-1/2\"]\n[Date \"2001.01.0{day}\"]\n\n1. 炮二平五 马８进７ 1/2-1/2\n"
        );
        fs::write(folder.join(format!("{day}.pgn")), game).unwrap();
    }
    let folder = folder.to_str().unwrap().to_owned();
    let mut terminal = start(home.path(), &[&folder], (80, 24));
    play(
        &mut terminal,
        &[
            (ENTER, "ply 0/2"),
            ("S", "not indexed"),
            (ENTER, "2 games in the index"),
            ("", ">*炮二平五      2"),
            ("o", "2001-01-02"),
        ],
    );
    for columns in (20..80).rev() {
        terminal.resize(columns, 24);
    }
    terminal.resize(80, 24);
    terminal.shows("BBBBBBBBBBBBBB  和      2001-01-02");
}

#[test]
fn what_find_finds_is_listed_on_the_screen() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    let games = home.path().join("games").to_str().unwrap().to_owned();
    let mut terminal = start(home.path(), &["find", "--player", "ann", "--open", &games], (80, 24));
    play(
        &mut terminal,
        &[
            ("", "3/3"),
            ("", "> 1 one.sgf#1  ann - white"),
            (ENTER, "one.sgf  1/3"),
            (">", "one.sgf  3/3"),
            (">", "two.sgf  1/2"),
            ("o", "> 3 two.sgf#1"),
            ("q", ""),
        ],
    );
    assert_eq!(terminal.exit_code(), 0);
}
