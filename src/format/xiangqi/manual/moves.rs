//! The moves of the lines.

use std::cmp::Reverse;
use std::rc::Rc;

use crate::format::xiangqi::movetext::{after, board, passed, play_move};
use crate::format::xiangqi::numbered_lines::{NumberedLine, NumberedLines};
use crate::game;
use crate::game::xiangqi::notation::{Notation, Phrase};
use crate::game::xiangqi::{Move, Position};
use crate::record::{At, Builder, NodeId, Outcome};
use crate::text::scan::{Scan, is_space};

/// The signs that end a line: `@` for the winner, `$` for the better side.
const ENDS: [(&str, Outcome); 6] = [
    ("@R", Outcome::FirstWins),
    ("@B", Outcome::SecondWins),
    ("@P", Outcome::Draw),
    ("$R", Outcome::FirstBetter),
    ("$B", Outcome::SecondBetter),
    ("$P", Outcome::Even),
];

/// The result that a sign stands for.
pub(super) fn result(sign: &str) -> Option<Outcome> {
    let mut ends = ENDS.iter();
    let end = ends.find(|(known, _)| known.eq_ignore_ascii_case(sign));
    end.map(|(_, outcome)| *outcome)
}

/// The sign for a result.
pub(super) fn sign(outcome: Outcome) -> Option<&'static str> {
    let end = ENDS.iter().find(|(_, known)| *known == outcome);
    end.map(|(sign, _)| *sign)
}

pub(super) fn moves<'a>(line: &NumberedLine<'a>) -> Scan<'a> {
    Scan::from(split_end(line.moves).0, line.at)
}

/// Takes a move. It has four characters; spaces between moves mean nothing, but they keep a misprint from shifting what
/// follows.
pub(super) fn take_move<'a>(moves: &mut Scan<'a>) -> Option<(&'a str, At)> {
    moves.take_while(is_between);
    let at = moves.at();
    let text = moves.take_few(4, |next| !is_between(next));
    (!text.is_empty()).then_some((text, at))
}

/// The moves of a text, and the sign that ends them.
pub(super) fn split_end(text: &str) -> (&str, &str) {
    text.split_at(text.find(['@', '$']).unwrap_or(text.len()))
}

/// Characters allowed between two moves; dots for omitted moves.
fn is_between(character: char) -> bool {
    is_space(character) || matches!(character, '.' | '…' | ',' | '，' | '、' | ';' | '；')
}

/// The meaning of a text; `None` if it does not look like a move.
fn phrase(text: &str) -> Option<Phrase> {
    let (phrase, length) = Notation::Letters.scan(text)?;
    (length == text.len()).then_some(phrase)
}

/// Plays the line of a number, and returns how it ends. `misprints` is how many may still be looked into.
pub(super) fn play_line<'a>(
    lines: &NumberedLines<'a>,
    (number, line): (u32, &NumberedLine<'a>),
    misprints: &mut u32,
    builder: &mut Builder,
    nodes: &mut Vec<NodeId>,
) -> Option<Outcome> {
    let mut moves = moves(line);
    let mut ply = line.ply;
    while let Some((text, at)) = take_move(&mut moves) {
        ply = ply.saturating_add(1);
        let (position, phrase) = (board(builder), phrase(text));
        let meanings = phrase.map_or_else(Vec::new, |phrase| phrase.meanings(&position));
        let fits = meanings.iter().any(|mv| position.check_reach(*mv).is_ok());
        let is_misprint = !fits && *misprints > 0;
        *misprints -= u32::from(is_misprint);
        let fitting = |starts| fitting((starts, number, ply, moves), lines);
        let instead = is_misprint.then(|| repair(&position, text, fitting));
        match (instead.flatten(), phrase) {
            (Some((mv, instead)), _) => {
                builder.play(game::Move::Xiangqi(mv), at);
                let message = format!(
                    "no piece can play {text:?}; it is read as {instead:?}, with which the line goes on"
                );
                builder.warn(at, message);
            }
            (None, Some(phrase)) => {
                let following = std::iter::from_fn(move || self::phrase(take_move(&mut moves)?.0));
                play_move(builder, text, at, phrase, &following);
            }
            (None, None) => builder.leave_out(text, at),
        }
        nodes.push(builder.node());
    }
    result(split_end(line.moves).1.split(is_space).next()?)
}

/// How many of the moves after a misprint are looked at: enough for all lines of a chapter.
const AHEAD: usize = 400;
/// How many more of them must fit than fit if the move is left out.
const MARGIN: usize = 3;
/// The letters and digits that each place of a move may have.
const LETTERS: [&str; 4] = ["KGBTRCPAMZ", "123456789KGBTRCP", "AHR", "123456789"];

/// The move that a misprint is read as, and how it should have been written: it differs in one letter, and what follows
/// fits it better than any other. The manual of 橘中秘 that the README of ChineseChess.h prints has such a misprint, `C8H5`
/// for `C8A5`, and so have the copies of it.
fn repair(
    position: &Position,
    text: &str,
    fitting: impl Fn(Rc<[Position]>) -> Vec<usize>,
) -> Option<(Move, String)> {
    let mut found: Vec<(Move, String)> = Vec::new();
    for instead in misprints(text) {
        if let Ok(mv) = Notation::Letters.parse(position, &instead)
            && position.check(mv).is_ok()
            && !found.iter().any(|(known, _)| *known == mv)
        {
            found.push((mv, instead));
        }
    }
    let starts = found.iter().map(|(mv, _)| after(position, *mv));
    let mut fitting = fitting(starts.chain([passed(position)]).collect());
    let left_out = fitting.pop()?;
    let mut ranked: Vec<_> = fitting.into_iter().zip(found).collect();
    ranked.sort_by_key(|(fitting, _)| Reverse(*fitting));
    let second = ranked.get(1).map_or(0, |(fitting, _)| *fitting);
    let (best, found) = ranked.into_iter().next()?;
    (best > second && best >= left_out + MARGIN).then_some(found)
}

/// Every text that differs from this one in one letter, in the same case.
fn misprints(text: &str) -> impl Iterator<Item = String> {
    let is_lower = text.bytes().any(|byte| byte.is_ascii_lowercase());
    let places = LETTERS.iter().enumerate();
    let letters = places.flat_map(|(place, letters)| letters.chars().map(move |to| (place, to)));
    letters.filter_map(move |(place, letter)| {
        let letter = if is_lower { letter.to_ascii_lowercase() } else { letter };
        let (before, after) = (text.get(..place)?, text.get(place + 1..)?);
        Some(format!("{before}{letter}{after}")).filter(|changed| changed != text)
    })
}

/// How many of the moves from a place on can be played from each of some positions, in the line and in those that branch
/// off it: the line alone does not tell 橘中秘's misprint. What cannot is left out.
fn fitting<'a>(
    place: (Rc<[Position]>, u32, usize, Scan<'a>),
    lines: &NumberedLines<'a>,
) -> Vec<usize> {
    let mut fitting = vec![0; place.0.len()];
    let mut left = AHEAD;
    let mut pending = vec![place];
    while let Some((fork, number, mut ply, mut line)) = pending.pop() {
        let mut positions = fork.to_vec();
        loop {
            let mut branches = lines.branches_at(number, ply).peekable();
            if branches.peek().is_some() {
                let fork: Rc<[Position]> = positions.as_slice().into();
                pending.extend(
                    branches.map(|(number, line)| (fork.clone(), number, ply, moves(line))),
                );
            }
            let Some((text, _)) = take_move(&mut line).filter(|_| left > 0) else {
                break;
            };
            left -= 1;
            let phrase = phrase(text);
            for (position, fitting) in positions.iter_mut().zip(&mut fitting) {
                let meanings = phrase.map_or_else(Vec::new, |phrase| phrase.meanings(position));
                let legal = meanings.into_iter().find(|mv| position.check(*mv).is_ok());
                *fitting += usize::from(legal.is_some());
                *position = legal.map_or_else(|| passed(position), |mv| after(position, mv));
            }
            ply = ply.saturating_add(1);
        }
    }
    fitting
}
