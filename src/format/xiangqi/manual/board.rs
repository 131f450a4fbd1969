//! The text of a position: 90 points from black's left corner, pieces by their letters, `0` for an empty point or a
//! number for a run of them. A run may continue past the end of a rank. A rank may end with `/`.

use crate::game::xiangqi::notation::manual_letter;
use crate::game::xiangqi::{Kind, Piece, Position, Square};
use crate::game::{Side, write_row};

const POINTS: usize = 90;

/// Whether a text describes all points and nothing else.
pub(super) fn is_position(text: &str) -> bool {
    let (points, problem) = points(text);
    points.len() == POINTS && problem.is_none()
}

/// A position as far as it can be read, and what is wrong with it.
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
    let rank = |side| position.king(side).map(Square::rank);
    let is_on_top = rank(Side::First).is_some_and(|rank| rank >= 7);
    if is_on_top && rank(Side::Second).is_some_and(|rank| rank <= 2) {
        position = upside_down(&position);
        problem = problem.or(Some("red is at the top; the position is turned".to_owned()));
    }
    (position, problem)
}

fn points(text: &str) -> (Vec<Option<Piece>>, Option<String>) {
    let mut points = Vec::new();
    let mut problem = None;
    let mut characters = text.chars().filter(|next| !next.is_whitespace()).peekable();
    // With a `0` for each empty point, digits are not numbers.
    let single = text
        .chars()
        .filter(|next| !next.is_whitespace() && *next != '/')
        .count()
        == POINTS;
    while let Some(character) = characters.next() {
        if let Some(digit) = character.to_digit(10) {
            let mut run = digit as usize;
            let mut next_digit = || characters.next_if(|next| !single && next.is_ascii_digit());
            while let Some(digit) = next_digit().and_then(|next| next.to_digit(10)) {
                run = run.saturating_mul(10).saturating_add(digit as usize);
            }
            let run = if single { 1 } else { run };
            points.extend(std::iter::repeat_n(None, run.min(POINTS + 1)));
            if points.len() > POINTS {
                break;
            }
        } else if let Some(kind) = manual_letter(character) {
            let side = Side::first_if(character.is_ascii_uppercase());
            points.push(Some(Piece { side, kind }));
        } else if character != '/' {
            problem = Some(format!("{character:?} is not a piece"));
        }
    }
    (points, problem)
}

fn upside_down(position: &Position) -> Position {
    let mut turned = Position::empty();
    for (square, piece) in position.pieces() {
        if let Some(square) = Square::new(square.file(), 9 - square.rank()) {
            turned.put(square, Some(piece));
        }
    }
    turned
}

/// The text of a position, runs of empty points as numbers.
pub(super) fn write(position: &Position) -> String {
    let mut text = String::new();
    let pieces = Square::by_rows().map(|square| position.piece(square));
    write_row(pieces, &mut text, |piece, text| text.push(letter(piece)));
    text
}

fn letter(Piece { side, kind }: Piece) -> char {
    let letters = ('A'..='Z').find(|&letter| manual_letter(letter) == Some(kind));
    let letter = letters.unwrap_or('?');
    debug_assert!(Kind::ALL.contains(&kind));
    match side {
        Side::First => letter,
        Side::Second => letter.to_ascii_lowercase(),
    }
}
