//! Own moves and notes in later sessions: restored, replayed and hidden.

use dapu::record::{Act, Edit, Layer, Lines, NodeId, Own, Place, Record, Trail};

use crate::record::layer::*;
/// The lines of another session on a record.
fn restored(record: &Record, trails: &[Trail]) -> (Layer, Record) {
    let (mut layer, mut record) = (Layer::default(), record.clone());
    trails.iter().for_each(|trail| layer.restore(trail));
    layer.apply(&mut record);
    (layer, record)
}

fn names(record: &Record) -> Vec<String> {
    let (tree, lines) = (&record.tree, Lines::new(&record.tree));
    let own = tree.ids().filter(|node| tree.is_own(*node) && tree.reachable(*node) == *node);
    own.map(|node| Place::of(tree, &lines, node).to_string()).collect()
}

#[test]
fn own_lines_are_kept_by_their_trails_with_their_letters() {
    for file in records() {
        let (mut layer, mut record) = (Layer::default(), file.clone());
        play_all(&mut record, &mut layer);
        let first = record.tree.ids().find(|node| record.tree.is_own(*node)).unwrap();
        layer.remove(&mut record.tree, first);
        let trails: Vec<Trail> = layer.scratch().collect();
        assert!(trails.len() > 3);
        let (mut again, mut later) = restored(&file, &trails);
        assert_eq!(sorted(own(&later.tree)), sorted(own(&record.tree)));
        assert_eq!(sorted(names(&later)), sorted(names(&record)));
        assert_eq!(again.scratch().collect::<Vec<_>>(), trails);
        check_places(&later);
        // The undoing begins with this session.
        assert_eq!(again.undo(&mut later.tree), None);
        let old = later.tree.ids().find(|node| later.tree.is_own(*node)).unwrap();
        let more = line(&later, old, 1, 0);
        let new = again.play(&mut later.tree, old, &more);
        assert!(again.is_old(old) && !again.is_old(new));
        again.remove(&mut later.tree, old);
        assert!(own(&later.tree).len() < own(&record.tree).len());
        assert!(again.undo(&mut later.tree).is_some() && again.undo(&mut later.tree).is_some());
        assert_eq!(again.undo(&mut later.tree), None);
        assert_eq!(sorted(names(&later)), sorted(names(&record)));
    }
}

#[test]
fn own_lines_wait_for_the_moves_before_them() {
    for whole in records() {
        let end = whole.tree.mainline_end();
        let (mut layer, mut record) = (Layer::default(), whole.clone());
        let moves = line(&whole, end, 2, 0);
        layer.play(&mut record.tree, end, &moves);
        let trails: Vec<Trail> = layer.scratch().collect();
        let (mut again, mut half) = restored(&cut(&whole, 2), &trails);
        assert_eq!(own(&half.tree), [] as [String; 0]);
        let other = line(&half, half.tree.mainline_end(), 1, 0);
        let at = half.tree.mainline_end();
        again.play(&mut half.tree, at, &other);
        assert_eq!(again.scratch().next().as_ref(), trails.first(), "nothing is lost");
        assert_eq!(again.scratch().count(), 2);
        let mut grown = whole.clone();
        again.apply(&mut grown);
        assert_eq!(own(&grown.tree).len(), 3);
    }
}

#[test]
fn lines_of_another_game_and_letters_given_twice() {
    let [xiangqi, shogi, go] = records();
    let trail = |text: &str| Trail::from(text.to_owned());
    let lines =
        ["X h2e2=a", "X h0g2=a", "X b2e2=c", "nonsense", "X h2d2,nonsense=b", "=", "X a0a1=a"];
    let (mut layer, record) = restored(&xiangqi, &lines.map(trail));
    let kept: Vec<Trail> = layer.scratch().collect();
    // The first is the file's, as is nothing of the others.
    let tree = &record.tree;
    assert_eq!(
        own(tree).len(),
        4 - usize::from(!tree.is_own(Trail::from("X h2e2".to_owned()).end(tree)))
    );
    assert_eq!(kept, ["X h2e2=a", "X h0g2=b", "X b2e2=c", "X a0a1=d"].map(trail));
    let mut record = xiangqi;
    layer.apply(&mut record);
    let more = line(&record, NodeId::ROOT, 1, 0);
    let node = layer.play(&mut record.tree, NodeId::ROOT, &more);
    assert_eq!(record.tree.letter(node), Some(4));
    for other in [shogi, go] {
        assert_eq!(own(&restored(&other, &kept).1.tree), [] as [String; 0]);
    }
}

/// They would be at the first position, or delete everything.
#[test]
fn acts_with_moves_in_another_notation_are_not_read() {
    for (trail, is_read) in
        [("X h2e2=a,X h9g7", true), ("", true), ("h2e2=a", false), ("X h2e2,e4", false)]
    {
        for edit in ["\"comment\":\"here\"", "\"line\":false"] {
            let act = serde_json::from_str::<Act>(&format!("{{\"trail\":\"{trail}\",{edit}}}"));
            assert_eq!(act.is_ok(), is_read, "{trail} {edit}");
        }
    }
}

/// What is kept, by its whole trail.
fn kept(layer: &Layer) -> Vec<(String, Own)> {
    let mut kept: Vec<(String, Own)> =
        layer.kept().map(|(trail, _, own)| (trail.as_str().to_owned(), own.clone())).collect();
    kept.sort_by(|one, other| one.0.cmp(&other.0));
    kept
}

/// Numbers that seem random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

#[test]
fn undo_leaves_what_another_session_has_written_on_own_moves() {
    for mut record in records() {
        let end = record.tree.mainline_end();
        let mut layer = Layer::default();
        let moves = line(&record, end, 3, 0);
        let last = layer.play(&mut record.tree, end, &moves);
        let before = record.tree.parent(last).unwrap();
        layer.edit(&mut record.tree, before, Edit::Comment("mine".to_owned()));
        let trail = layer.trail(&record.tree, before);
        let mut acts = layer.take_unwritten();
        acts.push(Act { trail, edit: Edit::Comment("theirs".to_owned()) });
        layer.forget_kept();
        layer.replay(&acts);
        layer.refresh(&mut record);
        // The comment stays with the moves before it; the last move, which is only tried, goes.
        assert_eq!(layer.undo(&mut record.tree), None);
        assert_eq!(layer.undo(&mut record.tree), Some(before));
        assert_eq!((layer.undo(&mut record.tree), own(&record.tree).len()), (None, 2));
        assert!(layer.own(before).is_some_and(|own| own.comment == "theirs"));
        assert!(layer.take_unwritten().is_empty());
    }
}

/// One act at a node that is chosen by a number.
fn act(numbers: &mut Numbers, layer: &mut Layer, record: &mut Record) {
    let nodes: Vec<NodeId> =
        record.tree.ids().filter(|node| record.tree.reachable(*node) == *node).collect();
    let node = nodes[numbers.below(nodes.len())];
    let text = |numbers: &mut Numbers| ["", "one", "二\n行"][numbers.below(3)].to_owned();
    let tree = &mut record.tree;
    match numbers.below(9) {
        0 | 1 => {
            let (skip, length) = (numbers.below(3), 1 + numbers.below(3));
            let moves = line(record, node, length, skip);
            layer.play(&mut record.tree, node, &moves);
        }
        act @ 2..6 => {
            let edit = match act {
                2 => Edit::Line(true),
                3 => Edit::Comment(text(numbers)),
                4 => Edit::Glyph(["", "!?"][numbers.below(2)].to_owned()),
                _ => Edit::Marks(vec!["triangle 3 3".to_owned()]),
            };
            layer.edit(tree, node, edit);
        }
        6 => drop(layer.remove(tree, node)),
        7 => drop(layer.undo(tree)),
        _ => drop(layer.redo(tree)),
    }
}

#[test]
fn whatever_is_done_the_notes_say_what_is_kept() {
    for (seed, file) in records().into_iter().enumerate() {
        let (mut numbers, mut layer) = (Numbers(seed as u64), Layer::default());
        let mut record = file.clone();
        let mut notes: Vec<Act> = Vec::new();
        for round in 0..40 {
            for _ in 0..25 {
                act(&mut numbers, &mut layer, &mut record);
            }
            notes.extend(layer.take_unwritten());
            let mut read = Layer::default();
            read.replay(&notes);
            assert_eq!(kept(&read), kept(&layer), "round {round}");
            // The file is read again: what is kept and tried is there as before.
            let before = own(&record.tree).len();
            record = file.clone();
            layer.apply(&mut record);
            assert_eq!(own(&record.tree).len(), before);
            check_relaid(&Lines::new(&file.tree), &record);
            check_places(&record);
            // What others have written is taken over without moving a node.
            let places = |record: &Record| format!("{:?}", Lines::new(&record.tree));
            let here = places(&record);
            layer.forget_kept();
            layer.replay(&notes);
            layer.refresh(&mut record);
            assert_eq!(places(&record), here);
        }
        assert!(notes.len() > 300, "{}", notes.len());
    }
}

/// What is kept, by the moves that lead there, whichever letters they have.
fn kept_moves(layer: &Layer) -> Vec<(Vec<String>, Own)> {
    let bare = |mv: &str| mv.split('=').next().unwrap().to_owned();
    let kept = kept(layer).into_iter();
    let mut kept: Vec<_> =
        kept.map(|(trail, own)| (trail.split(',').map(bare).collect(), own)).collect();
    kept.sort_by(|one: &(Vec<String>, Own), other| one.0.cmp(&other.0));
    kept
}

#[test]
fn sessions_that_take_over_what_is_new_have_the_same_as_one_that_reads_all() {
    // In a record without moves they often meet.
    for (seed, file) in records().into_iter().enumerate() {
        let file = Record::new(file.start);
        let mut numbers = Numbers(seed as u64);
        let mut sessions = [(); 3].map(|()| (Layer::default(), file.clone(), 0));
        let mut notes: Vec<Act> = Vec::new();
        for round in 0..400 {
            let (layer, record, _) = &mut sessions[numbers.below(3)];
            for _ in 0..1 + numbers.below(6) {
                act(&mut numbers, layer, record);
            }
            notes.extend(layer.take_unwritten());
            let (layer, record, seen) = &mut sessions[numbers.below(3)];
            layer.replay(&notes[*seen..]);
            layer.refresh(record);
            *seen = notes.len();
            let mut read = Layer::default();
            read.replay(&notes);
            assert_eq!(kept_moves(layer), kept_moves(&read), "round {round}");
        }
    }
}

#[test]
fn what_is_hidden_is_neither_seen_nor_lost() {
    for file in records() {
        let mut record = file.clone();
        let mut layer = Layer::default();
        play_all(&mut record, &mut layer);
        let last = record.tree.get(record.tree.len() - 1).unwrap();
        let edit = Edit::Comment("kept".to_owned());
        assert!(layer.edit(&mut record.tree, last, edit));
        let (before, nodes) = (kept(&layer), own(&record.tree));
        layer.hide(true);
        layer.refresh(&mut record);
        assert!(own(&record.tree).is_empty() && record.tree.comment(last).is_none());
        assert_eq!(kept(&layer), before);
        layer.hide(false);
        layer.refresh(&mut record);
        assert_eq!(own(&record.tree).len(), nodes.len());
        assert_eq!(record.tree.comment(last), Some("kept"));
    }
}
