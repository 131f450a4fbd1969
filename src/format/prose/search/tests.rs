//! Texts that need no search, and what a search makes of them.

use std::fs;
use std::path::Path;

use super::*;
use crate::format::prose::Tongue;
use crate::format::prose::lexer::segments;
use crate::game::xiangqi;
use crate::text::{Family, Source};

fn search<'s>(segments: &'s [Segment], start: &Position) -> impl Fn(Count) -> Search<'s> {
    move |count| Search {
        segments,
        tried: vec![Tried::root(start)],
        children: HashMap::new(),
        log: Vec::new(),
        count,
        may_begin: true,
        previous: None,
        fresh: None,
        next: Vec::new(),
        doubts: Vec::new(),
    }
}

/// What each segment is, with the moves of its whole line.
fn told(explained: &Explained) -> Vec<String> {
    let line = |end: u32| {
        let node = |at: &u32| Some(explained.tried.get(*at as usize)?.up);
        let line = std::iter::successors(Some(end), node);
        let kinds = line.filter_map(|at| match explained.tried.get(at as usize)?.kind {
            Kind::Move(mv) => Some(mv.code()),
            Kind::Root => None,
            Kind::Unread | Kind::Missing => Some("--".to_owned()),
        });
        kinds.collect::<Vec<_>>().join(" ")
    };
    let act = |act: &Act| match *act {
        Act::Played { to, .. } => line(to),
        Act::Game { to, .. } => format!("game {}", line(to)),
        Act::Named | Act::NamedDue => "named".to_owned(),
        Act::Again => "again".to_owned(),
    };
    explained.acts.iter().map(act).collect()
}

fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn what_needs_no_search_is_what_a_search_finds() {
    const LARGEST: usize = 100_000;
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/xiangqi"), &mut paths);
    for folder in ["xiangqi", "cases"] {
        let corpus = option_env!("CORPUS").map(|corpus| Path::new(corpus).join(folder));
        corpus.iter().for_each(|folder| files(folder, &mut paths));
    }
    let start = Position::Xiangqi(xiangqi::Position::initial());
    let (mut compared, mut games) = (0, 0);
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        if bytes.len() > LARGEST || ![".txt", ".pgn"].iter().any(|end| name.ends_with(end)) {
            continue;
        }
        let source = Source::new(&bytes, &name);
        let text = source.text(Family::Chinese).text;
        let (segments, _) = segments(text, 0, Tongue::Xiangqi(|_| true));
        let search = search(&segments, &start);
        let Some(straight) = search(Count::Rounds).straight() else {
            continue;
        };
        let found = searched(&segments, &search);
        assert_eq!(told(&straight), told(&found), "{}", path.display());
        assert!(found.doubts.is_empty(), "{}: {:?}", path.display(), found.doubts);
        compared += 1;
        games += straight.acts.iter().filter(|act| matches!(act, Act::Game { .. })).count();
    }
    println!("{compared} files, {games} games behind their first");
    assert!(compared > 0);
}
