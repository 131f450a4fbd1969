//! What happens to a text between its writer and its reader. To add a disturbance, write a function that changes tokens
//! and says whether it did, and add a row to [`DISTURBANCES`].

#![allow(clippy::ptr_arg, reason = "all rows of the table have one type")]

mod layout;
mod moves;
mod signs;

use dapu::game::Side;

use super::written::{Kind, Token};
use crate::common::Random;

/// A row of the table.
pub(crate) struct Disturbance {
    pub(crate) name: &'static str,
    pub(crate) effect: Effect,
    /// At most so many of a hundred texts with only this disturbance may be read wrongly without a warning. It may only
    /// fall.
    pub(crate) silent: usize,
    /// Disturbs a text, unless it cannot have the disturbance.
    pub(crate) apply: fn(&mut Vec<Token>, &mut Random) -> bool,
}

/// What a reader should make of a disturbed text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The same moves without a warning.
    Quiet,
    /// The same moves; a warning is due, because the text contradicts itself.
    Doubtful,
    /// A gap in place of a move, with a warning.
    Gap,
}

use Effect::{Doubtful, Gap, Quiet};

const fn row(
    name: &'static str,
    effect: Effect,
    silent: usize,
    apply: fn(&mut Vec<Token>, &mut Random) -> bool,
) -> Disturbance {
    Disturbance { name, effect, silent, apply }
}

pub(crate) const DISTURBANCES: [Disturbance; 41] = [
    row("footnote after a first move", Quiet, 1, |tokens, random| {
        signs::footnote(tokens, random, Side::First)
    }),
    row("footnote after a second move", Quiet, 1, |tokens, random| {
        signs::footnote(tokens, random, Side::Second)
    }),
    row("footnote before a move or number", Quiet, 1, signs::footnote_before),
    row("footnote at the last move", Quiet, 0, signs::footnote_at_end),
    row("figure", Quiet, 1, signs::figure),
    row("figure on a line of its own", Quiet, 0, signs::figure_line),
    row("emoji", Quiet, 0, signs::emoji),
    row("punctuation of Unicode", Quiet, 1, signs::punctuation),
    row("symbol of Unicode", Quiet, 0, signs::symbol),
    row("annotation sign", Quiet, 0, signs::annotation),
    row("placeholder of a variation", Quiet, 6, moves::placeholder),
    row("move repeated as placeholder", Quiet, 0, moves::move_as_placeholder),
    row("unreadable character", Gap, 1, moves::unreadable),
    row("unreadable move", Gap, 1, moves::unreadable_move),
    row("okurigana", Quiet, 0, moves::okurigana),
    row("moves run together", Quiet, 1, layout::run_together),
    row("rounds split over lines", Quiet, 0, layout::split_rounds),
    row("two columns", Quiet, 1, layout::two_columns),
    row("quoted mail", Quiet, 1, layout::quoted_mail),
    row("missing number", Doubtful, 4, layout::missing_number),
    row("repeated number", Doubtful, 1, layout::repeated_number),
    row("no-break spaces", Quiet, 2, layout::no_break_spaces),
    row("value in brackets", Quiet, 1, signs::value),
    row("minutes in brackets", Quiet, 0, signs::minutes),
    row("<br>", Quiet, 1, layout::line_breaks),
    row("page number", Quiet, 0, layout::page_number),
    row("note on continuation", Quiet, 1, layout::continuation),
    row("link", Quiet, 1, signs::link),
    row("bold move", Quiet, 1, moves::bold),
    row("bullets", Quiet, 1, layout::bullets),
    row("table bars", Quiet, 0, layout::bars),
    row("chat times", Quiet, 0, layout::chat_times),
    row("fullwidth move", Quiet, 1, moves::fullwidth),
    row("remark in brackets", Quiet, 0, signs::remark),
    row("zero-width character", Quiet, 1, moves::zero_width),
    row("blank line", Quiet, 1, layout::blank_lines),
    row("commas between moves", Quiet, 0, layout::commas),
    row("move broken over lines", Quiet, 3, layout::broken_move),
    row("code fence", Quiet, 1, layout::fence),
    row("entities of HTML", Quiet, 0, layout::entities),
    row("words after the last move", Quiet, 0, layout::last_words),
];

/// The places of tokens.
fn places(tokens: &[Token], is_wanted: impl Fn(&Token) -> bool) -> Vec<usize> {
    (0..tokens.len()).filter(|place| is_wanted(&tokens[*place])).collect()
}

fn place(
    tokens: &[Token],
    random: &mut Random,
    is_wanted: impl Fn(&Token) -> bool,
) -> Option<usize> {
    random.pick(&places(tokens, is_wanted))
}

fn insert(tokens: &mut Vec<Token>, place: usize, text: impl Into<String>) -> bool {
    tokens.insert(place, Token { kind: Kind::Words, text: text.into(), disturbed: true });
    true
}

fn set(token: &mut Token, text: impl Into<String>) -> bool {
    let text = text.into();
    let is_other = token.text != text;
    token.disturbed |= is_other;
    token.text = text;
    is_other
}

/// Changes the text of every token that is wanted.
fn set_all(
    tokens: &mut [Token],
    is_wanted: impl Fn(&Token) -> bool,
    text: impl Fn(&str) -> String,
) -> bool {
    let mut is_changed = false;
    for token in tokens.iter_mut().filter(|token| is_wanted(token)) {
        let text = text(&token.text);
        is_changed |= set(token, text);
    }
    is_changed
}

/// Inserts one of these texts after a move that is wanted, directly or after a blank.
fn after_move(
    tokens: &mut Vec<Token>,
    random: &mut Random,
    texts: &[&str],
    is_wanted: impl Fn(&Token) -> bool,
) -> bool {
    let Some(place) = place(tokens, random, |token| token.is_move() && is_wanted(token)) else {
        return false;
    };
    let text = spaced(random.pick(texts).unwrap(), random);
    insert(tokens, place + 1, text)
}

fn spaced(text: &str, random: &mut Random) -> String {
    let blank = if random.below(2) == 0 { " " } else { "" };
    format!("{blank}{text}")
}

/// After one to three moves.
fn after_moves(tokens: &mut Vec<Token>, random: &mut Random, texts: &[&str]) -> bool {
    let count = 1 + random.below(3);
    (0..count).all(|_| after_move(tokens, random, texts, |_| true))
}

/// Inserts a line between two lines.
fn own_line(tokens: &mut Vec<Token>, random: &mut Random, texts: &[&str]) -> bool {
    let Some(place) = place(tokens, random, |token| token.kind == Kind::End) else { return false };
    let text = random.pick(texts).unwrap();
    insert(tokens, place + 1, format!("{text}\n"))
}

/// Puts a text at the beginning of every line.
fn before_lines(tokens: &mut Vec<Token>, text: impl Fn(usize) -> String) -> bool {
    let ends = places(tokens, |token| token.kind == Kind::End);
    let starts = ends.into_iter().map(|end| end + 1).filter(|start| *start < tokens.len());
    let starts: Vec<usize> = std::iter::once(0).chain(starts).collect();
    for (number, start) in starts.into_iter().enumerate().rev() {
        insert(tokens, start, text(number));
    }
    true
}
