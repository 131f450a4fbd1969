//! What the screen shows, and how.

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::keys::{
    DOWN, ESC, PAGE_DOWN, SHIFT_TAB, UP, file, lesson, play, session, variations, xianren,
};

#[test]
fn the_board_flips_and_the_notation_changes() {
    session(
        &xianren(),
        (80, 24),
        &[
            ("", "九　八　七　六　五　四　三　二　一"),
            ("f", "一　二　三　四　五　六　七　八　九"),
            ("f", "九　八　七　六　五　四　三　二　一"),
            ("c", "coordinates off"),
            ("", "!九　八　七"),
            ("c", "九　八　七　六　五　四　三　二　一"),
            ("lt", "notation: WXF"),
            ("", "   1>P7+1"),
            ("t", "notation: ICCS"),
            ("", "   1>c3c4"),
            ("t", "notation: 繁體"),
            ("", "   1>兵七進一"),
            ("t", "notation: 简体"),
            ("", "   1>兵七进一"),
            // Books print the round before its two moves; counts are plies.
            ("5G", "   3>"),
            ("", " 5/16  (round 3)"),
        ],
    );
    session(
        &sample("shogi/floodgate.csa"),
        (80, 24),
        &[
            ("", "２二角成"),
            ("t", "notation: KIF"),
            ("t", "notation: USI"),
            ("", "8h2b+"),
            ("t", "notation: KI2"),
            (":notation short\r", "７六歩"),
            ("t", "notation: USI"),
        ],
    );
}

#[test]
fn views_open_and_close() {
    let (_folder, path) = lesson();
    session(
        &path,
        (80, 24),
        &[
            ("i", "幻庵因碩"),
            ("", "SGF"),
            ("i", "MOVES"),
            ("lv", "== TIME"),
            ("", "-- MOVES"),
            ("", "-- COMMENT"),
            (ESC, "== MOVES"),
            ("v", "== TIME"),
            ("v", "!TIME"),
            ("T", "-- MAP"),
            ("", " |-7.2 P4 Q5  6/2 *1"),
            ("T", "MOVES"),
            ("L", "-- MESSAGES"),
            (ESC, "MOVES"),
            ("?", "KEYS"),
            ("", "Esc close"),
            ("?", "MOVES"),
        ],
    );
}

#[test]
fn the_graph_shows_evaluations_and_jumps_to_swings() {
    let (_folder, path) = file(
        "graph.csa",
        "V2.2\nPI\n+\n+7776FU\n'** 30\n-3334FU\n'** 20\n+2726FU\n'** -900 \n-8384FU\n'** -850\n+2625FU\n'** 400\n%TORYO\n",
    );
    session(
        &path,
        (80, 24),
        &[
            ("", "-900"),
            ("v", "== EVALUATION"),
            ("", " 900"),
            ("", "^"),
            ("!", " 3/5"),
            ("!", " 5/5"),
            ("!", " 3/5"),
        ],
    );
}

#[test]
fn the_graph_shows_nothing_of_a_hidden_answer() {
    let (_folder, path) = file("mate.csa", "V2.2\nPI\n+\n+7776FU\n'** 30\n-3334FU\n'** 900\n");
    session(
        &path,
        (80, 24),
        &[
            ("v", "== EVALUATION"),
            ("P", " problem "),
            ("", "!EVALUATION"),
            ("", "! 900"),
            ("P", "== EVALUATION"),
        ],
    );
}

#[test]
fn mates_stand_at_the_edge_of_the_graph() {
    let moves = ["+7776FU\n'** 100", "-3334FU\n'** 400", "+2726FU\n'** 100000"];
    let (_folder, path) = file("mate.csa", format!("V2.2\nPI\n+\n{}\n%TORYO\n", moves.join("\n")));
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("G", " 3/3"), ("v", "== EVALUATION")]);
    // The scale is that of what is no mate, whose bar is the last one at the top.
    let shown = terminal.shows("   400 ");
    let row = |label: &str| shown.lines().rfind(|row| row.contains(label)).unwrap();
    let bars = |label: &str| {
        let cells = row(label).trim_end().chars().rev();
        cells.take_while(|cell| matches!(cell, '#' | '-')).count()
    };
    assert_eq!(bars("   400 ") * 3, bars("     0 ") * 2, "{shown}");
}

#[test]
fn a_record_with_evaluations_has_a_graph_under_the_board() {
    let moves = ["+7776FU", "-3334FU", "+2726FU", "-8384FU", "+2625FU"];
    let values = ["30", "20", "-900", "-850", "400"];
    let plain: String = moves.iter().map(|step| format!("{step}\n")).collect();
    let valued = moves.iter().zip(values);
    let valued: String = valued.map(|(step, value)| format!("{step}\n'** {value}\n")).collect();
    let record = |moves: &str| file("strip.csa", format!("V2.2\nPI\n+\n{moves}%TORYO\n"));
    let (_folder, path) = record(&valued);
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 120, 40, &[]);
    play(&mut terminal, &[("", "-- EVALUATION")]);
    // Bars up and down as wide as there is room for, and a mark below the current one.
    play(&mut terminal, &[("lll", " 3/5"), ("", "^               !")]);
    let shown = terminal.shows("-- EVALUATION");
    let strip = shown.lines().skip_while(|row| !row.contains("EVALUATION"));
    let strip: Vec<String> = strip
        .skip(1)
        .take(4)
        .map(|row| row.chars().take(7).chain(row.chars().skip(7).step_by(8).take(7)).collect())
        .collect();
    let strip: Vec<&str> = strip.iter().map(|row| row.trim_end()).collect();
    assert_eq!(strip, ["   900  ##  #", "     0  -----", "  -900    oo", "          ^ !",]);
    let (_folder, path) = record(&plain);
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 90, 34, &[]);
    play(&mut terminal, &[("lll", " 3/5")]);
    let shown = terminal.screen();
    assert!(!shown.contains("EVALUATION") && !shown.contains("-- GAME"), "{shown}");
}

#[test]
fn panes_take_the_focus_zoom_and_scroll() {
    let long: String = (1..60).map(|line| format!("line {line} of the comment\n")).collect();
    let (_folder, path) = file("long.sgf", format!("(;GM[1]SZ[9]EV[Cup];B[ee]C[{long}];W[dd])"));
    session(
        &path,
        (80, 24),
        &[
            ("l", "line 1 of the comment"),
            ("", "-- COMMENT"),
            ("\t", "== COMMENT"),
            (DOWN, "!line 1 of"),
            (UP, "line 1 of"),
            (PAGE_DOWN, "!line 1 of"),
            ("z", "line 20 of"),
            (PAGE_DOWN, "line 40 of"),
            ("l", " 2/2"),
            ("h", "line 1 of"),
            ("z", "== COMMENT"),
            // The cursor on the board comes between.
            ("\t", "!== "),
            (SHIFT_TAB, "== COMMENT"),
            ("\t\t", "== MOVES"),
        ],
    );
    // Narrow screens have pages instead.
    session(
        &path,
        (40, 20),
        &[
            ("l\t", "MOVES"),
            ("\t", "line 17 of"),
            (PAGE_DOWN, "line 25 of"),
            ("\t", "-- GAME"),
            ("", "Cup"),
            ("\t", "・"),
            (SHIFT_TAB, "-- GAME"),
        ],
    );
}

#[test]
fn on_a_narrow_screen_a_comment_has_a_sign_and_space_opens_its_page() {
    let moves = ";B[ee]C[one];W[dd];B[cc]C[two];W[gg];B[gc]C[three]";
    let (_folder, path) = file("comments.sgf", format!("(;GM[1]SZ[19]{moves})"));
    session(
        &path,
        (40, 20),
        &[
            ("", " 0/5"),
            (" ", "COMMENT 1/3"),
            ("", "one"),
            ("", "! *  "),
            (" ", "two"),
            ("", "COMMENT 2/3"),
            (&SHIFT_TAB.repeat(2), "・"),
            ("2h", " 1/5  Black E15  *"),
            (" ", "one"),
            (&SHIFT_TAB.repeat(2), "・"),
            ("l", "!*"),
            // Back, too; and the map is not left.
            ("3l", " 5/5  Black G17  *"),
            ("\x08", "three"),
            ("\x08", "two"),
        ],
    );
    session(&path, (80, 24), &[("l", "one"), ("", " 1/5  Black E15  "), ("", "!E15  *")]);
}

/// Whether the row of the screen that holds a text is dim there.
fn is_dim(terminal: &Terminal, text: &str) -> bool {
    terminal.look(|screen| {
        let rows = screen.rows(0, u16::MAX);
        let rows = (0..).zip(rows);
        let (row, line) = rows.into_iter().find(|(_, line)| line.contains(text)).unwrap();
        let column = line.find(text).unwrap();
        // Help is ASCII, and so is everything before it in its rows on a zoomed screen.
        screen.cell(row, column.try_into().unwrap()).unwrap().dim()
    })
}

#[test]
fn help_lists_every_key_and_dims_the_inactive() {
    let (_folder, path) = file("plain.sgf", "(;GM[1]SZ[9];B[ee];W[dd])");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 120, 60, &[]);
    play(&mut terminal, &[("z?", "KEYS"), ("", "next fork"), ("", "Esc close")]);
    for idle in ["next fork", "next comment", "next big swing"] {
        assert!(is_dim(&terminal, idle), "{idle}");
    }
    assert!(!is_dim(&terminal, "next move; a"));
    let (_folder, path) = lesson();
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 120, 60, &[]);
    play(&mut terminal, &[("z?", "KEYS"), ("", "next fork"), ("", "Esc close")]);
    for useful in ["next fork", "next comment"] {
        assert!(!is_dim(&terminal, useful), "{useful}");
    }
    play(&mut terminal, &[("\x1b[6~", "the first of three"), ("", "the pane with the focus")]);
}

#[test]
fn every_language_is_used_throughout() {
    let (_folder, path) = lesson();
    for (lang, words) in [
        ("zh", ["着法", "注释", "查找", "帮助", "退出", "实时"]),
        ("ja", ["手順", "コメント", "検索", "ヘルプ", "終了", "追従中"]),
    ] {
        let mut terminal = Terminal::start(&["--lang", lang, path.to_str().unwrap()], 80, 24, &[]);
        let steps = words.map(|word| ("", word));
        play(&mut terminal, &steps);
        // All of help is in the language.
        terminal.keys("?");
        for _ in 0..6 {
            let screen = terminal.screen();
            for english in ["next", "move", "copy", "close", "focus", ": "] {
                assert!(!screen.contains(english), "{lang}: {english} in\n{screen}");
            }
            terminal.keys(PAGE_DOWN);
        }
    }
    let mut terminal =
        Terminal::start(&[path.to_str().unwrap()], 80, 24, &[("LANG", "zh_CN.UTF-8")]);
    play(&mut terminal, &[("", "着法")]);
}

#[test]
fn the_command_line_chooses_characters_and_pieces() {
    let (_folder, path) = variations();
    let path = path.to_str().unwrap();
    for (arguments, row) in [
        (&[][..], "車－馬－象－士－將－士－象－馬－車"),
        (&["--charset", "box"], "車─馬─象─士─將─士─象─馬─車"),
        (&["--ascii"], "r-n-b-a-k-a-b-n-r"),
        (&["--charset", "ascii"], "r-n-b-a-k-a-b-n-r"),
        (&["--pieces", "simplified"], "车－马－象－士－将－士－象－马－车"),
        (&["--pieces", "letters"], "ｒ－ｎ－ｂ－ａ－ｋ－ａ－ｂ－ｎ－ｒ"),
        (&["--flip"], "俥－傌－相－仕－帥－仕－相－傌－俥"),
    ] {
        let arguments: Vec<&str> = arguments.iter().copied().chain([path]).collect();
        let terminal = Terminal::start(&arguments, 80, 24, &[]);
        terminal.wait(&format!("{row} for {arguments:?}"), |screen| {
            let mut rows = screen.lines().skip(2);
            // Where box characters may be wide, every slot is positioned separately, with a blank after it.
            rows.next().is_some_and(|line| line.replace("─ ", "─").starts_with(row))
        });
    }
}

#[test]
fn a_very_long_comment_is_read_from_both_ends() {
    let book: String = (1..=140_000).map(|line| format!("line {line} of the book\n")).collect();
    let text = format!("(;GM[1]SZ[9];B[aa]C[{book}the end];W[bb]C[the next])");
    let (_folder, path) = file("book.sgf", &text);
    session(
        &path,
        (80, 24),
        &[
            ("l", "line 1 of the book"),
            ("\t", "== COMMENT"),
            ("250j", "line 251 of the book"),
            ("40000j", " of the book"),
            // Two megabytes are shown at once, and the rest is announced.
            ("9999999j", "-- 1,125 KB more: Space --"),
            (" ", "line 91670 of the book"),
            ("9999999j", "the end"),
            ("k", "line 140000 of the book"),
            (SHIFT_TAB, "-- COMMENT"),
            ("l", "the next"),
            ("/line 139007 \r", " 1 A9  ..e book line 139007"),
            ("\r", "line 139007 of the book"),
        ],
    );
}
