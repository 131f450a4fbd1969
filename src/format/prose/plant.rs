//! The moves of an explanation as a record. Every word between them is a comment on the move before it.

use std::collections::HashMap;
use std::ops::Range;

use super::departures::departures;
use super::lexer::{Segment, clock, dots, evaluation, is_separator};
use super::search::{Act, Explained, Kind};
use super::tongue::Tongue;
use crate::format::{commands, times};
use crate::game::Position;
use crate::record::{At, Builder, Clock, Doubt, NodeId, Note, Problem, Record};

/// A text whose moves are played.
pub(in crate::format) struct Told<'t> {
    text: &'t str,
    pub(super) tongue: Tongue,
    /// The first game, at the end of the line that the text was in last.
    pub(in crate::format) builder: Builder,
    /// The games after it.
    pub(in crate::format) more: Vec<Record>,
    /// Where the words after the last move begin.
    pub(in crate::format) from: usize,
}

impl<'t> Told<'t> {
    /// The words after the last move.
    pub(in crate::format) fn rest(&self) -> &'t str {
        self.text.get(self.from..).unwrap_or("")
    }
}

pub(super) struct Planter<'t> {
    text: &'t str,
    builder: Builder,
    /// The first game, once others follow.
    done: Vec<Builder>,
    nodes: HashMap<u32, NodeId>,
    /// Where the words begin that are not noted yet.
    from: usize,
    start: Position,
    has_moves: bool,
}

impl<'t> Planter<'t> {
    pub(super) fn new(text: &'t str, from: usize, builder: Builder) -> Self {
        let start = builder.position().clone();
        let nodes = HashMap::from([(0, builder.node())]);
        Self { text, builder, done: Vec::new(), nodes, from, start, has_moves: false }
    }

    /// Plays the segments that are to be played.
    pub(super) fn plant(
        mut self,
        segments: &[Segment],
        explained: &Explained,
        tongue: Tongue,
    ) -> Told<'t> {
        let mut departures = departures(self.text, segments, explained).into_iter().peekable();
        for (index, (segment, act)) in segments.iter().zip(&explained.acts).enumerate() {
            if let Some(doubt) = explained.doubt(index) {
                let doubtful = self.doubtful(segment.written(), doubt);
                self.builder.report(At::offset(segment.from), doubtful);
            }
            match *act {
                Act::Named | Act::Again => {}
                Act::NamedDue => {
                    let unfit = self.doubtful(segment.written(), Doubt::Unfit);
                    self.builder.warn(At::offset(segment.from), unfit);
                }
                Act::Played { from, to, .. } => self.play(segment, explained, (from, to)),
                Act::Game { root, to } => {
                    self.note_words(segment.from);
                    let next = Builder::new(self.start.clone());
                    self.done.push(std::mem::replace(&mut self.builder, next));
                    self.nodes.insert(root, NodeId::ROOT);
                    self.play(segment, explained, (root, to));
                }
            }
            let until = segments.get(index + 1).map_or(usize::MAX, |next| next.from);
            while let Some(found) = departures.next_if(|found| found.at.start < until) {
                let doubtful = self.doubtful(found.at.clone(), found.doubt);
                self.builder.warn(At::offset(found.at.start), doubtful);
            }
        }
        let mut games = self.done.into_iter().chain([self.builder]);
        let first = games.next();
        let more = games.map(Builder::finish).collect();
        let builder = first.unwrap_or_else(|| Builder::new(self.start));
        Told { text: self.text, tongue, builder, more, from: self.from }
    }

    fn doubtful(&self, at: Range<usize>, doubt: Doubt) -> Problem {
        doubtful(self.text.get(at).unwrap_or(""), doubt)
    }

    fn play(&mut self, segment: &Segment, explained: &Explained, (from, to): (u32, u32)) {
        let mut path = Vec::new();
        let mut node = to;
        while node != from {
            let Some(tried) = explained.tried.get(node as usize) else {
                return;
            };
            path.push((node, tried.kind));
            node = tried.up;
        }
        let fork = self.nodes.get(&from).copied().unwrap_or(NodeId::ROOT);
        let heading = if self.builder.node() == fork || !self.has_moves {
            self.note_words(if segment.has_heading { segment.begin } else { segment.from });
            None
        } else {
            self.note_words(segment.from);
            let heading = self.take_words(segment.begin).filter(|_| segment.has_heading);
            self.builder.go_to(fork);
            heading
        };
        let mut moves = segment.moves.iter();
        let mut waiting = heading.and_then(words);
        let mut is_first = true;
        for (node, kind) in path.into_iter().rev() {
            let known = self.nodes.get(&node).copied();
            if kind == Kind::Missing {
                let at = moves.as_slice().first().map_or(segment.from, |next| next.at.start);
                match known {
                    Some(known) => self.builder.go_to(known),
                    None => self.pass(at),
                }
            } else if let Some(candidate) = moves.next() {
                if is_first {
                    self.from = candidate.at.start.max(self.from);
                } else {
                    self.note_words(candidate.from);
                }
                is_first = false;
                match known {
                    Some(known) => self.builder.go_to(known),
                    None => self.play_move(candidate.at.clone(), candidate, kind),
                }
                self.from = candidate.at.end;
                self.has_moves = true;
            }
            self.nodes.insert(node, self.builder.node());
            if let Some(heading) = waiting.take() {
                self.builder.note(Note::Comment(heading.into()));
            }
        }
    }

    fn pass(&mut self, at: usize) {
        self.builder.skip();
        let next = self.builder.position().side_to_move().other();
        self.builder.note(Note::Turn(next));
        self.builder.warn(At::offset(at), "a move is missing before this one");
    }

    fn play_move(&mut self, at: Range<usize>, candidate: &super::lexer::Candidate, kind: Kind) {
        let text = self.text.get(at.clone()).unwrap_or("");
        let at = At::offset(at.start);
        let Kind::Move(mv) = kind else {
            return self.builder.leave_out(text, at);
        };
        let node = self.builder.node();
        let previous = self.builder.tree().mv(node);
        let legal = candidate.phrase.legal(self.builder.position(), previous);
        self.builder.play(mv, at);
        if legal.len() > 1 {
            let list: Vec<String> = legal.iter().map(|mv| mv.code()).collect();
            let message = format!("{text:?} can mean {}; {} is taken", list.join(", "), mv.code());
            self.builder.warn(at, message);
        }
    }

    /// The text up to an offset that is not noted yet.
    fn take_words(&mut self, until: usize) -> Option<&'t str> {
        let from = self.from;
        self.from = until.max(from);
        self.text.get(from..until)
    }

    /// Notes the words up to an offset on the builder's node.
    fn note_words(&mut self, until: usize) {
        let Some(gap) = self.take_words(until) else {
            return;
        };
        note(&mut self.builder, gap, self.has_moves);
    }
}

/// The doubt about a part of a text, with its beginning.
pub(in crate::format) fn doubtful(part: &str, doubt: Doubt) -> Problem {
    /// The characters that are quoted.
    const LONGEST: usize = 40;
    let words: String = part.chars().take(2 * LONGEST).collect();
    let mut text = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = text.char_indices().nth(LONGEST) {
        text.replace_range(cut.., "…");
    }
    Problem::Doubtful { text: text.into(), doubt }
}

/// Notes the words of a text on the builder's node, and the signs right after its move.
pub(super) fn note(builder: &mut Builder, gap: &str, behind_move: bool) {
    let signs = gap.trim_start_matches(['!', '?', '！', '？']);
    if behind_move && signs.len() < gap.len() {
        let glyph: String =
            gap[..gap.len() - signs.len()].chars().map(crate::game::halfwidth).collect();
        builder.note(Note::Glyph(glyph.into()));
    }
    let time = signs.trim_start_matches([' ', '　']);
    let time = time[..clock(time)].trim_matches(['(', '（', '[', ')', '）', ']']);
    if behind_move && time.contains(':') {
        let spent = times::read(time);
        if spent.is_some() {
            builder.clock(Clock { spent, total: None });
        }
    }
    if let Some(comment) = words(if behind_move { signs } else { gap }) {
        let mover = builder.position().side_to_move().other();
        let comment = commands::take(&comment, mover, |note| builder.note(note));
        builder.comment(&comment);
    }
}

/// The words of a text between moves, if it has some: without the signs around them, and without brackets around all.
fn words(gap: &str) -> Option<String> {
    let mut rest = gap;
    loop {
        let before = rest.len();
        rest = rest.trim_start_matches(|next| {
            next != '-' && (is_separator(next) || "\r\n…⋯）)]】".contains(next))
        });
        if evaluation(rest) > 0 {
            break;
        }
        rest = rest.strip_prefix('-').unwrap_or(rest);
        let skipped = clock(rest).max(dots(rest));
        rest = rest.get(skipped..).unwrap_or("");
        if rest.len() == before {
            break;
        }
    }
    let text =
        rest.trim_end_matches(|next: char| next.is_whitespace() || ">|*#(（[【".contains(next));
    let pairs = [('(', ')'), ('（', '）'), ('{', '}')];
    let inside = pairs.into_iter().find_map(|(open, close)| {
        let inside = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inside.contains([open, close])).then_some(inside)
    });
    let text = inside.unwrap_or(text).trim();
    // The bracket belongs to the words in it.
    let opens = text.contains('】') && !text.contains('【');
    let text = if opens { gap.find('【').map_or(text, |at| gap[at..].trim()) } else { text };
    (!text.is_empty()).then(|| text.replace("\r\n", "\n").replace('\r', "\n"))
}
