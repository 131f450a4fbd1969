//! How many keys a drop of shogi takes on the board.

use std::collections::BTreeSet;

use dapu::format::Loaded;
use dapu::game::shogi::{Move, Origin, Position};
use dapu::record::Record;

use crate::common;
use crate::common::emulator::{Emulator, settings};

/// The keys of a drop: `0` to the kind, `Enter`, the two numbers of the square, `Enter`.
fn keys(position: &Position, drop: Move) -> Vec<String> {
    let mut hand = position.hand(position.side_to_move());
    let kind = hand.position(|(kind, _)| Origin::Hand(kind) == drop.from).unwrap();
    let square = [drop.to.file(), drop.to.rank()].map(|number| number.to_string());
    let enter = || "Enter".to_owned();
    [vec!["0".to_owned(); kind + 1], vec![enter()], square.to_vec(), vec![enter()]].concat()
}

/// Plays all drops of a game, and returns how many keys each has taken.
fn play_drops(name: &str, loaded: Loaded) -> Vec<usize> {
    let record = Record::clone(&loaded.game(0).unwrap());
    let mut screen = Emulator::open(name, loaded, settings(), (80, 24));
    screen.press("B");
    let mut counts = Vec::new();
    let nodes: Vec<_> = record.tree.mainline().collect();
    for (before, node) in nodes.iter().zip(&nodes[1..]) {
        let position = record.position_at(*before);
        let mv = record.tree.mv(*node).and_then(dapu::game::Move::shogi);
        let Some(drop) = mv.filter(|mv| matches!(mv.from, Origin::Hand(_))) else { continue };
        screen.type_in(&format!(":{}", record.tree.ply(*before)));
        screen.press("Enter");
        let keys = keys(position.shogi().unwrap(), drop);
        keys.iter().for_each(|key| _ = screen.press(key));
        // It is the move of the record.
        let place = format!("{}/{}", record.tree.ply(*node), nodes.len() - 1);
        screen.shows(&[&place]);
        screen.hides(&["[a/"]);
        counts.push(keys.len());
    }
    counts
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn a_drop_takes_at_most_six_keys_on_average() {
    let (mut games, mut counts) = (BTreeSet::new(), Vec::new());
    for (path, bytes) in common::files(&common::corpus("shogi")) {
        let Ok(loaded) = common::read(&bytes, &path) else { continue };
        let Ok(record) = loaded.game(0) else { continue };
        let moves = common::mainline(&record);
        let drops = moves.iter().filter(|mv| mv.contains('*')).count();
        let is_real = record.start.is_usual() && !record.tree.has_illegal() && moves.len() >= 60;
        if !is_real
            || drops == 0
            || record.tree.mainline().count() != moves.len() + 1
            || !games.insert(moves)
        {
            continue;
        }
        let taken = play_drops(&path, loaded);
        println!("{path}: {} drops, {} keys", taken.len(), taken.iter().sum::<usize>());
        counts.extend(taken);
        if games.len() == 20 {
            break;
        }
    }
    let mean = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    println!("{} games, {} drops, {mean:.2} keys on average", games.len(), counts.len());
    assert!(games.len() == 20 && mean <= 6.0, "{mean}");
}
