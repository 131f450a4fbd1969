//! Adds moves of the reader's own to the record.

use std::sync::Arc;

use super::{cursor, jumps, problems, records, writing};
use crate::files::history::StoredLocation;
use crate::files::watch::FileOrigin;
use crate::game::{Move, MoveError};
use crate::record::{Edit, Layer, NodeId, Place, PlaceError, Record, Reread, Trail, UndoLabel};
use crate::tui::model::{State, Turn};
use crate::tui::report::Report;

/// Plays a move in any notation: one that follows, or an alternative to the current one. Reports why a move cannot be
/// played.
pub(super) fn play_text(state: &mut State, text: &str) {
    let here = state.position().parse_move(text, state.last_move());
    let next = here.ok().and_then(|mv| next(state, mv));
    let sibling = sibling(state, text).filter(|_| next.is_none());
    match (sibling, here) {
        (Some(node), _) => go_to(state, node),
        (None, Ok(mv)) => play(state, mv),
        (None, Err(MoveError::Unreadable)) => state.report(&match text.parse::<Place>() {
            Err(error @ (PlaceError::Order(..) | PlaceError::Branch)) => Report::NoPlace(error),
            _ => Report::Unknown(text.to_owned()),
        }),
        (None, Err(error)) => state.report(&Report::NotPlayed(text.to_owned(), error)),
    }
}

/// Plays a legal move: goes there if it is known here, otherwise adds it. In a problem it is judged.
pub(super) fn play(state: &mut State, mv: Move) {
    let (before, next) = (state.node(), next(state, mv));
    let is_answer = problems::is_asked(state, before);
    match next {
        Some(node) => go_to(state, node),
        None => add(state, before, &[mv]),
    }
    if is_answer {
        problems::judge(state, before);
    }
}

/// Goes to a node that follows. A hidden answer is shown up to it.
fn go_to(state: &mut State, node: NodeId) {
    jumps::jump_to(state, node);
    records::reveal_here(state);
}

/// Adds moves after a node and goes to the last one.
pub(super) fn add(state: &mut State, node: NodeId, moves: &[Move]) {
    // Going on along an own line is not a jump.
    if !state.tree().is_own(state.node()) && !state.desk.is_new() {
        jumps::leave(state);
    }
    change(state, |layer, record| Some(layer.play(&mut record.tree, node, moves)));
}

/// Plays moves after a node, adds those that are not in the record, and goes to the last one. Returns the node and the
/// nodes of the moves.
pub(super) fn play_line(state: &mut State, node: NodeId, moves: &[Move]) -> Vec<NodeId> {
    add(state, node, moves);
    let mut nodes = vec![node];
    for mv in moves {
        let children = nodes.last().map_or(&[][..], |last| state.lines().children(*last));
        nodes.extend(with_move(state, children, *mv));
    }
    nodes
}

/// Undoes or redoes the last addition or deletion.
pub(super) fn undo(state: &mut State, again: bool, count: Option<usize>) {
    if !again && !state.tree().is_own(state.node()) && problems::take_back(state) {
        return;
    }
    let step = if again { Layer::redo } else { Layer::undo };
    let (mut labels, mut is_changed) = (Vec::new(), false);
    let acts = if again { 1 } else { problems::take_reply(state) };
    for _ in 0..count.unwrap_or(acts) {
        let layer = state.desk.layers.get(&state.desk.game);
        let label = layer.and_then(|layer| layer.next_undo(again));
        if !change(state, |layer, record| step(layer, &mut record.tree)) {
            is_changed = label.is_some();
            break;
        }
        if let (Some(UndoLabel::Moves(count)), Some(UndoLabel::Moves(more))) =
            (labels.last_mut(), label)
        {
            *count += more;
        } else if labels.last() != label.as_ref() {
            labels.extend(label);
        }
    }
    state.report(&match (&labels[..], again) {
        ([], _) if is_changed => Report::ChangedElsewhere,
        ([], false) => Report::NothingToUndo,
        ([], true) => Report::NothingToRepeat,
        (_, false) => Report::Undone(labels),
        (_, true) => Report::Redone(labels),
    });
}

/// Deletes what the reader has added at the move on the board: the move and what follows it, or what is noted.
pub(super) fn delete(state: &mut State, _: Option<usize>) {
    let node = state.node();
    if !change(state, |layer, record| layer.remove(&mut record.tree, node)) {
        state.report(&Report::NothingToDelete);
    }
}

/// Keeps, comments or marks at a node. Returns false if nothing changes.
pub(super) fn edit(state: &mut State, node: NodeId, edit: Edit) -> bool {
    let here = state.node();
    change(state, |layer, record| layer.edit(&mut record.tree, node, edit).then_some(here))
}

/// Comments at the end of a trail. Its moves may be missing.
pub(super) fn edit_at(state: &mut State, trail: &Trail, edit: Edit) -> bool {
    let here = state.node();
    change(state, |layer, record| layer.edit_at(record, trail, edit).then_some(here))
}

/// Hides everything of the reader's own, or shows it again.
pub(super) fn hide(state: &mut State, hidden: bool) {
    state.desk.hides_own = hidden;
    renew(state, |layer| layer.hide(hidden));
}

/// Changes the layer of the game apart from the record, which agrees with it afterwards.
pub(super) fn renew(state: &mut State, renew: impl FnOnce(&mut Layer)) {
    let node = state.node();
    show(state, |layer, record| {
        renew(layer);
        layer.refresh(record);
        Some(record.tree.reachable(node))
    });
}

/// Adds the own lines of earlier sessions to the games.
pub(super) fn restore(state: &mut State, own: &[StoredLocation]) {
    let layers = Arc::make_mut(&mut state.desk.layers);
    for line in own {
        layers.entry(line.game).or_default().restore(&line.trail);
    }
    renew(state, |_| {});
}

/// Changes the layer of the game and goes to the node that `change` returns. Returns false if that is `None`. What was
/// hidden is shown.
fn change(
    state: &mut State,
    change: impl FnOnce(&mut Layer, &mut Record) -> Option<NodeId>,
) -> bool {
    if state.desk.hides_own {
        hide(state, false);
    }
    let has_changed = show(state, change);
    writing::write(state, state.desk.game);
    has_changed
}

/// Changes the layer and the record, and goes to the node that `change` returns.
fn show(state: &mut State, change: impl FnOnce(&mut Layer, &mut Record) -> Option<NodeId>) -> bool {
    let desk = &mut state.desk;
    let mut record = Record::clone(&desk.record);
    let layer = Arc::make_mut(&mut desk.layers).entry(desk.game).or_default();
    let Some(node) = change(layer, &mut record) else {
        return false;
    };
    if desk.origin == FileOrigin::New {
        return renew_record(state, record, node);
    }
    let lines = Arc::new(desk.reader.cursor.lines().relaid(&record.tree));
    desk.reader.cursor.relay(&record, Arc::clone(&lines));
    desk.reader.search.relay(desk.game, &record.tree, &lines);
    desk.show_own(Arc::new(record));
    records::forget_line(state);
    cursor::go_to(state, node);
    true
}

/// Shows a new game as its layer has it, at a node of what it was before.
fn renew_record(state: &mut State, before: Record, node: NodeId) -> bool {
    let desk = &mut state.desk;
    let (Ok(start), game) = (desk.loaded.game(desk.game), desk.game) else { return false };
    let layer = Arc::make_mut(&mut desk.layers).entry(game).or_default();
    let reread = Reread::new(Arc::new(before), layer.record(&start));
    let (earlier, record) = (&*reread.earlier, &*reread.record);
    desk.reader.carry(&Turn { from: game, earlier, to: game, record, reread: Some(&reread) });
    desk.show(Arc::clone(&reread.record));
    state.ui.map.iter_mut().for_each(|map| map.carry(&reread));
    records::forget_record(state);
    cursor::go_to(state, reread.survivor(node));
    true
}

/// The child of the current node with a move.
fn next(state: &State, mv: Move) -> Option<NodeId> {
    with_move(state, state.lines().children(state.node()), mv)
}

/// The alternative to the current move with this text.
fn sibling(state: &State, text: &str) -> Option<NodeId> {
    let record = &state.desk.record;
    let parent = record.tree.parent(state.node())?;
    if state.hides_answer() {
        return None;
    }
    let before = state.position_at(parent);
    let mv = before.parse_move(text, record.tree.mv(parent)).ok()?;
    let sibling = with_move(state, state.lines().children(parent), mv)?;
    (sibling != state.node()).then_some(sibling)
}

/// The node with a move.
fn with_move(state: &State, nodes: &[NodeId], mv: Move) -> Option<NodeId> {
    nodes.iter().copied().find(|node| state.tree().mv(*node) == Some(mv))
}
