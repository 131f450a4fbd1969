//! Places as users write them, and as dapu keeps them.

use dapu::game::{Move, Side, go};
use dapu::record::{Letter, Lines, NodeId, Place, PlaceError, Trail, Tree};
use proptest::prelude::*;

fn tree(parents: &[usize]) -> Tree {
    let mut tree = Tree::default();
    for parent in parents {
        let parent = tree.get(parent % tree.len()).unwrap_or(NodeId::ROOT);
        tree.add(parent, None);
    }
    tree
}

proptest! {
    #[test]
    fn every_node_has_its_place(parents in prop::collection::vec(0..usize::MAX, 0..120)) {
        let tree = tree(&parents);
        let lines = Lines::new(&tree);
        for node in tree.ids() {
            let text = Place::of(&tree, &lines, node).to_string();
            let place: Place = text.parse().unwrap();
            prop_assert_eq!(place.to_string(), text);
            prop_assert_eq!(place.find(&tree, &lines), Ok(node));
            let line = Place::of_line(&place.line()).unwrap();
            let end = lines.range(lines.line_of(node)).end - 1;
            prop_assert_eq!(line.find(&tree, &lines), Ok(lines.node(end)));
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "[0-9.\\-endx ]{0,12}") {
        let lines = Lines::new(&tree(&[0, 0, 1]));
        if let Ok(place) = text.parse::<Place>() {
            let _ = place.find(&tree(&[0, 0, 1]), &lines);
            prop_assert_eq!(place.to_string().parse(), Ok(place));
        }
    }
}

#[test]
fn letters_are_counted_like_columns_of_a_table() {
    for (number, text) in [(0, "a"), (25, "z"), (26, "aa"), (701, "zz"), (702, "aaa")] {
        assert_eq!(Letter(number).to_string(), text);
        assert_eq!(text.parse::<Letter>().map(|letter| letter.0), Ok(number));
    }
    assert!("zzzzzzzz".parse::<Letter>().is_err(), "too large");
}

#[test]
fn places_are_parsed_by_the_grammar() {
    fn written(text: &str) -> Result<String, PlaceError> {
        text.parse::<Place>().map(|place| place.to_string())
    }
    for text in [
        "0",
        "12",
        "3.2-12",
        "3.2-3",
        "3.2-7.3-12",
        "end",
        "3.2-end",
        "3.a-12",
        "3.2-7.zz-9.aaa-end",
    ] {
        assert_eq!(written(text), Ok(text.to_owned()));
    }
    assert_eq!(written("3.2"), Ok("3.2-3".to_owned()));
    assert_eq!(written("3.b"), Ok("3.b-3".to_owned()));
    for text in
        ["", "-1", "012", "3.02-4", "3.2-", "3-4", "+3", "３", "main", "3.2.1", "3.A", "3.a2", "3."]
    {
        assert_eq!(written(text), Err(PlaceError::Syntax), "{text}");
    }
    for text in ["3.1", "3.0-4"] {
        assert_eq!(written(text), Err(PlaceError::Branch), "{text}");
    }
    assert_eq!(written("3.2-3.2-4"), Err(PlaceError::Order(3, 3)));
    assert_eq!(written("3.2-2"), Err(PlaceError::Order(2, 3)));
    assert_eq!(written("0.2"), Err(PlaceError::Order(0, 0)));
}

#[test]
fn a_missing_place_is_reported_with_what_exists() {
    // 0-1-2 with 3 beside 2.
    let tree = tree(&[0, 1, 1]);
    let lines = Lines::new(&tree);
    let message = |text: &str| {
        let place: Place = text.parse().unwrap();
        place.find(&tree, &lines).unwrap_err().to_string()
    };
    assert_eq!(message("3"), "there is no ply 3: the line ends at ply 2");
    assert_eq!(message("2.2-9"), "there is no ply 9: the line ends at ply 2");
    assert_eq!(message("2.3"), "there is no branch 3 at ply 2: there are 2");
    assert_eq!(message("1.2"), "there is no branch 2 at ply 1: there is only one");
    assert_eq!(message("3.2"), "there is no ply 3: the line ends at ply 2");
    assert_eq!(message("9.2"), "there is no ply 9: the line ends at ply 2");
    assert_eq!(message("2.b-9"), "there is no line b of your own at ply 2");
    assert_eq!(message("9.a"), "there is no ply 8: the line ends at ply 2");
}

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
        let text = Trail::to(&tree, node);
        assert_eq!(Trail::from(text.as_str().to_owned()).end(&tree), node, "{text:?}");
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
    assert!(trail.as_str().len() <= 65_536);
    let ply = tree.ply(trail.end(&tree));
    assert_eq!(ply as usize, trail.as_str().split(',').count());
    for text in ["", ",", "x", "B bd/0", "B bd/-1", "/", "B bd/99999999999999999999"] {
        assert_eq!(Trail::from(text.to_owned()).end(&tree), NodeId::ROOT, "{text}");
    }
}
