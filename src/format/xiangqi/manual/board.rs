//! The text of a position: 90 points from black's left corner, pieces by their letters, `0` for an empty point or a
//! number for a run of them. A run may continue past the end of a rank. A rank may end with `/`.

use crate::game::xiangqi::notation::manual_letter;
use crate::game::xiangqi::{Piece, Position, Square};
use crate::game::{Side, write_row};
use crate::text::scan::Scan;

const POINTS: usize = 90;

/// Whether a text describes all points and nothing else.
pub(super) fn is_position(text: &str) -> bool {
    let (points, problem) = points(text);
    points.len() == POINTS && problem.is_none()
}

/// A position as far as it can be read, and its fault.
pub(super) fn parse(text: &str) -> (Position, Option<String>) {
    let (points, mut problem) = points(text);
    if points.len() != POINTS {
        let message = format!("the position has {} points, not {POINTS}", points.len());
        problem = problem.or(Some(message));
    }
    let mut position = Position::empty();
    for (square, piece) in Square::by_rows().zip(points) {
        position.put(square, piece);
    }
    // The first revisions of the header had red on top.
    let ranks = Side::BOTH.map(|side| position.king(side).map(Square::rank));
    if matches!(ranks, [Some(7..), Some(..=2)]) {
        let mut turned = Position::empty();
        for (square, piece) in position.pieces() {
            let square = Square::from_top(square.file(), square.rank());
            square.into_iter().for_each(|square| turned.put(square, Some(piece)));
        }
        position = turned;
        problem = problem.or(Some("red is at the top; the position is turned".to_owned()));
    }
    (position, problem)
}

fn points(text: &str) -> (Vec<Option<Piece>>, Option<String>) {
    let is_between = |next: char| next == '/' || next.is_whitespace();
    // With a `0` for each empty point, digits are not numbers.
    let is_single = text.chars().filter(|next| !is_between(*next)).count() == POINTS;
    let mut points = Vec::new();
    let mut problem = None;
    let mut scan = Scan::new(text);
    while let Some(next) = scan.peek().filter(|_| points.len() <= POINTS) {
        let digits = scan.take_while(|next| next.is_ascii_digit());
        if !digits.is_empty() {
            let run = if is_single { digits.len() } else { digits.parse().unwrap_or(usize::MAX) };
            points.extend(std::iter::repeat_n(None, run.min(POINTS + 1)));
            continue;
        }
        scan.next();
        if let Some(kind) = manual_letter(next) {
            let side = Side::first_if(next.is_ascii_uppercase());
            points.push(Some(Piece { side, kind }));
        } else if !is_between(next) {
            problem = Some(format!("{next:?} is not a piece"));
        }
    }
    (points, problem)
}

/// The text of a position, runs of empty points as numbers.
pub(super) fn write(position: &Position) -> String {
    let mut text = String::new();
    let pieces = Square::by_rows().map(|square| position.piece(square));
    write_row(pieces, &mut text, |Piece { side, kind }, text| {
        let own = ('A'..='Z').find(|letter| manual_letter(*letter) == Some(kind));
        let letter = own.unwrap_or('?');
        text.push(side.pick(letter, letter.to_ascii_lowercase()));
    });
    text
}
