//! What two readings of a file have in common.

use dapu::game::Move;
use dapu::record::{Comparison, NodeId, Tree};

/// A tree of xiangqi moves by their squares' numbers, each with its parent.
fn tree(nodes: &[(usize, u8)]) -> Tree {
    let mut tree = Tree::new();
    for (parent, square) in nodes {
        let at = |index| dapu::game::xiangqi::Square::from_index(index);
        let mv = Move::Xiangqi(dapu::game::xiangqi::Move { from: at(*square), to: at(square + 1) });
        tree.add(tree.get(*parent).unwrap(), Some(mv));
    }
    tree
}

#[test]
fn readings_are_compared_node_by_node() {
    let node = |tree: &Tree, index| tree.get(index).unwrap();
    // A line 1-2-3 with a variation 4 beside 2; later 3 is gone, 4 came first, and 5 and 6 are new.
    let earlier = tree(&[(0, 1), (1, 2), (2, 3), (1, 4)]);
    let mut later = tree(&[(0, 1), (1, 4), (1, 2), (2, 5), (0, 6)]);
    later.note(node(&later, 2), dapu::record::Note::Comment("new".into()));
    let comparison = Comparison::new(&earlier, &later);
    assert_eq!(comparison.same(node(&earlier, 2)), Some(node(&later, 3)));
    assert_eq!(comparison.same(node(&earlier, 4)), Some(node(&later, 2)));
    assert_eq!(comparison.same(node(&earlier, 3)), None);
    assert_eq!(comparison.survivor(&earlier, node(&earlier, 3)), node(&later, 3));
    assert_eq!(comparison.added, [node(&later, 4), node(&later, 5)]);
    assert_eq!(comparison.changed, [node(&later, 2)]);
    assert_eq!(comparison.removed, 1);
    assert_eq!(comparison.survivor(&earlier, NodeId::ROOT), NodeId::ROOT);
}
