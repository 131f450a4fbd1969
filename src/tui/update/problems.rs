//! Problem mode: opens each problem at its start and hides the answer until requested.

use std::sync::Arc;

use super::{catalog, cursor, games, jumps, records};
use crate::files::load;
use crate::format::Loaded;
use crate::record::{EndingKind, NodeId, Note, Record, Tree, UndoLabel};
use crate::tui::background::{self, InCollection, Job, is_whole_game, problem_key};
use crate::tui::model::{Exercise, Listed, State};
use crate::tui::report::Report;

pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    // In problem mode it hides the answer.
    state.ui.previewed = None;
    match state.ui.mode.problem.take() {
        Some(_) => state.report(&Report::Problems(false)),
        None => {
            jumps::leave(state);
            let start = state.tree().problem_start(state.node());
            records::set_problem(state, start);
            state.report(&Report::Problems(true));
        }
    }
}

/// Shows the answer, in place of a wrong one.
pub(super) fn reveal(state: &mut State, _: Option<usize>) {
    let Some(problem) = &mut state.ui.mode.problem else {
        return state.report(&Report::NoProblems);
    };
    problem.shown = None;
    let wrong = problem.wrong.take();
    let record = Arc::clone(&state.desk.record);
    let (tree, node) = (&record.tree, state.node());
    let from = wrong.unwrap_or(tree.file_node(node));
    let mut firsts = tree.children(from).filter(|first| !tree.is_own(*first));
    match firsts.find(|first| fault(tree, *first).is_none()) {
        Some(first) if wrong.is_some() || tree.is_own(node) => {
            cursor::go_to(state, first);
            cursor::go_to(state, from);
        }
        None if tree.is_own(node) || from == problem_start(state) => {
            state.report(&Report::NoAnswer);
        }
        _ => {}
    }
}

fn problem_start(state: &State) -> NodeId {
    state.ui.mode.problem.as_ref().map_or(NodeId::ROOT, |problem| problem.start)
}

/// Begins the problem again.
pub(super) fn again(state: &mut State, _: Option<usize>) {
    match state.ui.mode.problem {
        Some(_) => records::set_problem(state, problem_start(state)),
        None => state.report(&Report::NoProblems),
    }
}

/// The move of the file that follows a node.
pub(super) fn follower(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let mut children = tree.children(node);
    children.find(|child| tree.mv(*child).is_some() && !tree.is_own(*child))
}

fn is_right(tree: &Tree, node: NodeId) -> bool {
    tree.mv(node).is_some() && called(tree, node) == Some(true)
}

/// Whether a move is an answer to the problem: after what the record has, or after the reply of an engine.
pub(super) fn is_asked(state: &State, before: NodeId) -> bool {
    let problem = state.ui.mode.problem.as_ref();
    let is_reply = problem.is_some_and(|problem| problem.replies.contains(&before));
    state.hides_answer() && (is_reply || !state.tree().is_own(before))
}

/// How many acts the reader takes back at once: with a reply the answer before it.
pub(super) fn take_reply(state: &mut State) -> usize {
    let here = state.node();
    let problem = state.ui.mode.problem.as_mut();
    let reply = problem.and_then(|problem| problem.replies.pop_if(|reply| *reply == here));
    1 + usize::from(reply.is_some())
}

/// Judges the move that was just played after a node. To a right one it plays the record's reply; of a wrong one it shows
/// where the file says so.
pub(super) fn judge(state: &mut State, before: NodeId) {
    let record = Arc::clone(&state.desk.record);
    let (tree, node) = (&record.tree, state.node());
    if tree.is_own(node) {
        state.problems.answered = Some(before);
        return;
    }
    let fault = fault(tree, node);
    let last = fault.or_else(|| follower(tree, node)).unwrap_or(node);
    let is_answer = is_right(tree, node) || is_right(tree, last);
    let start = problem_start(state);
    let ends = is_answer || follower(tree, last).is_none();
    // What is said of a right move is read before the reply.
    let is_read = fault.is_none() && last != node && tree.comment(node).is_some();
    let here = if is_read { node } else { last };
    let keymap = &state.ui.keymap;
    let (undo, next) = (keymap.first_key("undo"), keymap.first_key("next-game"));
    let (solved, report) = match fault {
        Some(_) => (Some(false), Report::Wrong(undo)),
        // Others are marked as right: this one only goes on.
        None if !ends && has_right(tree, start) && !has_right(tree, node) => (None, Report::GoesOn),
        None if !ends && is_read => (None, Report::RightReply(keymap.first_key("forward"))),
        None if !ends => (None, Report::Right),
        None if is_answer => (Some(true), Report::Solved(next)),
        None if has_right(tree, start) => (Some(false), Report::NotTheAnswer(undo)),
        None if tree.line_from(start).any(|node| node == last) => {
            (Some(true), Report::SolvedAsRecorded)
        }
        // The record goes no further, and whether that is right is unknown.
        None => {
            let lines = state.lines();
            let first = lines.node(lines.range(lines.line_of(last)).start);
            (None, Report::BranchEnd(state.branch_name(first), undo))
        }
    };
    let is_over = solved == Some(false) || matches!(report, Report::BranchEnd(..));
    cursor::go_to(state, here);
    if let Some(problem) = &mut state.ui.mode.problem {
        problem.shown = Some(tree.file_node(here)).filter(|_| solved != Some(true));
        problem.wrong = Some(before).filter(|_| is_over);
    }
    solved.into_iter().for_each(|solved| note(state, solved));
    state.report(&report);
}

/// Notes that the problem on the board is solved or has failed.
pub(super) fn note(state: &mut State, is_solved: bool) {
    let key = state.problem_key();
    state.problems.note(key, is_solved);
}

/// Asks for the positions of the problems among which the one on the board is, to know which are solved.
pub(super) fn consult(state: &mut State) {
    if state.ui.mode.problem.is_none() {
        return;
    }
    let (desk, options) = (&state.desk, state.catalog.options);
    let files = state.catalog.files.clone().unwrap_or_default();
    let (loaded, game) = (Arc::clone(&desk.loaded), desk.game);
    let address = Arc::as_ptr(&loaded).addr();
    let list = state.lists().next().filter(|of| *of != Listed::Played);
    let among = list.map(|of| match of {
        Listed::Problems => (of, address, game, desk.record.tree.problem_starts().len()),
        Listed::Files => (of, Arc::as_ptr(&files).addr(), 0, files.len()),
        Listed::Games | Listed::Played => (of, address, 0, loaded.games().len()),
    });
    if state.problems.among == among {
        return;
    }
    (state.problems.among, state.problems.keys) = (among, Vec::new());
    state.stop(Job::Problems);
    let Some((of, .., size)) = among else { return };
    state.start(Job::Problems, learn, move |_, send| {
        let read = |index: usize| match of {
            Listed::Problems => loaded.game(game).ok(),
            Listed::Files => lone_game(&load::load(files.get(index)?, options).ok()?),
            _ => loaded.games().get(index)?.read().ok(),
        };
        let key = |index: usize| match read(index) {
            Some(record) if of == Listed::Files && is_whole_game(&record) => InCollection::Game,
            Some(record) => in_collection(&record, of, index),
            None => InCollection::Other,
        };
        background::problem_keys(size, key, send);
        None
    });
}

/// What a record that is read for a list is, by the index of its row.
fn in_collection(record: &Record, of: Listed, index: usize) -> InCollection {
    let starts = record.tree.problem_starts();
    let is_one = of == Listed::Problems || starts.len() == 1;
    let start = starts.get(if starts.len() > 1 { index } else { 0 }).filter(|_| is_one);
    start.map_or(InCollection::Other, |start| InCollection::Problem(problem_key(record, *start)))
}

fn lone_game(loaded: &Loaded) -> Option<Arc<Record>> {
    loaded.game(0).ok().filter(|_| loaded.games().len() == 1)
}

/// Takes the keys of further problems.
fn learn(state: &mut State, keys: Vec<InCollection>) -> bool {
    state.problems.keys.extend(keys);
    games::mark_problems(state);
    true
}

/// The row, in the list of the collection, of the next problem that is not solved: first those that failed in an earlier session,
/// then those after this one, those before it, and those that failed in this session. Also whether it is before this one.
fn next_open(state: &State) -> Option<(Listed, usize, bool)> {
    let problems = &state.problems;
    let (of, _, _, size) = problems.among?;
    let first = state.first_problem(of);
    let starts = state.desk.record.tree.problem_starts();
    let here = match of {
        Listed::Problems => starts.iter().position(|start| *start == problem_start(state)),
        Listed::Games => Some(state.desk.game),
        _ => state.catalog.files.as_ref()?.iter().position(|file| *file == state.desk.path),
    };
    let here = here.filter(|_| state.ui.has_read).map(|here| first + here);
    let rows: Vec<usize> = match &state.catalog.choices[of as usize] {
        Some(choice) => choice.shown.iter().map(|row| *row as usize).collect(),
        None => (first..first + size).collect(),
    };
    let place = rows.iter().position(|row| Some(*row) == here);
    let open = rows.iter().enumerate().filter_map(|(nth, row)| {
        let it = problems.keys.get(row.checked_sub(first)?).copied();
        if it == Some(InCollection::Game) {
            return None;
        }
        let key = it.and_then(InCollection::key);
        let is_solved = key.and_then(|key| problems.tried.get(&key));
        let has_missed = key.is_some_and(|key| problems.missed.contains(&key));
        let rank = match is_solved {
            Some(true) => return None,
            Some(false) => 2 * usize::from(has_missed),
            None => 1,
        };
        (Some(*row) != here).then_some((rank, place > Some(nth), nth, *row))
    });
    open.min().map(|(rank, is_before, _, row)| (of, row, is_before && rank > 0))
}

/// Goes to the next problem that is not solved, or what comes after the collection. A file in a folder is left at its end, even
/// if problems before this one are open.
fn go_to_open(state: &mut State) {
    let next = next_open(state);
    let is_last = next.is_none_or(|(of, _, is_before)| is_before && of != Listed::Files);
    if is_last && state.lists().count() > 1 {
        let is_record = state.problems.among.is_some_and(|(of, ..)| of == Listed::Problems);
        if is_record {
            return catalog::go_to_game(state, true, 1);
        }
        if catalog::open_neighbour(state, true) {
            return;
        }
    }
    let Some((of, row, _)) = next else {
        return state.report(&Report::NoneOpen);
    };
    match of {
        Listed::Problems => {
            let start = state.desk.record.tree.problem_starts().get(row).copied();
            start.into_iter().for_each(|start| records::set_problem(state, start));
        }
        Listed::Games => records::with_game(state, row, move |state| {
            records::show_game(state, row);
        }),
        _ => catalog::open_file_number(state, row - state.first_problem(of)),
    }
}

/// Takes back a wrong answer that the record knows, and hides it. Returns false if none is on the board.
pub(super) fn take_back(state: &mut State) -> bool {
    let Some(problem) = &mut state.ui.mode.problem else {
        return false;
    };
    let path = state.desk.record.tree.path(state.desk.reader.cursor.node());
    let Some((before, plies)) = problem.wrong.take().and_then(|before| {
        let plies = path.iter().rev().position(|node| *node == before)?;
        Some((before, plies))
    }) else {
        return false;
    };
    problem.shown = Some(before);
    cursor::go_to(state, before);
    state.desk.reader.cursor.end_here();
    state.report(&Report::Undone(vec![UndoLabel::Moves(plies)]));
    true
}

/// Whether a right move is marked from a node on.
fn has_right(tree: &Tree, from: NodeId) -> bool {
    let is_after = |node| from == NodeId::ROOT || tree.ancestors(node).any(|before| before == from);
    tree.ids().any(|node| is_right(tree, node) && is_after(node))
}

/// The node of a line that is called wrong, unless a right move is marked after the first one.
fn fault(tree: &Tree, first: NodeId) -> Option<NodeId> {
    let fault = tree.line_from(first).find(|node| called(tree, *node) == Some(false));
    fault.filter(|fault| *fault == first || !has_right(tree, first))
}

/// What the comments of collections begin with at a wrong and at a right move, after signs, and words such as `This is also`.
const WRONG: &str = "wrong|incorrect|not correct|not right|fail|fails|failed|failure|✗|✘|✕ |✖|❌|❎|× |失败|失敗|不正解|\
    不正确|不正確|不对|不對|错|錯";
const RIGHT: &str = "correct|正解|正确|正確|✓|✔|✅|⭕|○ |〇 ";
const LEADS: [&str; 9] =
    ["this ", "that ", "it ", "that's ", "it's ", "move ", "is ", "also ", "x "];
/// What follows such a word where the comment names another move: `正解は２三金`.
const OTHER: [&str; 5] = ["は", "では", "的", " is ", " move is "];

/// What follows one of some words at the start of a text. Latin words end where their letters do.
fn after_any<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    words.split('|').find_map(|word| {
        let after = text.strip_prefix(word)?;
        let is_latin = word.ends_with(|last: char| last.is_ascii_alphabetic());
        let is_part = is_latin && after.starts_with(|next: char| next.is_ascii_alphabetic());
        (!is_part).then_some(after)
    })
}

/// Whether a comment begins by calling a move right or wrong.
fn said(text: &str) -> Option<bool> {
    let lower = text.trim().to_lowercase() + " ";
    match &*lower {
        "+ " => return Some(true),
        "x " => return Some(false),
        _ => {}
    }
    let mut rest = &*lower;
    loop {
        if after_any(rest, WRONG).is_some() {
            return Some(false);
        }
        if let Some(after) = after_any(rest, RIGHT) {
            return (!OTHER.iter().any(|other| after.starts_with(other))).then_some(true);
        }
        let lead = LEADS.iter().find_map(|lead| rest.strip_prefix(lead));
        let sign = || rest.strip_prefix(|sign: char| !sign.is_alphanumeric());
        match lead.or_else(sign) {
            Some(after) => rest = after,
            None => return text.contains("RIGHT").then_some(true),
        }
    }
}

/// Whether the file calls a move right or wrong: by a glyph, a comment, an ending or uliGo's `WV` (wrong variation).
fn called(tree: &Tree, node: NodeId) -> Option<bool> {
    tree.notes(node).find_map(|note| match note {
        Note::Glyph(sign) if sign.trim_matches('?').is_empty() => Some(false),
        Note::End(ending) if ending.kind == EndingKind::NoMate => Some(false),
        Note::Property(property) if *property.name == *"WV" => Some(false),
        Note::Comment(text) => said(text),
        _ => None,
    })
}

/// Goes forward or back by problems, or by games outside problem mode.
pub(super) fn go(state: &mut State, forward: bool, count: Option<usize>) {
    let times = count.unwrap_or(1).max(1);
    jumps::leave(state);
    if forward
        && count.is_none()
        && state.ui.mode.problem.is_some()
        && state.problems.among.is_some()
    {
        return go_to_open(state);
    }
    let starts = state.desk.record.tree.problem_starts();
    let here = state.ui.mode.problem.as_ref().map(|problem| problem.start);
    let here = here.and_then(|here| starts.iter().position(|start| *start == here));
    let choice = state.catalog.choices[Listed::Problems as usize].as_ref();
    let there = here.and_then(|here| {
        let there = catalog::neighbour(choice, here, forward, times, starts.len())?;
        starts.get(there)
    });
    match there {
        Some(start) => records::set_problem(state, *start),
        None => catalog::go_to_game(state, forward, times),
    }
}

/// Prevents the reader from entering the hidden part of the answer.
pub(super) fn guard(state: &mut State) {
    let Some(problem) = &state.ui.mode.problem else {
        return;
    };
    let (start, Some(shown)) = (problem.start, problem.shown) else {
        return;
    };
    let tree = &state.desk.record.tree;
    // Own moves may be tried anywhere before what is hidden.
    let here = tree.file_node(state.node());
    let is_before = tree.ply(here) < tree.ply(start);
    if is_before || !tree.ancestors(shown).any(|node| node == here) {
        cursor::go_to(state, if is_before { start } else { shown });
        state.desk.reader.cursor.end_here();
        state.report(&Report::AnswerHidden);
    } else if !state.cursor().is_on_line(&state.desk.record, shown) {
        // Of another line nothing has been shown.
        state.ui.mode.problem =
            Some(Exercise { start, shown: Some(here), wrong: None, replies: Vec::new() });
    }
}
