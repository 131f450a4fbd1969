//! What is beside a move in the list of moves: its time, its glyphs, its number among its alternatives, and their names.

use ratatui::style::Style;

use crate::game::{Move, Position};
use crate::record::{NodeId, Note, left, time};
use crate::text::columns;
use crate::tui::model::State;
use crate::tui::model::evals::eval_text;

/// The widths of a clock, which may have hours, and of an evaluation.
const CLOCK: usize = 7;
const EVAL: usize = 5;

/// A sign beside a move. Those with less weight are dropped if there is no room for all.
pub(super) struct Sign {
    weight: u8,
    pub(super) text: String,
    pub(super) style: Style,
}

/// As many signs as there is room for.
pub(super) fn fitting(mut signs: Vec<Sign>, room: usize) -> Vec<Sign> {
    while signs.iter().map(|sign| columns(&sign.text, true) + 1).sum::<usize>() > room + 1 {
        let least = signs.iter().map(|sign| sign.weight).min();
        signs.retain(|sign| Some(sign.weight) != least);
    }
    signs
}

/// ` (2 Q16, 3 P16 ..)`: the first moves of the other branches at a fork, as many as there is room for. In brackets and with
/// their numbers, none can be taken for the reply.
pub(super) fn alternatives(state: &State, node: NodeId, before: &Position, room: usize) -> String {
    let mut text = String::new();
    if !state.names_branches_of(node) {
        return text;
    }
    let parent = state.tree().parent(node);
    let others = state.lines().siblings(state.tree(), node).iter();
    for other in others.filter(|other| **other != node && Some(**other) != parent) {
        let (sign, branch) = (if text.is_empty() { " (" } else { ", " }, state.branch_name(*other));
        let item = format!("{sign}{branch} {}", state.move_name(before, *other));
        let taken = columns(&text, true);
        if taken + columns(&item, true) + 1 > room {
            // Dots alone say less than the number of branches.
            let dots = !text.is_empty() && taken + 4 <= room;
            text.push_str(if dots { " .." } else { "" });
            break;
        }
        text += &item;
    }
    if text.is_empty() { text } else { text + ")" }
}

fn aligned(text: String, width: usize, is_narrow: bool) -> String {
    if is_narrow { text } else { format!("{text:>width$}") }
}

/// The signs beside a move, such as its time, its glyphs, its number among its alternatives, and a warning.
pub(super) fn signs(state: &State, node: NodeId, is_narrow: bool) -> Vec<Sign> {
    let tree = state.tree();
    let lines = state.lines();
    let mover = tree.mv(node).and_then(Move::side);
    let mut signs = Vec::new();
    // What a bad move did is not dim.
    let (swings, ordinal) = (&state.desk.examined.swings, lines.ordinal(node) as u32);
    let swing = swings.binary_search_by_key(&ordinal, |swing| swing.0);
    let quiet = state.quiet_style_of(node);
    let of_value = if swing.is_ok() { state.look().bad() } else { quiet };
    let mut put = |weight, text: String| {
        let style = if weight == 2 { of_value } else { quiet };
        signs.push(Sign { weight, text, style });
    };
    // A sign after the end of the line belongs to its ending.
    for note in tree.notes(node).take_while(|note| !matches!(note, Note::End(_))) {
        match note {
            Note::Clock(clock) if state.desk.extent.has_numbers => {
                clock
                    .spent
                    .into_iter()
                    .for_each(|spent| put(1, aligned(time(spent), CLOCK, is_narrow)));
            }
            Note::Eval(eval) => put(2, aligned(eval_text(state, *eval), EVAL, is_narrow)),
            Note::Remaining(clock) if mover == Some(clock.side) => {
                put(1, aligned(left(clock.left), CLOCK, is_narrow));
            }
            _ => {}
        }
    }
    // With a sign of its own, apart from the values of the file.
    let valued = Some(&state.desk.examined.valued).filter(|valued| !valued.is_written);
    if let Some(eval) = valued.and_then(|valued| valued.eval(node)) {
        put(2, aligned(format!("@{}", eval_text(state, eval)), EVAL, is_narrow));
    }
    if let Some(branch) = state.among_branches(node) {
        // Without enough room, brackets are useless.
        put(8, if is_narrow { branch } else { format!("[{branch}]") });
    }
    if let Some(sign) = state.sign_of(node) {
        put(9, sign.to_string());
    }
    for note in tree.notes(node) {
        if let Note::Glyph(glyph) = note {
            put(5, glyph.to_string());
        }
    }
    if tree.comment(node).is_some() {
        put(7, "*".to_owned());
    }
    if tree.warning(node).is_some() {
        put(10, "(!)".to_owned());
    }
    if state.books.leaving == Some(node) && state.shows_book() {
        put(4, state.texts().out_of_book.to_owned());
    }
    if state.desk.reader.fresh.contains_key(&node) {
        put(6, "+".to_owned());
    }
    if state.survey_has(|survey| !survey.same(lines.ordinal(node)).is_empty()) {
        put(3, "^".to_owned());
    }
    signs
}
