//! How the segments of a whole text bear on each other.

use std::collections::HashSet;

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
    let moves = segments.iter().flat_map(|segment| &segment.moves).take(LOOKED_AT);
    let sides: Vec<Option<Side>> = moves.map(|candidate| side(text, candidate)).collect();
    let changes = sides.windows(2).filter(|pair| pair[0] != pair[1]).count();
    if sides.len() > 3 && changes * 5 >= (sides.len() - 1) * 4 {
        for candidate in segments.iter_mut().flat_map(|segment| &mut segment.moves) {
            candidate.hint = side(text, candidate);
        }
    }
}

fn side(text: &str, candidate: &Candidate) -> Option<Side> {
    let last = text.get(candidate.at.clone())?.chars().next_back()?;
    Some(Side::first_if(!crate::game::halfwidth(last).is_ascii_digit()))
}

/// Leaves out the headings that name the move which opens the variation below them, or the one in whose place it is.
fn without_names(text: &str, segments: Vec<Segment>) -> Vec<Segment> {
    let mut kept: Vec<Segment> = Vec::new();
    for mut segment in segments {
        if let Some(above) = kept.pop_if(|above| names(text, above, &segment)) {
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

/// Whether a segment only names the move that the next one begins with or replaces.
fn names(text: &str, above: &Segment, segment: &Segment) -> bool {
    let ([named], Some(first)) = (&above.moves[..], segment.moves.first()) else {
        return false;
    };
    above.is_headed()
        && !segment.is_headed()
        && (above.lead, above.depth) == (false, segment.depth)
        && !counts_on(above, segment)
        && if above.line < segment.line {
            above.tail == Words::None && text.get(named.at.clone()) == text.get(first.at.clone())
        } else {
            let between = text.get(named.at.end..first.at.start).unwrap_or("");
            above.line == segment.line
                && ["で", "では", "に代えて", "に代え"]
                    .contains(&between.trim_end_matches(is_side_mark))
        }
}

/// Whether the first has the number of a round, and the other has the next one.
fn counts_on(above: &Segment, segment: &Segment) -> bool {
    let before = above.number.filter(|number| !number.ordinal);
    before.zip(segment.number).is_some_and(|(before, number)| before.value < number.value)
}

/// Segments in two columns or more are put in the order of their numbers.
fn columns(mut segments: Vec<Segment>) -> Vec<Segment> {
    let mut from = 0;
    while from < segments.len() {
        let mut numbers = HashSet::new();
        let block = segments[from..].iter().take_while(|segment| {
            let number = segment.number.filter(|number| !number.second && !number.ordinal);
            !segment.has_heading && number.is_some_and(|number| numbers.insert(number.value))
        });
        let end = from + block.count().max(1);
        if are_columns(&segments[from..end]) {
            segments[from..end].sort_by_key(value);
        }
        from = end;
    }
    segments
}

/// Whether the numbers of segments, which all differ, are without a gap, and go up by more than one in a line.
fn are_columns(block: &[Segment]) -> bool {
    let mut rows = block.chunk_by(|one, other| one.line == other.line);
    let values = block.iter().map(value);
    let is_whole = values
        .clone()
        .max()
        .zip(values.min())
        .is_some_and(|(most, least)| most - least + 1 == block.len() as i64);
    let first = rows.clone().next().unwrap_or_default();
    is_whole
        && first.windows(2).any(|pair| value(&pair[1]) - value(&pair[0]) > 1)
        && rows.all(|row| row.is_sorted_by_key(value))
}

fn value(segment: &Segment) -> i64 {
    segment.number.map_or(0, |number| number.value)
}
