//! The moves: numbered lines, KI2 lines, variations and the notes between them.

mod ends;
mod variations;

use std::collections::{HashMap, HashSet};

use super::ending::{self, Players};
use super::lines::{Line, LineKind, NO_MOVE, after_variation, classify, first_number, is_digit};
use crate::format::headers::Dialect;
use crate::format::prose::{Reading, Tongue, count_introduced, is_damaged};
use crate::format::shogi::{add_line, clock, eval, keep_header};
use crate::game::shogi::Square;
use crate::game::shogi::notation::{Phrase, Resolved, is_side_mark, marked_side};
use crate::game::{Move, Side};
use crate::record::{At, Builder, EndingKind, NodeId, Note, Record};
use crate::text::scan::is_blank;
use variations::LastLine;

/// The keys in the specification that set no known header.
const OTHER_KEYS: &str =
    "秒読み 消費時間 先手省略名 後手省略名 記録係 作品番号 発表年月 手数 完全性 分類 受賞 最大手数";

/// How many notes of a node are checked for repetitions.
const REPEATED: usize = 16;

/// Whether a line names a move in a sentence: `△２四歩は▲６八銀で悪い。`
fn is_sentence(line: &str) -> bool {
    let mut rest = line;
    while let Some((_, after)) = Phrase::scan(rest) {
        if goes_on(after) {
            return true;
        }
        rest = after.trim_start_matches(is_blank);
    }
    false
}

/// Whether a sentence goes on with the text after a move.
fn goes_on(after: &str) -> bool {
    after.starts_with(|next| ('ぁ'..='ん').contains(&next) && next != 'ま')
}

/// Reads the moves line by line.
pub(super) struct Moves {
    pub(super) builder: Builder,
    /// The destination of the move that led to the diagram.
    last: Option<Square>,
    last_line: LastLine,
    /// The block has just begun: its first move may already be in the tree.
    merging: bool,
    /// The ply after which the block begins, until its first move.
    variation: Option<usize>,
    /// The children of forks by their moves, except first children.
    forks: HashMap<(NodeId, Move), NodeId>,
    comment: Option<String>,
    players: Players,
    /// The endings of lines so far, by the nodes of their last moves.
    ended: HashSet<(NodeId, EndingKind)>,
    /// The last node that got an evaluation.
    valued: Option<NodeId>,
    /// Whether moves have numbers. Others in the lines between them are only named.
    is_numbered: bool,
    /// Whether the moves have origin squares.
    pub(super) origins: bool,
    /// How far the numbers of the main line are ahead of its moves.
    ahead: u32,
    /// How many moves of lines as in books do not fit, or are left out.
    pub(super) odd: usize,
    /// How many moves are in sentences.
    pub(super) named: usize,
    /// Whether other lines than those of books are among them.
    pub(super) is_formal: bool,
    /// Where the first line is that is kept as words, but has several moves.
    pub(super) left: Option<usize>,
}

impl Moves {
    /// `last` is the destination of the move that led to the diagram.
    pub(super) fn new(builder: Builder, last: Option<Square>) -> Self {
        Self {
            players: Players::of(builder.record()),
            builder,
            last,
            last_line: LastLine::new(),
            merging: false,
            variation: None,
            forks: HashMap::new(),
            comment: None,
            ended: HashSet::new(),
            valued: None,
            is_numbered: false,
            origins: false,
            ahead: 0,
            odd: 0,
            named: 0,
            is_formal: false,
            left: None,
        }
    }

    pub(super) fn take(&mut self, line: Line<'_>, kind: LineKind<'_>) {
        if line.broken {
            self.hold_back(line);
        }
        if !matches!(kind, LineKind::Comment(_) | LineKind::Ignored) {
            self.end_comment();
        }
        self.is_formal |= matches!(kind, LineKind::Comment(_) | LineKind::Variation(Some(_)));
        match kind {
            LineKind::Comment(text) => match text.strip_prefix("まで") {
                // What dapu writes in KI2 where other programs know no such sentence.
                Some(summary)
                    if !self.origins
                        && first_number(summary) == Some(self.plies())
                        && ending::by_summary(summary, self.mover()).is_some() =>
                {
                    self.end_comment();
                    self.take_summary(line, summary);
                }
                _ => add_line(&mut self.comment, text),
            },
            LineKind::Bookmark(name) => self.builder.note(Note::Bookmark(name.into())),
            LineKind::Numbered(number, text) => {
                self.is_numbered = true;
                self.follow_number(line, number, text);
                self.take_numbered(line, text);
            }
            LineKind::Signed(text) if self.is_numbered && is_sentence(text) => {
                self.keep_words(line, line.text);
            }
            LineKind::Signed(text) => self.take_signed(line, text),
            LineKind::Variation(number) => {
                self.take_variation(line, number);
                let rest = after_variation(line.text);
                match classify(rest) {
                    LineKind::Numbered(_, text) | LineKind::Signed(text) => {
                        self.take_signed(line, text);
                    }
                    _ if rest.contains(is_side_mark) => {
                        let message = format!("{rest:?} is not read");
                        self.builder.report(line.at_part(rest), message);
                    }
                    _ => {}
                }
            }
            LineKind::Summary(text) => self.take_summary(line, text),
            LineKind::Turned => self.builder.flip(),
            LineKind::Header(key, value) => self.take_header(line, key, value),
            LineKind::Other(text) => self.take_word(line, text),
            LineKind::Ignored if self.builder.tree().len() > 1 && line.text.starts_with('#') => {
                self.builder.note(Note::Remark(line.text[1..].into()));
            }
            LineKind::Ignored | LineKind::Rank(_) | LineKind::Played(_) | LineKind::Turn(_) => {}
        }
    }

    pub(super) fn finish(mut self) -> Record {
        self.end_comment();
        self.builder.finish()
    }

    fn plies(&self) -> u32 {
        self.builder.tree().ply(self.builder.node())
    }

    fn mover(&self) -> Side {
        self.builder.position().side_to_move()
    }

    /// The meaning of a move in the current position.
    fn meaning(&self, phrase: &Phrase) -> Option<Resolved> {
        let node = self.builder.node();
        let previous = match self.builder.tree().mv(node) {
            Some(mv) => mv.shogi().map(|mv| mv.to),
            None => self.last.filter(|_| node == NodeId::ROOT),
        };
        phrase.resolve(self.builder.position().shogi()?, previous)
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
        } else if line.broken || (!line.ended && self.origins) {
            return self.hold_back(line);
        }
        let after = self.play(line, text, &phrase, rest);
        let more = after.trim_matches(|c| is_blank(c) || c == '+');
        if let Some(comment) = more.strip_prefix('*') {
            add_line(&mut self.comment, comment);
        } else if let Some(summary) = ending::behind_moves(more) {
            self.take_summary(line, summary);
        } else if more.starts_with(is_side_mark) {
            self.take_signed(line, more);
        } else if line.broken
            || more.starts_with('#')
            || !more.contains(|next: char| next.is_alphanumeric() || is_damaged(next))
        {
        } else if more.starts_with(|next| is_digit(next) || matches!(next, '同' | '('))
            || after.starts_with(is_damaged)
            || Tongue::Japanese.is_in(more)
        {
            // Lists of several moves in a line are no KIF.
            self.odd += count_introduced(more, Tongue::Japanese);
            let message = format!("unexpected {more:?} after the move");
            self.builder.warn(line.at_part(more), message);
        } else {
            add_line(&mut self.comment, more);
        }
    }

    /// A KI2 line: moves, either all with the sign of their side or none. The last word may say how the line ends.
    fn take_signed(&mut self, line: Line<'_>, text: &str) {
        let signed = text.contains(is_side_mark);
        let (mut in_words, mut moves) = (false, 0);
        let line_text = text;
        let mut rest = text.trim_start_matches(is_blank);
        while !rest.is_empty() {
            let token = rest;
            let is_move = !signed || token.starts_with(is_side_mark);
            if let Some((phrase, after)) = Phrase::scan(token).filter(|_| is_move) {
                if after.is_empty() && line.broken && !phrase.is_complete() {
                    return self.hold_back(line);
                }
                self.odd += usize::from(self.is_odd(token) || after.starts_with(is_damaged));
                moves += 1;
                in_words |= goes_on(after);
                rest = self.play(line, token, &phrase, after);
                // A remark without a move, such as (図1).
                if rest.starts_with('(')
                    && let Some(end) = rest.find(|c| c == ')' || is_side_mark(c))
                {
                    rest = rest[end..].trim_start_matches(')');
                }
            } else if let Some(summary) = ending::behind_moves(token) {
                return self.take_summary(line, summary);
            } else {
                let text = token.trim_start_matches(is_side_mark);
                let end = text.find(|c| is_blank(c) || is_side_mark(c));
                let (word, after) = text.split_at(end.unwrap_or(text.len()));
                let is_last = after.trim_start_matches(is_blank).is_empty();
                let before = &line_text[..line_text.len() - token.len()];
                let is_glued = !before.is_empty() && !before.ends_with(is_blank);
                let is_word = !word.starts_with(|first: char| first.is_ascii_punctuation());
                let is_dropped = !token.starts_with(is_side_mark)
                    && (is_glued && is_word || Phrase::scan(word).is_some())
                    && ending::by_word(word, self.mover()).is_none();
                self.odd += usize::from(is_dropped);
                in_words |= is_dropped && word.starts_with(char::is_alphabetic);
                self.take_token(line, token, word, is_last);
                rest = after;
            }
            rest = rest.trim_start_matches(is_blank);
        }
        self.named += if in_words { moves } else { 0 };
    }

    /// Whether a move is marked for the other side, or comes after the end.
    fn is_odd(&mut self, token: &str) -> bool {
        let side = token.chars().next().and_then(marked_side);
        side.is_some_and(|side| side != self.mover()) || self.builder.ending_mut().is_some()
    }

    /// Plays a game written in prose. Returns also where it ends.
    pub(super) fn plant(self, reading: Reading<'_>, begin: usize) -> (Self, usize) {
        let planted = reading.plant(self.builder, begin);
        (Self { builder: planted.builder, ..self }, planted.from)
    }

    /// The words of people after the moves, which may say how the game ended.
    pub(super) fn take_rest(&mut self, line: Line<'_>) {
        let text = line.text.trim_matches(|next| is_blank(next) || next == '>' || next == '|');
        match ending::behind_moves(text) {
            Some(summary) => self.take_summary(line, summary),
            None => self.builder.comment(text),
        }
    }

    /// Plays a move, the part of a text before `rest`, and returns what follows it and its time.
    fn play<'a>(
        &mut self,
        line: Line<'_>,
        text: &'a str,
        phrase: &Phrase,
        rest: &'a str,
    ) -> &'a str {
        let (at, text) = (line.at_part(text), &text[..text.len() - rest.len()]);
        if let Some(ply) = self.variation.take().filter(|_| self.merging) {
            self.choose_line(ply, phrase);
        }
        let node = self.builder.node();
        let meaning = self.meaning(phrase);
        let same = meaning.and_then(|meaning| self.same_child(node, Move::Shogi(meaning.mv)));
        if let Some(same) = same {
            self.enter(same);
        } else if let Some(Resolved { mv, guessed }) = meaning {
            let child = self.builder.play(Move::Shogi(mv), at);
            if guessed {
                let message = format!("{text} is ambiguous or impossible: {mv} is played");
                self.builder.warn(at, message);
            }
            self.added(node, child);
        } else {
            self.skip(at, text, "同 needs a move before it");
        }
        self.add_clock(rest)
    }

    /// Keeps a node for an unreadable move. The turn passes.
    fn skip(&mut self, at: At, text: &str, why: &str) {
        let node = self.builder.node();
        let next = self.mover().other();
        let known = text.strip_prefix(NO_MOVE).filter(|text| !text.is_empty());
        let text = known.unwrap_or(text);
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

    /// After the first move, a header counts only if its key is known: any text may contain a colon.
    fn take_header(&mut self, line: Line<'_>, key: &str, value: &str) {
        let mut others = OTHER_KEYS.split(' ');
        if Dialect::Kif.key(key).is_some() || others.any(|known| known == key) {
            self.players.add(key);
            keep_header(self.builder.headers_mut(), key, value);
        } else {
            self.keep_words(line, line.text);
        }
    }

    /// Keeps words that have no meaning for programs, after the move before them.
    pub(super) fn keep_words(&mut self, line: Line<'_>, words: &str) {
        let words = words.trim_matches(is_blank);
        if line.ended && !words.is_empty() {
            self.builder.note(Note::Remark(words.into()));
        }
    }

    /// Removes the text after the last line end.
    fn hold_back(&mut self, line: Line<'_>) {
        if self.builder.record().cut.is_none() {
            self.builder.cut(line.at(), "the file ends inside a line");
        }
    }
}
