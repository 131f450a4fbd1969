//! The corners of Go in the statistics: `c`.

use std::fs;
use std::path::Path;

use crate::common::program::dapu;
use crate::common::terminal::{Terminal, play};
use crate::keys::{ENTER, ESC, LEFT, RIGHT};

/// Games that begin in a corner, one with the colours swapped, and a dictionary in which that is on a variation.
fn library(home: &Path) {
    let game = |moves: &str, black: &str, result: &str| {
        format!("(;GM[1]SZ[19]PB[{black}]PW[white]DT[2001-02-03]RE[{result}]{moves})\n")
    };
    let games = [
        game(";B[pd];W[qf];B[nd];W[dd]", "ann", "B+R"),
        // In another corner, the other way round, and after moves elsewhere.
        game(";B[dp];W[pp];B[pd];W[fq];B[qc];W[cn]", "bob", "W+R"),
        // The colours are swapped.
        game(";B[qq];W[dd];B[fc];W[df]", "eve", "B+2.5"),
    ];
    fs::create_dir_all(home.join("games/books")).unwrap();
    fs::write(home.join("games/three.sgf"), games.concat()).unwrap();
    let tree = "(;GM[1]SZ[19]C[Corners](;B[qc];W[od])(;B[pd](;W[nc];B[qf])(;W[qf];B[nd])))";
    fs::write(home.join("games/books/Kogo.sgf"), tree).unwrap();
    fs::write(home.join("mine.sgf"), "(;GM[1]SZ[19];B[pd];W[qf];B[dd];W[cf])").unwrap();
    fs::create_dir_all(home.join(".config/dapu")).unwrap();
    fs::write(home.join(".config/dapu/config.toml"), "library = ['../../games']\n").unwrap();
}

fn start(home: &Path, file: &str, size: (u16, u16)) -> Terminal {
    let variables =
        [("HOME", home.to_str().unwrap()), ("XDG_CACHE_HOME", ""), ("XDG_CONFIG_HOME", "")];
    Terminal::start(&[home.join(file).to_str().unwrap()], size.0, size.1, &variables)
}

#[test]
fn c_counts_the_corner_of_the_last_move() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let mut terminal = start(home.path(), "mine.sgf", (120, 40));
    play(
        &mut terminal,
        &[
            (RIGHT, "1/4"),
            (RIGHT, "2/4"),
            ("S", "STATISTICS"),
            ("c", "CORNER T19-K10"),
            // All three have it; the next moves are turned to this corner, and those of the swapped game have Black's part.
            ("", "B O16"),
            ("", "B tenuki"),
            ("", "Kogo 1.2-2.2-2"),
            // The scope follows the last move.
            (RIGHT, "CORNER A19-K10"),
            (LEFT, "CORNER T19-K10"),
            ("jjj", "> Kogo 1.2-2.2-2"),
            (ENTER, "1.2-2.2-2  (m: main line)"),
            ("\x0f", " 2/4"),
            ("c", "STATISTICS"),
            ("q", ""),
        ],
    );
}

#[test]
fn a_corner_that_no_index_has_is_counted_in_the_files() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    let points = |columns: &str| -> String {
        let rows = "abcdefghi".chars();
        rows.flat_map(|row| columns.chars().map(move |column| format!("[{column}{row}]"))).collect()
    };
    let crowd = format!("AB{}AW{}", points("kl"), points("no"));
    let game = format!("(;GM[1]SZ[19]PB[ann]RE[B+R]{crowd};B[ss];W[pa];B[pb])\n");
    fs::write(home.path().join("games/crowd.sgf"), &game).unwrap();
    fs::write(home.path().join("mine.sgf"), game).unwrap();
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let mut terminal = start(home.path(), "mine.sgf", (80, 24));
    play(
        &mut terminal,
        &[
            ("2l", "2/3"),
            ("Sc", "an index has corners of 1 to 24"),
            ("", "not of 37"),
            ("", "(Enter: read the files)"),
            (ENTER, ">*B Q18"),
            // These are known, and the games, too.
            ("o", "crowd.sgf#1"),
            (ESC, ">*B Q18"),
            (RIGHT, "not of 38"),
            ("q", ""),
        ],
    );
}

#[test]
fn other_games_have_no_corners() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    fs::write(home.path().join("mine.pgn"), "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7\n")
        .unwrap();
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let mut terminal = start(home.path(), "mine.pgn", (80, 24));
    play(&mut terminal, &[("Sc", "xiangqi has no corners: the whole board is counted"), ("q", "")]);
}
