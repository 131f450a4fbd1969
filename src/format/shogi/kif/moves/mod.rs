//! The moves: numbered lines, KI2 lines, variations and the notes between them.

mod ends;
mod signed;

use std::collections::{HashMap, HashSet};

use super::ending;
use super::head::Start;
use super::last_line::LastLine;
use super::lines::{Line, LineKind, NO_MOVE};
use crate::format::headers::Dialect;
use crate::format::shogi::{add_line, clock, eval, keep_header};
use crate::game::shogi::notation::{Meaning, Phrase, is_side_mark};
use crate::game::shogi::{self, Handicap, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{At, Builder, EndingKind, NodeId, Note, Record, Warnings};
use crate::text::scan::is_blank;

/// The keys in the specification that set no known header.
const OTHER_KEYS: &str =
    "秒読み 消費時間 先手省略名 後手省略名 記録係 作品番号 発表年月 手数 完全性 分類 受賞 最大手数";

/// How many notes of a node are checked for repetitions.
const REPEATED: usize = 16;

/// Reads the moves line by line.
pub(super) struct Moves {
    builder: Builder,
    /// The destination of the move that led to the diagram.
    last: Option<Square>,
    players: ending::Players,
    /// The game starts from a diagram.
    problem: bool,
    last_line: LastLine,
    /// The block has just begun: its first move may already be in the tree.
    merging: bool,
    /// The ply after which the block begins, until its first move.
    variation: Option<usize>,
    /// The children of forks by their moves, except first children.
    forks: HashMap<(NodeId, Move), NodeId>,
    comment: Option<String>,
    /// The endings of lines so far, by the nodes of their last moves.
    ended: HashSet<(NodeId, EndingKind)>,
    /// The last node that got an evaluation.
    valued: Option<NodeId>,
    /// Whether the moves have origin squares.
    origins: bool,
    cut: Option<String>,
}

/// What was read, and why it seems to be cut short.
pub(super) type Finished = ((Record, Warnings), Option<String>);

impl Moves {
    pub(super) fn new(start: Start) -> Self {
        let record = start.builder.record();
        let players = ending::Players::of(record);
        let shogi = record.start.shogi();
        let problem = shogi.is_some_and(|position| Handicap::of(position).is_none());
        Self {
            builder: start.builder,
            last: start.last,
            players,
            problem,
            last_line: LastLine::new(),
            merging: false,
            variation: None,
            forks: HashMap::new(),
            comment: None,
            ended: HashSet::new(),
            valued: None,
            origins: false,
            cut: start.cut,
        }
    }

    pub(super) fn take(&mut self, line: Line<'_>, kind: LineKind<'_>) {
        if line.broken {
            self.hold_back(line);
        }
        if let LineKind::Comment(text) = kind {
            return add_line(&mut self.comment, text);
        }
        if !matches!(kind, LineKind::Ignored) {
            self.end_comment();
        }
        match kind {
            LineKind::Bookmark(name) => self.builder.note(Note::Bookmark(name.into())),
            LineKind::Numbered(_, text) => self.take_numbered(line, text),
            LineKind::Signed(text) => self.take_signed(line, text),
            LineKind::Variation(number) => self.take_variation(line, number),
            LineKind::Summary(text) => self.take_summary(line, text),
            LineKind::Turned => self.builder.record_mut().flipped = true,
            LineKind::Header(key, value) => self.take_header(line, key, value),
            LineKind::Other(text) => self.take_word(line, text),
            LineKind::Comment(_)
            | LineKind::Ignored
            | LineKind::Rank(_)
            | LineKind::Played(_)
            | LineKind::Turn(_) => {}
        }
    }

    pub(super) fn finish(mut self) -> Finished {
        self.end_comment();
        (self.builder.finish(), self.cut)
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

    /// The destination of the previous move, for 同.
    fn previous(&self) -> Option<Square> {
        let node = self.builder.node();
        match self.builder.tree().mv(node) {
            Some(mv) => mv.shogi().map(|mv| mv.to),
            None if node == NodeId::ROOT => self.last,
            None => None,
        }
    }

    fn end_comment(&mut self) {
        let Some(comment) = self.comment.take().filter(|text| !text.is_empty()) else {
            return;
        };
        let node = self.builder.node();
        let valuation = eval::find(&comment, self.mover().other());
        let comment = Note::Comment(comment.into());
        if self.is_repeated(|note| *note == comment) {
            return;
        }
        self.builder.note(comment);
        if let Some(valuation) = valuation.filter(|_| self.valued != Some(node)) {
            self.valued = Some(node);
            self.builder.note(Note::Eval(valuation));
        }
    }

    /// Whether a branch that was merged into another repeats one of its first notes.
    fn is_repeated(&self, same: impl Fn(&Note) -> bool) -> bool {
        let notes = self.builder.tree().notes(self.builder.node());
        self.merging && notes.take(REPEATED).any(same)
    }

    /// A KIF line: a move with its origin and time, or the word that ends the line.
    fn take_numbered(&mut self, line: Line<'_>, text: &str) {
        let Some((phrase, rest)) = Phrase::scan(text) else {
            return self.take_end(line, text);
        };
        if phrase.is_complete() {
            self.origins = true;
        } else if self.is_provisional(line) || (!line.ended && self.origins) {
            return self.hold_back(line);
        }
        self.play(
            line.at_part(text),
            &phrase,
            &text[..text.len() - rest.len()],
        );
        let more = self.add_clock(rest);
        let more = more.trim_matches(|c| is_blank(c) || c == '+');
        if let Some(comment) = more.strip_prefix('*') {
            add_line(&mut self.comment, comment);
        } else if more.contains(is_side_mark) {
            self.take_signed(line, more);
        } else if !self.is_provisional(line)
            && !more.starts_with('#')
            && more.contains(char::is_alphanumeric)
        {
            let message = format!("unexpected {more:?} after the move");
            self.builder.warn(line.at_part(more), message);
        }
    }

    fn play(&mut self, at: At, phrase: &Phrase, text: &str) {
        if let Some(ply) = self.variation.take().filter(|_| self.merging) {
            self.choose_line(ply, phrase);
        }
        let Some(Meaning { mv, guessed }) = phrase.resolve(self.position(), self.previous()) else {
            return self.skip(at, text, "同 needs a move before it");
        };
        let node = self.builder.node();
        if let Some(same) = self.same_child(node, mv) {
            return self.enter(same);
        }
        let child = self.builder.play(Move::Shogi(mv), at);
        if guessed {
            let message = format!("{text} is ambiguous or impossible: {mv} is played");
            self.builder.warn(at, message);
        }
        self.added(node, child);
    }

    /// Records a node that was added to the line, whose last node was `last`.
    fn added(&mut self, last: NodeId, child: NodeId) {
        self.merging = false;
        let tree = self.builder.tree();
        let parent = tree.parent(child).unwrap_or(last);
        if let Some(mv) = tree.mv(child)
            && tree.first_child(parent) != Some(child)
        {
            self.forks.insert((parent, mv), child);
        }
        // The line continues after its end.
        if parent != last {
            self.last_line.push(parent);
        }
        self.last_line.push(child);
    }

    fn enter(&mut self, child: NodeId) {
        self.builder.go_to(child);
        self.last_line.push(child);
    }

    /// The child that already makes this move. Only the first moves of a variation can exist already.
    fn same_child(&self, node: NodeId, mv: shogi::Move) -> Option<NodeId> {
        let mv = Move::Shogi(mv);
        let tree = self.builder.tree();
        let first = tree.first_child(node).filter(|_| self.merging)?;
        if tree.mv(first) == Some(mv) {
            return Some(first);
        }
        self.forks.get(&(node, mv)).copied()
    }

    /// Keeps a node for an unreadable move. The turn passes.
    fn skip(&mut self, at: At, text: &str, why: &str) {
        let node = self.builder.node();
        let next = self.mover().other();
        let text = text
            .strip_prefix(NO_MOVE)
            .filter(|text| !text.is_empty())
            .unwrap_or(text);
        let message = format!("cannot read the move {text:?}: {why}");
        let child = self.builder.skip_unread(text, next, at, message);
        self.added(node, child);
    }

    /// Takes the time, if it comes first, and returns the rest.
    fn add_clock<'a>(&mut self, text: &'a str) -> &'a str {
        let text = text.trim_start_matches(is_blank);
        let Some((clock, rest)) = clock::take(text) else {
            return text;
        };
        if !self.is_repeated(|note| matches!(note, Note::Clock(_))) {
            self.builder.note(Note::Clock(clock));
        }
        rest
    }

    fn take_variation(&mut self, line: Line<'_>, number: Option<u32>) {
        if self.is_provisional(line) {
            return self.hold_back(line);
        }
        self.merging = true;
        self.last_line.begin_variation();
        let first = self.builder.record().first_number;
        let Some(ply) = number.and_then(|number| number.checked_sub(first)) else {
            return self.warn(line, "a variation must name the move that it replaces");
        };
        // The variation belongs to the line that was written last, or else to the main line.
        let Some(node) = self.last_line.cut(ply as usize) else {
            return self.warn(
                line,
                "there is no such move to replace: the variation continues from the end of its line",
            );
        };
        self.builder.go_to(node);
        self.variation = Some(ply as usize);
    }

    /// Switches to the main line if the first move of a variation is legal there and not on the line written last: 将棋
    /// playground writes the variations of the main line in ascending order.
    fn choose_line(&mut self, ply: usize, first: &Phrase) {
        let fits = |moves: &Self| {
            let meaning = first.resolve(moves.position(), moves.previous());
            meaning.is_some_and(|meaning| moves.position().check(meaning.mv).is_ok())
        };
        let here = self.builder.node();
        let main = self.last_line.main(ply).filter(|main| *main != here);
        let Some(main) = main.filter(|_| !fits(self)) else {
            return;
        };
        self.builder.go_to(main);
        if fits(self) {
            self.last_line.cut_main(ply);
        } else {
            self.builder.go_to(here);
        }
    }

    fn warn(&mut self, line: Line<'_>, message: &str) {
        self.builder.warnings.warn(line.at(), message);
    }

    /// After the first move, a header counts only if its key is known: any text may contain a colon.
    fn take_header(&mut self, line: Line<'_>, key: &str, value: &str) {
        let is_known = |key| OTHER_KEYS.split(' ').any(|known| known == key);
        if Dialect::Kif.key(key).is_some() || is_known(key) {
            keep_header(&mut self.builder.record_mut().headers, key, value);
        } else {
            self.keep_prose(line);
        }
    }

    /// Keeps a line that has no meaning for programs, after the move above it.
    fn keep_prose(&mut self, line: Line<'_>) {
        let text = line.text.trim_matches(is_blank);
        if line.ended && !text.is_empty() {
            self.builder.note(Note::Remark(text.into()));
        }
    }

    /// Whether the line may still be incomplete.
    fn is_provisional(&self, line: Line<'_>) -> bool {
        !line.ended && line.broken
    }

    /// Removes what follows the last line end.
    fn hold_back(&mut self, line: Line<'_>) {
        if self.cut.is_some() {
            return;
        }
        let message = "the file ends inside a line";
        self.warn(line, message);
        self.cut = Some(message.to_owned());
    }
}
