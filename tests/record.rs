//! The tree and the cursor: a cursor anywhere on a random tree stands where a naive replay stands.

#![allow(clippy::unwrap_used)]

use dapu::game::xiangqi::Position as Board;
use dapu::game::{Move, Position};
use dapu::record::{At, Builder, Cursor, NodeId, Note, Record};
use proptest::prelude::*;

/// What to do next while a random record is made.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Play the legal move of this number, around the end.
    Play(usize),
    /// Go back so many plies.
    Back(u32),
    /// Add a node without a move.
    Skip,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => any::<usize>().prop_map(Step::Play),
        2 => (1u32..90).prop_map(Step::Back),
        1 => Just(Step::Skip),
    ];
    prop::collection::vec(step, 1..300)
}

fn record(steps: &[Step]) -> Record {
    let mut builder = Builder::new(Position::Xiangqi(Board::initial()));
    for step in steps {
        match *step {
            Step::Play(number) => {
                let Position::Xiangqi(board) = builder.position() else {
                    unreachable!()
                };
                let moves = board.legal_moves();
                if !moves.is_empty() {
                    builder.play(Move::Xiangqi(moves[number % moves.len()]), At::File);
                }
            }
            Step::Back(plies) => {
                let ply = builder.tree().ply(builder.node());
                builder.back_to_ply(ply.saturating_sub(plies)).unwrap();
            }
            Step::Skip => {
                builder.skip();
                builder.note(Note::Comment("a remark".into()));
            }
        }
    }
    let (record, warnings) = builder.finish();
    assert_eq!(warnings, [], "legal moves only");
    record
}

/// The position at a node by playing every move from the start.
fn naive(record: &Record, node: NodeId) -> Position {
    let mut position = record.start.clone();
    for step in record.tree.path(node) {
        if let Some(mv) = record.tree.mv(step) {
            position.apply(mv);
        }
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_cursor_stands_where_a_naive_replay_stands(steps in steps(), jumps in prop::collection::vec((any::<u16>(), 0u8..4), 1..60)) {
        let record = record(&steps);
        let mut cursor = Cursor::new(&record);
        for (number, kind) in jumps {
            let number = usize::from(number);
            match kind {
                0 => cursor.go_to(&record, record.tree.get(number % record.tree.len()).unwrap()),
                1 => cursor.forward(&record, number % 100),
                2 => cursor.back(&record, number % 100),
                _ => cursor.go_to_ply(&record, number % (cursor.last_ply() + 1)),
            }
            prop_assert_eq!(cursor.position(), &naive(&record, cursor.node()));
            prop_assert_eq!(cursor.ply(), record.tree.ply(cursor.node()) as usize);
            prop_assert_eq!(cursor.line()[cursor.ply()], cursor.node());
            let elsewhere = number % (cursor.last_ply() + 1);
            prop_assert_eq!(cursor.position_at(&record, elsewhere), naive(&record, cursor.line()[elsewhere]));
        }
    }

    #[test]
    fn a_walk_meets_every_node_once_with_its_position(steps in steps()) {
        let record = record(&steps);
        let mut walk = record.walk();
        let mut met = vec![false; record.tree.len()];
        while let Some(node) = walk.advance() {
            prop_assert!(!std::mem::replace(&mut met[node.index()], true), "met twice");
            let before = record.tree.parent(node).map_or_else(|| record.start.clone(), |parent| naive(&record, parent));
            prop_assert_eq!(walk.before(), &before);
        }
        prop_assert!(met.iter().all(|met| *met));
    }

    #[test]
    fn a_cursor_finds_its_place_in_a_record_that_grew(steps in steps(), more in steps(), place in any::<usize>()) {
        let old = record(&steps);
        let grown: Vec<Step> = steps.iter().chain(&more).copied().collect();
        let new = record(&grown);
        let mut cursor = Cursor::new(&old);
        cursor.go_to(&old, old.tree.get(place % old.tree.len()).unwrap());
        let followed = cursor.follow(&old, &new);
        prop_assert_eq!(followed.ply(), cursor.ply());
        prop_assert_eq!(followed.position(), cursor.position());
    }
}

#[test]
fn a_deep_and_a_wide_tree_are_built_and_dropped() {
    let mut tree = dapu::record::Tree::new();
    let mut node = NodeId::ROOT;
    for _ in 0..1_000_000 {
        node = tree.add(node, None);
    }
    for _ in 0..100_000 {
        tree.add(NodeId::ROOT, None);
    }
    assert_eq!(tree.ply(node), 1_000_000);
    assert_eq!(tree.children(NodeId::ROOT).count(), 100_001);
    assert_eq!(tree.mainline_end(), node);
}

#[test]
fn a_node_takes_32_bytes() {
    // Decision 1 of the design rests on it.
    const { assert!(dapu::record::Tree::NODE_SIZE <= 32) };
}
