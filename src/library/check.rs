//! Finds all problems in records.

use std::collections::HashMap;

use crate::format::Loaded;
use crate::record::{Lines, Place, Warning};

/// A problem, with its place in the record if it is about a move.
pub(crate) struct Finding {
    pub(crate) warning: Warning,
    /// The index of the game in what was read, and the place in the game.
    pub(crate) place: Option<(usize, Place)>,
}

/// All problems in what was read of a file, or only those of one game.
pub(crate) fn findings(loaded: &Loaded, only: Option<usize>) -> Vec<Finding> {
    let games: Vec<_> = (0..loaded.games.len())
        .map(|game| loaded.game(game).ok())
        .collect();
    let mut lines: HashMap<usize, Lines> = HashMap::new();
    let mut finding = |warning: Warning| {
        let place = warning.place().and_then(|(game, node)| {
            let tree = &games.get(game)?.as_ref()?.tree;
            let lines = lines.entry(game).or_insert_with(|| Lines::new(tree));
            Some((game, Place::of(tree, lines, node)))
        });
        Finding { warning, place }
    };
    // Problems of a game are found when it is opened, which has happened by now.
    let all = loaded.all_warnings().into_iter().map(&mut finding);
    let is_meant = |finding: &Finding| match (only, &finding.place) {
        (Some(only), Some((game, _))) => only == *game,
        _ => true,
    };
    all.filter(is_meant).collect()
}
