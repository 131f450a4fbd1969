//! Misprints. A move that no piece can play is read as the one that differs from it in one letter, if what follows in the
//! line and in the lines that branch off it fits that move better than any other.

use super::line_text::Moves;
use crate::format::xiangqi::numbered_lines::NumberedLines;
use crate::game::xiangqi::notation::Notation;
use crate::game::xiangqi::{Move, Position};

/// So many of the moves that follow are looked at: enough for all lines of a chapter.
const AHEAD: usize = 400;
/// The maximum number of misprints: a text with more is not a misprinted manual.
pub(super) const MOST: usize = 50;
/// So many more of them must fit than fit if the move is left out.
const MARGIN: usize = 3;
/// What may be in each place of a move.
const LETTERS: [&str; 4] = ["KGBTRCPAMZ", "123456789KGBTRCP", "AHR", "123456789"];

/// The move that a misprint is read as, and how it should have been written.
pub(super) fn repair(
    position: &Position,
    text: &str,
    lines: &NumberedLines<'_>,
    next: (u32, usize, &Moves<'_>),
) -> Option<(Move, String)> {
    let mut passed = *position;
    passed.set_side_to_move(position.side_to_move().other());
    let left_out = fitting(passed, lines, next);
    let mut found: Vec<(usize, Move, String)> = Vec::new();
    for instead in misprints(text) {
        let Some(mv) = Notation::Letters.parse(position, &instead).ok() else {
            continue;
        };
        let known = found.iter().any(|(_, known, _)| *known == mv);
        if known || position.check(mv).is_err() {
            continue;
        }
        let mut after = *position;
        after.apply(mv);
        found.push((fitting(after, lines, next), mv, instead));
    }
    found.sort_by_key(|(fitting, _, _)| std::cmp::Reverse(*fitting));
    let second = found.get(1).map_or(0, |(fitting, _, _)| *fitting);
    let (best, mv, instead) = found.into_iter().next()?;
    (best > second && best >= left_out + MARGIN).then_some((mv, instead))
}

/// Every text that differs from this one in one letter, in the same case.
fn misprints(text: &str) -> Vec<String> {
    let lower = text.bytes().any(|byte| byte.is_ascii_lowercase());
    let mut all = Vec::new();
    for (place, letters) in LETTERS.iter().enumerate().filter(|_| text.is_ascii()) {
        for letter in letters.chars() {
            let letter = if lower {
                letter.to_ascii_lowercase()
            } else {
                letter
            };
            let mut changed: Vec<char> = text.chars().collect();
            if changed.get(place).is_some_and(|before| *before != letter) {
                changed[place] = letter;
                all.push(changed.into_iter().collect());
            }
        }
    }
    all
}

/// How many of the moves that follow a place can be played, in the line and in those that branch off it. What cannot is
/// left out.
fn fitting<'a>(
    position: Position,
    lines: &NumberedLines<'a>,
    (number, index, moves): (u32, usize, &Moves<'a>),
) -> usize {
    let mut fitting = 0;
    let mut left = AHEAD;
    let mut pending = vec![(position, number, index, moves.clone())];
    while let Some((mut position, number, index, mut moves)) = pending.pop() {
        let Some(line) = lines.get(number) else {
            continue;
        };
        for index in index.. {
            for branch in lines.branches_at(number, line.ply + index) {
                let moves = lines.get(branch).map(Moves::of);
                pending.extend(moves.map(|moves| (position, branch, 0, moves)));
            }
            let Some(written) = moves.next() else {
                break;
            };
            if left == 0 {
                return fitting;
            }
            left -= 1;
            let phrase = written.phrase();
            let meanings = phrase.map_or_else(Vec::new, |phrase| phrase.meanings(&position));
            let legal = meanings.into_iter().find(|mv| position.check(*mv).is_ok());
            match legal {
                Some(mv) => {
                    position.apply(mv);
                    fitting += 1;
                }
                None => position.set_side_to_move(position.side_to_move().other()),
            }
        }
    }
    fitting
}
