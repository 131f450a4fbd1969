//! Notes are found again on the same game, and on no other.

use std::collections::HashMap;
use std::path::Path;

use dapu::files::notes::Identity;
use dapu::format::{self, WriteOptions};
use dapu::game::{Move, Side};
use dapu::record::{Key, Record};
use dapu::text::{Source, folded};

use crate::common;

/// A game of the corpus.
struct Game {
    name: String,
    identity: Identity,
    moves: Vec<Move>,
    players: [String; 2],
    is_usual: bool,
}

fn game(record: &Record, name: &str, index: usize) -> Game {
    let moves = record.tree.mainline().filter_map(|node| record.tree.mv(node)).collect();
    let player = |side| record.headers.get(Key::Player(side)).unwrap_or_default();
    let players = Side::BOTH.map(|side| folded(player(side).trim()));
    let identity = Identity::of(record, Path::new(name), index);
    Game { name: name.to_owned(), is_usual: identity.is_usual, identity, moves, players }
}

impl Game {
    /// Whether notes may be on it in any file.
    fn is_distinct(&self) -> bool {
        self.moves.len() >= 20 || !self.is_usual
    }
}

fn games() -> Vec<Game> {
    let mut games = Vec::new();
    for folder in ["xiangqi", "shogi", "go"] {
        for (name, bytes) in common::files(&common::corpus(folder)) {
            let Ok(loaded) = common::read(&bytes, &name) else { continue };
            // Of a library some games will do.
            for index in 0..loaded.games().len().min(20) {
                games.extend(loaded.game(index).ok().map(|record| game(&record, &name, index)));
            }
        }
    }
    games
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn no_two_games_are_taken_for_one() {
    let games = games();
    let mut same = 0;
    let mut starts: HashMap<&str, Vec<&Game>> = HashMap::new();
    for game in &games {
        starts.entry(&game.identity.start).or_default().push(game);
    }
    for games in starts.values() {
        for (nth, one) in games.iter().enumerate() {
            for other in &games[nth + 1..] {
                let fits = one.identity.fit(&other.identity).is_some();
                let (short, long) = match one.moves.len() <= other.moves.len() {
                    true => (one, other),
                    false => (other, one),
                };
                let agree = |(a, b): (&String, &String)| a.is_empty() || b.is_empty() || a == b;
                // However short, the same whole game is the same.
                let [whole, other_whole] = [one, other].map(|game| game.identity.whole);
                let is_whole = whole.is_some() && whole == other_whole;
                let begins = long.moves.starts_with(&short.moves) && short.is_distinct();
                let may = (is_whole || begins) && one.players.iter().zip(&other.players).all(agree);
                assert_eq!(fits, may, "{} and {}", one.name, other.name);
                same += usize::from(fits);
            }
        }
    }
    println!("{} games, {same} pairs of the same", games.len());
    assert!(games.len() > 500);
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn a_game_is_itself_in_another_file_cut_short_and_converted() {
    let (mut converted, mut changed) = (0, Vec::new());
    for (folder, formats) in
        [("xiangqi", ["pgn", "xqf"]), ("shogi", ["kif", "csa"]), ("go", ["sgf", "json"])]
    {
        for (name, bytes) in common::files(&common::corpus(folder)) {
            let Ok(loaded) = common::read(&bytes, &name) else { continue };
            let Ok(record) = loaded.game(0) else { continue };
            let here = game(&record, &name, 0);
            let renamed = Identity::of(&record, Path::new("renamed"), 0);
            // A game without a move or a word is like any other.
            let is_blank = here.moves.is_empty() && here.is_usual && here.identity.whole.is_none();
            assert_eq!(here.identity.fit(&renamed).is_none(), is_blank, "{name}");
            // Before it had grown, in the same file.
            let mut shorter = here.identity.clone();
            let cut = shorter.moves.rfind(',').unwrap_or(0);
            shorter.moves.truncate(cut);
            assert!(shorter.fit(&here.identity).is_some(), "{name}");
            for format in formats.iter().filter(|format| **format != "json") {
                let Ok(written) = common::write(&record, format, &WriteOptions::default()) else {
                    continue;
                };
                let name = format!("converted.{format}");
                let Ok(again) = format::read(&Source::new(&written.bytes, &name)) else { continue };
                let Ok(again) = again.game(0) else { continue };
                let again = Identity::of(&again, Path::new(&name), 0);
                converted += 1;
                if here.is_distinct() && here.identity.fit(&again).is_none() {
                    changed.push(format!("{} as {format}", here.name));
                }
            }
        }
    }
    println!("{converted} conversions, {} are other games:\n{}", changed.len(), changed.join("\n"));
    assert!(converted > 300 && changed.len() * 50 < converted, "{}", changed.len());
}
