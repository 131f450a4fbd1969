//! Own moves: typed, stepped through, left, taken back and written.

use std::fs;
use std::path::Path;

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::keys::layout::press;
use crate::keys::{LEFT, RIGHT, file, first, lesson, play, session, variations, xianren};

#[test]
fn any_legal_move_can_be_tried_and_stays() {
    session(
        &xianren(),
        (80, 24),
        &[
            (":炮二平五\r", " 1/1  (round 1)  炮二平五  [a/2]  1.a-1"),
            ("", "＋－炮－＋－＋－炮－＋－＋－＊－＋"),
            // WXF in lower case, simplified with halfwidth digits, ICCS.
            (":h8+7\r", " 2/2  (round 1)  马８进７  1.a-2"),
            (":马2进3\r", " 3/3  (round 2)  马二进三  1.a-3"),
            ("", ">马二进三"),
            (LEFT, " 2/3  (round 1)  马８进７"),
            ("h", " 1/3"),
            // The line of the file goes on to its end.
            ("h", " 0/16"),
            (RIGHT, " 1/3  (round 1)  炮二平五"),
            ("l", " 2/3"),
            // Another move beside the one that followed.
            ("h:h9i7\r", " 2/2  (round 1)  马８进９  [b/2]  1.a-2.b-2"),
            ("k", " 2/3  (round 1)  马８进７  [1/2]  1.a-2"),
            ("j", " 2/2  (round 1)  马８进９"),
            ("m", " 0/16"),
            ("l", " 1/16  (round 1)  兵七进一  [1/2]"),
            // Its letter is where it leads.
            ("", "＋－炮－＋－＋－ａ－＋－＋－炮－＋"),
            ("j", " 1/2  (round 1)  炮二平五  [a/2]"),
            ("G", " 2/2  (round 1)  马８进９"),
            ("yf", "xianrenzhilu.xqf:1.a-2.b-2"),
            ("\"x", "mark x set"),
            ("mG'x", " 2/2  (round 1)  马８进９"),
            (":1.a-3\r", " 3/3  (round 2)  马二进三"),
            (":1.b\r", "there is no line b of your own at ply 1"),
            // All is taken back, and given again.
            ("U", " 1/3  (round 1)  炮二平五"),
            ("U", " 2/2  (round 1)  马８进７"),
            ("2U", " 0/16"),
            ("U", "nothing to undo"),
            ("3\x12", " 3/3  (round 2)  马二进三"),
            ("\x12", " 2/2  (round 1)  马８进９"),
            ("\x12", "nothing to redo"),
            ("hd", " 0/16"),
            (":1.a\r", "there is no line a of your own at ply 1"),
            ("U", " 1/3  (round 1)  炮二平五"),
            ("m:5\rd", "nothing of your own here"),
        ],
    );
}

#[test]
fn all_acts_are_taken_back_and_given_again() {
    // Two moves of a line, another second move, and one after the file's first.
    for (name, moves, start) in [
        ("xiangqi/xianrenzhilu.xqf", ["h2e2", "h9g7", "h9i7", "a9a8"], " 0/16 "),
        ("shogi/yokofudori.kif", ["1g1f", "9c9d", "8c8d", "9c9d"], " 0/27 "),
        ("go/lesson.sgf", ["a1", "a9", "b9", "a2"], " 0/25 "),
    ] {
        let [one, two, other, beside] = moves.map(|mv| format!(":{mv}\r"));
        let (undo, redo) = ("U", "\x12");
        session(
            &sample(name),
            (80, 24),
            &[
                ("", start),
                (&one, "  1.a-1"),
                (&two, " 2/2  "),
                (&format!("h{other}"), "  1.a-2.b-2"),
                (&format!("ml{beside}"), "  2.a-2"),
                ("h:1.a\r", " 1/2  "),
                ("d", start),
                (":1.a\r", "there is no line a of your own at ply 1"),
                (undo, "  1.a-1"),
                ("lj", "  1.a-2.b-2"),
                (undo, " 1/"),
                (":2.a\r", "there is no line a of your own at ply 2"),
                (undo, " 1/2  "),
                (":1.a-2.b\r", "there is no line b of your own at ply 2"),
                (undo, " 1/1  "),
                (undo, start),
                (undo, "nothing to undo"),
                ("T", "-- MAP"),
                ("", "!'"),
                ("\x1b", "!-- MAP"),
                (redo, "  1.a-1"),
                (redo, " 2/2  "),
                (redo, "  1.a-2.b-2"),
                (redo, "  2.a-2"),
                (redo, start),
                (redo, "nothing to redo"),
                (":2.a\r", "  2.a-2"),
            ],
        );
    }
}

#[test]
fn what_is_taken_back_and_done_again_is_said() {
    let (_folder, path) = lesson();
    let mut terminal = Terminal::open(&path);
    play(
        &mut terminal,
        &[
            ("", " 0/13"),
            (":a1\r:b1\r:c1\r", "  1.a-3"),
            ("s", "kept"),
            ("wnoted\x1b", "& noted"),
            ("&1", " !"),
            (":mark triangle D4\r", "ム"),
            ("hd", " 1/"),
            ("U", "undone: deletion"),
            ("U", "undone: mark"),
            ("U", "undone: glyph"),
            ("U", "undone: comment"),
            ("U", "undone: kept line"),
            ("2U", "undone: 2 moves"),
            ("U", "undone: 1 move"),
            ("U", "nothing to undo"),
            ("4\x12", "redone: 3 moves, kept line"),
            ("\x12", "redone: comment"),
            ("9\x12", "redone: glyph, mark, deletion"),
            ("\x12", "nothing to redo"),
            (":language zh\rU", "已撤销：删除"),
            (":language ja\rU", "取り消しました：印"),
        ],
    );
}

#[test]
fn a_command_says_what_it_lacks() {
    let (_folder, path) = lesson();
    session(
        &path,
        (80, 24),
        &[
            (":w\r", ":w needs the name of a new file"),
            (":w! \r", ":w! needs the name of a file"),
            (":mark\r", ":mark needs triangle, square, circle, cross or label, and a point"),
            (":glyph\r", ":glyph needs a glyph, such as !?"),
            (":glyph zz\r", ":glyph takes ! ? !! ?? !? ?! = ~ += =+ B+ W+"),
            (":mark foo C6\r", ":mark needs triangle, square, "),
            (":12.3-2\r", "the plies of a place rise: 2 follows 12"),
            (":#\r", ":# needs the number of a game"),
            (":delete-bookmark\r", ":delete-bookmark needs the letter of a bookmark"),
            (":language zh\r:w\r", ":w之后还需要新文件名"),
        ],
    );
}

#[test]
fn a_thousand_moves_are_tried_taken_back_and_kept() {
    let tour = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let hundred: String = (0..100).map(|ply| format!(":{}\r", tour[ply % 4])).collect();
    let (state, path) = (tempfile::tempdir().unwrap(), xianren());
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let open = || Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    let mut terminal = open();
    terminal.shows(" 0/16 ");
    for hundreds in 1..=10 {
        play(&mut terminal, &[(&hundred, &format!("  1.a-{hundreds}00"))]);
    }
    let steps = [
        ("1000U", " 0/16 "),
        ("U", "nothing to undo"),
        ("1000\x12", " 1000/1000 "),
        ("\x12", "nothing to redo"),
        (":1.a-500\r", " 500/1000 "),
        ("d", " 499/499 "),
        ("1001U", " 0/16 "),
        ("1001\x12", " 499/499 "),
    ];
    play(&mut terminal, &steps);
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = open();
    play(&mut terminal, &[("", "  1.a-499"), ("h", " 498/499 "), ("U", "nothing to undo")]);
}

#[test]
fn a_move_of_the_record_is_jumped_to_and_an_illegal_one_explained() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            (":炮2平5\r", " 1/10  (round 1)  炮二平五"),
            (":h9g7\r", " 2/10  (round 1)  馬８進７"),
            // The first branch, and from there its sibling.
            (":馬二進三\r", " 3/10  (round 2)  馬二進三  [1/12]"),
            (":兵七進一\r", " 3/5  (round 2)  兵七進一  [2/12]"),
            ("l", " 4/5"),
            (":h2h3\r", "h2h3: no piece is on the starting square"),
            (":a9a8\r", "a9a8: the piece belongs to the other side"),
            (":a0b0\r", "a0b0: the destination is occupied"),
            (":a0b1\r", "a0b1: the piece cannot move there"),
            (":nonsense\r", ": nonsense"),
            (":相三進五\r", " 4/5"),
        ],
    );
}

#[test]
fn moves_of_shogi_are_read_in_every_notation() {
    session(
        &sample("shogi/yokofudori.kif"),
        (80, 24),
        &[
            ("", " 0/"),
            (":2g2f\r", " 1/1  ２六歩"),
            (":34歩\r", " 2/2  ３四歩"),
            (":+7776FU\r", " 3/3"),
            (":２二角成\r", "２二角成: the piece belongs"),
            (":44歩\r", " 4/4"),
            (":P*5e\r", "P*5e: the piece is not in hand"),
            (":2h3f\r", "2h3f: the piece cannot move"),
            ("m", " 0/"),
            (":76歩\r", " 1/"),
            (":3c3d\r", " 2/"),
        ],
    );
}

#[test]
fn a_stone_is_tried_by_typing_its_point() {
    let (_folder, path) = lesson();
    session(
        &path,
        (80, 24),
        &[
            ("7l", " 7/13  Black Q15  [1/3]"),
            // A sibling, then what follows it.
            (":p4\r", " 7/10  Black P4  [2/3]"),
            (":Q5\r", " 8/10"),
            (":q16\r", "Black Q16  [a/3]  7.2-9.a-9"),
            // A white stone, not a file of this name.
            (":w c3\r", "White C3  7.2-9.a-10"),
            ("h", "Black Q16  [a/3]"),
            (":aa\r", "White A19  [b/2]  7.2-9.a-10.b-10"),
            (":Q16\r", "Q16: a stone is already there"),
            ("m", " 6/13"),
        ],
    );
}

#[test]
fn a_ko_cannot_be_retaken_at_once() {
    let ko = "(;GM[1]SZ[9]AB[dd][ce][df]AW[ed][fe][ef][de];W[aa])";
    let (_folder, path) = file("ko.sgf", ko);
    session(
        &path,
        (80, 24),
        &[
            ("G", " 1/1"),
            (":e5\r", " 2/2  Black E5"),
            (":d5\r", "d5: the ko cannot be retaken yet"),
        ],
    );
}

#[test]
fn a_copy_holds_own_lines_as_variations() {
    let (folder, path) = lesson();
    let before = fs::read(&path).unwrap();
    let names = ["copy.sgf", "copy.json", "copy.kif", "copy.nothing"];
    let [sgf, json, kif, nothing] = names.map(|name| folder.path().join(name));
    let write = |path: &Path| format!(":w --tried {}\r", path.display());
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 200, 24, &[]);
    terminal.shows("0/13");
    play(
        &mut terminal,
        &[
            ("2l:k10\r:c3\r", " 4/4  White C3  3.a-4"),
            (&write(&sgf), "written: copy.sgf"),
            (&write(&json), "written: copy.json"),
            (&write(&sgf), "copy.sgf already exists"),
            (&write(&path), "lesson.sgf already exists"),
            (&write(&kif), "kif cannot hold go"),
            (&write(&nothing), "not written; use"),
            (&write(&folder.path().join("copy.cbl")), "CBL is read, not written; use"),
            ("ml", " 3/13  Black Q3  [1/2]"),
        ],
    );
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(!kif.exists() && !nothing.exists());
    assert!(fs::read_to_string(&json).unwrap().contains("B jj"));
    session(
        &sgf,
        (80, 24),
        &[
            ("3l", " 3/13  Black Q3  [1/2]"),
            ("j", " 3/4  Black K10  [2/2]"),
            ("l", " 4/4  White C3"),
        ],
    );
}

#[test]
fn a_copy_of_a_library_names_the_games_that_could_not_be_read() {
    let go = |player: &str| format!("(;GM[1]SZ[9]PB[{player}];B[aa])\n");
    let (folder, path) = file("games.sgf", go("Ann") + "(;GM[3];B[aa])\n" + &go("Bob"));
    let copy = folder.path().join("copy.sgf");
    let mut terminal = Terminal::start(&[first(&path).to_str().unwrap()], 200, 24, &[]);
    terminal.shows("0/1");
    let write = format!(":w {}\r", copy.display());
    play(&mut terminal, &[(&write, "written: copy.sgf, without 1 unreadable game (2:1: ")]);
    let written = fs::read_to_string(copy).unwrap();
    assert!(written.contains("Ann") && written.contains("Bob"));
}

#[test]
#[cfg(unix)]
fn the_former_file_is_kept_in_a_new_file_whatever_has_its_name() {
    let (folder, path) = lesson();
    let before = fs::read(&path).unwrap();
    let named = |name: &str| folder.path().join(name);
    for name in ["other", "one.sgf", "two.sgf"] {
        fs::write(named(name), name).unwrap();
    }
    std::os::unix::fs::symlink(named("other"), named("one.sgf~")).unwrap();
    std::os::unix::fs::symlink(named("nowhere"), named("two.sgf~")).unwrap();
    fs::rename(&path, named("three.sgf~")).unwrap();
    fs::write(named("three.sgf"), "three.sgf").unwrap();
    let open = named("three.sgf~");
    let mut terminal = Terminal::start(
        &[open.to_str().unwrap()],
        200,
        24,
        &[("HOME", folder.path().to_str().unwrap())],
    );
    terminal.shows("0/13");
    play(
        &mut terminal,
        &[
            (":w! ~/one.sgf\r", "written: one.sgf"),
            (":w! ~/two.sgf\r", "written: two.sgf"),
            (":w! ~/three.sgf\r", "never written over: three.sgf~"),
        ],
    );
    assert_eq!(fs::read(named("three.sgf~")).unwrap(), before);
    for name in ["other", "three.sgf"] {
        assert_eq!(fs::read_to_string(named(name)).unwrap(), name);
    }
    assert!(!named("nowhere").exists());
    for name in ["one.sgf", "two.sgf"] {
        let copy = named(&format!("{name}~"));
        assert!(copy.symlink_metadata().unwrap().is_file());
        assert_eq!(fs::read_to_string(copy).unwrap(), name);
    }
}

#[test]
fn a_copy_reports_what_its_format_cannot_hold() {
    let (path, folder) = (sample("shogi/yokofudori.kif"), tempfile::tempdir().unwrap());
    let copy = folder.path().join("copy.csa");
    let write = format!(":w {}\r", copy.display());
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 200, 24, &[]);
    terminal.shows("0/27");
    let steps = [(&*write, "written: copy.csa, without "), ("", " variation")];
    play(&mut terminal, &steps);
}

/// A comment that quotes two lines that follow and one that could be played instead.
pub(crate) const QUOTING: &str = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 {黑方可走马８进７ 马二进三 车９平８，或炮８平５。\
                       红方如改走兵七进一} 马８进７ *\n";

#[test]
fn lines_quoted_in_a_comment_can_be_tried() {
    let (_folder, path) = file("quoting.pgn", QUOTING);
    session(
        &path,
        (80, 24),
        &[
            ("l", " 1/2"),
            ("\t", "== COMMENT 1/1"),
            // The first move of it is the record's.
            ("\r", "line 1 of 3 in the comment"),
            ("", " 2/2  (round 1)  马８进７"),
            ("2l", " 4/4  (round 2)  车９平８  3.a-4"),
            ("\r", "line 2 of 3"),
            ("", " 2/2  (round 1)  炮８平５  [a/2]"),
            // Instead of the move that was played; the comment stays beside it.
            ("\r", "line 3 of 3"),
            ("h", " 0/2"),
            ("l", " 1/1  (round 1)  兵七进一  [a/2]"),
            ("", "红方如改走"),
            ("\r", "line 1 of 3"),
            ("3\r", "line 3 of 3"),
            ("m", " 0/2"),
            ("\r", "the comment quotes no playable"),
        ],
    );
}

#[test]
fn lines_in_the_comment_are_tried_beside_a_book() {
    let (_folder, path) = file("quoting.pgn", QUOTING);
    let book = sample("xiangqi/opening.obk");
    let arguments = ["--book", book.to_str().unwrap(), path.to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 120, 40, &[]);
    play(
        &mut terminal,
        &[
            ("", "BOOK"),
            ("l", " 1/2"),
            ("\t", "== COMMENT 1/1"),
            ("\r", "line 1 of 3 in the comment"),
            ("\r", "line 2 of 3 in the comment"),
            ("", " 2/2  (round 1)  炮８平５"),
        ],
    );
}

/// A comment on ▲７六歩 that restates it, answers it, goes on from answers and names alternatives: nine lines, of which
/// lines 2, 3 and 7 continue others.
const PROSE: &str = "手合割：平手\n   1 ７六歩(77)\n*▲７六歩と角道を開けた。△３四歩には▲２六歩が自然で、以下△８四歩▲６八銀と進む。\
                     △８四歩や△４四歩もある。▲２六歩なら△８四歩。代えて▲６八飛や▲５六歩もあった。\n   2 ３四歩(33)\n";

#[test]
fn lines_that_continue_others_are_not_played() {
    let (_folder, path) = file("prose.kif", PROSE);
    session(
        &path,
        (120, 40),
        &[
            ("l", " 1/2"),
            ("\t", "== COMMENT 1/1"),
            ("\r", "line 1 of 9 in the comment"),
            ("", " 2/2  ３四歩"),
            ("\r", "line 4 of 9"),
            ("", " 2/2  ８四歩"),
            ("\r", "line 5 of 9"),
            ("", " 2/2  ４四歩"),
            ("\r", "line 6 of 9"),
            ("", " 1/1  ２六歩"),
            ("\r", "line 8 of 9"),
            ("", " 1/1  ６八飛"),
            ("\r", "line 9 of 9"),
            ("", " 1/1  ５六歩"),
            ("\r", "line 1 of 9"),
            ("2\r", "line 2 of 9 in the comment does not fit this position"),
            ("7\r", "line 7 of 9 in the comment does not fit this position"),
            ("", " 2/2  ３四歩"),
            ("h", " 1/2"),
            (":▲１六歩\r", "▲１六歩: the piece belongs to the other side"),
            (":+1716FU\r", "+1716FU: the piece belongs to the other side"),
            (":△８四歩\r", " 2/2  ８四歩"),
        ],
    );
}

#[test]
fn lines_that_continue_others_are_dim_and_say_so_when_pressed() {
    let (_folder, path) = file("prose.kif", PROSE);
    let arguments = ["--mouse", path.to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 120, 24, &[]);
    terminal.shows(" 0/2");
    play(&mut terminal, &[("l", " 1/2"), ("", "以下△８四歩")]);
    let is_dim = |cell: &&vt100::Cell| cell.dim();
    let dim = terminal.look(|screen| {
        let cells = (0..24).flat_map(|row| (0..120).map(move |column| (row, column)));
        let cells = cells.filter_map(|(row, column)| screen.cell(row, column));
        let dim: String = cells.filter(is_dim).map(vt100::Cell::contents).collect();
        dim
    });
    // The number and the sign in the list of moves are dim, too.
    assert_eq!(dim.replace([' ', '1', '*'], ""), "▲２六歩△８四歩▲６八銀△８四歩");
    let screen = terminal.screen();
    let mut rows = screen.lines().enumerate();
    let (row, before) =
        rows.find_map(|(row, line)| Some((row, line.split_once("以下")?.0))).unwrap();
    let column = dapu::text::columns(before, false) + 6;
    let press = press(column, row + 1);
    let refused = "line 3 of 9 in the comment does not fit this position";
    play(&mut terminal, &[(&press, refused), ("", " 1/2")]);
}
