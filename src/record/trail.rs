//! The moves that lead to a node, to find it again after node numbers have changed.

use serde::{Deserialize, Serialize};

use super::{NodeId, Tree};

/// The moves from the root to a node, as text. Equal moves among siblings are distinguished by their order. Any text is
/// a trail, and leads as far as its moves exist.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Trail(pub String);

impl Trail {
    /// The maximum size in bytes, about 3,000 moves. Longer trails are cut.
    pub const LONGEST: usize = 16 * 1024;

    /// The trail to a node.
    pub fn to(tree: &Tree, node: NodeId) -> Self {
        let mut text = String::new();
        for step in tree.path(node).into_iter().skip(1) {
            let before = text.len();
            if before > 0 {
                text.push(',');
            }
            text.push_str(&code(tree, step));
            let earlier = tree.siblings(step).take_while(|sibling| *sibling != step);
            let same = earlier.filter(|sibling| tree.mv(*sibling) == tree.mv(step));
            let number = same.count() + 1;
            if number > 1 {
                text.push_str(&format!("/{number}"));
            }
            if text.len() > Self::LONGEST {
                text.truncate(before);
                break;
            }
        }
        Self(text)
    }

    /// Follows the trail in a tree as far as its moves exist, and returns the last node.
    pub fn end(&self, tree: &Tree) -> NodeId {
        let mut node = NodeId::ROOT;
        for step in self.0.split(',').filter(|step| !step.is_empty()) {
            match child(tree, node, step) {
                Some(child) => node = child,
                None => break,
            }
        }
        node
    }
}

fn code(tree: &Tree, node: NodeId) -> String {
    tree.mv(node).map_or_else(|| "-".to_owned(), |mv| mv.code())
}

fn child(tree: &Tree, node: NodeId, step: &str) -> Option<NodeId> {
    let (wanted, nth) = step.split_once('/').unwrap_or((step, "1"));
    let nth: usize = nth.parse().ok()?;
    let mut same = tree.children(node).filter(|child| code(tree, *child) == wanted);
    same.nth(nth.checked_sub(1)?)
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
        let mut tree = Tree::new();
        let a = tree.add(NodeId::ROOT, stone(1));
        let b = tree.add(NodeId::ROOT, stone(2));
        let twin = tree.add(NodeId::ROOT, stone(2));
        let remark = tree.add(twin, None);
        let end = tree.add(remark, stone(4));
        for node in [NodeId::ROOT, a, b, twin, remark, end] {
            let text = Trail::to(&tree, node).0;
            assert_eq!(Trail(text.clone()).end(&tree), node, "{text}");
        }
        let mut other = Tree::new();
        let b = other.add(NodeId::ROOT, stone(2));
        other.add(NodeId::ROOT, stone(1));
        let twin = other.add(NodeId::ROOT, stone(2));
        assert_eq!(Trail::to(&tree, end).end(&other), twin, "as far as it goes");
        assert_eq!(Trail::to(&tree, tree.get(2).unwrap()).end(&other), b);
    }

    #[test]
    fn a_long_way_is_cut_between_moves_and_nonsense_leads_nowhere() {
        let mut tree = Tree::new();
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
