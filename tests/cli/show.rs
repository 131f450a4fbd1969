//! `dapu show`.

use std::fs;

use serde_json::Value;

use crate::common::program::{dapu, finish, program, sample};

fn show(more: &[&str]) -> String {
    let sample = sample("xiangqi/bianzhao.xqf");
    let home = tempfile::tempdir().unwrap();
    dapu(home.path(), &[&["show", sample.to_str().unwrap()], more].concat()).fine()
}

/// What the message says after the name of the file.
fn fails(more: &[&str]) -> String {
    let sample = sample("xiangqi/bianzhao.xqf");
    let sample = sample.to_str().unwrap();
    let home = tempfile::tempdir().unwrap();
    let line = dapu(home.path(), &[&["show", sample], more].concat()).failed();
    let message = line.strip_prefix(&format!("dapu: {sample}: "));
    message.unwrap_or_else(|| panic!("{line}")).to_owned()
}

/// The nodes of the sample as JSON has them.
fn nodes() -> Vec<Value> {
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    let json = dapu(home.path(), &["convert", sample.to_str().unwrap(), "--to", "json"]).fine();
    let json: Value = serde_json::from_str(&json).unwrap();
    json["games"][0]["nodes"].as_array().unwrap().clone()
}

#[test]
fn lines_have_the_names_that_the_list_of_moves_gives_them() {
    let list = show(&["--moves"]);
    let headings: Vec<&str> =
        list.lines().filter_map(|line| line.strip_prefix("variation ")).collect();
    assert_eq!(headings.len(), 3, "{list}");
    for heading in headings {
        let number = heading.rsplit(['-', '.']).nth(1).unwrap();
        let shown = show(&["--line", heading, "--ply", number]);
        let after = list.split(&format!("variation {heading}\n")).nth(1).unwrap();
        let first = after.lines().next().unwrap();
        let mv = first.split_whitespace().nth(1).unwrap();
        let state = shown.lines().find(|line| line.starts_with(&format!("{number}/"))).unwrap();
        assert!(state.contains(mv), "{state} has no {mv}");
        assert!(state.contains(&format!("  {heading}-{number}")), "{state}");
    }
}

#[test]
fn every_node_is_shown_by_its_number_in_json() {
    for (number, node) in nodes().iter().enumerate() {
        let shown = show(&["--node", &number.to_string()]);
        if let Some(text) = node["text"].as_str() {
            let state = shown.lines().find(|line| line.contains('/') && line.contains(text));
            assert!(state.is_some(), "node {number} is {text}: {shown}");
        }
        if let Some(comment) = node["comment"].as_str() {
            assert!(shown.contains(comment.lines().next().unwrap()), "{shown}");
        }
    }
}

#[test]
fn missing_places_are_reported() {
    assert_eq!(fails(&["--ply", "99"]), "there is no ply 99: the line ends at ply 3");
    assert_eq!(
        fails(&["--line", "2.2", "--ply", "99"]),
        "there is no ply 99: the line ends at ply 3"
    );
    assert_eq!(fails(&["--line", "2.a"]), "2.a-end is on a line of your own: add --notes");
    assert_eq!(fails(&["--line", "2.7"]), "there is no branch 7 at ply 2: there are 3");
    let last = nodes().len() - 1;
    assert_eq!(fails(&["--node", "999"]), format!("no node 999: the last one is {last}"));
    assert!(fails(&["--game", "2"]).ends_with("there is no game 2: the file has 1"));
}

#[test]
fn all_prints_the_diagram_of_each_ply() {
    let all = show(&["--all=2"]);
    let title = all.lines().next().unwrap();
    let page = |ply: &str| {
        let page = show(&["--ply", ply]);
        page.strip_prefix(title).unwrap().trim_start().to_owned()
    };
    let pages = [page("0"), page("2"), page("3")].join("\n");
    assert_eq!(all.strip_prefix(title).unwrap().trim_start(), pages);
}

#[test]
fn the_board_can_be_flipped_and_compact() {
    let (red, black) = (show(&["--ply", "0"]), show(&["--ply", "0", "--flip"]));
    let board = |page: &str| -> Vec<String> {
        let rows = page.lines().skip(1).take(21);
        rows.map(str::to_owned).collect()
    };
    let ranks = |page: &str| -> Vec<String> {
        let rows: Vec<String> = board(page)[1..20].iter().step_by(2).cloned().collect();
        rows
    };
    let turned: Vec<String> =
        ranks(&black).iter().rev().map(|row| row.chars().rev().collect()).collect();
    assert_eq!(turned, ranks(&red));
    assert!(board(&red)[0].starts_with('１') && board(&black)[0].starts_with('一'));
    let narrow = show(&["--ply", "0", "--width", "20"]);
    assert!(narrow.lines().count() < red.lines().count());
}

#[test]
fn a_board_is_whole_or_missing_at_every_height() {
    let home = tempfile::tempdir().unwrap();
    for (file, ranks, state) in [
        ("xiangqi/bianzhao.xqf", 10, "3/3"),
        ("shogi/yokofudori.kif", 9, "/"),
        ("go/ear-reddening.sgf", 19, "/"),
    ] {
        let path = sample(file);
        let shown = |more: &[&str]| {
            dapu(
                home.path(),
                &[&["show", path.to_str().unwrap(), "--coordinates", "false"], more].concat(),
            )
            .fine()
        };
        for height in 1..30 {
            let height_text = height.to_string();
            let page = shown(&["--height", &height_text, "--width", "40"]);
            assert!(page.lines().count() <= height, "{page}");
            let has_move = page.lines().any(|line| {
                line.trim_start().starts_with(|c: char| c.is_ascii_digit()) && line.contains(state)
            });
            assert!(has_move || height < 2, "{file} in {height} lines:\n{page}");
            let rows = page.lines().count();
            assert!(rows <= 2 + 3 || rows > ranks, "{file} in {height} lines:\n{page}");
        }
    }
}

#[test]
fn the_game_of_several_is_named() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("two.sgf"), "(;GM[1]SZ[9]PB[a]PW[b];B[cc])(;GM[1]SZ[9])").unwrap();
    let first = |file: &str| dapu(home.path(), &[file]).fine().lines().next().unwrap().to_owned();
    assert_eq!(first("two.sgf"), "game 1 of 2  a - b");
    assert_eq!(first("two.sgf#2"), "game 2 of 2");
}

#[test]
fn colour_is_not_written_to_a_pipe_unless_requested() {
    assert!(!show(&[]).contains('\x1b'));
    let colored = show(&["--color", "always"]);
    // Of sixteen colours, a board of black and white.
    assert!(colored.contains("\x1b[30;47m"));
    let home = tempfile::tempdir().unwrap();
    let mut without = program(home.path());
    without
        .env("NO_COLOR", "1")
        .args(["show", "--color", "always"])
        .arg(sample("xiangqi/bianzhao.xqf"));
    assert!(finish(&mut without, b"").fine().contains("\x1b[30;47m"), "NO_COLOR is overridden");
    // Without the sequences the page is the same.
    let mut plain = String::new();
    for part in colored.split("\x1b[") {
        plain.push_str(
            part.split_once('m').filter(|_| !plain.is_empty()).map_or(part, |(_, rest)| rest),
        );
    }
    let trimmed = |page: &str| -> Vec<String> {
        page.lines().map(|line| line.trim_end_matches([' ', '\u{3000}']).to_owned()).collect()
    };
    assert_eq!(trimmed(&plain), trimmed(&show(&[])));
}

#[test]
fn without_a_terminal_the_record_is_printed() {
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    let path = sample.to_str().unwrap();
    let shown = dapu(home.path(), &["show", path]).fine();
    assert_eq!(dapu(home.path(), &[path]).fine(), shown);
    assert_eq!(dapu(home.path(), &["open", path]).fine(), shown);
    // In a pipe the board does not depend on the terminal.
    let mut poor = program(home.path());
    poor.env("LC_ALL", "C").args(["show", path]);
    assert_eq!(finish(&mut poor, b"").fine(), shown);
}

/// Asserts that a picture has well-formed elements and no external references; returns its texts.
fn texts(picture: &str) -> Vec<String> {
    let mut open = Vec::new();
    let mut texts = Vec::new();
    for part in picture.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        let name = tag.split_whitespace().next().unwrap();
        if let Some(closed) = name.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(closed));
        } else if !tag.ends_with('/') {
            open.push(name.to_owned());
        }
        if name == "text" {
            texts.push(text.to_owned());
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?} are not closed");
    assert!(!picture.contains("href") && !picture.contains("url("));
    texts
}

#[test]
fn the_picture_has_every_piece() {
    let picture = show(&["--ply", "0", "--svg", "-"]);
    let board = show(&["--ply", "0"]);
    let texts = texts(&picture);
    let pieces = "帥仕相傌俥炮兵將士象馬車砲卒";
    let on_board = board.lines().skip(2).take(19).flat_map(str::chars);
    let drawn: usize = on_board.filter(|character| pieces.contains(*character)).count();
    let pictured = texts.iter().filter(|text| pieces.contains(text.as_str()));
    assert_eq!(pictured.count(), drawn);
    assert!(drawn > 4);
}

#[test]
fn the_picture_of_shogi_has_hands_and_that_of_go_stones() {
    let home = tempfile::tempdir().unwrap();
    let sfen = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R3P 1\n";
    fs::write(home.path().join("a.sfen"), sfen).unwrap();
    let picture = dapu(home.path(), &["show", "a.sfen", "--svg", "-"]).fine();
    let texts = texts(&picture);
    for text in ["飛二", "歩三", "玉"] {
        assert!(texts.iter().any(|one| one == text), "{text} in {texts:?}");
    }
    let picture = dapu(home.path(), &["show", "a.sfen", "--svg", "board.svg"]);
    assert_eq!(picture.fine(), "");
    let again = dapu(home.path(), &["show", "a.sfen", "--svg", "board.svg"]);
    assert_eq!(again.failed(), "dapu: board.svg already exists; --force overwrites it");
}

/// The effect of each option on the text and on the picture.
#[test]
fn pieces_theme_and_coordinates_apply_to_text_and_pictures() {
    let plain = [show(&[]), show(&["--svg", "-"])];
    for (options, text, picture) in [
        (["--pieces", "simplified"], "汉", "汉"),
        (["--pieces", "letters"], "ｋ", ">k<"),
        (["--coordinates", "false"], "", ""),
    ] {
        let changed = [show(&options), show(&[&options[..], &["--svg", "-"]].concat())];
        assert_ne!(changed[0], plain[0], "{options:?}");
        assert_ne!(changed[1], plain[1], "{options:?}");
        assert!(changed[0].contains(text) && changed[1].contains(picture), "{options:?}");
    }
    let themes = ["light", "dark", "contrast", "colorblind", "mono"].map(|theme| {
        let colored = show(&["--theme", theme, "--color", "always"]);
        (colored, show(&["--theme", theme, "--svg", "-"]))
    });
    for (nth, (colored, picture)) in themes.iter().enumerate() {
        // In sixteen colours, a colour-blind reader sees the same.
        let is_light = |nth: usize| matches!(nth, 0 | 3);
        let others = themes[..nth].iter().enumerate();
        for (other, (other_colored, other_picture)) in others {
            assert!(colored != other_colored || is_light(nth) && is_light(other));
            assert_ne!(picture, other_picture);
        }
    }
}

#[test]
fn simplified_pieces_show_their_side_without_colour() {
    let home = tempfile::tempdir().unwrap();
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    fs::write(home.path().join("a.fen"), fen).unwrap();
    let shown = dapu(home.path(), &["show", "a.fen", "--pieces", "simplified"]).fine();
    for piece in "帅仕相傌俥炮兵将士象马车砲卒".chars() {
        assert!(shown.contains(piece), "{piece} is not in {shown}");
    }
}

#[test]
fn the_last_moves_of_go_are_numbered_on_their_stones() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.sgf"), "(;SZ[5];B[aa];W[ba];B[cc];W[ab])").unwrap();
    let show = |more: &[&str]| dapu(home.path(), &[&["show", "a.sgf"], more].concat()).fine();
    // The last stone captures the first.
    let all = show(&["--numbers"]);
    for stone in ["O2", "#3", "O4"] {
        assert!(all.contains(stone), "{stone} is not in {all}");
    }
    assert!(!all.contains("#1"));
    assert!(!show(&["--numbers=2"]).contains("O2"));
    // The stone of move 1 was captured and nothing was played there again.
    assert!(all.contains("\n1 at A5\n"), "{all}");
    fs::write(home.path().join("b.sgf"), "(;SZ[5];B[aa];W[ba];B[cc];W[ab];B[dd];W[aa])").unwrap();
    let again = dapu(home.path(), &["show", "b.sgf", "--numbers"]).fine();
    assert!(again.contains("\n1 = 6\n"), "{again}");
    // A node without a move has no number.
    fs::write(home.path().join("c.sgf"), "(;SZ[9];B[ee];C[x];W[ec];B[cc])").unwrap();
    let counted = dapu(home.path(), &["show", "c.sgf", "--numbers=2"]).fine();
    assert!(["O2", "#3", "move 3"].iter().all(|text| counted.contains(text)), "{counted}");
    assert!(!counted.contains("#1"), "{counted}");
    // A stone has room for the end of a long number.
    fs::write(home.path().join("d.sgf"), "(;SZ[9];B[ee];W[ec]MN[41];B[cc])").unwrap();
    let given = dapu(home.path(), &["show", "d.sgf", "--numbers"]).fine();
    assert!(["O1", "#2", "move 42"].iter().all(|text| given.contains(text)), "{given}");
    let picture = texts(&show(&["--numbers", "--svg", "-", "--coordinates", "false"]));
    assert_eq!(picture, ["4", "3", "2"]);
    assert_eq!(fails(&["--numbers"]), "--numbers works only with Go");
}

/// Lines of the box charset meet whether they are one or two columns wide; without the option the charset is not used.
#[test]
fn box_drawing_has_the_configured_width() {
    let board = |more: &[&str]| show(&[&["--charset", "box"], more].concat());
    assert_eq!(board(&[]), show(&[]));
    assert!(board(&["--ambiguous", "1"]).contains("├───┼───┼"));
    assert!(board(&["--ambiguous", "2"]).contains("├─┼─┼"));
}

#[test]
fn a_position_of_go_shows_prisoners_clocks_and_numbers() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("a.sgf");
    let text = "(;SZ[5]B[aa]BL[65.5];W[ba]WL[3599]OW[3];W[ab]MN[9];B[cb]BL[-2])";
    fs::write(&file, text).unwrap();
    let state = |ply: &str| {
        let file = file.to_str().unwrap();
        let shown = dapu(home.path(), &["show", file, "--ply", ply]).fine();
        let state = shown.lines().find(|line| line.contains("/3"));
        state.unwrap().to_owned()
    };
    assert_eq!(state("0"), "0/3  A5  move 1  B 1:05");
    assert_eq!(state("1"), "1/3  B5  move 2  W 59:59  W (3)");
    assert_eq!(state("2"), "2/3  A4  move 9  B took 0, W 1");
    assert_eq!(state("3"), "3/3  C4  move 10  B took 0, W 1  B -0:02");
}

/// Nothing is downloaded: the moves are in the address.
#[test]
fn an_address_that_contains_moves_is_a_record() {
    let home = tempfile::tempdir().unwrap();
    let address = "https://www.kento-shogi.com/?moves=7g7f.3c3d.8h2b%2B";
    let run = dapu(home.path(), &["convert", address, "--to", "usi"]);
    assert_eq!(run.out, "position startpos moves 7g7f 3c3d 8h2b+\n");
    let run = dapu(home.path(), &["show", "https://example.org/game"]);
    assert!(run.err.contains("not a record"), "{}", run.err);
}

#[test]
fn a_picture_of_each_ply_is_a_file_of_its_own() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.sgf"), "(;SZ[5];B[aa];W[ba];B[cc])").unwrap();
    let show = |more: &[&str]| {
        dapu(home.path(), &[&["show", "a.sgf", "--svg", "out.svg"], more].concat()).fine();
        let files = fs::read_dir(home.path()).unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<_> = files.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(show(&["--all=2"]), ["a.sgf", "out-0.svg", "out-2.svg", "out-3.svg"]);
    let circles =
        |name: &str| fs::read_to_string(home.path().join(name)).unwrap().matches("<circle").count();
    assert!(circles("out-0.svg") < circles("out-2.svg"));
    assert!(circles("out-2.svg") < circles("out-3.svg"));
}

#[test]
fn the_players_of_a_handicap_game_are_shitate_and_uwate() {
    let home = tempfile::tempdir().unwrap();
    let kif = "手合割：二枚落ち\n手数----指手---------消費時間--\n   1 ６二銀(71)\n";
    fs::write(home.path().join("a.kifu"), kif).unwrap();
    let shown = dapu(home.path(), &["show", "a.kifu"]).fine();
    assert!(shown.contains("上手") && shown.contains("下手"), "{shown}");
    assert!(!shown.contains("先手") && !shown.contains("後手"), "{shown}");
}

#[test]
fn a_file_in_traditional_characters_shows_its_moves_in_them() {
    let home = tempfile::tempdir().unwrap();
    let game = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８\n";
    fs::write(home.path().join("game.pgn"), game).unwrap();
    let shown = |more: &[&str]| dapu(home.path(), &[&["show", "game.pgn"], more].concat()).fine();
    let moves = shown(&["--moves"]);
    assert!(moves.contains("2. 馬８進７  3. 馬二進三  4. 車９平８"), "{moves}");
    let last = shown(&["--ply", "4"]);
    assert!(last.contains("4/4  車９平８"), "{last}");
}

#[test]
fn the_markup_of_forums_is_left_out_of_comments() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("post.sgf");
    fs::write(
        &path,
        "(;GM[1]SZ[9];B[ee]C[\\[color=blue\\]\\[b\\]the center\\[/b\\]\\[/color\\] \\[1\\]])",
    )
    .unwrap();
    for command in ["show", "read"] {
        let more: &[&str] = if command == "show" { &["--ply", "1"] } else { &[] };
        let arguments = [&[command, path.to_str().unwrap()], more].concat();
        let text = dapu(folder.path(), &arguments).fine();
        assert!(text.contains("the center [1]") && !text.contains("color"), "{text}");
    }
}
