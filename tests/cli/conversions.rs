//! Every pair of formats of a game: what a conversion loses, and that it never loses a move.

use std::fs;
use std::path::{Path, PathBuf};

use dapu::files::load;
use dapu::files::load::LoadOptions;
use dapu::format::{FORMATS, Format};
use dapu::game::Game;

use crate::common::program::{dapu, sample};
use crate::common::readme::hold;

/// A record of each game with as much in it as one has.
const RICH: [(Game, &str); 3] = [
    (Game::Xiangqi, "xiangqi/bianzhao.xqf"),
    (Game::Shogi, "shogi/forks.jkf"),
    (Game::Go, "go/lesson.sgf"),
];

/// Small records in the formats that are only read, where no sample is one.
const READ_ONLY: [(&str, &str); 7] = [
    (
        "cbf",
        "<ChineseChessRecord><Head><Name>甲对乙</Name><Red>甲</Red><Black>乙</Black></Head><MoveList>\
         <Move value=\"00-00\">开局</Move><Move value=\"77-47\">中炮</Move><Move value=\"70-62\"/></MoveList></ChineseChessRecord>",
    ),
    (
        "wxf",
        "FORMAT\tWXF\nGAME\t甲 - 乙\nRED\t甲;;;\nBLACK\t乙;;;\nDATE\t2001-02-03\nRESULT\t1-0\nSTART{\n  1. C2.5  H8+7\n}END\n",
    ),
    (
        "fen",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7\n",
    ),
    (
        "text",
        "标题: 甲对乙\n红方: 甲\n黑方: 乙\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n红胜\n",
    ),
    (
        "gib",
        "\\HS\n\\[GAMEBLACKNAME=甲 (3D)\\]\n\\[GAMEWHITENAME=乙\\]\n\\HE\n\\GS\n2 1 0\nINI 0 1 0 &4\nSTO 0 2 1 3 15\n\
         STO 0 3 2 15 3\n\\GE\n",
    ),
    (
        "ngf",
        "Rated game\n19\nwhite     7D\nblack     9D\nwww.example.org\n0\n0\n6\n20170316 [02:52]\n5\n\
         White wins by 2.5 points\n2\nPMABBREER\nPMACWDDDD\n",
    ),
    (
        "ugf",
        "[Header]\nSize=9\nPlayerB=甲,1d\nPlayerW=乙,2d\nCoordinateType=IGS\n[Data]\nCC,B1,1,0\nGG,W1,2,0\n[ReviewNode]\n\
         NODE,1,1,3,3\nVARIATION\nNODE,2,2,5,5\nVARIATIONEND\nNODE,3,2,7,7\n[ReviewComment]\n.Comment,1\n星\n",
    ),
];

/// A file of a format that is only read: a sample, or one that is put together here.
fn read_only(home: &Path, format: &Format, game: Game) -> PathBuf {
    let extension = format.extensions[0];
    if let Some((name, text)) = READ_ONLY.iter().find(|(name, _)| *name == format.name) {
        let path = home.join(format!("from-{name}.{extension}"));
        fs::write(&path, text).unwrap();
        return path;
    }
    let folder = sample(game.name());
    let mut found = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    found
        .find(|path| path.extension().is_some_and(|found| found == extension))
        .unwrap_or_else(|| panic!("there is no sample of {}", format.name))
}

fn holds(format: &Format, game: Game) -> bool {
    format.games.contains(&game)
}

/// The moves of the mainline, as JSON has them.
fn mainline(path: &Path) -> Vec<String> {
    let loaded = load::load(path, LoadOptions::default()).unwrap();
    let record = loaded.game(0).unwrap();
    let tree = &record.tree;
    let nodes = tree.path(tree.mainline_end());
    let moves = nodes.into_iter().filter_map(|node| tree.mv(node));
    moves.map(dapu::game::Move::code).collect()
}

/// Converts one file, and gives what the program says is lost.
fn convert(home: &Path, from: &Path, out: &Path, to: &Format) -> String {
    let arguments = [
        "convert".as_ref(),
        from.as_os_str(),
        out.as_os_str(),
        "--to".as_ref(),
        to.name.as_ref(),
        "--game".as_ref(),
        "1".as_ref(),
    ];
    let run = dapu(home, &arguments);
    assert_eq!(
        (run.code, &*run.out),
        (0, ""),
        "{} to {}: {}",
        from.display(),
        to.name,
        run.err
    );
    let mark = format!(": not kept in {}: ", to.name);
    let lost = run.err.lines().filter_map(|line| line.split_once(&mark));
    let lost: Vec<String> = lost.map(|(_, losses)| without_examples(losses)).collect();
    lost.join(", ")
}

/// `2 comments (first: move 3 "…"), 1 clock (first: move 1)` without what is in brackets.
fn without_examples(losses: &str) -> String {
    let mut parts = losses.split(" (first: ");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| {
        let (_, rest) = part.split_once(')').unwrap();
        text + rest
    })
}

/// A file of each format that can be read, with what the rich record has as far as the format holds it; a sample or a
/// small record of those that are only read.
fn sources(home: &Path, game: Game, rich: &Path) -> Vec<(&'static Format, PathBuf)> {
    let readable = FORMATS
        .iter()
        .filter(|format| holds(format, game) && format.read.is_some());
    let source = |format: &'static Format| {
        if format.write.is_none() {
            return (format, read_only(home, format, game));
        }
        let path = home.join(format!("from-{}.{}", format.name, format.extensions[0]));
        convert(home, rich, &path, format);
        (format, path)
    };
    readable.map(source).collect()
}

fn table(game: Game, rich: &Path) -> String {
    let home = tempfile::tempdir().unwrap();
    let targets = || {
        FORMATS
            .iter()
            .filter(|format| holds(format, game) && format.write.is_some())
    };
    let names: Vec<&str> = targets().map(|format| format.name).collect();
    let mut table = format!(
        "| {} from | to {} |\n|{}\n",
        game.name(),
        names.join(" | to "),
        "---|".repeat(names.len() + 1)
    );
    for (from, path) in sources(home.path(), game, rich) {
        let mut cells = vec![from.name.to_owned()];
        let moves = mainline(&path);
        assert!(moves.len() > 1, "{} has no moves", path.display());
        for to in targets() {
            let out = home
                .path()
                .join(format!("{}-{}.{}", from.name, to.name, to.extensions[0]));
            let lost = convert(home.path(), &path, &out, to);
            if to.read.is_some() {
                assert_eq!(mainline(&out), moves, "{} to {}", from.name, to.name);
            }
            cells.push(if lost.is_empty() {
                "-".to_owned()
            } else {
                lost
            });
        }
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    table
}

#[test]
fn every_pair_of_formats_loses_what_the_readme_says() {
    let tables = RICH.map(|(game, rich)| table(game, &sample(rich)));
    // The JSON is the one that holds everything.
    for line in tables.iter().flat_map(|table| table.lines().skip(2)) {
        assert!(line.ends_with("| - |"), "{line}");
    }
    hold("conversions", &tables.join("\n"));
}
