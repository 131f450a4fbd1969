//! A relayed game: its whole file is replaced again and again, and its content changes.

use std::fs;

use dapu::files::load;
use dapu::files::load::LoadOptions;
use dapu::files::watch::Change;
use dapu::format::Loaded;
use dapu::record::Reread;

use crate::common;
use crate::follow::growing::{file, run};
use crate::follow::watching::{follow, mainline};

/// A relayed game as its operator uploads it: comments are added to earlier moves, a move is taken back, names and
/// times are corrected, the first day ends with a sealed move.
const RELAY: [&str; 7] = [
    "先手：甲\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:00/00:00:00)\n",
    "先手：甲\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n",
    "先手：甲\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n   3 ２二角成(88) ( 0:00/00:01:00)\n",
    "先手：甲\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n",
    "先手：甲 名人\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n   3 ２六歩(27)   ( 3:00/00:04:00)\n",
    "先手：甲 名人\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n   3 ２六歩(27)   ( 3:00/00:04:00)\n   4 封じ手\nまで3手で封じ手\n",
    "先手：甲 名人\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n   3 ２六歩(27)   ( 3:00/00:04:00)\n   4 ８四歩(83)   ( 9:00/00:11:00)\n",
];

#[test]
fn a_relayed_game_shows_every_version_and_nothing_else() {
    let json = |loaded: &Loaded| common::write_all(loaded, "json").bytes;
    let fresh = |text: &str| load::parse(text.as_bytes(), "game.kifu", LoadOptions::default());
    let versions = RELAY.map(|text| json(&fresh(text).unwrap()));
    let (directory, path) = file("kifu", RELAY[0].as_bytes());
    let following = follow(&path, None);
    for (number, text) in RELAY.iter().enumerate().skip(1) {
        fs::write(directory.path().join("next"), text).unwrap();
        // Written in place, renamed over it, written slowly.
        let command = match number % 3 {
            0 => "cat next > game.kifu",
            1 => "mv next game.kifu",
            _ => ": > game.kifu; head -c 150 next > game.kifu; sleep 0.2; cat next > game.kifu",
        };
        run(command, directory.path());
        let changes = following.wait(
            &format!("version {number}"),
            |change| matches!(change, Change::Loaded(loaded) if json(loaded) == versions[number]),
        );
        let [before, after] =
            [number - 1, number].map(|index| mainline(&fresh(RELAY[index]).unwrap()));
        for change in &changes {
            if let Change::Loaded(loaded) = change {
                let moves = mainline(loaded);
                assert!(moves == before || after.starts_with(&moves), "{number}: {moves:?}");
                assert_eq!(loaded.warnings(), [], "{number}");
            }
        }
    }
}

#[test]
fn the_place_in_a_relayed_game_is_kept() {
    let record = |index: usize| {
        let loaded =
            load::parse(RELAY[index].as_bytes(), "game.kifu", LoadOptions::default()).unwrap();
        loaded.game(0).unwrap()
    };
    for (index, (added, changed, removed)) in
        [(1, 2, 0), (1, 2, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (1, 1, 0)].into_iter().enumerate()
    {
        let (earlier, later) = (record(index), record(index + 1));
        let reread = Reread::new(earlier.clone(), later.clone());
        assert!(!reread.is_another_game() && !reread.is_same(), "{index}");
        let counts = (reread.added.len(), reread.changed.len(), reread.removed);
        assert_eq!(counts, (added, changed, removed), "{index}");
        // A reader at the last move stays there, or goes back with it.
        let stands = reread.survivor(earlier.tree.mainline_end());
        let left = earlier.tree.len() - 1 - removed;
        assert_eq!(later.tree.ply(stands) as usize, left, "{index}");
    }
}
