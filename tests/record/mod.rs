//! The tree and the cursor, compared with a naive replay on random trees.

mod builder;
mod codes;
mod dates;
mod kept;
mod layer;
mod places;
mod result;
mod text;
mod ways;

use std::collections::HashMap;
use std::time::Duration;

use std::sync::Arc;

use dapu::format;
use dapu::game::xiangqi::{self, Position as Board, Square};
use dapu::game::{Move, Position};
use dapu::record::{At, Builder, Cursor, Lines, NodeId, Note, Record, Reread};
use dapu::text::Source;
use dapu::tui::Survey;
use proptest::prelude::*;

use crate::common::processor_time;

/// What to do next while a random record is made.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Play the legal move with this number, modulo their count.
    Play(usize),
    /// Go back this many plies.
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
                let Position::Xiangqi(board) = builder.position() else { unreachable!() };
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
    let record = builder.finish();
    assert_eq!(record.warnings.listed(), [], "legal moves only");
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
    fn the_cursor_agrees_with_a_naive_replay(steps in steps(), jumps in prop::collection::vec((any::<u16>(), 0u8..4), 1..60)) {
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
            prop_assert_eq!(cursor.node_at(cursor.ply()), Some(cursor.node()));
            let elsewhere = cursor.node_at(number % (cursor.last_ply() + 1)).unwrap();
            prop_assert_eq!(cursor.position_at(&record, elsewhere), naive(&record, elsewhere));
        }
    }

    #[test]
    fn a_walk_meets_every_node_once_with_its_position(steps in steps()) {
        let record = record(&steps);
        let mut walk = record.walk();
        let mut met = vec![false; record.tree.len()];
        while let Some(node) = walk.advance() {
            prop_assert!(!std::mem::replace(&mut met[node.index()], true), "met twice");
            // Not asked for everywhere, and in either order.
            if node.index() % 3 != 0 {
                prop_assert_eq!(walk.position(), &naive(&record, node));
            }
            if node.index() % 3 != 1 {
                let before = record.tree.parent(node).map_or_else(|| record.start.clone(), |parent| naive(&record, parent));
                prop_assert_eq!(walk.before(), &before);
            }
        }
        prop_assert!(met.iter().all(|met| *met));
    }

    #[test]
    fn a_cursor_keeps_its_place_in_a_record_that_grew(steps in steps(), more in steps(), place in any::<usize>()) {
        let old = record(&steps);
        let grown: Vec<Step> = steps.iter().chain(&more).copied().collect();
        let new = record(&grown);
        let mut cursor = Cursor::new(&old);
        cursor.go_to(&old, old.tree.get(place % old.tree.len()).unwrap());
        let followed = Reread::new(Arc::new(old.clone()), Arc::new(new)).carried(&cursor);
        prop_assert_eq!(followed.ply(), cursor.ply());
        prop_assert_eq!(followed.position(), cursor.position());
    }
}

#[test]
fn deep_and_wide_trees_are_built_and_dropped() {
    let mut tree = dapu::record::Tree::default();
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

/// A move back and forth, so that a line of any length can be played.
fn shuffle(ply: usize) -> Move {
    let (from, to) =
        [((0, 9), (0, 8)), ((0, 0), (0, 1)), ((0, 8), (0, 9)), ((0, 1), (0, 0))][ply % 4];
    let square = |(file, rank)| Square::new(file, rank).unwrap();
    Move::Xiangqi(xiangqi::Move { from: square(from), to: square(to) })
}

/// A record whose nodes have the given parents, each before its children.
fn shaped(parents: &[usize]) -> Record {
    let mut record = Record::new(Position::Xiangqi(Board::initial()));
    for parent in parents {
        let parent = record.tree.get(*parent).unwrap();
        let mv = shuffle(record.tree.ply(parent) as usize);
        record.tree.add(parent, Some(mv));
    }
    record
}

/// Trees of any shape: chains, bushes and everything between.
fn trees() -> impl Strategy<Value = Record> {
    proptest::collection::vec((any::<u16>(), 0..4u8), 0..120).prop_map(|steps| {
        let mut parents = Vec::new();
        for (nodes, (pick, kind)) in (1..).zip(steps) {
            // Mostly the newest node is continued: trees are long, not wide.
            parents.push(if kind > 0 { nodes - 1 } else { pick as usize % nodes });
        }
        let mut record = shaped(&parents);
        for (index, node) in record.tree.ids().enumerate() {
            if index % 5 == 3 {
                record.tree.note(node, Note::Comment("a remark".into()));
            }
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn transpositions_are_the_nodes_with_the_same_position(record in trees()) {
        let lines = Lines::new(&record.tree);
        let survey = Survey::new(&record, &lines, &|| true).unwrap();
        let in_order = || (0..lines.len()).map(|place| lines.node(place));
        let positions: Vec<Position> = in_order().map(|node| naive(&record, node)).collect();
        for (place, position) in positions.iter().enumerate() {
            let same = in_order().zip(&positions).filter(|(_, other)| *other == position);
            let same: Vec<NodeId> = same.map(|(node, _)| node).collect();
            let expected = if same.len() > 1 { &same[..] } else { &[] };
            prop_assert_eq!(survey.same(place), expected);
        }
    }

    #[test]
    fn lines_agree_with_a_walk_over_the_tree(record in trees()) {
        let tree = &record.tree;
        let lines = Lines::new(tree);
        prop_assert_eq!(lines.len(), tree.len());
        for node in tree.ids() {
            prop_assert_eq!(lines.node(lines.ordinal(node)), node);
            prop_assert_eq!(lines.on_mainline(node), tree.on_mainline(node));
            prop_assert_eq!(lines.children(node), tree.children(node).collect::<Vec<_>>());
            let siblings: Vec<NodeId> = tree.siblings(node).collect();
            prop_assert_eq!(lines.siblings(tree, node), &siblings[..]);
            prop_assert_eq!(siblings[lines.number(tree, node)], node);
            let after = std::iter::successors(tree.first_child(node), |node| tree.first_child(*node));
            prop_assert_eq!(lines.length_after(node), after.count());
        }
    }

    #[test]
    fn a_cursor_goes_where_it_is_sent(record in trees(), picks in proptest::collection::vec(any::<u16>(), 1..20)) {
        let tree = &record.tree;
        let mut cursor = Cursor::new(&record);
        for pick in picks {
            let node = tree.get(pick as usize % tree.len()).unwrap();
            cursor.go_to(&record, node);
            prop_assert_eq!(cursor.node(), node);
            prop_assert_eq!(cursor.ply(), tree.ply(node) as usize);
            prop_assert_eq!(cursor.position(), &record.position_at(node));
            let line: Vec<NodeId> = cursor.nodes(0..usize::MAX).collect();
            prop_assert_eq!(line.len(), cursor.last_ply() + 1);
            prop_assert_eq!(&line[..=cursor.ply()], &tree.path(node)[..]);
            let end = *line.last().unwrap();
            prop_assert_eq!(tree.first_child(end), None);
            prop_assert!(line.windows(2).all(|pair| tree.parent(pair[1]) == Some(pair[0])));

            let forks: Vec<usize> = (1..line.len()).filter(|ply| tree.has_siblings(line[*ply])).collect();
            let ply = cursor.ply();
            prop_assert_eq!(cursor.next_fork(), forks.iter().copied().find(|fork| *fork > ply));
            prop_assert_eq!(cursor.previous_fork(), forks.iter().copied().rfind(|fork| *fork < ply));
        }
    }

    #[test]
    fn the_line_remembers_the_variation_last_followed(record in trees(), picks in proptest::collection::vec(any::<u16>(), 1..20)) {
        let tree = &record.tree;
        let mut cursor = Cursor::new(&record);
        let mut followed = HashMap::new();
        for pick in picks {
            let node = tree.get(pick as usize % tree.len()).unwrap();
            let was_on_line = cursor.is_on_line(&record, node);
            cursor.go_to(&record, node);
            if !was_on_line {
                followed.extend(tree.path(node).windows(2).map(|pair| (pair[0], pair[1])));
            }
            for pair in cursor.nodes(0..usize::MAX).collect::<Vec<_>>().windows(2) {
                let expected = followed.get(&pair[0]).copied().or(tree.first_child(pair[0]));
                prop_assert_eq!(Some(pair[1]), expected);
            }
        }
    }

    #[test]
    fn rereading_an_unchanged_record_keeps_the_place(record in trees(), pick in any::<u16>()) {
        let node = record.tree.get(pick as usize % record.tree.len()).unwrap();
        let mut cursor = Cursor::new(&record);
        cursor.go_to(&record, node);
        let again = Reread::new(Arc::new(record.clone()), Arc::new(record.clone())).carried(&cursor);
        prop_assert_eq!(again.ply(), cursor.ply());
        prop_assert_eq!(again.position(), cursor.position());
        prop_assert_eq!(again.last_ply(), cursor.last_ply());
    }
}

/// The processor time of steps at the start, middle and end of a line with a fork at every tenth ply, after a first pass.
fn stepping(plies: usize) -> Duration {
    let mut parents: Vec<usize> = (0..plies).collect();
    parents.extend((0..plies).step_by(10));
    let record = shaped(&parents);
    let mut cursor = Cursor::new(&record);
    cursor.forward(&record, usize::MAX);
    let start = processor_time();
    for _ in 0..200 {
        cursor.go_to_ply(&record, plies / 2);
        cursor.back(&record, 1);
        cursor.forward(&record, 1);
        let fork = cursor.next_fork().unwrap();
        cursor.go_to_ply(&record, fork);
        let other = cursor.lines().siblings(&record.tree, cursor.node())[1];
        cursor.go_to(&record, other);
        let main = cursor.lines().mainline_end();
        cursor.go_to(&record, main);
        cursor.go_to_ply(&record, 0);
    }
    processor_time() - start
}

#[test]
#[cfg_attr(any(not(unix), target_os = "netbsd"), ignore = "needs the clock of a thread")]
fn a_step_costs_the_same_in_a_long_record() {
    let short = (0..5).map(|_| stepping(1_000)).min().unwrap();
    let long = (0..3).map(|_| stepping(1_000_000)).min().unwrap();
    // A thousand times the length: growth with the length would exceed a factor of eight by far.
    assert!(long < short * 8 + Duration::from_millis(5), "{short:?} {long:?}");
}

/// The line and column of the last node of a game.
fn place_of_last_move(name: &str, text: &str, game: usize) -> Option<(u32, u32)> {
    let loaded = format::read(&Source::new(text.as_bytes(), name)).unwrap();
    let tree = &loaded.game(game).unwrap().tree;
    loaded.line_and_column(game, tree.offset(tree.mainline_end())?)
}

#[test]
fn a_node_knows_its_location_in_the_file() {
    let pgn = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马８进７ *\n\n";
    let games = pgn.repeat(3);
    assert_eq!(place_of_last_move("a.pgn", pgn, 0), Some((3, 9)));
    assert_eq!(place_of_last_move("a.pgn", &games, 2), Some((11, 9)));
    let sgf = "(;SZ[9]\r\nC[注];B[cc]\r\n  ;W[dd])\r\n";
    assert_eq!(place_of_last_move("a.sgf", sgf, 0), Some((3, 3)));
    assert_eq!(place_of_last_move("a.sgf", &sgf.repeat(2), 1), Some((6, 3)));
    let csa = "PI\n+\n+7776FU,T1\n-3334FU\n";
    assert_eq!(place_of_last_move("a.csa", csa, 0), Some((4, 1)));
    let fen = "一 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w 1. h2e2 h9g7\n";
    assert_eq!(place_of_last_move("a.fen", fen, 0), Some((1, 73)));
}
