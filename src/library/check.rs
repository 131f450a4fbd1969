//! Finds all problems in records.

use std::collections::HashMap;

use crate::format::Loaded;
use crate::record::{Lines, Place, Warning};

/// A problem, with its place in the game if it is about a move.
pub(crate) struct Finding {
    pub(crate) warning: Warning,
    pub(crate) place: Option<Place>,
}

/// All problems in what was read of a file, or only those of one game and of the file as a whole.
pub(crate) fn findings(loaded: &Loaded, only: Option<usize>) -> Vec<Finding> {
    // The problems of a game are found when it is opened.
    let games: Vec<_> = (0..loaded.games.len()).map(|game| loaded.game(game).ok()).collect();
    let mut warnings = loaded.warnings();
    warnings.retain(|warning| only.is_none() || warning.game.is_none() || warning.game == only);
    let mut lines: HashMap<usize, Lines> = HashMap::new();
    let findings = warnings.into_iter().map(|warning| {
        let place = warning.game.zip(warning.node).and_then(|(game, node)| {
            let tree = &games.get(game)?.as_ref()?.tree;
            let lines = lines.entry(game).or_insert_with(|| Lines::new(tree));
            Some(Place::of(tree, lines, node))
        });
        Finding { warning, place }
    });
    findings.collect()
}
