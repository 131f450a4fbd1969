//! How much speaks for playing a segment in a way.

use super::options::Place;
use super::{Due, Search, State, Way, weight};
use crate::format::prose::lexer::{Segment, Words};
use crate::format::prose::tongue::Phrase;

impl Search<'_> {
    /// The reasons for playing a segment in a way.
    pub(super) fn score(
        &self,
        state: &State,
        segment: &Segment,
        way: &Way,
        due: Due,
        place: Place,
    ) -> i32 {
        let in_brackets = segment.depth > state.brackets.last().map_or(0, |last| last.0);
        let is_item = segment.lead && segment.is_item() && place.is_branch() && segment.depth > 0;
        let is_variation = (segment.is_bracketed() || is_item) && in_brackets && place.is_branch();
        let is_from_named = segment.in_sentence
            && state.goes_on_from_named(segment, self.numbered_ply(state, segment));
        let branch = match place.is_branch() {
            true => branch_score(state, segment, way, due, place, (is_variation, is_item)),
            false => line_score(state, segment, due, place),
        };
        let facts = [
            (in_brackets && !is_variation, weight::BRACKETS),
            (place.is_sibling, weight::SIBLING),
            (!place.is_current, weight::BACK),
            (is_from_named, weight::AFTER_NAMED),
            (place.misses, weight::MISSING),
            (segment.supposed && !due.is_met() || segment.is_option(), weight::SUPPOSED),
        ];
        let is_regular = way.bad == 0 && due.is_met();
        weight::LEGAL * way.legal
            + weight::ILLEGAL * way.bad
            + way.score
            + branch
            + words_score(state, segment, is_item, is_regular, place.is_branch())
            + sum(&facts)
    }
}

/// The score of going on with a line.
fn line_score(state: &State, segment: &Segment, due: Due, place: Place) -> i32 {
    let is_at_end = place.is_current && place.ply == place.plies;
    let begins_round = segment.number.is_some_and(|number| !number.second);
    let has_side = segment.moves.first().is_some_and(|first| first.side.is_some());
    let is_go = segment.moves.iter().any(|first| matches!(first.phrase, Phrase::Go(_)));
    let is_idle = segment.has_heading && (segment.number.is_some() || is_go);
    let goes_on = segment.is_first && (begins_round || has_side);
    let facts = [
        (
            segment.number.is_none() && !has_side && state.is_numbered && !state.half,
            weight::COMPLETE,
        ),
        (is_idle && place.is_current, weight::IDLE_HEADING),
        (begins_round && is_at_end && state.half && !due.is_late, weight::MISSING),
        (goes_on && is_at_end && state.is_bare, weight::AFTER_BARE),
        (segment.returns && state.left.first() == Some(&place.line), weight::RETURN),
    ];
    due.score + sum(&facts)
}

/// The score of branching off a line. `is_variation`: the segment is in brackets of its own. `is_item`: it is in a list in
/// brackets.
fn branch_score(
    state: &State,
    segment: &Segment,
    way: &Way,
    due: Due,
    place: Place,
    (is_variation, is_item): (bool, bool),
) -> i32 {
    let is_headed = segment.is_headed() || is_variation;
    let is_counted = segment.number.is_some_and(|number| !number.ordinal);
    let names_ply = is_counted && due.score >= weight::SOON || is_variation;
    let is_far = is_headed && !names_ply && !place.is_sibling && segment.instead.is_none();
    let in_words = segment.lead && !is_item && !(segment.number.is_some() && due.score > 0);
    let of_variation = place.is_current
        && is_headed
        && !state.left.is_empty()
        && !is_variation
        && !place.is_sibling;
    let heading = match () {
        () if segment.has_heading || is_variation => weight::HEADING,
        () if segment.is_ordinal() => weight::ORDINAL,
        () if segment.colon => 0,
        () => weight::NO_HEADING,
    };
    let facts = [
        (true, weight::BRANCH + heading),
        (!place.is_sibling, weight::BRANCH_MOVE * way.legal),
        (segment.number.is_none() && !is_headed, weight::NOTHING),
        (in_words, weight::BRANCH_IN_WORDS),
        (is_far, weight::DISTANCE * (place.plies - place.ply) as i32),
        (of_variation, weight::OF_VARIATION),
        (state.is_lone, weight::LONE),
        (!place.is_current && !is_headed, weight::BACK_TO_BRANCH),
    ];
    // An ordinal counts variations.
    let due = if segment.is_ordinal() && due.score < 0 { -Due::TOLERANCE } else { due.score };
    due + sum(&facts)
}

/// The sum of the weights whose condition holds.
fn sum(facts: &[(bool, i32)]) -> i32 {
    facts.iter().filter(|(is_so, _)| *is_so).map(|(_, weight)| weight).sum()
}

/// The weight of the words around a segment against playing it.
fn words_score(
    state: &State,
    segment: &Segment,
    is_item: bool,
    is_regular: bool,
    is_branch: bool,
) -> i32 {
    let is_numbered = segment.number.is_some() && is_regular;
    let mut score = 0;
    let is_in_sentence = segment.in_sentence && !segment.spaced;
    if segment.lead && !is_item && (!is_numbered || is_in_sentence) {
        let completes = !segment.glued && state.half && !is_branch;
        score += if completes { weight::LEAD_APART } else { weight::LEAD };
    }
    if is_branch || !is_numbered {
        score += match segment.tail {
            Words::None => 0,
            Words::Apart => weight::TAIL_APART,
            Words::Glued if is_branch => 2 * weight::TAIL,
            Words::Glued => weight::TAIL,
        };
    }
    score
}
