//! Finds all problems in records.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use crate::format::Loaded;
use crate::record::{Lines, NodeId, Place, Record, Warning};

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
    // Problems of a game are found when it is opened, which has happened by now.
    let warnings = loaded.all_warnings();
    let nodes = warnings.iter().filter_map(Warning::node).collect();
    let mut noted = noted(&games, &nodes);
    let mut lines: HashMap<usize, Lines> = HashMap::new();
    let mut finding = |warning: Warning| {
        let node = warning.node();
        let game = node.and_then(|node| noted.get_mut(&node)?.pop_front());
        let place = node.zip(game).and_then(|(node, game)| {
            let tree = &games[game].as_ref()?.tree;
            let lines = lines.entry(game).or_insert_with(|| Lines::new(tree));
            Some((game, Place::of(tree, lines, node)))
        });
        Finding { warning, place }
    };
    let all = warnings.into_iter().map(&mut finding);
    let is_meant = |finding: &Finding| match (only, &finding.place) {
        (Some(only), Some((game, _))) => only == *game,
        _ => true,
    };
    all.filter(is_meant).collect()
}

/// The indexes of the games with a warning at one of these nodes, each once.
fn noted(
    games: &[Option<Arc<Record>>],
    nodes: &HashSet<NodeId>,
) -> HashMap<NodeId, VecDeque<usize>> {
    let mut noted: HashMap<_, VecDeque<_>> = HashMap::new();
    for (game, record) in games.iter().enumerate() {
        let tree = record.iter().map(|record| &record.tree);
        let all = tree.flat_map(|tree| tree.ids().map(move |node| (tree, node)));
        for (tree, node) in all.filter(|(_, node)| nodes.contains(node)) {
            for _ in tree.warnings(node) {
                noted.entry(node).or_default().push_back(game);
            }
        }
    }
    noted
}
