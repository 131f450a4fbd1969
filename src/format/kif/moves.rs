//! The moves: numbered lines, KI2 lines, variations and what is noted between them.

use std::collections::HashMap;

use super::head::Start;
use super::lines::{Kind, Line, is_blank};
use super::path::{Path, Place};
use super::{clock, ending, eval, place};
use crate::format::scan::Columns;
use crate::game::shogi::notation::{Meaning, Spelling, is_side_mark};
use crate::game::shogi::{self, Handicap, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{At, Builder, Ending, Key, NodeId, Note, Property, Record, Warning};

/// The property that holds the words with which a line ends, where they are not those that a writer would choose.
pub(in crate::format) const END: &str = "end";
/// The property that holds the まで line, likewise.
pub(in crate::format) const SUMMARY: &str = "まで";
/// The property that holds a move that cannot be read.
pub(in crate::format) const UNREAD: &str = "unread";

/// Stands before a text that is no move, or alone for a move of which nothing is known.
pub(super) const NO_MOVE: &str = "？";

/// Whether a text in place of a move is one that cannot be read, and no word for the end.
pub(super) fn looks_like_a_move(text: &str) -> bool {
    text.starts_with(|c| super::lines::is_digit(c) || c == '同' || is_side_mark(c))
}

/// Reads the moves line by line.
pub(super) struct Moves {
    builder: Builder,
    /// The destination of the move that led to the diagram.
    last: Option<Square>,
    players: ending::Players,
    /// The start is a diagram.
    problem: bool,
    path: Path,
    /// The block has just begun: its first move may be one that is there already.
    merging: bool,
    /// The children of forks by their moves, the first children left out.
    forks: HashMap<(NodeId, Move), NodeId>,
    comment: Option<String>,
    /// Whether the moves have their squares of origin.
    origins: bool,
    /// Text behind the last line end may still grow.
    growing: bool,
    cut: Option<String>,
}

/// What was read.
pub(super) struct Finished {
    pub(super) record: Record,
    pub(super) warnings: Vec<Warning>,
    pub(super) cut: Option<String>,
}

impl Moves {
    pub(super) fn new(start: Start, growing: bool) -> Self {
        let players = ending::Players::of(&start.record);
        let problem = match &start.record.start {
            game::Position::Shogi(position) => Handicap::of(position).is_none(),
            _ => false,
        };
        let mut builder = Builder::on(start.record);
        builder.warnings = start.warnings;
        let path = Path::new(builder.position());
        let cut = start
            .cut
            .then(|| "the file ends inside the diagram".to_owned());
        Self {
            builder,
            last: start.last,
            players,
            problem,
            path,
            merging: false,
            forks: HashMap::new(),
            comment: None,
            origins: false,
            growing,
            cut,
        }
    }

    pub(super) fn take(&mut self, line: Line<'_>, kind: Kind<'_>) {
        if let Kind::Comment(text) = kind {
            return self.add_comment(text, line.ended);
        }
        if !matches!(kind, Kind::Furniture) {
            self.end_comment();
        }
        match kind {
            Kind::Bookmark(name) => self.builder.note(Note::Bookmark(name.into())),
            Kind::Numbered(_, text) => self.take_numbered(line, text),
            Kind::Signed(text) => self.take_signed(line, text),
            Kind::Variation(number) => self.take_variation(line, number),
            Kind::Summary(text) => self.take_summary(line, text),
            Kind::Turned => self.builder.record_mut().flipped = true,
            Kind::Header(key, value) => self.take_header(key, value),
            Kind::Other(text) => self.take_word(line, text),
            Kind::Comment(_)
            | Kind::Furniture
            | Kind::Rank(_)
            | Kind::Played(_)
            | Kind::Turn(_) => {}
        }
    }

    pub(super) fn finish(mut self) -> Finished {
        self.end_comment();
        let (record, warnings) = self.builder.finish();
        Finished {
            record,
            warnings,
            cut: self.cut,
        }
    }

    fn position(&self) -> &Position {
        match self.builder.position() {
            game::Position::Shogi(position) => position,
            _ => unreachable!("the record was begun with a shogi position"),
        }
    }

    fn mover(&self) -> Side {
        self.builder.position().side_to_move()
    }

    /// The destination of the move before, for 同.
    fn previous(&self) -> Option<Square> {
        let node = self.builder.node();
        match self.builder.tree().mv(node) {
            Some(Move::Shogi(mv)) => Some(mv.to),
            _ if node == NodeId::ROOT => self.last,
            _ => None,
        }
    }

    fn add_comment(&mut self, text: &str, ended: bool) {
        let text = if ended {
            text
        } else {
            text.trim_end_matches('\u{FFFD}')
        };
        match &mut self.comment {
            Some(comment) => {
                comment.push('\n');
                comment.push_str(text);
            }
            None => self.comment = Some(text.to_owned()),
        }
    }

    fn end_comment(&mut self) {
        let Some(comment) = self.comment.take().filter(|text| !text.is_empty()) else {
            return;
        };
        let tree = self.builder.tree();
        let has = |note: &Note| tree.notes(self.builder.node()).any(|other| other == note);
        let valuation = eval::find(&comment, self.mover().other()).map(Note::Eval);
        let comment = Note::Comment(comment.into());
        // A branch that was merged into another repeats its comments.
        if !has(&comment) {
            let valuation = valuation.filter(|_| !self.has_eval());
            self.builder.note(comment);
            valuation
                .into_iter()
                .for_each(|note| self.builder.note(note));
        }
    }

    fn has_eval(&self) -> bool {
        let mut notes = self.builder.tree().notes(self.builder.node());
        notes.any(|note| matches!(note, Note::Eval(_)))
    }

    fn has_ended(&self) -> bool {
        let mut notes = self.builder.tree().notes(self.builder.node());
        notes.any(|note| match note {
            Note::End(_) => true,
            Note::Property(property) => &*property.name == END,
            _ => false,
        })
    }

    /// A line of KIF: a move with its origin and time, or the word with which the line ends.
    fn take_numbered(&mut self, line: Line<'_>, text: &str) {
        let Some((spelling, rest)) = Spelling::read(text) else {
            return self.take_end(line, text);
        };
        if spelling.is_complete() {
            self.origins = true;
        } else if !line.ended && (self.growing || self.origins) {
            return self.hold_back(line);
        }
        self.play(
            place(line, text, 0),
            &spelling,
            &text[..text.len() - rest.len()],
        );
        self.add_clock(rest);
    }

    fn play(&mut self, at: At, spelling: &Spelling, text: &str) {
        let Some(Meaning { mv, guessed }) = spelling.resolve(self.position(), self.previous())
        else {
            return self.skip(at, text, "同 has no move before it");
        };
        let node = self.builder.node();
        if let Some(same) = self.same_child(node, mv) {
            return self.enter(same);
        }
        let first = self.builder.tree().first_child(node).is_none();
        let child = self.builder.play(Move::Shogi(mv), at);
        if guessed {
            let message = format!("{text} fits several pieces, or none: {mv} is played");
            self.builder.warn(at, message);
        }
        self.added(node, child, first, Some(Move::Shogi(mv)));
    }

    /// Remembers a new node.
    fn added(&mut self, parent: NodeId, child: NodeId, first: bool, mv: Option<Move>) {
        self.merging = false;
        if let Some(mv) = mv.filter(|_| !first) {
            self.forks.insert((parent, mv), child);
        }
        self.path.push(child, self.builder.position());
    }

    fn enter(&mut self, child: NodeId) {
        self.builder.enter(child);
        self.path.push(child, self.builder.position());
    }

    /// The child that makes this move already. Only the first moves of a variation can be there.
    fn same_child(&self, node: NodeId, mv: shogi::Move) -> Option<NodeId> {
        let mv = Move::Shogi(mv);
        let tree = self.builder.tree();
        let first = tree.first_child(node).filter(|_| self.merging)?;
        if tree.mv(first) == Some(mv) {
            return Some(first);
        }
        self.forks.get(&(node, mv)).copied()
    }

    /// Keeps a node for a move that cannot be read. The turn passes.
    fn skip(&mut self, at: At, text: &str, why: &str) {
        let node = self.builder.node();
        let first = self.builder.tree().first_child(node).is_none();
        let next = self.mover().other();
        let text = text
            .strip_prefix(NO_MOVE)
            .filter(|text| !text.is_empty())
            .unwrap_or(text);
        let child = self.builder.skip();
        self.builder.note(Note::Turn(next));
        self.note_property(UNREAD, text);
        self.builder
            .warn(at, format!("cannot read the move {text:?}: {why}"));
        self.added(node, child, first, None);
    }

    fn note_property(&mut self, name: &str, value: &str) {
        self.builder.note(Note::Property(Box::new(Property {
            name: name.into(),
            values: vec![value.into()],
        })));
    }

    fn add_clock(&mut self, text: &str) {
        // A branch that was merged into another repeats its times.
        let repeated = self.merging && self.has_clock();
        if let Some(clock) = clock::read(text).filter(|_| !repeated) {
            self.builder.note(Note::Clock(clock));
        }
    }

    fn has_clock(&self) -> bool {
        let mut notes = self.builder.tree().notes(self.builder.node());
        notes.any(|note| matches!(note, Note::Clock(_)))
    }

    /// A word in place of a move.
    fn take_end(&mut self, line: Line<'_>, text: &str) {
        let word = text.split('(').next().unwrap_or(text);
        let word = word.trim_end_matches('+').trim_matches(is_blank);
        let ending = ending::by_word(word, self.mover());
        if ending.is_none() && !line.ended {
            return self.hold_back(line);
        }
        if looks_like_a_move(word) || word.starts_with(NO_MOVE) {
            return self.skip(place(line, text, 0), word, "it names no square and piece");
        }
        self.end(ending, Some(word));
        self.add_clock(&text[word.len()..]);
        if ending.is_none() {
            let message = format!("the line ends with {word:?}, which is not known");
            self.builder.warn(place(line, text, 0), message);
        }
    }

    /// Ends the line here. Where the line goes on already, the ending stands beside its continuation.
    fn end(&mut self, ending: Option<Ending>, word: Option<&str>) {
        let tree = self.builder.tree();
        let node = self.builder.node();
        let first = tree.first_child(node).is_none();
        if self.merging && ending.is_some() && tree.ending(node) == ending {
            return;
        }
        // A second word in a row belongs to the same line; one at the start of a variation does not.
        if !first || (self.has_ended() && self.merging) {
            let child = self.builder.skip();
            self.added(node, child, first, None);
        }
        self.merging = false;
        if let Some(word) = word.filter(|word| ending.map(ending::word) != Some(word)) {
            self.note_property(END, word);
        }
        if let Some(ending) = ending {
            self.builder.note(Note::End(ending));
        }
    }

    /// まで112手で後手の勝ち. Under a word such as 投了 it says the same again.
    fn take_summary(&mut self, line: Line<'_>, text: &str) {
        if !self.path.in_variation() && !self.is_provisional(line) {
            self.builder.record_mut().headers.set(Key::Result, text);
        }
        let mover = self.mover();
        let ending = match self.builder.tree().ending(self.builder.node()) {
            Some(ending) => Some(ending),
            None => {
                let ending = ending::by_summary(text, mover);
                let complete =
                    text.ends_with(['ち', 'け', '断', '手', '棋', '詰', 'み', '敗', '勝']);
                if self.is_provisional(line) && !complete {
                    return self.hold_back(line);
                }
                if ending.is_some() {
                    self.end(ending, None);
                }
                ending
            }
        };
        let plies = self.plies();
        let usual = |ending| ending::summary(ending, plies, mover, self.players, self.problem);
        let usual = ending.map(usual);
        if usual.as_deref() != Some(text) {
            self.note_property(SUMMARY, text);
        }
    }

    /// The number of moves to here.
    fn plies(&self) -> u32 {
        let tree = self.builder.tree();
        let node = self.builder.node();
        let ending_alone = node != NodeId::ROOT && tree.mv(node).is_none() && self.has_ended();
        let before = self.builder.record().first_number - 1;
        before + tree.ply(node) - u32::from(ending_alone)
    }

    fn take_variation(&mut self, line: Line<'_>, number: Option<u32>) {
        if self.is_provisional(line) {
            return self.hold_back(line);
        }
        self.merging = true;
        self.path.begin_variation();
        let first = self.builder.record().first_number;
        let Some(ply) = number.and_then(|number| number.checked_sub(first)) else {
            return self.warn(line, "a variation must name the move that it replaces");
        };
        // The variation belongs to the line that was written last, or else to the main line.
        let ply = ply as usize;
        let place = self.path.cut(ply).or_else(|| self.path.cut_main(ply));
        let Some(Place { node, kept }) = place else {
            return self.warn(
                line,
                "there is no such move to replace: the variation goes on where its line ends",
            );
        };
        if let Some((kept, position)) = kept {
            self.builder.resume(kept, position);
        }
        self.builder.back_to(node);
    }

    fn warn(&mut self, line: Line<'_>, message: &str) {
        let at = place(line, line.text, 0);
        self.builder.warnings.push(Warning::new(at, message));
    }

    /// A header behind the first move counts only if its key is known: any text may hold a colon.
    fn take_header(&mut self, key: &str, value: &str) {
        let known = super::head::KEYS.iter().find(|(name, _)| *name == key);
        if let Some((_, known)) = known {
            let headers = &mut self.builder.record_mut().headers;
            headers.push_raw(key, value);
            if headers.get(*known).is_none() {
                headers.set(*known, value);
            }
        }
    }

    /// A line of KI2: moves, each with the sign of its side. A last word may say how the line ends.
    fn take_signed(&mut self, line: Line<'_>, text: &str) {
        let mut columns = Columns::new(line.text, line.number);
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(is_blank);
            if rest.is_empty() {
                return;
            }
            let token = rest;
            let at = columns.at(token);
            match Spelling::read(token).filter(|_| token.starts_with(is_side_mark)) {
                Some((spelling, after)) => {
                    if after.is_empty() && self.is_provisional(line) && !spelling.is_complete() {
                        return self.hold_back(line);
                    }
                    self.play(at, &spelling, &token[..token.len() - after.len()]);
                    rest = after;
                    if let Some(time) = rest.trim_start_matches(is_blank).strip_prefix('(') {
                        self.add_clock(rest);
                        rest = time.split_once(')').map_or("", |(_, after)| after);
                    }
                }
                None => {
                    rest = token.trim_start_matches(is_side_mark);
                    let end = rest
                        .find(|c| is_blank(c) || is_side_mark(c))
                        .unwrap_or(rest.len());
                    let word = &rest[..end];
                    rest = &rest[end..];
                    self.take_token(line, (token, at), word, rest.is_empty());
                }
            }
        }
    }

    /// What stands among the moves of a KI2 line and is none.
    fn take_token(&mut self, line: Line<'_>, token: (&str, At), word: &str, last: bool) {
        let ending = ending::by_word(word, self.mover());
        if last && !line.ended && ending.is_none() {
            self.hold_back(line);
        } else if ending.is_some() {
            self.end(ending, Some(word));
        } else if token.0.starts_with(is_side_mark) {
            self.skip(token.1, word, "it names no square and piece");
        }
    }

    /// A line that is nothing else may be the word with which a KI2 line ends.
    fn take_word(&mut self, line: Line<'_>, text: &str) {
        let word = text.trim_end_matches(is_blank);
        let ending = ending::by_word(word, self.mover());
        if ending.is_some() && !self.has_ended() {
            self.end(ending, Some(word));
        } else if !line.ended && word.starts_with(super::lines::is_digit) {
            self.hold_back(line);
        }
    }

    /// Whether a writer may still be at work on the line.
    fn is_provisional(&self, line: Line<'_>) -> bool {
        self.growing && !line.ended
    }

    /// Leaves out what stands behind the last line end.
    fn hold_back(&mut self, line: Line<'_>) {
        if self.growing {
            return;
        }
        let message = "the file ends inside a line";
        self.warn(line, message);
        self.cut = Some(message.to_owned());
    }
}
