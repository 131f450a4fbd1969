//! What the reader of a growing file sees.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::common::program::make_fifo;
use crate::common::terminal::Terminal;
use crate::common::xqf;
use crate::follow::growing::{WAYS, file, formats, run, write_as};
use crate::follow::together;

/// The example with so many plies.
fn game(plies: usize) -> (tempfile::TempDir, PathBuf) {
    file("xqf", &xqf::with_plies(plies))
}

fn start(arguments: &[&str]) -> Terminal {
    Terminal::start(arguments, 80, 24, &[])
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn every_way_of_writing_reaches_the_screen() {
    together(&formats(), |&(extension, text)| {
        let (_directory, path) = file(extension, &text(2));
        let mut terminal = Terminal::open(&path);
        terminal.shows("0/2");
        terminal.keys("G");
        terminal.shows("2/2");
        for &(plies, way) in WAYS {
            write_as(way, &path, &text(plies));
            terminal.shows(&format!(" {plies}/{plies} "));
        }
    });
}

#[test]
fn a_reader_at_the_end_follows_the_file() {
    let (directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("G");
    terminal.shows("4/4");
    // In place, by another process.
    fs::write(directory.path().join("longer"), xqf::with_plies(6)).unwrap();
    run("cat longer > game.xqf", directory.path());
    terminal.shows("6/6  (round 3)  马２进１");
    // By rename.
    fs::write(directory.path().join("longer"), xqf::with_plies(9)).unwrap();
    run("mv longer game.xqf", directory.path());
    terminal.shows("9/9  (round 5)  车九平八");
    // And again: a watch on the old file would be silent now.
    fs::write(directory.path().join("longer"), xqf::with_plies(10)).unwrap();
    run("mv longer game.xqf", directory.path());
    terminal.shows("10/10");
}

/// A record in each game, by its moves, then the second of these, and one that is not in it instead of the second, of the third, and after that.
fn three() -> [(&'static str, &'static [&'static str], [&'static str; 4]); 3] {
    let kif = &["手合割：平手\n1 ７六歩(77)\n", "2 ３四歩(33)\n", "3 ２六歩(27)\n"];
    let xiangqi = &["[Game \"Chinese Chess\"]\n\n1. h2e2 ", "h9g7 ", "2. h0g2 "];
    [
        ("game.pgn", xiangqi, ["h9g7", "b9c7", "a3a4", "a6a5"]),
        ("game.kif", kif, ["3c3d", "8c8d", "1g1f", "9c9d"]),
        ("game.sgf", &["(;GM[1]SZ[9];B[ee]", ";W[ec]", ";B[gc]"], ["e7", "c3", "a1", "a2"]),
    ]
}

#[test]
fn a_tried_move_that_the_file_gains_is_its_own_and_following_goes_on() {
    for (name, moves, [next, other, later, again]) in three() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        let write = |count: usize| {
            let end = if name.ends_with("sgf") { ")" } else { "" };
            fs::write(&path, moves[..count].concat() + end).unwrap();
        };
        write(1);
        let mut terminal = Terminal::open(&path);
        terminal.shows("/1 ");
        terminal.keys("G");
        terminal.shows(" 1/1 ");
        terminal.keys(&format!(":{other}\r"));
        terminal.shows("2.a-2");
        terminal.keys("m");
        terminal.shows(" 1/");
        terminal.keys(&format!(":{next}\r"));
        terminal.shows("2.b-2");
        write(2);
        terminal.wait("the move of the file", |screen| {
            screen.contains(" 2/2 ") && !screen.contains("2.b-2")
        });
        write(3);
        terminal.shows("/3 ");
        terminal.keys(":2.a\r");
        terminal.shows("2.a-2");
        // The writer takes back the move before another line: as it was tried, it is the reader's again until then.
        terminal.keys(&format!(":2\r:{later}\r"));
        terminal.shows("3.a-3");
        write(1);
        terminal.shows("2.b-3");
        write(3);
        terminal.shows("3.a-3");
        // Nor does one lose a line after a move that was not tried.
        terminal.keys(&format!("m:3\r:{again}\r"));
        terminal.shows("4.a-4");
        write(2);
        terminal.shows(" 2/");
        write(3);
        terminal.shows("4.a-4");
    }
}

#[test]
fn a_reader_who_stepped_back_stays_there() {
    let (directory, path) = game(8);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/8");
    terminal.keys("3G");
    terminal.shows("3/8  (round 2)  兵三进一");
    fs::write(directory.path().join("longer"), xqf::with_plies(12)).unwrap();
    run("cat longer > game.xqf", directory.path());
    terminal.shows("3/12  (round 2)  兵三进一");
    // With fewer moves than that, the last one left.
    fs::write(directory.path().join("shorter"), xqf::with_plies(2)).unwrap();
    run("cat shorter > game.xqf", directory.path());
    terminal.shows("2/2  (round 1)  马８进７");
}

#[test]
fn a_half_written_file_keeps_the_last_good_board() {
    let (directory, path) = game(8);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/8");
    terminal.keys("G");
    terminal.shows("8/8");
    run(": > game.xqf", directory.path());
    let emptied = terminal.shows("[incomplete: the file is empty]");
    assert!(emptied.contains("8/8  (round 4)  车１平２"), "{emptied}");
    terminal.keys(":language zh\r");
    terminal.shows("[不完整：文件是空的]");
    terminal.keys(":language en\r");
    // The first moves of the same game, cut inside a record.
    fs::write(&path, &xqf::example()[..0x40B]).unwrap();
    let cut = terminal.shows("[incomplete: the file ends inside a move");
    assert!(cut.contains("8/8  车１平２"), "{cut}");
    fs::write(&path, xqf::with_plies(10)).unwrap();
    terminal.shows("10/10  (round 5)  车２进４");
}

#[test]
fn a_growing_file_shows_its_complete_moves() {
    let (_directory, path) = game(2);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/2");
    terminal.keys("G");
    terminal.shows("2/2");
    // The whole example but for the second half of its last move.
    let example = xqf::example();
    fs::write(&path, &example[..example.len() - 5]).unwrap();
    terminal.shows("15/15  (round 8)  马二进三");
    fs::write(&path, &example).unwrap();
    terminal.shows("16/16  (round 8)  车９平８");
}

#[test]
fn a_file_deleted_and_created_again_is_picked_up() {
    let (directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("G");
    terminal.shows("4/4");
    run("rm game.xqf", directory.path());
    let gone = terminal.shows("[gone]");
    assert!(gone.contains("4/4"), "{gone}");
    fs::write(&path, xqf::with_plies(7)).unwrap();
    terminal.shows("7/7");
    terminal.shows("[live ");
}

#[test]
fn new_moves_are_marked_until_seen() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("2l");
    terminal.shows("2/4");
    fs::write(&path, xqf::with_plies(7)).unwrap();
    let screen = terminal.shows("3 new moves (.: go there)");
    assert!(screen.contains("2/7"), "{screen}");
    // At three moves, and in the last row beside the message.
    assert_eq!(screen.matches('+').count(), 4, "{screen}");
    assert!(screen.contains("[live] [+3]"), "{screen}");
    terminal.keys("l");
    terminal.wait("the time of the change and what is new", |screen| {
        let line = screen.lines().last().unwrap();
        line.contains("3/7") && line.contains("[live ") && line.contains("] [+3]")
    });
    terminal.keys(".");
    terminal.wait("the newest move", |screen| screen.contains("7/7") && screen.contains("] [+2]"));
    terminal.keys("hh");
    terminal.wait("nothing that is new", |screen| screen.contains("5/7") && !screen.contains("[+"));
    // Then `.` leads to the end.
    terminal.keys(".");
    terminal.shows("7/7");
    terminal.keys(".");
    terminal.shows("nothing new");
}

#[test]
fn at_the_newest_move_nothing_is_new() {
    let text = |more: &str| format!("(;GM[1]SZ[9];B[ee](;W[cc]{more})(;W[gc]))");
    let (_directory, path) = file("sgf", text("").as_bytes());
    let mut terminal = Terminal::open(&path);
    terminal.keys("G");
    terminal.shows(" 2/2 ");
    fs::write(&path, text(";B[gg]")).unwrap();
    let screen = terminal.shows(" 3/3 ");
    assert!(!screen.contains("[+"), "{screen}");
    fs::write(&path, text(";B[gg];W[cg];B[aa]")).unwrap();
    let screen = terminal.shows(" 5/5 ");
    assert!(!screen.contains("[+"), "{screen}");
    // What comes in a variation is.
    fs::write(&path, text(";B[gg];W[cg];B[aa]").replace("W[gc]", "W[gc];B[aa]")).unwrap();
    terminal.shows("[+1]");
}

#[test]
fn the_sign_of_a_new_move_leaves_the_numbers_of_alternatives_alone() {
    let text = |more: &str| format!("(;GM[1]SZ[9];B[ee];W[dd]{more})");
    for (columns, rows) in [(80, 24), (120, 40), (60, 24), (40, 20)] {
        let (_directory, path) = file("sgf", text(";B[gg]C[one]").as_bytes());
        let mut terminal = Terminal::start(&[name(&path)], columns, rows, &[]);
        terminal.shows(" 0/3 ");
        if columns == 40 {
            terminal.keys("\t");
        }
        fs::write(&path, text("(;B[hh]C[two])(;B[gg]C[one])")).unwrap();
        let screen = terminal.shows("1 new move");
        assert!(screen.contains("H2"), "{screen}");
        assert!(screen.contains("1/2"), "{columns} columns:\n{screen}");
    }
}

#[test]
fn a_move_that_is_taken_back_while_it_is_commented_on_leaves_the_reader_at_the_end() {
    let text = |moves: &str| format!("(;GM[1]SZ[9];B[ee]{moves})");
    let taken_back = || {
        let (directory, path) = file("sgf", text(";W[cc]").as_bytes());
        let mut terminal = Terminal::open(&path);
        terminal.keys("G");
        terminal.shows(" 2/2 ");
        terminal.keys("wnoted");
        terminal.shows("noted");
        fs::write(&path, text("")).unwrap();
        terminal.shows("the move was taken back");
        (directory, path, terminal)
    };
    // The file goes on before the comment is finished, and after it.
    let (_directory, path, mut terminal) = taken_back();
    fs::write(&path, text(";W[gg];B[gc]")).unwrap();
    terminal.shows("2 new moves");
    terminal.keys("\x1b");
    terminal.shows(" 3/3 ");
    fs::write(&path, text(";W[gg];B[gc];W[cg]")).unwrap();
    terminal.shows(" 4/4 ");
    let (_directory, path, mut terminal) = taken_back();
    terminal.keys("\x1b");
    terminal.shows(" 1/1 ");
    fs::write(&path, text(";W[gg]")).unwrap();
    terminal.shows(" 2/2 ");
    // The move comes back.
    let (_directory, path, mut terminal) = taken_back();
    fs::write(&path, text(";W[cc];B[gc]")).unwrap();
    terminal.wait("the move", |screen| !screen.contains("taken back"));
    terminal.keys("\x1b");
    terminal.shows(" 2/3 ");
    terminal.shows("& noted");
}

#[test]
fn before_the_first_move_the_main_line_of_the_file_is_shown() {
    let (_directory, path) = file("sgf", b"(;GM[1]SZ[9];B[ee];W[cc];B[gg])");
    let mut terminal = Terminal::open(&path);
    terminal.shows(" 0/3 ");
    fs::write(&path, "(;GM[1]SZ[9](;B[dd];W[cc])(;B[ee];W[cc];B[gg]))").unwrap();
    let screen = terminal.shows(" 0/2 ");
    assert!(screen.contains("D6"), "{screen}");
    // A variation that the reader has followed stays.
    terminal.keys("ljh");
    terminal.shows(" 0/3 ");
    fs::write(&path, "(;GM[1]SZ[9](;B[dd];W[cc])(;B[ee];W[cc];B[gg];W[gc]))").unwrap();
    terminal.shows(" 0/4 ");
}

#[test]
fn new_moves_are_counted_over_several_writes() {
    let (_directory, path) = game(3);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/3");
    terminal.keys("l");
    terminal.shows("1/3");
    fs::write(&path, xqf::with_plies(6)).unwrap();
    terminal.shows("3 new moves (.: go there)");
    fs::write(&path, xqf::with_plies(10)).unwrap();
    terminal.shows("7 new moves (.: go there)");
}

#[test]
fn leaving_an_own_line_at_the_live_end_returns_to_it() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("G:马二进一\r");
    terminal.shows(" 5/5  (round 3)  马二进一");
    fs::write(&path, xqf::with_plies(6)).unwrap();
    // The board stays with the own move, and new moves are counted.
    let screen = terminal.shows("2 new moves");
    assert!(screen.contains(" 5/5  (round 3)  马二进一  [a/2]"), "{screen}");
    assert!(screen.contains("[+2]"), "{screen}");
    terminal.keys("h");
    terminal.shows(" 4/6");
    terminal.keys("l");
    terminal.shows(" 5/5");
    // After leaving it the file is followed.
    terminal.keys("m");
    terminal.shows("6/6  (round 3)  马２进１");
    fs::write(&path, xqf::with_plies(8)).unwrap();
    terminal.shows("8/8");
    // Jumping back leads to the own move, still beside those of the record.
    terminal.keys("\x0f");
    terminal.shows(" 5/5  (round 3)  马二进一  [a/2]");
    terminal.keys("m");
    terminal.shows("8/8");
}

#[test]
fn a_tried_move_that_the_file_gains_is_the_files_and_is_followed() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    // The next move of the file, and an answer.
    terminal.keys("G:相七进五\r:卒１进１\r");
    terminal.shows(" 6/6  (round 3)  卒１进１  5.a-6");
    terminal.keys("h");
    terminal.shows(" 5/6  (round 3)  相七进五  [a/2]");
    fs::write(&path, xqf::with_plies(5)).unwrap();
    let screen = terminal.shows(" 5/5  (round 3)  相七进五");
    assert!(!screen.contains("5.a"), "{screen}");
    // What was added to it is still there, and left where the file goes on.
    terminal.keys(":6.a\r");
    terminal.shows(" 6/6  (round 3)  卒１进１  [a/2]  6.a-6");
    terminal.keys("h");
    terminal.shows(" 5/5");
    fs::write(&path, xqf::with_plies(7)).unwrap();
    terminal.shows(" 7/7");
    // What the file takes back is the reader's again.
    terminal.keys("5G");
    terminal.shows(" 5/7  (round 3)  相七进五");
    fs::write(&path, xqf::with_plies(4)).unwrap();
    terminal.shows(" 5/6  (round 3)  相七进五  [a/2]  5.a-5");
    fs::write(&path, xqf::with_plies(7)).unwrap();
    terminal.shows(" 5/7  (round 3)  相七进五");
}

#[test]
fn following_is_switched_off_and_on() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("GF");
    terminal.shows("following: off");
    fs::write(&path, xqf::with_plies(6)).unwrap();
    // New moves are read, listed and counted, and switching it on again leaves the reader there.
    let screen = terminal.shows("[+2]");
    assert!(screen.contains(" 4/6 "), "{screen}");
    terminal.keys("F");
    assert!(terminal.shows("following: on").contains(" 4/6 "));
    terminal.keys(".");
    terminal.shows(" 6/6 ");
    fs::write(&path, xqf::with_plies(8)).unwrap();
    terminal.shows("8/8");
}

#[test]
fn a_missing_file_is_awaited_and_shown_at_its_end() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("club/game.xqf");
    let terminal = start(&["--follow", name(&path)]);
    let screen = terminal.shows("no such file");
    assert!(screen.contains("waiting for a record"), "{screen}");
    fs::create_dir(path.parent().unwrap()).unwrap();
    fs::write(&path, xqf::with_plies(5)).unwrap();
    terminal.shows("5/5");
    fs::write(&path, xqf::with_plies(6)).unwrap();
    terminal.shows("6/6");
}

#[test]
fn a_followed_directory_shows_the_record_that_is_written_now() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, plies| fs::write(directory.path().join(name), xqf::with_plies(plies));
    write("first.xqf", 3).unwrap();
    let mut terminal = start(&["--follow", name(directory.path())]);
    terminal.wait("the first", |screen| screen.contains("first.xqf") && screen.contains("3/3"));
    write("second.xqf", 5).unwrap();
    let screen = terminal
        .wait("the second", |screen| screen.contains("second.xqf") && screen.contains("5/5"));
    // In another file no move counts as new.
    assert!(!screen.contains("[+") && !screen.contains("new moves"), "{screen}");
    terminal.keys("\x10");
    terminal.shows("pinned to this file: on");
    write("third.xqf", 8).unwrap();
    // When a later write is shown, the third file was passed over.
    write("second.xqf", 6).unwrap();
    let screen = terminal.wait("the next move", |screen| screen.contains("6/6"));
    assert!(screen.contains("second.xqf"), "{screen}");
    // The third file may be shown before the message is.
    terminal.keys("\x10");
    write("third.xqf", 8).unwrap();
    terminal.wait("the third", |screen| screen.contains("third.xqf") && screen.contains("8/8"));
}

#[test]
fn a_followed_directory_opens_the_newest_file_that_is_a_record() {
    let directory = tempfile::tempdir().unwrap();
    let place = |name: &str| directory.path().join(name);
    fs::write(place("good.xqf"), xqf::with_plies(3)).unwrap();
    let later = std::time::SystemTime::now() + Duration::from_millis(500);
    for name in ["README.md", "notes.txt", "half.xqf"] {
        fs::write(place(name), "nothing").unwrap();
        let file = fs::File::options().write(true).open(place(name)).unwrap();
        file.set_modified(later).unwrap();
    }
    let future = std::time::SystemTime::now() + Duration::from_secs(86_400);
    fs::write(place("future.xqf"), xqf::with_plies(9)).unwrap();
    let file = fs::File::options().write(true).open(place("future.xqf"));
    file.unwrap().set_modified(future).unwrap();

    let terminal = start(&["--follow", name(directory.path())]);
    terminal.wait("the good one", |screen| screen.contains("good.xqf") && screen.contains("3/3"));
    // A file being written is followed once it is a record.
    fs::write(place("half.xqf"), &xqf::example()[..20]).unwrap();
    fs::write(place("good.xqf"), xqf::with_plies(4)).unwrap();
    let screen = terminal.shows("4/4");
    assert!(screen.contains("good.xqf"), "{screen}");
    fs::write(place("half.xqf"), xqf::with_plies(5)).unwrap();
    terminal.wait("the new one", |screen| screen.contains("half.xqf") && screen.contains("5/5"));
}

#[test]
fn a_file_chosen_in_a_followed_directory_is_pinned_while_the_list_grows() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, plies| fs::write(directory.path().join(name), xqf::with_plies(plies));
    write("first.xqf", 3).unwrap();
    let mut terminal = start(&["--follow", name(directory.path())]);
    terminal.shows("first.xqf");
    terminal.keys("o");
    terminal.shows("1/1 --");
    write("second.xqf", 5).unwrap();
    terminal.wait("the second beside the first", |screen| screen.contains("2/2 --"));
    terminal.keys("/first\r");
    terminal.wait("the first, pinned", |screen| {
        screen.contains(" first.xqf ") && screen.contains(", pinned]")
    });
    // It is followed now, and the list shows newer ones.
    terminal.keys("G");
    terminal.shows("3/3");
    write("first.xqf", 6).unwrap();
    terminal.shows("6/6");
    write("third.xqf", 8).unwrap();
    terminal.keys("o");
    // The filter stays until it is cleared.
    terminal.shows("1/3 --");
    terminal.keys("/\x15\x1b");
    terminal.shows("3/3 --");
    terminal.keys("\x1b");
    terminal.wait("the moves", |screen| screen.contains(" MOVES "));
    terminal.keys("\x10");
    terminal.wait("the third", |screen| screen.contains("third.xqf") && screen.contains("8/8"));
}

#[test]
fn a_single_file_cannot_be_pinned() {
    let (_directory, path) = game(2);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/2");
    terminal.keys("\x10");
    let screen = terminal.shows("nothing to pin");
    assert!(!screen.contains("pinned"), "{screen}");
}

#[test]
fn a_pipe_is_followed_while_keys_come_from_the_terminal() {
    let (directory, _) = game(2);
    let text = formats().into_iter().find(|(name, _)| *name == "csa");
    let (_, csa) = text.unwrap();
    let (short, whole) = (csa(3), csa(8));
    fs::write(directory.path().join("first"), &short).unwrap();
    make_fifo(&directory.path().join("rest"));
    let line = format!("cd {}; cat first rest | \"$DAPU\" -", name(directory.path()));
    let mut terminal = Terminal::shell(&line);
    terminal.shows("0/3");
    terminal.keys("G");
    terminal.shows("3/3");
    fs::write(directory.path().join("rest"), &whole[short.len()..]).unwrap();
    terminal.shows("8/8");
    terminal.shows("[ended");
    terminal.keys("h");
    terminal.shows("7/8");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn polling_is_shown() {
    let (_directory, path) = game(2);
    let mut terminal = start(&["--poll", "0.2", name(&path)]);
    terminal.shows("looking every 0.2 s, as asked");
    terminal.keys("G");
    terminal.shows("[poll]");
    fs::write(&path, xqf::with_plies(5)).unwrap();
    terminal.shows("5/5");
    terminal.shows("[poll ");
}

/// A Go record with a mainline and a variation at its second move.
fn forked(mainline: &str, variation: &str) -> String {
    format!("(;GM[1]FF[4]SZ[9];B[cc](;W[gg]{mainline})(;W[gc]{variation}))")
}

#[test]
fn a_reader_in_a_variation_stays_in_it() {
    let (_directory, path) = file("sgf", forked(";B[cg]", ";B[ec]").as_bytes());
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/3");
    terminal.keys("2l2\rG");
    terminal.shows("3/3");
    terminal.shows("2.2-");
    // The mainline grows: the reader stays.
    fs::write(&path, forked(";B[cg];W[eg]", ";B[ec]")).unwrap();
    let screen = terminal.shows("1 new move");
    assert!(screen.contains(" 3/3 ") && screen.contains("2.2-"), "{screen}");
    // The variation grows: the reader goes on.
    fs::write(&path, forked(";B[cg];W[eg]", ";B[ec];W[ee]")).unwrap();
    let screen = terminal.shows(" 4/4 ");
    assert!(screen.contains("2.2-"), "{screen}");
    // The variation is cut back to its first move.
    fs::write(&path, forked(";B[cg];W[eg]", "")).unwrap();
    let screen = terminal.shows("the move was taken back");
    assert!(screen.contains(" 2/2 ") && screen.contains("2.2-"), "{screen}");
    // The variation is gone.
    fs::write(&path, "(;GM[1]FF[4]SZ[9];B[cc];W[gg];B[cg];W[eg])").unwrap();
    terminal.shows(" 1/4 ");
}

#[test]
fn words_that_change_what_was_read_say_so() {
    let rounds = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二 马2进3\n";
    let (_directory, path) = file("txt", format!("{rounds}黑方稳健。\n兵七进一\n").as_bytes());
    let terminal = Terminal::open(&path);
    terminal.shows("0/7");
    // By its number, another move stands where that was.
    fs::write(&path, format!("{rounds}黑方稳健。\n兵七进一\n4. 炮八平六 卒7进1\n")).unwrap();
    terminal.shows("1 move was taken back or changed");
    terminal.shows("0/8");
}
