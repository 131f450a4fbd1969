//! The map of a record as rows.

use dapu::game::{Move, xiangqi};
use dapu::record::{Branch, Lines, NodeId, Note, Tree};
use dapu::tui::outline::{Outline, RowPart};
use proptest::prelude::*;

fn some_move() -> Option<Move> {
    let [from, to] = [9, 8].map(|rank| xiangqi::Square::new(0, rank).unwrap());
    Some(Move::Xiangqi(xiangqi::Move { from, to }))
}

/// A tree of nodes with the given parents. Parents precede their children.
fn tree(parents: impl IntoIterator<Item = usize>) -> Tree {
    let mut tree = Tree::default();
    for parent in parents {
        let parent = tree.get(parent).unwrap();
        tree.add(parent, some_move());
    }
    tree
}

/// Long trees, bushy ones, and forks wide enough to become lists. Some nodes have a comment or no move.
fn trees() -> impl Strategy<Value = Tree> {
    let step = (any::<u16>(), 0..8u8, 0..5u8);
    (proptest::collection::vec(step, 0..400), 1..400usize).prop_map(|(steps, hub)| {
        let mut tree = Tree::default();
        for (pick, way, note) in steps {
            let count = tree.len();
            let parent = match way {
                0 => usize::from(pick) % count,
                1..=3 => hub.min(count - 1),
                _ => count - 1,
            };
            let parent = tree.get(parent).unwrap();
            let node = tree.add(parent, some_move().filter(|_| note > 0));
            if note == 1 {
                tree.note(node, Note::Comment("a remark".into()));
                tree.note(node, Note::Comment("another".into()));
            }
        }
        tree
    })
}

/// A node and its whole subtree, found by brute force.
fn below(tree: &Tree, from: NodeId) -> Vec<NodeId> {
    tree.ids().filter(|node| tree.path(*node).contains(&from)).collect()
}

/// The map as text: connectors, numbers and nodes.
fn draw(outline: &Outline, tree: &Tree, lines: &Lines) -> String {
    let mut text = String::new();
    for (number, row) in outline.window(0..outline.len()).enumerate() {
        let mut levels = outline.connectors(number, 9);
        let own = if outline.begins_line(number) { levels.first().copied() } else { None };
        if own.is_some() {
            levels.remove(0);
        }
        for more in levels.iter().rev() {
            text.push(if *more { '|' } else { ' ' });
        }
        text.push_str(match own {
            Some(true) => "+",
            Some(false) => "`",
            None => "",
        });
        let part = match &row.part {
            RowPart::Stretch { first, last } => {
                let number = lines.number(tree, *first) + 1;
                format!("{number}: {}-{}", first.index(), last.index())
            }
            RowPart::Group { numbers, .. } => format!("{numbers:?}"),
        };
        text.push_str(&part);
        text.push_str(if outline.is_folded(number) { " ...\n" } else { "\n" });
    }
    text
}

/// Whether a node is in the stretch of this row.
fn has(outline: &Outline, lines: &Lines, number: usize, node: NodeId) -> bool {
    match outline.row(number).unwrap().part {
        RowPart::Stretch { first, last } => {
            (lines.ordinal(first)..=lines.ordinal(last)).contains(&lines.ordinal(node))
        }
        RowPart::Group { .. } => false,
    }
}

/// `0-1-2-3-4-5`, with 6 and 7-8 as variations of 2, 9 of 8, and 10 of 4.
fn small() -> (Tree, Lines) {
    let tree = tree([0, 1, 2, 3, 4, 1, 1, 7, 7, 3]);
    let lines = Lines::new(&tree);
    (tree, lines)
}

#[test]
fn alternatives_hang_below_the_stretch_that_they_could_be_played_for() {
    let (tree, lines) = small();
    let outline = Outline::new(&tree, &lines);
    let map = "1: 0-1\n1: 2-3\n+2: 6-6\n+3: 7-7\n|1: 8-8\n|`2: 9-9\n1: 4-5\n`2: 10-10\n";
    assert_eq!(draw(&outline, &tree, &lines), map);
}

#[test]
fn folding_hides_the_alternatives_of_a_fork() {
    let (tree, lines) = small();
    let mut outline = Outline::new(&tree, &lines);
    assert_eq!(outline.fold(1), Some((1, 2)));
    let map = "1: 0-1\n1: 2-3 ...\n1: 4-5\n`2: 10-10\n";
    assert_eq!(draw(&outline, &tree, &lines), map);
    let hidden = tree.get(9).unwrap();
    assert_eq!(outline.number_of(&lines, hidden), 1);
    assert_eq!(outline.fold(0), None);
    assert_eq!(outline.unfold(0), None);
    assert_eq!(outline.unfold(1), Some(2));
    // A row that hides nothing is folded together with its siblings.
    assert_eq!(outline.fold(5), Some((4, 1)));
    assert_eq!(outline.fold(4), Some((1, 2)));
    outline.reveal(&lines, hidden);
    assert_eq!(outline.number_of(&lines, hidden), 5);
    assert_eq!(outline.len(), 8);
    outline.fold_all(true);
    assert_eq!(outline.len(), 3);
    outline.fold_all(false);
    assert_eq!(outline.len(), 8);
}

#[test]
fn hundreds_of_problems_are_groups() {
    let tree = tree((0..900).map(|_| 0).chain([5, 5]));
    let lines = Lines::new(&tree);
    let mut outline = Outline::new(&tree, &lines);
    let text = draw(&outline, &tree, &lines);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[..3], ["1: 0-0", "1..=900", "+1..=100 ..."]);
    assert_eq!((rows.len(), *rows.last().unwrap()), (11, "`801..=900 ..."));
    let problem = tree.get(537).unwrap();
    assert_eq!(outline.number_of(&lines, problem), 7);
    outline.reveal(&lines, problem);
    assert_eq!(outline.len(), 11 + 10 + 10);
    let number = outline.number_of(&lines, problem);
    assert_eq!(outline.row(number).unwrap().first(), problem);
    assert_eq!(outline.connectors(number, 9), [true, true, true]);
    let group = outline.group_of(number).unwrap();
    assert_eq!(outline.row(group).unwrap().depth, 2);
    assert_eq!(outline.group_of(1), None);
    assert_eq!(outline.connectors(number, 2), [true, true]);
    outline.fold(number).unwrap();
    assert_eq!(outline.len(), 11 + 10);
    outline.fold_all(false);
    assert_eq!(outline.len(), 2 + 9 + 90 + 900 + 2);
    outline.fold_all(true);
    assert_eq!(outline.len(), 2 + 9);
}

#[test]
fn folds_stay_when_the_record_grows() {
    let parents: Vec<usize> = (0..40).map(|_| 0).chain([1, 41, 1]).collect();
    let earlier = tree(parents.iter().copied());
    let lines = Lines::new(&earlier);
    let mut before = Outline::new(&earlier, &lines);
    before.reveal(&lines, earlier.get(1).unwrap());
    let later = tree(parents.into_iter().chain([0, 43]));
    let lines = Lines::new(&later);
    let mut after = Outline::new(&later, &lines);
    after.follow(&lines, &before, Some);
    let rows = draw(&after, &later, &lines);
    assert!(rows.contains("+1..=10\n"), "{rows}");
    assert!(rows.contains("+11..=20 ...\n"), "{rows}");
    assert!(rows.contains("`41..=41 ...\n"), "{rows}");
}

#[test]
fn a_tree_of_any_depth_is_laid_out() {
    // Every second node has an alternative that continues: as deep as the tree is long.
    let deep = tree((0..200_000).map(|node| node / 2 * 2));
    let lines = Lines::new(&deep);
    let mut outline = Outline::new(&deep, &lines);
    let last = deep.get(200_000).unwrap();
    let number = outline.number_of(&lines, last);
    assert_eq!(outline.row(number).unwrap().depth, 100_000);
    assert_eq!(outline.connectors(number, 5).len(), 5);
    outline.fold_all(true);
    outline.reveal(&lines, last);
    let number = outline.number_of(&lines, last);
    assert_eq!(outline.row(number).unwrap().first(), last);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_branch_is_as_large_as_counted_on_foot(tree in trees()) {
        let lines = Lines::new(&tree);
        for node in tree.ids() {
            let nodes = below(&tree, node);
            let counted = Branch {
                moves: nodes.iter().filter(|node| tree.mv(**node).is_some()).count(),
                lines: nodes.iter().filter(|node| tree.first_child(**node).is_none()).count(),
                comments: nodes.iter().filter(|node| tree.comment(**node).is_some()).count(),
            };
            prop_assert_eq!(lines.branch(node), counted);
        }
    }

    #[test]
    fn comments_are_read_in_order_and_counted(tree in trees(), from in any::<prop::sample::Index>()) {
        let lines = Lines::new(&tree);
        let mut read = Vec::new();
        let mut node = NodeId::ROOT;
        while let Some(next) = lines.next_comment(node) {
            read.push(next);
            node = next;
            prop_assert_eq!(lines.comments_to(node), read.len());
        }
        let commented = tree.ids().filter(|node| tree.comment(*node).is_some());
        prop_assert_eq!(commented.count(), read.len());
        let here = tree.get(from.index(tree.len())).unwrap();
        let before = read.iter().rfind(|comment| lines.ordinal(**comment) < lines.ordinal(here));
        prop_assert_eq!(lines.previous_comment(here), before.copied());
    }

    #[test]
    fn every_node_is_in_one_row(tree in trees()) {
        let lines = Lines::new(&tree);
        let mut outline = Outline::new(&tree, &lines);
        outline.fold_all(false);
        let mut met = 0;
        for number in 0..outline.len() {
            let RowPart::Stretch { first, last } = outline.row(number).unwrap().part else {
                continue;
            };
            for ordinal in lines.ordinal(first)..=lines.ordinal(last) {
                met += 1;
                prop_assert_eq!(outline.number_of(&lines, lines.node(ordinal)), number);
            }
        }
        prop_assert_eq!(met, tree.len());
    }

    #[test]
    fn folded_or_not_a_node_is_found(tree in trees(), folds in prop::collection::vec(any::<prop::sample::Index>(), 0..20), wanted in any::<prop::sample::Index>()) {
        let lines = Lines::new(&tree);
        let mut outline = Outline::new(&tree, &lines);
        for fold in folds {
            let number = fold.index(outline.len());
            if outline.unfold(number).is_none()
                && let Some((owner, hidden)) = outline.fold(number)
            {
                prop_assert!(outline.is_folded(owner) && hidden > 0 && owner <= number);
            }
        }
        let wanted = tree.get(wanted.index(tree.len())).unwrap();
            let number = outline.number_of(&lines, wanted);
        prop_assert!(has(&outline, &lines, number, wanted) || outline.is_folded(number));
        outline.reveal(&lines, wanted);
        let number = outline.number_of(&lines, wanted);
        prop_assert!(has(&outline, &lines, number, wanted));
    }
}
