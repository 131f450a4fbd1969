//! Playing a running text.

use super::lexer::{Movetext, Token, TokenKind};
use super::{STYLES, board, legal_run, pass, passed, play_move};
use std::ops::Range;

use crate::format::commands;
use crate::format::headers::outcome;
use crate::format::prose::{Reading, Tongue};

use crate::game::xiangqi::Position;
use crate::game::xiangqi::notation::{self, Style};
use crate::game::{self, Side, halfwidth};
use crate::record::{At, Builder, Key, NodeId, Note, Outcome, Record};

/// Plays the text of a game that a program wrote, which begins at `at`: no move is missing in it. The record has its headers
/// and starting position, but no moves yet.
pub(in crate::format) fn play_complete(
    mut record: Record,
    movetext: &Movetext<'_>,
    at: At,
) -> Record {
    let style = infer_start(&mut record, movetext);
    let reader = play_lines(style, Builder::on(record), movetext);
    finish(reader.builder, reader.result, at)
}

fn infer_start(record: &mut Record, movetext: &Movetext<'_>) -> Style {
    let game::Position::Xiangqi(start) = &mut record.start else {
        return STYLES[0];
    };
    let style;
    (*start, style) = infer(start, movetext);
    style
}

/// Plays the text of a game that people wrote. Only the grammar knows variations in variations.
pub(in crate::format) fn play(mut record: Record, movetext: &Movetext<'_>, at: At) -> Record {
    if movetext.has_variations() && movetext.is_list() {
        return play_complete(record, movetext, at);
    }
    let tongue = Tongue::Xiangqi(infer_start(&mut record, movetext));
    let builder = Builder::on(record);
    let Range { start, end } = movetext.range;
    let reading = Reading::new(&builder, movetext.text, start..end, tongue, false);
    let mut planted = reading.plant(builder, start);
    let result = planted.note_rest();
    finish(planted.builder, result, at)
}

/// Plays a line from the builder's node on, then its variations.
fn play_lines<'m>(
    style: Style,
    builder: Builder,
    movetext: &'m Movetext<'m>,
) -> MovetextReader<'m> {
    let mut reader = MovetextReader {
        pending: vec![(builder.node(), 0)],
        builder,
        movetext,
        style,
        before: None,
        earlier: None,
        waiting: Vec::new(),
        result: None,
    };
    // The mainline, then each line's variations in the order of the text.
    while let Some((fork, start)) = reader.pending.pop() {
        reader.builder.go_to(fork);
        let first = reader.pending.len();
        reader.play_line(start);
        reader.pending[first..].reverse();
    }
    reader
}

/// The record as played. A result at the end of the moves is the game's if the headers have none, and is noted if they
/// have another.
pub(in crate::format) fn finish(builder: Builder, end: Option<Outcome>, at: At) -> Record {
    let mut record = builder.finish();
    let Some(outcome) = end.filter(|outcome| *outcome != Outcome::Open) else {
        return record;
    };
    let (result, is_decided) = (outcome.name(), outcome.is_final());
    let known = record.headers.get(Key::Result);
    match known.filter(|known| *known != "*") {
        None if is_decided => record.headers.set(Key::Result, result),
        Some(known) if known == result => {}
        known => {
            if let Some(known) = known.filter(|_| is_decided) {
                let message = format!("the moves end with {result}, the headers say {known}");
                record.warnings.warn(at, message);
            }
            let last = record.tree.mainline_end();
            record.tree.note(last, Note::Result(outcome));
        }
    }
    record
}

/// The side to move first and the notation, which the text leaves out: those with which most of the first moves are legal.
/// The side that a file states is tried first: some state the wrong one.
pub(in crate::format) fn infer(start: &Position, movetext: &Movetext<'_>) -> (Position, Style) {
    const TRIED: usize = 8;
    let mut stated = *start;
    if movetext.begins_with_ellipsis() {
        stated.set_side_to_move(Side::Second);
    }
    // A rank 10 or 0, or a piece that WXF does not have, decides it.
    let fitting = STYLES.into_iter().filter(|style| fits(movetext, *style));
    let mut fitting = fitting.peekable();
    let others = if fitting.peek().is_none() { &STYLES[..] } else { &[] };
    let mut best = (stated, *fitting.peek().unwrap_or(&STYLES[0]));
    let mut longest = 0;
    for style in fitting.chain(others.iter().copied()) {
        for start in [stated, passed(&stated)] {
            let run = legal_run(&start, movetext.phrases(0, style), TRIED);
            if run > longest {
                (best, longest) = ((start, style), run);
            }
            if longest == TRIED {
                return best;
            }
        }
    }
    best
}

fn fits(movetext: &Movetext<'_>, style: Style) -> bool {
    let mut tokens = movetext.tokens.iter();
    tokens.all(|token| {
        token.kind != TokenKind::Move || notation::scan(movetext.text_of(token), style).is_some()
    })
}

struct MovetextReader<'m> {
    builder: Builder,
    movetext: &'m Movetext<'m>,
    style: Style,
    /// The position before the last move of the line, where alternatives to it start; `None` before the first move.
    before: Option<Position>,
    /// The position before the move before that.
    earlier: Option<Position>,
    /// Comments that are before the first move of a variation: they belong to that move.
    waiting: Vec<Note>,
    /// The variations that are still to be played, the next one last: the node where each branches off, and its first
    /// token.
    pending: Vec<(NodeId, usize)>,
    result: Option<Outcome>,
}

impl MovetextReader<'_> {
    /// Plays the line that begins with a token. A variation ends at its bracket, if it has one.
    fn play_line(&mut self, start: usize) {
        let open = start.checked_sub(1);
        let close = open.and_then(|open| self.movetext.partner(open));
        let end = close.unwrap_or(self.movetext.tokens.len());
        let is_variation = open.is_some();
        (self.before, self.earlier) = (None, None);
        let mut index = start;
        while index < end {
            let token = self.movetext.tokens[index];
            let text = self.movetext.text_of(&token);
            index += 1;
            match token.kind {
                TokenKind::Move | TokenKind::Unknown => self.play_move(index - 1, token),
                TokenKind::Comment => self.comment(text, is_variation),
                TokenKind::OpenComment => {
                    self.comment(text, is_variation);
                    self.builder.warn(token.at(), "the comment is never closed");
                }
                TokenKind::Glyph => self.builder.note(Note::Glyph(glyph(text).into())),
                TokenKind::Open => index = self.parenthesis(index - 1, token),
                TokenKind::Result if is_variation => {
                    let outcome = outcome(text).unwrap_or(Outcome::Open);
                    self.builder.note(Note::Result(outcome));
                }
                TokenKind::Result => return self.end(index, text),
                TokenKind::Close | TokenKind::Other => index = self.unknown_text(index - 1, end),
            }
        }
    }

    /// Plays the move of a token or passes. Alternatives start from the position before the move.
    fn play_move(&mut self, index: usize, token: Token) {
        let before = board(&self.builder);
        self.earlier = self.before.replace(before);
        let text = self.movetext.text_of(&token);
        match notation::scan(text, self.style) {
            _ if token.kind == TokenKind::Unknown => pass(&mut self.builder),
            Some((phrase, _)) => {
                let following = self.movetext.phrases(index + 1, self.style);
                play_move(&mut self.builder, text, token.at(), phrase, &following);
            }
            // A move of another style.
            None => self.builder.leave_out(text, token.at()),
        }
        for note in self.waiting.drain(..) {
            self.builder.note(note);
        }
    }

    fn comment(&mut self, text: &str, is_variation: bool) {
        if self.before.is_none() && is_variation {
            self.waiting.extend(comment_note(text));
            return;
        }
        let mover = self.builder.position().side_to_move().other();
        let text = commands::take(text, mover, |note| self.builder.note(note));
        note_comment(&mut self.builder, &text);
    }

    /// Decides whether a parenthesis holds a variation or a comment, and returns the token after it. The xqbase
    /// standard uses it for comments, many programs for variations: it is a variation if it begins with a legal
    /// alternative to the last move.
    fn parenthesis(&mut self, index: usize, token: Token) -> usize {
        let movetext = self.movetext;
        let close = movetext.partner(index);
        let tree = self.builder.tree();
        let fork = tree.parent(self.builder.node());
        let back = self.earlier.filter(|_| self.names_round(index));
        let earlier = fork.filter(|_| back.is_some()).and_then(|fork| tree.parent(fork));
        if let (Some(before), Some(fork)) = (back.or(self.before), earlier.or(fork))
            && self.is_variation(index, &before)
        {
            self.pending.push((fork, index + 1));
            if close.is_none() {
                let message = "the variation is never closed";
                self.builder.warn(token.at(), message);
            }
            return close.map_or(movetext.tokens.len(), |close| close + 1);
        }
        let start = token.end();
        let rest = movetext.part(start..movetext.range.end);
        let end = match close {
            Some(close) => movetext.tokens[close].start(),
            None => start + rest.find('\n').unwrap_or(rest.len()),
        };
        self.comment(movetext.part(start..end), false);
        movetext.tokens.partition_point(|token| token.start() <= end)
    }

    /// Whether a parenthesis after a whole round begins with its number and two moves: it replaces both.
    fn names_round(&self, open: usize) -> bool {
        let movetext = self.movetext;
        let [bracket, first, second, ..] = &movetext.tokens[open..] else {
            return false;
        };
        let number = movetext.part(bracket.end()..first.start()).trim();
        let after = number.trim_start_matches(|next: char| next.is_ascii_digit());
        let has_number = after.len() < number.len() && ["", ".", "．", "、"].contains(&after);
        let between = movetext.part(first.end()..second.start());
        let last = movetext.tokens[..open].iter().rposition(|token| token.is_move());
        let begins = |last: usize| last.checked_sub(1).map_or(0, |at| movetext.tokens[at].end());
        // The first move of a round has its number before it.
        let is_second = last.is_some_and(|last| {
            let before = movetext.part(begins(last)..movetext.tokens[last].start());
            !before.contains(|next: char| next.is_ascii_digit())
        });
        self.before.is_some_and(|before| before.side_to_move() == Side::Second)
            && (has_number && is_second)
            && [first, second].iter().all(|token| token.is_move())
            && between.trim().is_empty()
    }

    /// Whether a parenthesis begins with a legal move, or with a number and any move. Comments may be before it.
    fn is_variation(&self, open: usize, before: &Position) -> bool {
        let mut inside = self.movetext.tokens[open + 1..].iter();
        let first = inside.find(|token| token.kind != TokenKind::Comment);
        let Some(first) = first.filter(|token| token.is_move()) else {
            return false;
        };
        // `炮二平五（C2=5）` says the same twice.
        let alone = self.movetext.partner(open).is_some_and(|close| close == open + 2);
        let played = self.builder.tree().mv(self.builder.node()).and_then(game::Move::xiangqi);
        let phrase = notation::scan(self.movetext.text_of(first), self.style);
        let meanings = phrase.map_or_else(Vec::new, |(phrase, _)| phrase.meanings(before));
        if alone && played.is_some_and(|mv| meanings[..] == [mv]) {
            return false;
        }
        let range = self.movetext.tokens[open].start()..first.start();
        let before_move = self.movetext.part(range);
        let is_dot = |next: char| matches!(next, '.' | '、') || next.is_whitespace();
        let number = before_move.trim_end_matches(is_dot);
        number.ends_with(|last: char| last.is_ascii_digit())
            || meanings.iter().any(|mv| before.check(*mv).is_ok())
    }

    /// Ends the mainline with its result. A comment may follow, and text with moves is kept as one; anything else, such as
    /// the advertisement of the program that wrote the file, does not belong to the game.
    fn end(&mut self, next: usize, text: &str) {
        self.result = outcome(text).or_else(|| {
            let side = ["红", "黑"][self.builder.position().side_to_move().index()];
            outcome(&format!("{side}{text}"))
        });
        if text.contains(['认', '認', '超', '投', '判']) {
            self.comment(text, false);
        }
        let mut rest = &self.movetext.tokens[next..];
        while let [token @ Token { kind: TokenKind::Comment, .. }, after @ ..] = rest {
            self.comment(self.movetext.text_of(token), false);
            rest = after;
        }
        if let (Some(first), Some(last)) = (rest.first(), rest.last())
            && rest.iter().any(|token| token.kind == TokenKind::Move)
        {
            note_comment(&mut self.builder, self.movetext.part(first.start()..last.end()));
            self.builder.warn(first.at(), "moves after the result are kept as a comment");
        }
    }

    /// Keeps text that is neither move nor comment as a comment, up to the next thing that is or to the end of the line,
    /// and returns the token after it.
    fn unknown_text(&mut self, index: usize, end: usize) -> usize {
        let tokens = &self.movetext.tokens[index..end];
        let is_odd = |token: &&Token| matches!(token.kind, TokenKind::Other | TokenKind::Close);
        let count = tokens.iter().take_while(is_odd).count().max(1);
        let (first, last) = (tokens[0], tokens[count - 1]);
        let text = self.movetext.part(first.start()..last.end());
        keep_as_comment(&mut self.builder, text, first.at());
        index + count
    }
}

/// Notes a comment on the builder's node, unless it is empty.
fn note_comment(builder: &mut Builder, text: &str) {
    if let Some(note) = comment_note(text) {
        builder.note(note);
    }
}

/// Keeps text that does not belong among moves as a comment.
fn keep_as_comment(builder: &mut Builder, text: &str, at: At) {
    note_comment(builder, text);
    let beginning: String = text.chars().take(40).collect();
    let message = format!("{beginning:?} is not a move; it is kept as a comment");
    builder.warn(at, message);
}

/// A comment without the blanks around it; line ends are `\n`. Ideographic spaces are kept: they indent paragraphs.
fn comment_note(text: &str) -> Option<Note> {
    let comment = text.trim_matches(|character: char| character.is_ascii_whitespace());
    // Files that were converted twice end lines with two carriage returns.
    let text = match comment.contains('\r') {
        true => &*comment.replace("\r\r\n", "\n").replace("\r\n", "\n").replace('\r', "\n"),
        false => comment,
    };
    (!text.is_empty()).then(|| Note::Comment(text.into()))
}

/// The glyphs by their numbers in PGN, from `$1`: those of moves, and those of advantages. A dash stands for none.
const GLYPHS: &str = "! ? !! ?? !? ?! - - - = - - ~ += =+ +/- -/+ +- -+";

/// The sign for a glyph.
fn glyph(text: &str) -> String {
    let number = text.strip_prefix('$').and_then(|number| number.parse::<usize>().ok());
    let sign = number.and_then(|number| GLYPHS.split(' ').nth(number.checked_sub(1)?));
    match sign.filter(|sign| *sign != "-") {
        Some(sign) => sign.to_owned(),
        None => text.chars().map(halfwidth).collect(),
    }
}

/// The number for a sign.
pub(in crate::format) fn glyph_number(sign: &str) -> Option<usize> {
    let place = GLYPHS.split(' ').position(|known| known == sign && sign != "-");
    place.map(|place| place + 1)
}
