//! Notes of the reader's own: kept lines, comments, glyphs and marks.

use super::writing::{self, noted_game, set_trouble};
use super::{books, cursor, engine, jumps, layer, quoted, records, resume};
use std::sync::Arc;

use crate::files::load::show_path;
use crate::files::logs::Damage;
use crate::files::notes::Contents;
use crate::game::go::{self, Point};
use crate::game::{Game, Side};
use crate::record::{self, Act, Edit, Layer, MarkKind, Trail};
use crate::tui::background::Job;
use crate::tui::journal::News;
use crate::tui::model::{Asked, Input, PaneId, State, Writing, focus, short_name};
use crate::tui::report::Report;
use crate::tui::snapshot::Snapshot;

/// Keeps the own line up to the move on the board.
pub(super) fn keep(state: &mut State, _: Option<usize>) {
    let node = state.node();
    if !state.tree().is_own(node) {
        state.report(&Report::NotOwn);
    } else if layer::edit(state, node, Edit::Line(true)) {
        state.report(&Report::LineKept);
    }
}

/// Plays the marked move of the book and keeps it.
pub(super) fn keep_from_book(state: &mut State, number: Option<usize>) {
    books::play(state, number);
    keep(state, None);
}

/// Plays a line quoted in the comment and keeps all of it.
pub(super) fn keep_quoted(state: &mut State, number: Option<usize>) {
    quoted::try_line(state, number);
    let end = state.quoting().and_then(|quoting| quoting.nodes.last().copied());
    let quoting = state.desk.reader.quoting.clone();
    match end.filter(|end| state.tree().is_own(*end)) {
        Some(end) if layer::edit(state, end, Edit::Line(true)) => state.report(&Report::LineKept),
        _ => keep(state, None),
    }
    state.desk.reader.quoting = quoting;
}

/// Keeps all of the marked line of an engine, with its value as a comment on its first move that is not in the file. The
/// board stays as it is.
pub(super) fn keep_from_engine(state: &mut State, number: Option<usize>) {
    let (here, jumps) = (state.node(), state.desk.reader.jumps.clone());
    let row = number.map_or(state.marked_line(), |number| number.saturating_sub(1));
    let value = state.line_value(row);
    let Some(nodes) = engine::play(state, number) else { return };
    let mut own = nodes[1..].to_vec();
    own.retain(|node| state.tree().is_own(*node));
    cursor::go_to(state, here);
    state.desk.reader.jumps = jumps;
    let (Some(first), Some(end)) = (own.first(), own.last()) else {
        return state.report(&Report::NotOwn);
    };
    let (first, end) = (*first, *end);
    layer::edit(state, end, Edit::Line(true));
    let before = state.own(first).cloned().unwrap_or_default().comment;
    if !before.contains(&value) {
        let comment = format!("{before}\n{value}").trim().to_owned();
        layer::edit(state, first, Edit::Comment(comment));
    }
    state.report(&Report::LineKept);
}

/// Opens the editor of the reader's own comment.
pub(super) fn comment(state: &mut State, _: Option<usize>) {
    let node = state.node();
    let own = state.own(node).cloned().unwrap_or_default();
    let before = own.comment;
    let text = if own.draft.is_empty() { before.clone() } else { own.draft };
    state.desk.reader.quoting = None;
    let layers = Arc::make_mut(&mut state.desk.layers);
    let layer = layers.entry(state.desk.game).or_default();
    let trail = layer.trail(&state.desk.record.tree, node);
    let game = noted_game(state);
    state.ui.writing = Some(Writing { game, trail, before });
    focus::focus(state, PaneId::Comment);
    state.ui.mode.ask(Asked::Comment, &text);
}

/// Takes the comment that was written. Its move may be missing from the file by now.
pub(super) fn take_comment(state: &mut State, text: &str) {
    end_comment(state, Edit::Comment(text.trim_end().to_owned()));
}

/// Ends writing a comment. An empty draft leaves it as it was before.
pub(super) fn end_comment(state: &mut State, edit: Edit) {
    state.ui.mode.input = Input::Nothing;
    let is_live = state.desk.reader.lost.as_ref().is_some_and(|lost| lost.is_live);
    let writing = state.ui.writing.take();
    let edit = match &writing {
        Some(writing) if writing.game.key == noted_game(state).key => beside(state, writing, edit),
        _ => edit,
    };
    match writing {
        // Another game may have taken its place on the screen.
        Some(Writing { game, trail, .. }) if game.key != noted_game(state).key => {
            writing::write_to(state, game, vec![Act { trail, edit }]);
            false
        }
        Some(Writing { trail, .. }) => layer::edit_at(state, &trail, edit),
        None => false,
    };
    if is_live {
        // The board has only stayed for the comment, and its move is no longer there.
        cursor::go_to(state, state.lines().line_end(state.node()));
    }
}

/// A comment with what others have made of it while it was written, if they have.
fn beside(state: &mut State, writing: &Writing, edit: Edit) -> Edit {
    let Edit::Comment(text) = &edit else { return edit };
    let now = comment_at(state, &writing.trail);
    if now == writing.before || now == *text {
        return edit;
    }
    if *text == writing.before {
        return Edit::Comment(now);
    }
    let both = record::both(&now, text);
    state.report(&Report::BothComments);
    Edit::Comment(both)
}

/// The reader's comment at the end of a trail; empty if there is none.
fn comment_at(state: &State, trail: &Trail) -> String {
    let layer = state.desk.layers.get(&state.desk.game);
    let mut kept = layer.into_iter().flat_map(Layer::kept);
    let there = kept.find(|(other, ..)| other == trail);
    there.map(|(.., own)| own.comment.clone()).unwrap_or_default()
}

/// Takes the comment from the reader's own editor.
pub(super) fn edited(state: &mut State, text: &str) {
    take_comment(state, &crate::text::typed(text));
}

/// The signs of advantage in Go.
const GO: [&str; 2] = ["B+", "W+"];

/// The glyphs of the keys.
const GLYPHS: &str = "! ? !! ?? !? ?! = ~ += =+ B+ W+";

/// Sets the glyph of the move on the board; empty for none. For a text that is no glyph, reports which glyphs there are.
pub(super) fn set_glyph(state: &mut State, glyph: &str) -> bool {
    if glyph.len() > 4 || glyph.contains(char::is_alphanumeric) && !GO.contains(&glyph) {
        state.report(&Report::Takes("glyph", GLYPHS.to_owned()));
        return true;
    }
    let node = state.node();
    if !layer::edit(state, node, Edit::Glyph(glyph.to_owned())) && glyph.is_empty() {
        state.report(&Report::NothingToDelete);
    }
    true
}

/// Notes that a side is better, in the signs of the game.
pub(super) fn set_advantage(state: &mut State, side: Side) {
    let signs = match state.desk.record.game() {
        Game::Go => GO,
        Game::Xiangqi | Game::Shogi => ["+=", "=+"],
    };
    let _ = set_glyph(state, signs[side.index()]);
}

/// What `:mark` needs: the kinds that readers draw, of all that SGF knows.
pub(super) const MARK_NEEDS: [&str; 3] = [
    "triangle, square, circle, cross or label, and a point",
    "triangle、square、circle、cross或label，以及位置",
    "triangle・square・circle・cross・labelのどれかと点",
];

/// Sets or removes a mark: `triangle D4`, or `label D4 A`.
pub(super) fn mark(state: &mut State, text: &str) -> bool {
    let mut words = text.splitn(3, ' ');
    let kind = words.next().and_then(MarkKind::named);
    let size = state.position().go().map(go::Position::size);
    let point = words.next().zip(size).and_then(|(name, size)| Point::from_a1(name, size));
    match kind.zip(point) {
        Some((kind, point)) => set_mark(state, kind, point, words.next().unwrap_or_default()),
        None if size.is_none() => state.report(&Report::NoMark),
        None => state.report(&Report::Lacks("mark", state.lang().pick(MARK_NEEDS))),
    }
    true
}

/// Sets a mark on a point, or removes it if it is there.
pub(super) fn set_mark(state: &mut State, kind: MarkKind, point: Point, label: &str) {
    let Point { column, row } = point;
    let node = state.node();
    let mut marks = state.own(node).cloned().unwrap_or_default().marks;
    let place = format!("{} {column} {row}", kind.name());
    let before = marks.len();
    marks.retain(|mark| *mark != place && !mark.starts_with(&format!("{place} ")));
    if marks.len() == before {
        marks.push(format!("{place} {label}").trim_end().to_owned());
    }
    layer::edit(state, node, Edit::Marks(marks));
}

/// Hides or shows everything that is the reader's own. Shown again where it was hidden, it is returned to.
pub(super) fn toggle_shown(state: &mut State, _: Option<usize>) {
    let hidden = !state.desk.hides_own;
    let (mut before, earlier) = (jumps::here(state), Arc::clone(&state.desk.record));
    layer::hide(state, hidden);
    match state.desk.reader.hidden.take() {
        _ if hidden => {
            before.hide(&earlier.tree, state.tree());
            state.desk.reader.hidden = Some([before, jumps::here(state)]);
        }
        Some([mut there, here]) if here.is_same(&before) => {
            there.show(state.tree());
            jumps::go(state, &there);
        }
        _ => {}
    }
    state.report(&Report::OwnShown(!hidden));
}

/// Reports to the journal what is on the screen, including an unfinished comment, and makes it follow the game.
pub(super) fn tell_journal(state: &mut State) {
    let Some(journal) = state.journal.clone() else { return };
    let text = state.ui.mode.comment().map(|prompt| prompt.line.text().trim_end().to_owned());
    let writing = state.ui.writing.as_ref().zip(text);
    let draft = writing.map(|(writing, text)| {
        let differs = text != writing.before;
        let act = Act { trail: writing.trail.clone(), edit: Edit::Draft(text) };
        (writing.game.clone(), act, differs)
    });
    let now = snapshot(state);
    let game = now.game.clone();
    journal.see(now, draft);
    if state.desk.attended.replace(game.key.clone()).as_ref() != Some(&game.key) {
        let recalls = state.desk.remembered.as_ref().is_some_and(|(_, entry)| entry.is_none());
        state.start(Job::Journal, take_news, move |wanted, send| {
            journal.follow(&game, recalls, wanted, send);
            None
        });
    }
}

fn snapshot(state: &State) -> Snapshot {
    let desk = &state.desk;
    let marks = desk.reader.bookmarks.iter();
    Snapshot {
        game: noted_game(state),
        is_restored: desk.remembered.is_none(),
        record: Arc::clone(&desk.record),
        node: state.node(),
        live: state.is_at_live_end(),
        flipped: desk.is_flipped,
        numbered: desk.numbered,
        marks: marks.map(|(letter, kept)| (*letter, (kept.game, kept.at.clone()))).collect(),
        layers: Arc::clone(&desk.layers),
        tried: Arc::clone(&state.problems.tried),
    }
}

/// Takes what is new in the journal.
fn take_news(state: &mut State, news: News) -> bool {
    let mut is_new = set_trouble(state, news.trouble) || news.recalled.is_some();
    if let Some(entry) = news.recalled {
        resume::recalled(state, entry);
    }
    if let Some(reason) = news.failure {
        state.report(&Report::Failed(reason));
    }
    if let Some(sources) = news.sources {
        records::found(state, sources);
    }
    state.desk.noted.extend(news.noted);
    if news.is_beside {
        state.report(&Report::BothComments);
    }
    if news.several > 0 && !state.desk.layers.contains_key(&state.desk.game) {
        state.report(&Report::SeveralNotes(news.several));
        is_new = true;
    }
    let file = news.unwritten.first().filter(|_| !state.ui.has_offered);
    if let Some(file) = file {
        state.ui.has_offered = true;
        let here = std::env::current_dir().unwrap_or_default();
        let file = file.strip_prefix(here).unwrap_or(file);
        state.report(&Report::UnwrittenGame(show_path(file)));
        is_new = true;
    }
    let (Some(mut contents), Some(journal)) = (news.contents, state.journal.clone()) else {
        return is_new;
    };
    for damage in std::mem::take(&mut contents.damaged) {
        state.report(&match damage {
            Damage::Line { path, line, .. } => Report::DamagedNote(short_name(&path), line),
            Damage::File { .. } => Report::Failed(damage.to_string()),
        });
    }
    state.desk.pending_notes.add(contents);
    // Meanwhile the reader may have added something, which is to come in its order.
    if !journal.has_all(news.added) {
        return true;
    }
    let Contents { acts, is_whole, .. } = std::mem::take(&mut state.desk.pending_notes);
    if state.desk.is_new() && acts.is_empty() {
        // The notes are gone since it was written.
        return true;
    }
    let is_at_end = state.desk.is_new() && state.cursor().at_end();
    layer::renew(state, |layer| {
        if is_whole {
            layer.forget_kept();
        }
        layer.replay(&acts);
    });
    if is_at_end {
        cursor::go_to(state, state.lines().mainline_end());
    }
    let layer = state.desk.layers.get(&state.desk.game).filter(|_| is_whole);
    if let Some(node) = layer.and_then(Layer::draft) {
        let key = state.ui.keymap.first_key("comment");
        state.report(&Report::DraftAt(state.place_of(node).to_string(), key));
    }
    true
}
