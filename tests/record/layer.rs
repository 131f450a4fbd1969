//! A reader's own moves over records of three games.

use std::sync::Arc;

use crate::common::export::Export;
use dapu::format::{self, Loaded, WriteOptions};
use dapu::game::{Move, Position, Side, go};
use dapu::record::{Cursor, Layer, Lines, NodeId, Order, Place, Record, Reread, Tree};
use dapu::text::Source;
use dapu::tui::outline::Outline;

/// A record with variations of each game.
fn loaded() -> [Loaded; 3] {
    let read = |name: &str| {
        let path = format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"));
        format::read(&Source::new(&std::fs::read(path).unwrap(), name)).unwrap()
    };
    ["xiangqi/shili.cbl", "shogi/yokofudori.kif", "go/lesson.sgf"].map(read)
}

pub(crate) fn records() -> [Record; 3] {
    loaded().map(|loaded| Record::clone(&loaded.game(0).unwrap()))
}

/// Some legal moves after a node, one after another, none of which the record has there.
pub(crate) fn line(record: &Record, node: NodeId, length: usize, skip: usize) -> Vec<Move> {
    let mut position = record.position_at(node);
    let children = record.tree.children(node);
    let mut known: Vec<Option<Move>> = children.map(|child| record.tree.mv(child)).collect();
    let mut moves = Vec::new();
    while moves.len() < length {
        let all = legal(&position);
        let mut new = all.into_iter().filter(|mv| !known.contains(&Some(*mv)));
        let Some(mv) = new.nth(if moves.is_empty() { skip } else { 0 }) else {
            break;
        };
        position.apply(mv);
        moves.push(mv);
        known.clear();
    }
    moves
}

fn legal(position: &Position) -> Vec<Move> {
    match position {
        Position::Xiangqi(position) => {
            let moves = position.legal_moves().into_iter();
            moves.map(Move::Xiangqi).collect()
        }
        Position::Shogi(board) => board.legal_moves().into_iter().map(Move::Shogi).collect(),
        Position::Go(board) => {
            let points = (0..19).flat_map(|x| (0..19).map(move |y| go::Point::new(x, y)));
            let side = board.side_to_move();
            let stones = points.map(|point| Move::Go(go::Move::stone(side, point)));
            stones.filter(|mv| position.check(*mv).is_ok()).collect()
        }
    }
}

/// The codes of the moves to each own node that can be reached, in order of indexes.
pub(crate) fn own(tree: &Tree) -> Vec<String> {
    let own = tree.ids().filter(|node| tree.is_own(*node));
    let own = own.filter(|node| tree.reachable(*node) == *node);
    own.map(|node| way(tree, node)).collect()
}

fn way(tree: &Tree, node: NodeId) -> String {
    let code = |node| tree.mv(node).map_or_else(|| "-".to_owned(), Move::code);
    let way: Vec<String> = tree.path(node).into_iter().skip(1).map(code).collect();
    way.join(" ")
}

/// What the layout has of the nodes of the file.
fn of_file(record: &Record) -> String {
    let (tree, lines) = (&record.tree, Lines::new(&record.tree));
    let node = |node: NodeId| {
        let place = Place::of(tree, &lines, node);
        let marks = (tree.on_mainline(node), tree.first_child(node), lines.ordinal(node));
        format!("{place} {marks:?} {:?} {:?}\n", lines.branch(node), lines.line_end(node))
    };
    let nodes = tree.ids().take(tree.file_len()).map(node);
    let events = format!("{:?}", tree.events(Order::BehindMove, |_| true).collect::<Vec<_>>());
    nodes.chain([events]).collect()
}

/// Every node is at the place that it is called by.
pub(crate) fn check_places(record: &Record) {
    let (tree, lines) = (&record.tree, Lines::new(&record.tree));
    for node in tree.ids().filter(|node| tree.reachable(*node) == *node) {
        let place = Place::of(tree, &lines, node).to_string();
        let found = place.parse::<Place>().unwrap().find(tree, &lines);
        assert_eq!(found, Ok(node), "{place}");
        let siblings = lines.siblings(tree, node);
        assert!(siblings.is_sorted() && siblings.contains(&node), "{place}: {siblings:?}");
    }
}

/// Lines are the same, whether they are laid out anew or others of the same file are.
pub(crate) fn check_relaid(before: &Lines, record: &Record) {
    let relaid = before.relaid(&record.tree);
    assert_eq!(format!("{relaid:?}"), format!("{:?}", Lines::new(&record.tree)));
}

/// Plays own lines at a leaf, in the middle, at the root and under own moves.
pub(crate) fn play_all(record: &mut Record, layer: &mut Layer) {
    let middle = record.tree.get(record.tree.file_len() / 2).unwrap();
    let end = record.tree.mainline_end();
    for (from, length) in [(end, 3), (middle, 2), (NodeId::ROOT, 1), (middle, 1)] {
        let moves = line(record, from, length, 0);
        let last = layer.play(&mut record.tree, from, &moves);
        let before = record.tree.parent(last).unwrap();
        let others = line(record, before, 2, 1);
        layer.play(&mut record.tree, before, &others);
    }
}

#[test]
fn own_moves_change_nothing_of_the_file() {
    for mut record in records() {
        let before = of_file(&record);
        let lines = Lines::new(&record.tree);
        let mut layer = Layer::default();
        play_all(&mut record, &mut layer);
        check_relaid(&lines, &record);
        assert!(own(&record.tree).len() >= 10, "{:?}", own(&record.tree));
        check_places(&record);
        assert_eq!(of_file(&record), before);
    }
}

#[test]
fn a_copy_holds_the_own_moves_as_variations() {
    for loaded in loaded() {
        let record = loaded.game(0).unwrap();
        let mut layered = Record::clone(&record);
        let mut layer = Layer::default();
        play_all(&mut layered, &mut layer);
        let (format, name) = match record.start {
            Position::Xiangqi(_) => ("xqf", "copy.xqf"),
            Position::Shogi(_) => ("kif", "copy.kif"),
            Position::Go(_) => ("sgf", "copy.sgf"),
        };
        let export = Export {
            source: &loaded,
            records: &[Arc::new(layer.merged(&record, true))],
            options: &WriteOptions::default(),
        };
        let written = export.write(format::by_name(format).unwrap()).unwrap();
        let again = format::read(&Source::new(&written.bytes, name)).unwrap();
        let again = again.game(0).unwrap();
        let moves = |tree: &Tree| {
            let mut ways: Vec<String> = tree.ids().map(|node| way(tree, node)).collect();
            ways.sort();
            ways.dedup();
            ways
        };
        let mut expected = moves(&layered.tree);
        expected.retain(|way| !moves(&record.tree).contains(way));
        assert_eq!(expected.len(), own(&layered.tree).len());
        let written = moves(&again.tree);
        assert!(expected.iter().all(|way| written.contains(way)), "{expected:#?}");
    }
}

#[test]
fn everything_is_taken_back_and_given_again() {
    for mut record in records() {
        let before = of_file(&record);
        let mut layer = Layer::default();
        play_all(&mut record, &mut layer);
        let first = own(&record.tree);
        let deleted = record.tree.ids().find(|node| record.tree.is_own(*node)).unwrap();
        let parent = record.tree.parent(deleted);
        assert_eq!(layer.remove(&mut record.tree, deleted), parent);
        let second = own(&record.tree);
        assert!(second.len() < first.len());
        let mut acts = 0;
        let lines = Lines::new(&record.tree);
        while layer.undo(&mut record.tree).is_some() {
            check_relaid(&lines, &record);
            check_places(&record);
            acts += 1;
        }
        assert!(own(&record.tree).is_empty() && acts == 9, "{acts}");
        assert_eq!(of_file(&record), before);
        while layer.redo(&mut record.tree).is_some() {
            acts -= 1;
            if acts == 1 {
                assert_eq!(own(&record.tree), first);
            }
        }
        assert_eq!(own(&record.tree), second);
        // A move of the file is not deleted.
        assert_eq!(layer.remove(&mut record.tree, NodeId::ROOT), None);
    }
}

#[test]
fn letters_are_given_in_order_and_not_again() {
    for mut record in records() {
        let mut layer = Layer::default();
        let end = record.tree.mainline_end();
        let ply = record.tree.ply(end) + 1;
        let names = |record: &Record, nodes: &[NodeId]| -> Vec<String> {
            let lines = Lines::new(&record.tree);
            let name = |node: &NodeId| Place::of(&record.tree, &lines, *node).to_string();
            nodes.iter().map(name).collect()
        };
        let play = |record: &mut Record, layer: &mut Layer, at, length, skip| {
            let moves = line(record, at, length, skip);
            (layer.play(&mut record.tree, at, &moves), moves)
        };
        let (a, _) = play(&mut record, &mut layer, end, 1, 0);
        let (b, moves) = play(&mut record, &mut layer, end, 1, 0);
        layer.remove(&mut record.tree, b);
        let (c, _) = play(&mut record, &mut layer, end, 2, 1);
        // Under an own move the first is the line.
        let (next, _) = play(&mut record, &mut layer, a, 1, 0);
        let (other, _) = play(&mut record, &mut layer, a, 2, 0);
        assert_eq!(
            names(&record, &[a, c, next, other]),
            [
                format!("{ply}.a-{ply}"),
                format!("{ply}.c-{}", ply + 1),
                format!("{ply}.a-{}", ply + 1),
                format!("{ply}.a-{}.b-{}", ply + 1, ply + 2),
            ]
        );
        // The same move again is the same node.
        assert_eq!(layer.play(&mut record.tree, end, &moves), b);
        assert_eq!(names(&record, &[b]), [format!("{ply}.b-{ply}")]);
        check_places(&record);
    }
}

/// A record up to a ply of its mainline.
pub(crate) fn cut(record: &Record, plies: u32) -> Record {
    let mut short = Record::new(record.start.clone());
    let mut at = NodeId::ROOT;
    for node in record.tree.mainline().skip(1).take(plies as usize) {
        at = short.tree.add(at, record.tree.mv(node));
    }
    short
}

#[test]
fn a_move_that_the_file_gains_is_its_own_and_keeps_what_follows() {
    for whole in records() {
        let next: Vec<NodeId> = whole.tree.mainline().collect();
        let mv = |ply: usize| whole.tree.mv(next[ply]).unwrap();
        let mut record = cut(&whole, 3);
        let end = record.tree.mainline_end();
        let mut layer = Layer::default();
        layer.play(&mut record.tree, end, &[mv(4)]);
        let other = line(&record, end, 1, 2);
        layer.play(&mut record.tree, end, &other);
        let tried = line(&whole, next[4], 1, 1);
        let at = record.tree.children(end).next().unwrap();
        let last = layer.play(&mut record.tree, at, &tried);
        let earlier = Arc::new(record);

        let mut grown = cut(&whole, 4);
        layer.apply(&mut grown);
        check_places(&grown);
        let reread = Reread::new(Arc::clone(&earlier), Arc::new(grown));
        let tree = &reread.record.tree;
        let gained = reread.same(at).unwrap();
        assert!(!tree.is_own(gained) && tree.mainline_end() == gained);
        assert_eq!(reread.added, [gained]);
        assert_eq!(reread.removed, 0);
        let last = reread.survivor(last);
        assert!(tree.is_own(last) && tree.parent(last) == Some(gained));
        // The other line keeps its letter.
        let lines = Lines::new(tree);
        let names: Vec<String> = tree
            .ids()
            .filter(|node| tree.is_own(*node))
            .map(|node| Place::of(tree, &lines, node).to_string())
            .collect();
        assert_eq!(names, ["4.b-4", "5.a-5"]);

        // The file takes the move back, then the one before it, then has all again.
        let again = |plies: u32, layer: &mut Layer| {
            let mut record = cut(&whole, plies);
            layer.apply(&mut record);
            check_places(&record);
            record
        };
        let back = again(3, &mut layer);
        let back = Reread::new(reread.record, Arc::new(back));
        assert_eq!((back.removed, back.added.len()), (1, 0));
        let back = &back.record;
        assert_eq!(own(&back.tree).len(), 3);
        assert_eq!(own(&again(2, &mut layer).tree), [] as [String; 0]);
        assert_eq!(own(&again(3, &mut layer).tree), own(&back.tree));
        let mut all = again(5, &mut layer);
        while layer.undo(&mut all.tree).is_some() {}
        assert_eq!(own(&all.tree), [] as [String; 0]);
        while layer.redo(&mut all.tree).is_some() {}
        assert_eq!(own(&all.tree).len(), 2);
    }
}

#[test]
fn the_cursor_stays_where_it_is_and_enters_an_own_line_where_it_was_last_followed() {
    for mut record in records() {
        let mut cursor = Cursor::new(&record);
        cursor.go_to_ply(&record, usize::MAX);
        let (end, ply) = (cursor.node(), cursor.ply());
        assert!(cursor.at_end());
        let moves = line(&record, end, 3, 0);
        let mut layer = Layer::default();
        let last = layer.play(&mut record.tree, end, &moves);
        cursor.relay(&record, Arc::new(Lines::new(&record.tree)));
        assert_eq!((cursor.node(), cursor.last_ply()), (end, ply));
        cursor.go_to(&record, last);
        assert_eq!(*cursor.position(), record.position_at(last));
        assert_eq!((cursor.last_ply(), cursor.file_end()), (ply + 3, end));
        cursor.back(&record, 3);
        assert!(cursor.node() == end && cursor.at_end());
        cursor.forward(&record, 1);
        assert!(record.tree.is_own(cursor.node()) && !cursor.at_end());
        cursor.back(&record, 1);
        cursor.end_here();
        cursor.forward(&record, 1);
        assert_eq!(cursor.node(), end);
        cursor.go_to(&record, last);
        layer.undo(&mut record.tree);
        cursor.relay(&record, Arc::new(Lines::new(&record.tree)));
        assert_eq!((cursor.node(), cursor.last_ply()), (end, ply));
    }
}

#[test]
fn a_thousand_tried_moves_are_all_there() {
    for mut record in records() {
        let mut again = record.clone();
        let mut layer = Layer::default();
        let mut played = 0;
        for nth in 0..1_000 {
            let at = record.tree.get(nth * 7 % record.tree.len()).unwrap();
            let moves = line(&record, at, 1, 0);
            played += moves.len();
            layer.play(&mut record.tree, at, &moves);
        }
        assert!(played > 950 && own(&record.tree).len() == played, "{played}");
        check_places(&record);
        layer.apply(&mut again);
        assert!(sorted(own(&again.tree)) == sorted(own(&record.tree)));
    }
}

#[test]
fn a_tried_move_costs_the_same_in_a_long_record() {
    let tried = |plies: usize| {
        let mut record = Record::new(Position::Go(go::Position::new(go::Size::USUAL)));
        let mut at = NodeId::ROOT;
        for _ in 0..plies {
            at = record.tree.add(at, None);
            record.tree.add(at, None);
        }
        let lines = Lines::new(&record.tree);
        let mut layer = Layer::default();
        let mut steps = Vec::new();
        for column in 0..3 {
            let before = dapu::text::examined();
            let stone = go::Move::stone(Side::First, go::Point::new(column, 3));
            let node = layer.play(&mut record.tree, at, &[Move::Go(stone)]);
            layer.undo(&mut record.tree);
            layer.redo(&mut record.tree);
            assert_eq!(record.tree.reachable(node), node);
            steps.push(dapu::text::examined() - before);
        }
        assert_eq!(lines.relaid(&record.tree).file_len(), 2 * plies + 1);
        steps
    };
    let (short, long) = (tried(100), tried(20_000));
    assert_eq!(short[1..], long[1..], "after the first at a place");
    assert!(long[0] < 20 * 20_000, "{long:?}");
}

#[test]
fn own_lines_have_rows_of_their_own_in_the_map() {
    for mut record in records() {
        let mut layer = Layer::default();
        play_all(&mut record, &mut layer);
        let (tree, lines) = (&record.tree, Lines::new(&record.tree));
        let mut outline = Outline::new(tree, &lines);
        for node in tree.ids() {
            outline.reveal(&lines, node);
            let number = outline.number_of(&lines, node);
            let row = outline.row(number).unwrap().clone();
            assert!(tree.path(node).contains(&row.first()));
            if tree.is_own(node) && !tree.is_own(tree.parent(node).unwrap()) {
                assert!(row.first() == node && outline.begins_line(number));
                assert!(row.depth > 0);
                let (folded, hidden) = outline.fold(number).unwrap();
                assert!(hidden > 0 && folded < number);
                assert_eq!(outline.number_of(&lines, node), folded);
                assert_eq!(outline.unfold(folded), Some(hidden));
            }
        }
    }
}

pub(crate) fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}
