//! The clipboard, the mouse and the configuration.

use std::fs;

use crate::common::program::{sample, until};
use crate::common::terminal::Terminal;
use crate::keys::{RIGHT, lesson, play, session, xianren};

#[test]
fn positions_lines_and_places_are_copied_through_the_terminal() {
    let mut terminal = Terminal::open(&xianren());
    play(
        &mut terminal,
        &[
            ("2l", " 2/16"),
            ("yp", "copied FEN: rnbakab1r/9/1c4nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR w"),
            ("yl", "copied 2 moves: 兵七进一 马８进７"),
            ("yf", "xianrenzhilu.xqf:2"),
            ("y", " y_"),
            ("", " yl          copy the line up to here"),
            ("z", "yz does nothing here"),
        ],
    );
    let bytes = terminal.bytes();
    // 兵七进一 马８进７ in base 64.
    let wanted = b"\x1b]52;c;5YW15LiD6L+b5LiAIOmprO+8mOi/m++8lw==";
    assert!(bytes.windows(wanted.len()).any(|part| part == wanted), "not sent");
    for (sample_name, keys, copied) in [
        ("shogi/floodgate.csa", "lyp", "copied SFEN: lnsgkgsnl/1r5b1/"),
        ("go/lesson.sgf", "lyp", "copied SGF: (;"),
    ] {
        session(&sample(sample_name), (80, 24), &[(keys, copied)]);
    }
}

#[test]
fn a_pasted_record_opens_and_one_key_goes_back_to_the_file() {
    let paste = |text: &str| format!("\x1b[200~{text}\x1b[201~");
    session(
        &xianren(),
        (80, 24),
        &[
            ("3l", " 3/16"),
            (&paste("(;GM[1]SZ[9];B[ee];W[cc])"), " 0/2"),
            ("", "pasted (r: return to xianrenzhilu.xqf)"),
            ("2l", " 2/2  White C7"),
            ("", " (pasted)  "),
            ("e", "cannot be edited"),
            ("r", " 3/16"),
            (&paste("what is this"), "the pasted text is not a record"),
            ("", " 3/16"),
            // In a prompt a paste is text.
            (":", " :_"),
            (&paste("7"), " :7_"),
            ("\r", " 7/16"),
        ],
    );
}

#[test]
fn full_width_characters_of_an_input_method_are_plain_keys() {
    session(
        &xianren(),
        (80, 24),
        &[
            ("\u{FF13}\u{FF27}", " 3/16"),
            ("\u{FF1A}", " :_"),
            ("\x08", "! :_"),
            ("\u{FF1F}", "-- KEYS"),
        ],
    );
}

#[test]
fn the_mouse_is_off_by_default() {
    let mut terminal = Terminal::open(&xianren());
    play(&mut terminal, &[("", " 0/16")]);
    let mode = |terminal: &Terminal| terminal.look(vt100::Screen::mouse_protocol_mode);
    assert_eq!(mode(&terminal), vt100::MouseProtocolMode::None);
    play(
        &mut terminal,
        &[
            ("M", "mouse on"),
            // The second round in the list of moves; the wheel on the board; the destination of the next move.
            ("\x1b[<0;50;4M", " 3/16"),
            ("\x1b[<65;10;5M", " 4/16"),
            ("\x1b[<64;10;5M", " 3/16"),
            ("\x1b[<0;9;7M", " 4/16"),
            ("M", "mouse off"),
        ],
    );
    assert_eq!(mode(&terminal), vt100::MouseProtocolMode::None);
    let bytes = terminal.bytes();
    let sent = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
    assert!(sent(b"\x1b[?1000h") && sent(b"\x1b[?1006h"));
    assert!(!sent(b"\x1b[?1003h") && !sent(b"\x1b[?1002h"));
    let mut terminal = Terminal::start(&["--mouse", xianren().to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("l", " 1/16"), ("\x1b[<0;50;4M", " 3/16")]);
}

#[test]
fn down_away_from_a_fork_is_configurable() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("dapu")).unwrap();
    fs::write(home.path().join("dapu/config.toml"), "down = 'fork'\n").unwrap();
    let environment = [("XDG_CONFIG_HOME", home.path().to_str().unwrap())];
    let (_folder, path) = lesson();
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    play(
        &mut terminal,
        &[
            ("", " 0/13"),
            ("j", " 7/13  Black Q15  [1/3]"),
            ("j", " 7/10  Black P4  [2/3]"),
            ("l", " 8/10"),
            ("k", " 7/10"),
            (":down nothing\rl", " 8/10"),
            ("j", "no branches here"),
            (":down move\rj", " 9/10"),
        ],
    );
}

#[test]
fn keys_are_configurable() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("dapu")).unwrap();
    let config = "[keys]\nforward = 'n'\nnext-hit = 'Ctrl-n'\nquit = 'Z'\nhelp = 's'\n";
    fs::write(home.path().join("dapu/config.toml"), config).unwrap();
    let environment = [("XDG_CONFIG_HOME", home.path().to_str().unwrap())];
    let mut terminal = Terminal::start(&[xianren().to_str().unwrap()], 80, 24, &environment);
    play(
        &mut terminal,
        &[
            ("", "/ find  s help  Z quit"),
            ("n", " 1/16"),
            (RIGHT, " 1/16"),
            ("2n", " 3/16"),
            ("q", " 3/16"),
            ("s", "KEYS"),
            ("", " n           next move"),
        ],
    );
    terminal.keys("Z");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn messages_name_the_keys_that_are_configured() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("dapu")).unwrap();
    let config = "[keys]\nforward = 'Y'\nanalyze = 'X'\nreload = 'F8'\nhelp = 'F7'\nsearch = 'F6'\n\
                  cancel = 'F5'\nbook-move = 'F4'\n";
    fs::write(home.path().join("dapu/config.toml"), config).unwrap();
    let environment = [
        ("XDG_CONFIG_HOME", home.path().to_str().unwrap()),
        ("XDG_CACHE_HOME", home.path().to_str().unwrap()),
    ];
    let games = "(;GM[1]SZ[9];B[ee]C[B C3 W G7](;W[dd];B[cc])(;W[cc]))(;GM[1]SZ[9]PB[Anna];B[aa])";
    let (folder, _) = crate::keys::file("games.sgf", games);
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 80, 24, &environment);
    play(
        &mut terminal,
        &[
            ("\r\r", " games.sgf"),
            ("2Yjj", "branch 2 of 2 (Y: go on)"),
            ("V", "no analysis for this position (X: analyse)"),
            ("S", "not indexed (F4: build the index)"),
            ("S", "!not indexed"),
            ("\x1b[200~(;GM[1]SZ[9];B[ee];W[cc])\x1b[201~", "pasted (F8: return to games.sgf"),
            ("\x1b[18~", "-- KEYS"),
            ("", " F7  1/"),
            ("\x1b[15~\x1b[19~", " games.sgf"),
            ("o\x1b[17~zzz", "Esc, then F6 to change"),
        ],
    );
}

#[test]
fn keys_of_lists_are_configurable() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("dapu")).unwrap();
    let config = "[keys]\ndown = 'w'\ntake = 'W'\nfold-all = 'E'\nsort = 'K'\nread-back = 'B'\n";
    fs::write(home.path().join("dapu/config.toml"), config).unwrap();
    let environment = [("XDG_CONFIG_HOME", home.path().to_str().unwrap())];
    let games = "(;GM[1]SZ[9]PB[Berta];B[ee](;W[dd];B[cc])(;W[cc]))(;GM[1]SZ[9]PB[Anna];B[aa])";
    let (_folder, path) = crate::keys::file("games.sgf", games);
    let mut terminal =
        Terminal::start(&[crate::keys::first(&path).to_str().unwrap()], 80, 24, &environment);
    play(
        &mut terminal,
        &[
            ("T", "-- MAP"),
            ("w", " 2/3"),
            ("hE", "variation folded"),
            ("W", "!-- MAP"),
            ("o", "> 1"),
            ("j", "j does nothing here"),
            ("w", "> 2"),
            ("K", "by players"),
            ("W", " games.sgf  2/2"),
        ],
    );
}

#[test]
fn a_copied_place_is_quoted_for_a_shell() {
    let (_folder, path) = crate::keys::file("it's one.sgf", "(;GM[1]SZ[9];B[ee])");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 200, 24, &[]);
    terminal.shows("0/1");
    play(&mut terminal, &[("yf", r"it'\''s one.sgf:0'")]);
}

#[test]
fn a_record_opens_at_the_given_place_of_a_game() {
    let text = "(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9];B[ee](;W[cc];B[gg])(;W[gc];B[eg](;W[ce])(;W[dd])))";
    let (_folder, path) = crate::keys::file("two.sgf", text);
    let address = format!("{}#2:2.2-4.2-4", path.display());
    let mut terminal = Terminal::start(&[&address], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", " 4/4 "),
            ("", "two.sgf:2.2-4.2-4  2/2"),
            ("yf", "#2:2.2-4.2-4"),
            (":2.9\r", "there is no branch 9 at ply 2: there are 2"),
            (":#1:1\r", " 1/1 "),
            (":#2:2.2-3\r", " 3/4 "),
        ],
    );
    let options = ["--game", "2", "--line", "2.2", "--ply", "3"];
    let arguments = [&[path.to_str().unwrap()], &options[..]].concat();
    let terminal = Terminal::start(&arguments, 80, 24, &[]);
    terminal.shows("two.sgf:2.2-3");
}

#[test]
fn a_record_pasted_over_help_and_the_list_opens() {
    let folder = sample("go");
    let mut terminal = Terminal::start(&[folder.to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", "-- FILES"),
            ("\x1bOP", "-- KEYS"),
            ("\x1b[200~(;GM[1]SZ[9];B[ee])\x1b[201~", "pasted (r: return to"),
        ],
    );
}

#[test]
fn a_long_message_gives_up_the_middle_of_a_path_before_its_end() {
    let (folder, path) = crate::keys::file("plain.sgf", "(;GM[1]SZ[9];B[ee];W[dd])");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    let long = folder.path().join("a-folder-with-a-long-name/and-another-one-that-is-below-it");
    fs::create_dir_all(&long).unwrap();
    let long = long.join("out.sgf");
    fs::write(&long, "").unwrap();
    let write = format!(":w {}\r", long.display());
    play(&mut terminal, &[("", "0/2"), (&write, "out.sgf already exists (L)")]);
}

#[test]
fn on_a_narrow_screen_the_reason_of_a_message_is_seen_and_where_the_rest_is() {
    let (folder, path) = crate::keys::file("plain.sgf", "(;GM[1]SZ[9];B[ee];W[dd])");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 40, 20, &[]);
    let [write, replace] = ["w", "w!"].map(|command| format!(":{command} {}\r", path.display()));
    let unknown = format!(":w {}\r", folder.path().join("x.xyz").display());
    play(
        &mut terminal,
        &[
            ("", "0/2"),
            (&write, ".sgf already exists (L)"),
            (&replace, "the open file is never written.. (L)"),
            (":w /no/such/folder/x.sgf\r", "failed: No such file or.. (L)"),
            (&unknown, "failed: not written; use "),
            ("", ".. (L)"),
            ("L", "error 2): /no/such/folder/x.sgf"),
        ],
    );
}

#[test]
fn a_command_takes_what_is_copied() {
    let home = tempfile::tempdir().unwrap();
    let taken = home.path().join("taken");
    let config = home.path().join("dapu");
    fs::create_dir(&config).unwrap();
    let command = format!("clipboard = [\"tee\", {:?}]", taken.to_str().unwrap());
    fs::write(config.join("config.toml"), command).unwrap();
    let variables = [("XDG_CONFIG_HOME", home.path().to_str().unwrap())];
    let path = xianren();
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &variables);
    play(&mut terminal, &[("2l", " 2/16"), ("yl", "copied 2 moves: 兵七进一 马８进７")]);
    until(|| fs::read_to_string(&taken).is_ok_and(|text| text == "兵七进一 马８进７"));
}
