//! `dapu find`, compared with an exhaustive walk.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use dapu::files::load;
use dapu::files::load::LoadOptions;
use dapu::format::{self, Loaded};
use dapu::game::{Move, Position};
use dapu::record::NodeId;
use serde_json::Value;

use crate::common::archive::turned;
use crate::common::corpus;
use crate::common::program::{dapu, sample};

/// File, game, node in preorder.
type Hit = (String, u64, u64);

fn hits(directory: &Path, arguments: &[&str]) -> BTreeSet<Hit> {
    let run = dapu(directory, &[&["find", "--json"], arguments].concat());
    // As with grep, nothing found is an exit code of its own.
    assert_eq!(run.code, i32::from(run.out.is_empty()), "{}", run.err);
    let hit = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap();
        let file = value["file"].as_str().unwrap().to_owned();
        (file, value["game"].as_u64().unwrap(), value["node"].as_u64().unwrap())
    };
    let lines: Vec<Hit> = run.out.lines().map(hit).collect();
    let set: BTreeSet<Hit> = lines.iter().cloned().collect();
    assert_eq!(set.len(), lines.len(), "a place is listed twice");
    set
}

/// The board as text, computed independently: from the moves alone, node by node from the root. Of boards that are turned it
/// is the least text.
fn board(position: &Position) -> String {
    let symmetries = match position {
        Position::Xiangqi(_) => 2,
        Position::Shogi(_) => 1,
        Position::Go(_) => 8,
    };
    (0..symmetries).map(|by| turned_board(position, by)).min().unwrap()
}

fn turned_board(position: &Position, by: usize) -> String {
    match position {
        Position::Xiangqi(position) if by == 1 => {
            let fen = position.fen();
            let (board, rest) = fen.split_once(' ').unwrap();
            let rows: Vec<String> =
                board.split('/').map(|row| row.chars().rev().collect()).collect();
            format!("{} {rest}", rows.join("/"))
        }
        Position::Xiangqi(position) => position.fen(),
        Position::Shogi(position) => position.sfen(0),
        Position::Go(position) => {
            let (columns, rows) = (position.size().columns(), position.size().rows());
            let mut text = format!("{:?}", position.side_to_move());
            let places = |row| (0..columns).map(move |column| (column, row));
            for row in 0..rows {
                for place in places(row) {
                    let (column, row) =
                        turned((place.0.into(), row.into()), by, (columns.into(), rows.into()));
                    let stone = position.stone(dapu::game::go::Point::new(column as u8, row as u8));
                    text.push(stone.map_or('.', |side| side.name().chars().next().unwrap()));
                }
                text.push('/');
            }
            text
        }
    }
}

/// Every place in a file with this board.
fn walk(path: &Path, loaded: &Loaded, wanted: &str) -> Vec<Hit> {
    let mut found = Vec::new();
    for game in 0..loaded.games().len() {
        let Ok(record) = loaded.game(game) else {
            continue;
        };
        // Preorder by hand: each node's position is replayed from its parent's.
        let mut pending = vec![(NodeId::ROOT, record.start.clone())];
        let mut number = 0;
        while let Some((node, mut position)) = pending.pop() {
            record.advance(&mut position, node);
            if board(&position) == wanted {
                found.push((path.to_str().unwrap().to_owned(), game as u64 + 1, number));
            }
            number += 1;
            let children: Vec<NodeId> = record.tree.children(node).collect();
            pending.extend(children.iter().rev().map(|child| (*child, position.clone())));
        }
    }
    found
}

fn records(directory: &Path) -> Vec<(PathBuf, Loaded)> {
    let mut records = Vec::new();
    let mut pending = vec![directory.to_owned()];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if let Ok(Some(loaded)) = load::load_if_record(&path, LoadOptions::default()) {
            records.push((path, loaded));
        }
    }
    records
}

/// Searches the directory for a few positions of each file, and compares with the walk.
fn compare(directory: &Path, every: usize) -> usize {
    let records = records(directory);
    assert!(!records.is_empty(), "{} holds no record", directory.display());
    let mut compared = 0;
    for (path, loaded) in records.iter().step_by(every) {
        let record = loaded.game(0).unwrap();
        let end = record.tree.mainline_end();
        let mainline = record.tree.path(end);
        let ply = mainline.len() / 3;
        let wanted = board(&record.position_at(mainline[ply]));
        let expected: BTreeSet<Hit> =
            records.iter().flat_map(|(path, loaded)| walk(path, loaded, &wanted)).collect();
        let place = format!("{}:{ply}", path.display());
        let found = hits(directory, &["--position", &place, directory.to_str().unwrap()]);
        assert_eq!(found, expected, "{place}");
        assert!(!found.is_empty());
        compared += found.len();
    }
    compared
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn positions_are_found_as_by_a_walk_over_every_node() {
    for (folder, every) in [("xiangqi/cbl", 1), ("shogi", 60), ("go/joseki-gobot", 1)] {
        let folder = corpus(folder);
        if !format::FORMATS.iter().any(|format| format.extensions.contains(&"sgf"))
            && folder.ends_with("go/joseki-gobot")
        {
            continue;
        }
        let compared = compare(&folder, every);
        println!("{}: {compared} places", folder.display());
    }
}

#[test]
fn the_order_of_moves_does_not_matter() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.usi"), "position startpos moves 7g7f 3c3d 2g2f\n").unwrap();
    fs::write(home.path().join("b.usi"), "position startpos moves 2g2f 3c3d 7g7f 8c8d\n").unwrap();
    fs::write(home.path().join("c.usi"), "position startpos moves 2g2f 8c8d\n").unwrap();
    let found = hits(home.path(), &["--position", "a.usi:3", "."]);
    assert_eq!(found, [("a.usi".to_owned(), 1, 3), ("b.usi".to_owned(), 1, 3)].into());
    let lines = dapu(home.path(), &["find", "--position", "a.usi:3", "."]).fine();
    assert_eq!(lines, "a.usi:3: end\nb.usi:3: next ８四歩\n");
}

#[test]
fn a_position_can_be_given_as_text() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.usi"), "position startpos moves 7g7f 3c3d\n").unwrap();
    let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL";
    let either = hits(home.path(), &["--position", board, "a.usi"]);
    let gote = hits(home.path(), &["--position", &format!("{board} w - 2"), "a.usi"]);
    let sente = hits(home.path(), &["--position", &format!("sfen {board} b - 2"), "a.usi"]);
    assert_eq!((either.len(), gote.len(), sente.len()), (1, 1, 0));
    let xiangqi = sample("xiangqi/xianrenzhilu.xqf");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    assert_eq!(hits(home.path(), &["--position", start, xiangqi.to_str().unwrap()]).len(), 1);
    let line = dapu(
        home.path(),
        &["find", "--position", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/9/9/xxx w", "."],
    );
    assert!(line.failed().starts_with("dapu: --position: "));
    let off_board = dapu(home.path(), &["find", "--position", "(;SZ[19];B[zz])", "."]);
    assert!(off_board.failed().starts_with("dapu: --position: "));
}

#[test]
fn a_game_that_ends_without_a_header_has_the_result_of_its_ending() {
    let home = tempfile::tempdir().unwrap();
    let kif = "手合割：平手\n先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    fs::write(home.path().join("a.kif"), kif).unwrap();
    let csa = "V2.2\nN+kou\nN-otsu\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";
    fs::write(home.path().join("b.csa"), csa).unwrap();
    for (file, player) in [("a.kif", "甲"), ("b.csa", "kou")] {
        for command in [
            &["info"][..],
            &["info", "--json"],
            &["info", "--games"],
            &["show"],
            &["find", "--player", player],
        ] {
            let shown = dapu(home.path(), &[command, &[file]].concat()).fine();
            assert!(shown.contains("0-1"), "{command:?}: {shown}");
        }
    }
}

#[test]
fn mirror_images_are_found_unless_the_position_is_to_be_exact() {
    let home = tempfile::tempdir().unwrap();
    let left = sample("xiangqi/xianrenzhilu.xqf");
    let left = left.to_str().unwrap();
    let loaded = load::load(Path::new(left), LoadOptions::default()).unwrap();
    let record = loaded.game(0).unwrap();
    let first = record.tree.mv(record.tree.first_child(NodeId::ROOT).unwrap()).unwrap();
    let mut position = record.start.clone();
    // The same first move on the other side of the board.
    let Move::Xiangqi(mv) = first else {
        panic!("a xiangqi move");
    };
    let image = |square: dapu::game::xiangqi::Square| {
        dapu::game::xiangqi::Square::new(8 - square.file(), square.rank()).unwrap()
    };
    position
        .apply(Move::Xiangqi(dapu::game::xiangqi::Move { from: image(mv.from), to: image(mv.to) }));
    let fen = turned_board(&position, 0);
    assert_eq!(hits(home.path(), &["--position", &fen, "--exact", left]), [].into());
    let mirrored = hits(home.path(), &["--position", &fen, left]);
    assert_eq!(mirrored, [(left.to_owned(), 1, 1)].into());
    // In shogi, each side has its rook on its right.
    fs::write(home.path().join("a.usi"), "position startpos moves 9g9f\n").unwrap();
    let mirrored = "lnsgkgsnl/1b5r1/ppppppppp/9/9/8P/PPPPPPPP1/1R5B1/LNSGKGSNL w - 2";
    assert_eq!(hits(home.path(), &["--position", mirrored, "a.usi"]), [].into());
}

#[test]
fn games_are_found_by_player_date_and_text() {
    let home = tempfile::tempdir().unwrap();
    for name in ["xianrenzhilu.xqf", "bianzhao.xqf"] {
        let from = sample(&format!("xiangqi/{name}"));
        fs::copy(from, home.path().join(name)).unwrap();
    }
    let found = |arguments: &[&str]| {
        let arguments = [&["find"], arguments].concat();
        let run = dapu(home.path(), &arguments);
        assert_eq!((run.code == 1, &*run.err), (run.out.is_empty(), ""));
        run.out.lines().count()
    };
    assert_eq!(found(&["--player", "柳大华"]), 1);
    assert_eq!(found(&["--player", "柳大华", "--since", "1997-11-16"]), 1);
    assert_eq!(found(&["--player", "柳大华", "--since", "1997-11-17"]), 0);
    assert_eq!(found(&["--player", "柳大华", "--until", "1997"]), 1);
    assert_eq!(found(&["--player", "柳大華"]), 1, "in the other script");
    assert_eq!(found(&["--player", "吕钦"]), 1, "the file pads the name");
    assert_eq!(found(&["--player", "nobody"]), 0);
    assert_eq!(found(&["--text", "捉兵"]), 1);
    assert_eq!(found(&["--text", "捉兵", "--player", "柳大华"]), 0);
    assert_ne!(found(&["--text", "马"]), 0);
    assert_eq!(found(&["--text", "马"]), found(&["--text", "馬"]));
    let nothing = dapu(home.path(), &["find", "--player", ""]);
    assert_eq!(nothing.code, 2, "{}", nothing.out);
    assert!(nothing.err.contains("the text to search for is empty"), "{}", nothing.err);
}

/// Two games of Go, the second with comments in its variations.
pub(crate) const TWO: &str = "(;GM[1]SZ[9];B[ee];W[dd])(;GM[1]SZ[9];B[ee](;W[cc];B[gg]C[a tale])\
(;W[gc];B[eg](;W[ce]C[a story])(;W[dd]C[another story])))";

#[test]
fn show_opens_what_find_prints() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("two.sgf"), TWO).unwrap();
    for (text, address) in [
        ("a tale", "two.sgf#2:3"),
        ("a story", "two.sgf#2:2.2-4"),
        ("another story", "two.sgf#2:2.2-4.2-4"),
    ] {
        let found = dapu(home.path(), &["find", "--text", text]).fine();
        assert_eq!(found.split(": ").next(), Some(address), "{found}");
        let shown = dapu(home.path(), &["show", address]).fine();
        assert!(shown.trim_end().ends_with(text), "{shown}");
        let (_, place) = address.rsplit_once(':').unwrap();
        let options = match place.rsplit_once('-') {
            Some((line, ply)) => vec!["--line", line, "--ply", ply],
            None => vec!["--ply", place],
        };
        let arguments = [&["show", "two.sgf", "--game", "2"], &options[..]].concat();
        assert_eq!(dapu(home.path(), &arguments).fine(), shown);
    }
    let game = dapu(home.path(), &["convert", "two.sgf#2", "--to", "json"]).fine();
    let games: Value = serde_json::from_str(&game).unwrap();
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
    assert!(game.contains("a tale"));
    for (arguments, message) in [
        (&["show", "two.sgf#2:9"][..], "two.sgf: there is no ply 9: the line ends at ply 3"),
        (
            &["show", "two.sgf:1", "--ply", "1"],
            "two.sgf:1: the place is already given; leave out the option",
        ),
        (
            &["show", "two.sgf#2", "--game", "2"],
            "two.sgf#2: the game is already given; leave out the option",
        ),
        (
            &["convert", "two.sgf:1", "--to", "json"],
            "two.sgf:1: convert takes whole games; leave out the place",
        ),
    ] {
        let message = format!("dapu: {message}");
        assert_eq!(dapu(home.path(), arguments).failed(), message);
    }
}

#[test]
fn a_position_can_be_given_as_moves() {
    let home = tempfile::tempdir().unwrap();
    let pgn = |moves: &str| format!("[Game \"Chinese Chess\"]\n\n{moves} *\n");
    fs::write(home.path().join("a.pgn"), pgn("1. C2=5 H8+7 2. H2+3")).unwrap();
    fs::write(home.path().join("b.pgn"), pgn("1. C2=5 H2+3 2. H2+3")).unwrap();
    for (moves, files) in [
        ("炮二平五 马8进7", &["a.pgn"][..]),
        ("C2=5 H8+7", &["a.pgn"]),
        ("炮二平五", &["a.pgn", "b.pgn"]),
        ("马八进七", &[]),
    ] {
        let found = dapu(home.path(), &["find", "--exact", "--position", moves, "."]);
        let names: Vec<&str> =
            found.out.lines().filter_map(|line| line.split(':').next()).collect();
        assert_eq!(names, files, "{moves}: {}", found.err);
        let counted = dapu(home.path(), &["stats", "--exact", "--position", moves, "."]);
        let count = format!("{} game", files.len());
        assert!(counted.out.starts_with(&count), "{moves}: {}", counted.out);
    }
    // What is neither is reported as a file.
    let wrong = dapu(home.path(), &["find", "--position", "炮二平五 马8进9进", "."]);
    assert!(wrong.err.contains("no such file"), "{}", wrong.err);
}

#[test]
fn a_player_is_found_whatever_the_team() {
    let home = tempfile::tempdir().unwrap();
    for (name, red) in [
        ("a.pgn", "广东吕钦"),
        ("b.pgn", "吕  钦"),
        ("c.pgn", "廣東 呂欽"),
        ("d.pgn", "广东许银川"),
    ] {
        let game =
            format!("[Game \"Chinese Chess\"]\n[Red \"{red}\"]\n[Black \"{name}\"]\n\n1. C2=5 *\n");
        fs::write(home.path().join(name), game).unwrap();
    }
    for player in ["广东吕钦", "吕钦", "广东 吕钦", "呂欽"] {
        let found = dapu(home.path(), &["find", "--player", player, "."]).fine();
        assert_eq!(found.lines().count(), 3, "{player}: {found}");
    }
    let counted = dapu(home.path(), &["stats", "--position", "炮二平五", "."]).fine();
    assert!(counted.starts_with("4 games"), "{counted}");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let counted = dapu(home.path(), &["stats", "--position", start, "."]).fine();
    assert!(counted.contains("吕钦 (3)") || counted.contains("吕  钦 (3)"), "{counted}");
}

#[test]
fn a_text_is_found_in_every_script_width_and_case() {
    let directory = tempfile::tempdir().unwrap();
    let finds = |pattern: &str, text: &str| {
        fs::write(directory.path().join("a.sgf"), format!("(;SZ[9]C[{text}];B[aa])")).unwrap();
        let run = dapu(directory.path(), &["find", "--text", pattern, "a.sgf"]);
        assert_eq!(run.code, i32::from(run.out.is_empty()), "{}", run.err);
        run.code == 0
    };
    for (one, other) in [
        ("吕钦", "呂欽"),
        ("马8进7", "馬８進７"),
        ("马8进7", "傌8進7"),
        ("炮", "砲"),
        ("车", "俥"),
        ("头发", "頭髮"),
        ("台湾", "臺灣"),
        ("钟", "锺"),
        ("竜王戦", "龍王戰"),
        ("沢田", "澤田"),
        ("渡辺", "渡邊"),
        ("呉清源", "吴清源"),
        ("広瀬", "廣瀨"),
        ("髙野", "高野"),
        ("\u{FA11}", "崎"),
        ("桜井", "樱井"),
        ("囲碁", "圍碁"),
        ("\u{F9E1}昌鎬", "李昌镐"),
        ("裵", "裴"),
        ("パソコン", "ﾊﾟｿｺﾝ"),
        ("ヴ", "ｳﾞ"),
        ("が", "か\u{3099}"),
        ("ｇｏ", "go"),
        ("呂 欽", "吕钦"),
        ("羽生善治", "羽生　善治"),
    ] {
        assert!(finds(one, other) && finds(other, one), "{one} and {other}");
    }
    for (pattern, text, is_found) in [
        ("opening", "The Opening", true),
        ("Opening", "the opening", false),
        ("ｇｏ", "GO", true),
        ("Ｇo", "go", false),
        ("İ", "İstanbul", true),
        ("马", "鸟", false),
        // The pieces of the sides are two.
        ("士", "仕", false),
        ("コ", "ｺﾞ", false),
        ("ごきげん", "ゴキゲン", false),
        ("钦1", "吕 钦 1", false),
        ("ab", "a b", false),
        ("九段 ", "羽生　善治　九段", false),
    ] {
        assert_eq!(finds(pattern, text), is_found, "{pattern} in {text}");
    }
}
