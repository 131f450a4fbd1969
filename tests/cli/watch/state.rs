//! What a script knows of the games from the lines of `dapu watch --json`.

use std::collections::{BTreeMap, HashMap};

use dapu::format::Loaded;
use dapu::record::{Lines, NodeId, Place, Record};
use serde_json::Value;

/// The moves and the comments of a game by their places.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Game {
    pub(super) moves: BTreeMap<String, String>,
    comments: BTreeMap<String, String>,
}

/// The branches that a place takes, each with its ply, and its own ply.
fn parts(place: &str) -> (Vec<(&str, u32)>, u32) {
    let mut parts: Vec<&str> = place.split('-').collect();
    let ply = parts.pop().unwrap().parse().unwrap();
    let branches = parts.into_iter().map(|it| (it, it.split_once('.').unwrap().0.parse().unwrap()));
    (branches.collect(), ply)
}

/// Whether a place is that of a move, or of one that follows it.
fn is_from(place: &str, first: &str) -> bool {
    let ((branches, ply), (before, start)) = (parts(place), parts(first));
    branches.starts_with(&before)
        && branches[before.len()..].iter().all(|(_, at)| *at > start)
        && ply >= start
}

/// The place on the way to another at a ply.
fn on_the_way(place: &str, ply: u32) -> String {
    let branches = parts(place).0.into_iter().filter(|(_, at)| *at <= ply);
    branches.map(|(branch, _)| format!("{branch}-")).collect::<String>() + &ply.to_string()
}

impl Game {
    pub(super) fn of(record: &Record) -> Self {
        let (tree, lines) = (&record.tree, Lines::new(&record.tree));
        let mut game = Self::default();
        for node in tree.ids() {
            let place = Place::of(tree, &lines, node).to_string();
            if let Some(comment) = tree.comment(node) {
                game.comments.insert(place.clone(), comment.to_owned());
            }
            game.moves.extend(tree.mv(node).map(|mv| (place, mv.code())));
        }
        game
    }

    /// The moves that lead to a place.
    pub(super) fn way(&self, place: &str) -> String {
        let moves = (1..=parts(place).1).map(|ply| self.moves.get(&on_the_way(place, ply)));
        moves.map(|mv| mv.map_or("?", String::as_str)).collect::<Vec<_>>().join(" ")
    }
}

/// Every way through a record.
pub(super) fn ways(record: &Record) -> Vec<String> {
    let tree = &record.tree;
    let way = |node: NodeId| {
        let moves = tree.path(node).into_iter().skip(1);
        moves.map(|node| tree.mv(node).map_or("?".to_owned(), |mv| mv.code())).collect::<Vec<_>>()
    };
    tree.ids().map(|node| way(node).join(" ")).collect()
}

/// The games of files by their numbers.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Games(pub(super) HashMap<String, BTreeMap<u64, Game>>);

impl Games {
    pub(super) fn insert(&mut self, file: &str, loaded: &Loaded) {
        let games = (0..loaded.games().len()).map(|index| Game::of(&loaded.game(index).unwrap()));
        self.0.insert(file.to_owned(), (1..).zip(games).collect());
    }

    /// Takes what a line says. Returns the file and the moves that lead to a move.
    pub(super) fn take(&mut self, value: &Value) -> Option<(String, String)> {
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        let (file, number) = (text("file").unwrap(), value["game"].as_u64().unwrap());
        let games = self.0.entry(file.clone()).or_default();
        let about = text("about").unwrap();
        if about == "gone" {
            games.remove(&number).expect("a game that was there");
            if games.is_empty() {
                self.0.remove(&file);
            }
            return None;
        }
        let game = games.entry(number).or_default();
        match (&*about, text("place")) {
            ("new", None) => *game = Game::default(),
            ("move", Some(place)) => {
                let before = game.moves.insert(place.clone(), text("move").unwrap());
                assert_eq!(before, None, "a move in place of another: {value}");
                return Some((file, game.way(&place)));
            }
            ("back", Some(first)) => {
                assert!(game.moves.contains_key(&first), "not there: {value}");
                game.moves.retain(|place, _| !is_from(place, &first));
                game.comments.retain(|place, _| !is_from(place, &first));
            }
            ("back" | "end", _) => {}
            ("comment", Some(place)) => {
                match text("comment").unwrap() {
                    comment if comment.is_empty() => game.comments.remove(&place),
                    comment => game.comments.insert(place, comment),
                };
            }
            _ => panic!("{value}"),
        }
        None
    }
}
