//! How room is divided on screens of any size.

use dapu::board::Scale;
use dapu::settings::Config;
use dapu::tui::{Colors, Theme};

use crate::common::emulator::{Emulator, game, games, settings};
use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::keys::{PAGE_DOWN, PAGE_UP, file, play, xianren};

fn open(name: &str, size: (u16, u16)) -> Emulator {
    Emulator::open(name, game(name), settings(), size)
}

/// The rows of the screen that hold a text.
fn rows_with(screen: &Emulator, text: &str) -> usize {
    let screen = screen.text();
    screen.lines().filter(|line| line.contains(text)).count()
}

fn long_comment() -> String {
    (1..60).map(|line| format!("line {line}\n")).collect()
}

#[test]
fn a_comment_has_eight_rows_beside_each_board() {
    let comment = long_comment();
    let moves = ";B[cc];W[gg]".repeat(60);
    let go = format!("(;GM[1]SZ[19];B[aa]C[{comment}]{moves}(;W[bb])(;W[cc]))");
    let shogi: String = comment.lines().map(|line| format!("*{line}\n")).collect();
    let shogi = format!("1 ７六歩(77)\n{shogi}{}", SHOGI.repeat(20));
    let xiangqi = format!(
        "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 {{{comment}}} H9-G7 2. H0-G2 I9-H9 *\n"
    );
    for (name, text) in [("a.sgf", go), ("a.kifu", shogi), ("a.pgn", xiangqi)] {
        let mut screen = Emulator::read_at(name, &text, (80, 24));
        screen.press("l");
        let rows = rows_with(&screen, "line ");
        assert!(rows >= 8, "{name}: {rows} rows in\n{}", screen.text());
    }
}

/// Moves back and forth.
const SHOGI: &str = "2 ８四歩(83)\n3 ２六歩(27)\n";

#[test]
fn what_one_writes_has_eight_rows_and_what_one_wrote_as_many_as_it_needs() {
    let mut screen = Emulator::read_at("a.sgf", "(;GM[1]SZ[9];B[ee];W[gc])", (80, 24));
    screen.keys("l w");
    let lines: String = (1..=8).map(|line| format!("line {line}\n")).collect();
    screen.paste(lines.trim_end());
    assert_eq!(rows_with(&screen, "line "), 8, "{}", screen.text());
    screen.press("Esc");
    assert_eq!(rows_with(&screen, "line "), 8, "{}", screen.text());
}

#[test]
fn words_that_are_written_are_not_broken() {
    let mut screen = Emulator::read_at("a.sgf", "(;GM[1]SZ[9];B[ee];W[gc])", (40, 20));
    screen.keys("l w");
    screen.paste("These words are rather long, and are wrapped between words, not inside");
    let shown = screen.text();
    for word in ["These", "rather", "wrapped", "between", "inside"] {
        assert!(shown.contains(word), "{word} in\n{shown}");
    }
}

#[test]
fn a_record_of_text_alone_has_nearly_the_whole_column() {
    let text = format!("(;GM[1]SZ[9]AB[aa]C[{}])", long_comment());
    let mut screen = Emulator::read_at("a.sgf", &text, (80, 24));
    assert!(rows_with(&screen, "line ") >= 19, "{}", screen.text());
    // Without moves, pages are those of the comment.
    screen.press("PgDn");
    assert!(screen.text().contains("line 25"), "{}", screen.text());
    screen.press("PgUp");
    assert!(screen.text().contains("line 1 "), "{}", screen.text());
}

#[test]
fn headers_are_in_the_title_and_take_no_room_from_comments() {
    let text = "(;GM[1]SZ[19]EV[Spring Cup]DT[2026-03-01];B[aa]C[a remark])";
    for (size, has_pane) in [((80, 24), false), ((132, 24), false), ((120, 40), false)] {
        let screen = Emulator::read_at("a.sgf", text, size).text();
        let title = screen.lines().next().unwrap();
        assert!(title.contains("Spring Cup  2026-03-01"), "{screen}");
        assert_eq!(screen.contains("-- GAME"), has_pane, "{screen}");
    }
}

#[test]
fn plain_moves_are_listed_two_to_a_row() {
    let screen = open("game.xqf", (80, 24)).text();
    assert!(screen.contains("     2 兵三进一           炮２平３"), "{screen}");
    // Clocks take the room of the second move.
    let screen = open("floodgate.csa", (80, 24)).text();
    assert!(screen.contains("  3 先 ２二角成        0:02"), "{screen}");
    // The second side's moves are on the right, whoever begins.
    let text = "(;GM[1]SZ[9]HA[2]AB[cc][gg]PL[W];W[aa];B[bb];B[ee];W[dd])";
    let screen = Emulator::read_at("a.sgf", text, (100, 24)).text();
    let screen = screen.lines().map(str::trim_end).collect::<Vec<_>>();
    let screen = screen.join("\n");
    for row in ["   1 ..  ", "   2 B8\n", "   3 E5  "] {
        assert!(screen.contains(row), "{row} in\n{screen}");
    }
    let column = |name: &str| {
        let row = screen.lines().find(|row| row.contains(name)).unwrap();
        row.find(name).map(|at| row[..at].chars().count())
    };
    assert_eq!(column(" A9"), column(" D6"), "{screen}");
    assert_ne!(column(" A9"), column(" B8"), "{screen}");
}

#[test]
fn branches_and_comment_fit_beside_a_compact_board() {
    for (columns, rows) in [(76, 22), (60, 24)] {
        for name in ["forks.xqf", "forks.jkf", "lesson.sgf"] {
            let mut screen = open(name, (columns, rows));
            screen.press("}");
            let shown = screen.text();
            for heading in ["MOVES", "BRANCHES", "COMMENT"] {
                assert!(shown.contains(heading), "{heading} in\n{shown}");
            }
        }
    }
}

#[test]
fn the_layout_is_stable_from_step_to_step() {
    for (name, _) in games() {
        for size in [(80, 24), (132, 24), (120, 40), (60, 24)] {
            let mut screen = open(name, size);
            let places = |screen: &Emulator| {
                let text = screen.text();
                let row = |heading| text.lines().position(|row| row.contains(heading));
                [row("MOVES"), row("-- COMMENT"), row("-- GAME")]
            };
            let first = places(&screen);
            for step in 0..12 {
                screen.press("l");
                let shown = screen.text();
                // Branches that would be cut take empty rows of others.
                if !shown.contains("BRANCHES") {
                    assert_eq!(places(&screen), first, "{name}, step {step}\n{shown}");
                }
            }
        }
    }
}

#[test]
fn the_current_move_is_highlighted_in_every_theme() {
    for theme in [Theme::Auto, Theme::Light, Theme::Dark, Theme::Contrast, Theme::Mono] {
        for colors in [Colors::None, Colors::Basic, Colors::Palette] {
            for (name, ply, shown) in
                [("game.xqf", 3, ">兵三进一"), ("floodgate.csa", 2, ">３四歩")]
            {
                let settings = Config { theme, colors, ..settings() };
                let mut screen = Emulator::open(name, game(name), settings, (80, 24));
                (0..ply).for_each(|_| _ = screen.press("l"));
                let lit: String = (2..22)
                    .flat_map(|row| (36..80).map(move |column| (row, column)))
                    .filter_map(|(row, column)| screen.screen().cell(row, column))
                    .filter(|cell| cell.inverse())
                    .map(vt100::Cell::contents)
                    .collect();
                let lit = lit.split("COMMENT").next().unwrap();
                assert!(lit.contains(shown), "{name}, {theme:?}, {colors:?}: {lit:?}");
            }
        }
    }
}

#[test]
fn boards_grow_with_the_screen_and_by_a_key() {
    let row = |step| match step {
        Scale::Compact => "車馬象士",
        Scale::Usual => "車－馬－象",
        Scale::Large => "車－－馬－－象",
        _ => "( 車 )－( 馬 )－( 象 )",
    };
    for (size, step) in [
        ((40, 20), Scale::Compact),
        ((60, 24), Scale::Compact),
        ((76, 22), Scale::Compact),
        ((80, 24), Scale::Usual),
        ((132, 24), Scale::Usual),
        ((120, 40), Scale::Large),
        ((200, 60), Scale::Huge),
    ] {
        let screen = open("game.xqf", size).text();
        assert!(screen.contains(row(step)), "{step:?} at {size:?} in\n{screen}");
    }
    let mut screen = open("game.xqf", (80, 24));
    for step in [Scale::Compact, Scale::Usual, Scale::Large, Scale::Huge, Scale::Usual] {
        screen.press("=");
        assert!(screen.text().contains(row(step)), "{step:?} in\n{}", screen.text());
    }
    assert!(screen.text().contains("board: as large as fits"));
    // A board larger than its pane scrolls to keep the last move in view.
    (0..4).for_each(|_| _ = screen.press("="));
    for piece in ["兵", "馬", "兵", "砲"] {
        screen.press("l");
        let cells = (0..24).flat_map(|row| (0..47).map(move |column| (row, column)));
        let mut cells = cells.filter_map(|(row, column)| screen.screen().cell(row, column));
        let is_last = |cell: &vt100::Cell| cell.inverse() && cell.contents() == piece;
        assert!(cells.any(is_last), "{piece} in\n{}", screen.text());
    }
}

#[test]
fn the_size_of_the_board_can_be_set() {
    let (folder, _) = file("dapu/config.toml", "board = \"compact\"\n");
    let environment = [("XDG_CONFIG_HOME", folder.path().to_str().unwrap())];
    let path = xianren();
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    play(&mut terminal, &[("", "車馬象士將"), (":board usual\r", "車－馬－象－士－將")]);
}

#[test]
fn help_fills_the_screen_in_columns_and_is_searched() {
    let mut screen = open("lesson.sgf", (80, 24));
    screen.press("?");
    let shown = screen.text();
    let mut rows = shown.lines();
    let is_in_two = rows.any(|row| row.contains("Right l") && row.trim_end().len() > 50);
    assert!(is_in_two, "{shown}");
    assert!(!shown.contains("・"), "{shown}");
    screen.keys("/ s u s p Enter");
    let lit = |screen: &Emulator| -> String {
        let cells = (1..23).flat_map(|row| (0..80).map(move |column| (row, column)));
        let cells = cells.filter_map(|(row, column)| screen.screen().cell(row, column));
        cells.filter(|cell| cell.inverse()).map(vt100::Cell::contents).collect()
    };
    assert!(lit(&screen).contains("susp"), "{}", screen.text());
    screen.keys("/ x x x Enter");
    assert!(screen.text().contains("not found: xxx"), "{}", screen.text());
    screen.press("?");
    assert!(screen.text().contains("・"), "{}", screen.text());
    // On a wide screen all of it fits side by side.
    let mut screen = open("lesson.sgf", (240, 60));
    screen.press("?");
    let shown = screen.text();
    for text in ["next move;", "the pane with the focus", "quit"] {
        assert!(shown.contains(text), "{text} in\n{shown}");
    }
}

#[test]
fn the_first_page_of_help_has_the_keys_of_the_focused_pane() {
    for (keys, own) in [
        (&["B"][..], "board: to the right"),
        (&["v", "B"], "board: to the right"),
        (&["Tab"], "comment: try the next"),
    ] {
        let mut screen = open("lesson.sgf", (80, 24));
        keys.iter().for_each(|key| _ = screen.press(key));
        screen.press("?");
        let shown = screen.text();
        for text in ["next move;", "quit", own] {
            assert!(shown.contains(text), "{text} after {keys:?} in\n{shown}");
        }
    }
}

#[test]
fn popups_leave_the_board_and_the_moves_in_view() {
    for (keys, heading) in [(&["y"][..], "== y "), (&["\"a", "'"], "== BOOKMARKS")] {
        let mut screen = open("game.xqf", (80, 24));
        keys.iter().for_each(|key| _ = screen.press(key));
        let shown = screen.text();
        for text in [heading, "車－馬", " 1 兵七进一"] {
            assert!(shown.contains(text), "{text} in\n{shown}");
        }
    }
}

#[test]
fn a_first_time_user_sees_the_main_keys_until_one_is_pressed() {
    let state = tempfile::tempdir().unwrap();
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let path = sample("xiangqi/xianrenzhilu.xqf");
    let start = || Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    let mut terminal = start();
    play(
        &mut terminal,
        &[
            ("", "GETTING STARTED"),
            ("", "Right l     next move"),
            ("", "Space       read on"),
            ("", "q Ctrl-c    quit"),
            ("l", "!GETTING STARTED"),
            ("", " 1/16"),
        ],
    );
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    // The second time they are not shown.
    let terminal = start();
    assert!(!terminal.shows(" 1/16").contains("GETTING STARTED"));
}

#[test]
fn the_main_keys_leave_the_first_comment_in_view() {
    let state = tempfile::tempdir().unwrap();
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let path = sample("go/lesson.sgf");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    play(
        &mut terminal,
        &[("", "GETTING STARTED"), ("", "q Ctrl-c    quit"), ("", "everything that a record")],
    );
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn page_keys_move_along_the_moves() {
    let mut terminal = Terminal::open(&xianren());
    play(&mut terminal, &[("", " 0/16"), (PAGE_DOWN, " 10/16"), (PAGE_UP, " 0/16")]);
}

#[test]
fn at_120x40_boards_leave_no_row_unused() {
    for (path, board, rows) in [
        ("go/ear-reddening.sgf", "19  ＋--＋--＋", 37),
        ("shogi/yokofudori.kif", "|\\v香 /\\v桂 /", 27),
    ] {
        let bytes = std::fs::read(sample(path)).unwrap();
        let loaded = crate::common::read(&bytes, path).unwrap();
        let screen = Emulator::open(path, loaded, settings(), (120, 40)).text();
        assert!(screen.contains(board), "{screen}");
        let is_of_board =
            |row: &&str| row.contains("＋--") || row.contains("｜  ｜") || row.starts_with('|');
        assert_eq!(screen.lines().filter(is_of_board).count(), rows, "{screen}");
        assert!(screen.contains("== MOVES =="), "{screen}");
    }
}

#[test]
fn tables_take_rows_and_leave_moves_and_comment() {
    let comment = long_comment();
    let sgf = format!("(;GM[1]SZ[19];B[aa]BL[9]V[1]C[{comment}];W[bb]WL[8]V[-2];B[cc]BL[5]V[3])");
    for size in [(80, 24), (120, 40), (200, 60), (132, 24)] {
        for colors in [Colors::Palette, Colors::None] {
            let settings = Config { colors, ..settings() };
            let loaded = crate::common::read(sgf.as_bytes(), "a.sgf").unwrap();
            let mut screen = Emulator::open("a.sgf", loaded, settings, size);
            screen.keys("l v");
            let shown = screen.text();
            for heading in ["-- MOVES", "-- COMMENT 1/1", "== EVALUATION", ">A19", "line 1"] {
                assert!(shown.contains(heading), "{heading} at {size:?} in\n{shown}");
            }
            let row = |text: &str, shown: &str| shown.lines().position(|row| row.contains(text));
            let table = usize::from(size.1) - 1 - row("== EVALUATION", &shown).unwrap();
            assert!(table <= usize::from(size.1 - 2) / 3, "{table} rows in\n{shown}");
            // Where there is nothing to show, it keeps its rows.
            let places =
                |shown: &str| ["EVALUATION", "MOVES", "COMMENT"].map(|text| row(text, shown));
            for key in ["h", "l", "l", "l"] {
                let before = places(&shown);
                screen.press(key);
                assert_eq!(places(&screen.text()), before, "{}", screen.text());
            }
            // Zoomed, it has the whole column, and the board stays.
            screen.press("z");
            let zoomed = screen.text();
            assert!(!zoomed.contains("MOVES") && zoomed.contains("-- EVALUATION"), "{zoomed}");
            assert!(zoomed.lines().nth(1).unwrap().contains("EVALUATION"), "{zoomed}");
            assert!(zoomed.contains("19 ") && zoomed.contains("18 "), "{zoomed}");
            screen.keys("z v");
            assert!(!screen.text().contains("== EVALUATION"), "{}", screen.text());
        }
    }
}
