//! The moves that lead to a node, to find it again after node numbers have changed.

use derive_more::From;
use serde::{Deserialize, Serialize};

use crate::game::Move;
use crate::record::{Letter, NodeId, Tree};

/// The moves from the root to a node, as text: `X h2e2,X h9g7/2,X b2e2=a`. Equal moves among siblings are distinguished by
/// their order; own moves may have their letters. Any text is a trail, and leads as far as its moves exist.
#[derive(Debug, Clone, PartialEq, Eq, Default, From, Serialize, Deserialize)]
pub struct Trail(String);

impl Trail {
    /// The maximum size in bytes, about 3,000 moves. Longer trails are cut.
    pub const LONGEST: usize = 16 * 1024;

    /// The trail to a node.
    pub fn to(tree: &Tree, node: NodeId) -> Self {
        let mut trail = Self::default();
        for node in tree.path(node).into_iter().skip(1) {
            let before = trail.0.len();
            trail.push(TrailMove { mv: tree.mv(node), nth: tree.nth(node), letter: None });
            if trail.0.len() > Self::LONGEST {
                trail.0.truncate(before);
                break;
            }
        }
        trail
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Adds a move at the end.
    pub(super) fn push(&mut self, TrailMove { mv, nth, letter }: TrailMove) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0 += &mv.map_or_else(|| "-".to_owned(), Move::stored);
        if nth > 0 {
            self.0 += &format!("/{}", nth + 1);
        }
        if let Some(letter) = letter {
            self.0 += &format!("={}", Letter(letter));
        }
    }

    /// The moves, with `None` for a word that is not a move.
    pub(super) fn moves(&self) -> impl Iterator<Item = Option<TrailMove>> + '_ {
        self.0.split(',').filter(|text| !text.is_empty()).map(trail_move)
    }

    /// Follows the trail in a tree as far as its moves exist, and returns the last node.
    pub fn end(&self, tree: &Tree) -> NodeId {
        let mut node = NodeId::ROOT;
        for trail_move in self.moves().map_while(|trail_move| trail_move) {
            match tree.nth_child(node, trail_move.mv, trail_move.nth) {
                Some(child) => node = child,
                None => break,
            }
        }
        node
    }
}

/// A move of a trail.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrailMove {
    pub(super) mv: Option<Move>,
    /// The number of equal moves before it among its siblings.
    pub(super) nth: u32,
    /// For an own move, its letter.
    pub(super) letter: Option<u32>,
}

fn trail_move(text: &str) -> Option<TrailMove> {
    let (text, letter) = match text.split_once('=') {
        Some((text, letter)) => (text, Some(letter.parse::<Letter>().ok()?.0)),
        None => (text, None),
    };
    let (code, nth) = text.split_once('/').unwrap_or((text, "1"));
    let mv = if code == "-" { None } else { Some(Move::from_stored(code)?) };
    Some(TrailMove { mv, nth: nth.parse::<u32>().ok()?.checked_sub(1)?, letter })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Move, Side, go};

    fn stone(column: u8) -> Option<Move> {
        Some(Move::Go(go::Move { side: Side::First, point: Some(go::Point::new(column, 3)) }))
    }

    #[test]
    fn every_node_is_found_by_its_trail_and_where_branches_changed_places() {
        let mut tree = Tree::default();
        let a = tree.add(NodeId::ROOT, stone(1));
        let b = tree.add(NodeId::ROOT, stone(2));
        let twin = tree.add(NodeId::ROOT, stone(2));
        let remark = tree.add(twin, None);
        let end = tree.add(remark, stone(4));
        for node in [NodeId::ROOT, a, b, twin, remark, end] {
            let text = Trail::to(&tree, node).0;
            assert_eq!(Trail(text.clone()).end(&tree), node, "{text}");
        }
        let mut other = Tree::default();
        let b = other.add(NodeId::ROOT, stone(2));
        other.add(NodeId::ROOT, stone(1));
        let twin = other.add(NodeId::ROOT, stone(2));
        assert_eq!(Trail::to(&tree, end).end(&other), twin, "as far as it goes");
        assert_eq!(Trail::to(&tree, tree.get(2).unwrap()).end(&other), b);
    }

    #[test]
    fn a_long_way_is_cut_between_moves_and_nonsense_leads_nowhere() {
        let mut tree = Tree::default();
        let mut node = NodeId::ROOT;
        for ply in 0..10_000 {
            node = tree.add(node, stone((ply % 19) as u8));
        }
        let trail = Trail::to(&tree, node);
        assert!(trail.0.len() <= Trail::LONGEST);
        let ply = tree.ply(trail.end(&tree));
        assert_eq!(ply as usize, trail.0.split(',').count());
        for text in ["", ",", "x", "B bd/0", "B bd/-1", "/", "B bd/99999999999999999999"] {
            assert_eq!(Trail(text.to_owned()).end(&tree), NodeId::ROOT, "{text}");
        }
    }
}
