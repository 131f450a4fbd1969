//! Ways through a tree: the order of its events, and jumps between its positions.

use dapu::game::{Move, Position, Side, go};
use dapu::record::{Checkpoints, Event, NodeId, Order, Record, Tree};

/// `0-1-2-3`, with 4-5 as a variation of 2, 6 of 5 and 7 of 2.
fn tree() -> Tree {
    let mut tree = Tree::default();
    for parent in [0, 1, 2, 1, 4, 4, 1] {
        let parent = tree.get(parent).unwrap();
        tree.add(parent, None);
    }
    tree
}

fn text(events: impl Iterator<Item = Event>) -> String {
    let texts = events.map(|event| match event {
        Event::Open(_) => "(".to_owned(),
        Event::Node(node) => node.index().to_string(),
        Event::Close => ")".to_owned(),
    });
    texts.collect()
}

#[test]
fn variations_come_behind_the_move_at_the_fork_or_behind_the_line() {
    let tree = tree();
    assert_eq!(text(tree.events(Order::BehindMove, |_| true)), "012(45(6))(7)3");
    assert_eq!(text(tree.events(Order::AtFork, |_| true)), "01(23)(4(5)(6))(7)");
    assert_eq!(text(tree.events(Order::BehindLine, |_| true)), "0123(45(6))(7)");
}

#[test]
fn what_is_left_out_takes_along_what_follows_it() {
    let tree = tree();
    let without =
        |left_out: &'static [usize]| move |node: NodeId| !left_out.contains(&node.index());
    let after = tree.events(Order::BehindMove, without(&[2]));
    assert_eq!(text(after), "014(7)5(6)");
    let fork = tree.events(Order::AtFork, without(&[4, 7]));
    assert_eq!(text(fork), "0123");
}

#[test]
fn an_opened_variation_begins_with_its_node() {
    let tree = tree();
    for order in [Order::BehindMove, Order::AtFork, Order::BehindLine] {
        let events: Vec<Event> = tree.events(order, |_| true).collect();
        for pair in events.windows(2) {
            if let Event::Open(node) = pair[0] {
                assert_eq!(pair[1], Event::Node(node));
            }
        }
    }
}

fn stone(index: usize) -> Move {
    let point = go::Point::new((index % 19) as u8, (index / 19 % 19) as u8);
    let side = Side::BOTH[index % 2];
    Move::Go(go::Move::stone(side, point))
}

/// A Go record in which each node is added to one of the earlier nodes.
fn stones(parents: impl IntoIterator<Item = usize>) -> Record {
    let start = Position::Go(go::Position::new(go::Size::USUAL));
    let mut record = Record::new(start);
    for (index, parent) in parents.into_iter().enumerate() {
        let parent = record.tree.get(parent).unwrap();
        record.tree.add(parent, Some(stone(index)));
    }
    record
}

/// Visits the nodes, and compares the positions with those of a replay.
fn visit(record: &Record, nodes: impl IntoIterator<Item = usize>) {
    let mut at = Checkpoints::new(record);
    for node in nodes {
        let node = record.tree.get(node).unwrap();
        at.goto(record, node);
        assert_eq!(at.node(), node);
        assert_eq!(*at.position(), record.position_at(node), "{node:?}");
    }
}

#[test]
fn every_jump_leads_to_the_same_position() {
    let line = stones(0..1_000);
    let jumps = (0..60).map(|jump| jump * 617 % 1_001);
    visit(&line, jumps);
    let nested = stones((0..1_000).map(|node: usize| node.saturating_sub(node % 2)));
    let jumps = (0..60).map(|jump| jump * 389 % 1_001);
    visit(&nested, jumps);
    // Back and forth between many siblings and the moves before them.
    let stem = 200;
    let siblings = stones((0..stem).chain(std::iter::repeat_n(stem, 300)));
    let back_and_forth = (stem + 1..stem + 300).flat_map(|node| [node, 5]);
    visit(&siblings, back_and_forth);
}
