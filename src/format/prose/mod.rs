//! Moves in what people write: articles, letters, posts, lists with words between them. What stands for a move of the
//! game, what opens a variation and what is only named is decided for the text as a whole.
//!
//! Formats with a grammar do not come here, except where their text is none of it.

mod departures;
mod lexer;
mod plant;
mod search;
mod tongue;

use std::ops::Range;

use lexer::Segment;
pub(in crate::format) use lexer::{is_damaged, opening};
pub(in crate::format) use plant::{Told, doubtful};
use search::{Act, Explained};
pub(in crate::format) use tongue::{JOINTS, Tongue};

use super::Certainty;
use super::headers::outcome;
use crate::game::Side;
use crate::record::{Builder, Outcome};
use crate::text::scan::lines;
use plant::Planter;

/// A text with the role of each of its moves.
pub(in crate::format) struct Reading<'t> {
    /// The text up to the end of the part that is read.
    text: &'t str,
    tongue: Tongue,
    segments: Vec<Segment>,
    explained: Explained,
}

/// Where the words begin, at the end of a text, that stand above a variation or a game whose moves are still to come; the
/// length of the text if there are none.
pub(in crate::format) fn end_before_heading(text: &str, tongue: Tongue) -> usize {
    let (mut at, mut end) = (text.len(), text.len());
    for line in text.split_inclusive('\n').rev() {
        at -= line.len();
        if tongue.is_in(line) {
            return end;
        }
        if lexer::is_heading(line) {
            end = at;
        }
    }
    text.len()
}

/// Where a board is drawn in the words above the moves.
pub(in crate::format) fn drawn_board(head: &str) -> Option<usize> {
    const RANKS: usize = 8;
    let (mut count, mut begin) = (0, 0);
    for line in lines(head) {
        let cells = line.text.split([' ', '\t', '|']).filter(|cell| cell.chars().count() == 1);
        if cells.take(RANKS + 1).count() <= RANKS {
            count = 0;
            continue;
        }
        begin = if count == 0 { line.offset } else { begin };
        count += 1;
        if count == RANKS {
            return Some(begin);
        }
    }
    None
}

/// The warning about such a board.
pub(in crate::format) const DRAWN: &str =
    "the board that is drawn here is not read: the moves begin from the usual position";

/// Where the words above the moves of a text end.
pub(in crate::format) fn opening_at(text: &str, tongue: Tongue) -> usize {
    opening(text, tongue).map_or(0, |(at, _)| at)
}

/// Whether a line is the heading of a game.
pub(in crate::format) fn is_game_heading(line: &str) -> bool {
    lexer::game(line) > 0
}

/// How many moves of a text have a number or the name of a side before them, or follow each other.
pub(in crate::format) fn count_introduced(text: &str, tongue: Tongue) -> usize {
    let segments = lexer::segments(text, 0, tongue);
    let is_go = matches!(tongue, Tongue::Go { .. });
    let counts = segments.iter().map(|segment| match segment.moves.len() {
        2.. if !is_go => segment.moves.len(),
        _ => segment.introduced(),
    });
    counts.sum()
}

/// How much of a text is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::format) struct Counts {
    /// Moves by the rules.
    pub(in crate::format) played: usize,
    /// Moves with a number before them that are not.
    pub(in crate::format) numbered: usize,
    /// Others outside of brackets.
    pub(in crate::format) named: usize,
}

impl<'t> Reading<'t> {
    /// Reads a part of a text from the builder's node on. `may_begin`: other games may follow the first.
    pub(in crate::format) fn new(
        builder: &Builder,
        text: &'t str,
        range: Range<usize>,
        tongue: Tongue,
        may_begin: bool,
    ) -> Self {
        let text = text.get(..range.end).unwrap_or(text);
        let segments = lexer::segments(text, range.start, tongue);
        let previous = builder.tree().mv(builder.node());
        let explained = search::explain(&segments, builder.position(), previous, may_begin);
        Self { text, tongue, segments, explained }
    }

    fn acts(&self) -> impl Iterator<Item = (&Segment, Act)> {
        self.segments.iter().zip(self.explained.acts.iter().copied())
    }

    /// Where the line begins in which the first move is played.
    pub(in crate::format) fn begin(&self) -> Option<usize> {
        let (first, _) = self.acts().find(|(_, act)| matches!(act, Act::Played { .. }))?;
        Some(self.line_of(first))
    }

    pub(in crate::format) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (segment, act) in self.acts() {
            let moves = segment.moves.len();
            match act {
                Act::Played { from, to, .. } | Act::Game { root: from, to } => {
                    let bad = self.explained.unplayable(from, to);
                    counts.played += moves.saturating_sub(bad);
                    counts.numbered += if segment.number.is_some() { bad } else { 0 };
                }
                Act::Named | Act::NamedDue if segment.number.is_some() => counts.numbered += moves,
                Act::Named | Act::NamedDue if segment.depth == 0 => counts.named += moves,
                Act::Again | Act::Named | Act::NamedDue => {}
            }
        }
        counts
    }

    /// How many of the moves that are played have a number or the name of a side before them.
    pub(in crate::format) fn introduced(&self) -> usize {
        let played = self.acts().filter(|(_, act)| matches!(act, Act::Played { .. }));
        played.map(|(segment, _)| segment.introduced()).sum()
    }

    /// The number of the first move that is played.
    pub(in crate::format) fn first_number(&self) -> Option<i64> {
        let (first, _) = self.acts().find(|(_, act)| matches!(act, Act::Played { .. }))?;
        first.number.map(|number| number.value)
    }

    /// Whether this explains a text better than another reading of it does.
    pub(in crate::format) fn is_better(&self, other: &Self) -> bool {
        self.explained.score > other.explained.score
    }

    /// The side that plays the first move of the text, if its label or the number of its ply names one.
    pub(in crate::format) fn first_side(&self) -> Option<Side> {
        let first = self.segments.iter().find(|segment| segment.depth == 0)?;
        let number = first.number.filter(|_| self.counts_plies());
        let by_number = number.map(|number| Side::first_if(number.value % 2 == 1));
        first.moves.first()?.side.or(by_number)
    }

    /// Whether no number stands before more than one move.
    pub(in crate::format) fn counts_plies(&self) -> bool {
        self.segments.iter().all(|segment| segment.moves.len() < 2)
    }

    /// Where the lines begin in which games begin after the first.
    pub(in crate::format) fn starts(&self) -> impl Iterator<Item = usize> {
        let begins = self.acts().filter(|(_, act)| matches!(act, Act::Game { .. }));
        begins.map(|(segment, _)| self.line_of(segment))
    }

    fn line_of(&self, segment: &Segment) -> usize {
        let before = self.text.get(..segment.from).unwrap_or("");
        before.rfind(['\n', '\r']).map_or(0, |end| end + 1)
    }

    /// Plays the segments that are to be played. The words from an offset on are comments.
    pub(in crate::format) fn plant(self, builder: Builder, from: usize) -> Told<'t> {
        Planter::new(self.text, from, builder).plant(&self.segments, &self.explained, self.tongue)
    }
}

impl Counts {
    /// How certain it is that a text is a record and not only talks of moves.
    pub(in crate::format) fn certainty(self) -> Certainty {
        const ENOUGH: usize = 4;
        let Self { played, numbered, named, .. } = self;
        match played {
            _ if played < 6 && 2 * played < numbered + named => Certainty::No,
            ENOUGH.. => Certainty::Likely,
            // A short list with a misprint is one all the same, if nothing else is in it.
            1.. if named == 0 && numbered < played => Certainty::Weak,
            _ => Certainty::No,
        }
    }
}

impl Told<'_> {
    /// The result of a line that names no side: `超时判负`.
    fn verdict_of_mover(&self, line: &str) -> Option<(Outcome, bool)> {
        let line = line.trim().trim_end_matches(['。', '.']);
        let mover = self.builder.position().side_to_move().pick("红", "黑");
        let is_told = line.starts_with(['认', '認', '超', '投']);
        Some((outcome(&format!("{mover}{line}")).filter(|_| is_told)?, true))
    }

    /// Notes the text after the last move, but for the result.
    pub(in crate::format) fn note_rest(&mut self) -> Option<Outcome> {
        let rest = self.rest();
        let mut found = lines(rest).filter_map(|line| {
            let (outcome, is_all) =
                verdict(line.text, self.tongue).or_else(|| self.verdict_of_mover(line.text))?;
            // A result does not say how the game ended.
            let is_told = !is_all || line.text.contains(['认', '認', '超', '投', '判']);
            let words = line.text.trim_end_matches(['。', '.']).len();
            Some((line.offset + if is_told { words } else { 0 }, outcome))
        });
        let (end, outcome) = found.next().unzip();
        plant::note(&mut self.builder, rest.get(..end.unwrap_or(rest.len())).unwrap_or(""), true);
        outcome
    }
}

/// The result that a line states, and whether it states nothing else.
fn verdict(line: &str, tongue: Tongue) -> Option<(Outcome, bool)> {
    let line = line.trim_matches([' ', '　', '\t', '.', '。', '*', '>']);
    // How the game ended may follow in brackets: `红方胜（绝杀）`.
    let line =
        line.split(['(', '（']).next().filter(|said| !said.is_empty()).unwrap_or(line).trim_end();
    let inside = line.trim_matches(['(', ')', '（', '）', '.', '。', '!', '！']);
    let last = inside.rsplit(['，', ',', '；']).next().unwrap_or("").trim();
    let whole = stated(line, tongue).or_else(|| stated(inside, tongue));
    whole.map(|outcome| (outcome, true)).or_else(|| Some((stated(last, tongue)?, false)))
}

/// The outcome that the words state, such as 红胜 or `Black resigns`.
fn stated(words: &str, tongue: Tongue) -> Option<Outcome> {
    if let Some(outcome) = outcome(words).filter(|_| words.chars().count() > 1) {
        return Some(outcome);
    }
    let (side, fate) = words.split_once(' ')?;
    let is_first = tongue.side(side)? == Side::First;
    let wins = match fate.trim_end_matches('.') {
        "wins" | "won" => true,
        "resigns" | "resigned" | "lost" | "loses" => false,
        _ => return None,
    };
    Some(if is_first == wins { Outcome::FirstWins } else { Outcome::SecondWins })
}
