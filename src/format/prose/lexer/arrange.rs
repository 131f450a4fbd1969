//! What the segments of a whole text say of each other.

use super::{Candidate, Segment, Words};
use crate::game::Side;
use crate::game::shogi::notation::is_side_mark;

/// The segments in the order in which they are to be read, without headings that only name moves.
pub(super) fn arranged(text: &str, segments: Vec<Segment>) -> Vec<Segment> {
    let mut segments = columns(without_names(text, segments));
    hint(text, &mut segments);
    segments
}

/// Texts may write Red's moves with Chinese numerals and Black's with digits.
fn hint(text: &str, segments: &mut [Segment]) {
    const LOOKED_AT: usize = 40;
    let side = |candidate: &Candidate| {
        let last = text.get(candidate.at.clone())?.chars().next_back()?;
        Some(Side::first_if(!crate::game::halfwidth(last).is_ascii_digit()))
    };
    let moves = segments.iter().flat_map(|segment| &segment.moves).take(LOOKED_AT);
    let sides: Vec<Option<Side>> = moves.map(side).collect();
    let changes = sides.windows(2).filter(|pair| pair[0] != pair[1]).count();
    if sides.len() > 3 && changes * 5 >= (sides.len() - 1) * 4 {
        for candidate in segments.iter_mut().flat_map(|segment| &mut segment.moves) {
            candidate.hint = side(candidate);
        }
    }
}

/// Leaves out the headings that name the move which opens the variation below them, or the one in whose place it is.
fn without_names(text: &str, segments: Vec<Segment>) -> Vec<Segment> {
    let first = |segment: &Segment| text.get(segment.moves.first()?.at.clone());
    let mut kept: Vec<Segment> = Vec::new();
    for mut segment in segments {
        let is_other = |above: &Segment| {
            let between = above.moves[0].at.end..segment.moves[0].at.start;
            let words = text.get(between).unwrap_or("").trim_end_matches(is_side_mark);
            ["で", "では", "に代えて", "に代え"].contains(&words)
        };
        let names = |above: &mut Segment| {
            above.is_headed()
                && !segment.is_headed()
                && above.moves.len() == 1
                && (above.lead, above.depth) == (false, segment.depth)
                && if above.line < segment.line {
                    above.tail == Words::None && first(above) == first(&segment)
                } else {
                    above.line == segment.line && is_other(above)
                }
        };
        if let Some(above) = kept.pop_if(names) {
            if above.line == segment.line {
                segment.instead = Some(above.moves[0].phrase);
                (segment.lead, segment.in_sentence, segment.glued) = (false, false, false);
            }
            (segment.from, segment.has_heading) = (above.from, true);
            segment.list = above.list;
            segment.after_end |= above.after_end;
            segment.after_gap |= above.after_gap;
        }
        kept.push(segment);
    }
    kept
}

/// Segments in two columns or more are put in the order of their numbers.
fn columns(mut segments: Vec<Segment>) -> Vec<Segment> {
    let value = |segment: &Segment| segment.number.map(|number| number.value);
    let rows: Vec<&[Segment]> = segments.chunk_by(|one, other| one.line == other.line).collect();
    let width = rows.first().map_or(0, |row| row.len());
    let numbers = |row: &[Segment]| row.iter().map(value).collect::<Option<Vec<_>>>();
    let Some(numbers) = rows.iter().map(|row| numbers(row)).collect::<Option<Vec<_>>>() else {
        return segments;
    };
    let Some([first, second, ..]) = numbers.first().map(Vec::as_slice) else {
        return segments;
    };
    let step = second - first;
    let is_even = numbers.len() > 1
        && step > 1
        && numbers[..numbers.len() - 1].iter().all(|row| row.len() == width)
        && numbers.iter().all(|row| row.windows(2).all(|pair| pair[1] - pair[0] == step))
        && numbers.windows(2).all(|pair| {
            pair[1].first().zip(pair[0].first()).is_some_and(|(below, above)| below - above == 1)
        });
    if is_even {
        segments.sort_by_key(value);
    }
    segments
}
