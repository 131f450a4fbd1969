//! What two readings of a file have in common.

use std::sync::Arc;

use dapu::game::{Move, Position, shogi, xiangqi};
use dapu::record::{NodeId, Record, Reread, Tree};

/// A record of xiangqi moves by their squares' numbers, each with its parent.
fn record(nodes: &[(usize, u8)]) -> Record {
    let mut record = Record::new(Position::Xiangqi(xiangqi::Position::initial()));
    let tree = &mut record.tree;
    for (parent, square) in nodes {
        let at = |index| xiangqi::Square::from_index(index);
        let mv = Move::Xiangqi(xiangqi::Move { from: at(*square), to: at(square + 1) });
        tree.add(tree.get(*parent).unwrap(), Some(mv));
    }
    record
}

#[test]
fn readings_are_compared_node_by_node() {
    let node = |tree: &Tree, index| tree.get(index).unwrap();
    // A line 1-2-3 with a variation 4 beside 2; later 3 is gone, 4 came first, and 5 and 6 are new.
    let earlier = Arc::new(record(&[(0, 1), (1, 2), (2, 3), (1, 4)]));
    let mut later = record(&[(0, 1), (1, 4), (1, 2), (2, 5), (0, 6)]);
    later.tree.note(node(&later.tree, 2), dapu::record::Note::Comment("new".into()));
    let reread = Reread::new(Arc::clone(&earlier), Arc::new(later));
    let (earlier, later) = (&earlier.tree, &reread.record.tree);
    assert_eq!(reread.same(node(earlier, 2)), Some(node(later, 3)));
    assert_eq!(reread.same(node(earlier, 4)), Some(node(later, 2)));
    assert_eq!(reread.same(node(earlier, 3)), None);
    assert_eq!(reread.survivor(node(earlier, 3)), node(later, 3));
    assert_eq!(reread.added, [node(later, 4), node(later, 5)]);
    assert_eq!(reread.changed, [node(later, 2)]);
    assert_eq!(reread.removed, 1);
    assert_eq!(reread.survivor(NodeId::ROOT), NodeId::ROOT);
}

#[test]
fn a_piece_that_is_called_by_its_name_is_news_but_no_other_move() {
    let reading = |named| {
        let mv = shogi::Move {
            named,
            ..shogi::Move::drop(shogi::Kind::Gold, shogi::Square::new(5, 5).unwrap())
        };
        let mut record = Record::new(Position::Shogi(shogi::Position::initial()));
        record.tree.add(NodeId::ROOT, Some(Move::Shogi(mv)));
        Arc::new(record)
    };
    let reread = Reread::new(reading(Some(shogi::Kind::Pawn)), reading(None));
    assert_eq!((reread.removed, reread.added.len(), reread.changed.len()), (0, 0, 1));
    assert!(!reread.is_same());
}
