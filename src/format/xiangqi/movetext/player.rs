//! Playing a running text.

use super::commands;
use super::lexer::{Movetext, Token, TokenKind};
use super::resolve::{board, leave_out, legal_run, pass, play_move};
use super::{Style, scan_move};
use crate::format::headers::outcome;
use crate::game::xiangqi::Position;
use crate::game::{Side, halfwidth};
use crate::record::{At, Builder, NodeId, Note, Outcome, Record, Warnings};

/// A record with the moves of a text.
#[derive(Debug)]
pub(in crate::format) struct Played {
    /// The record.
    pub(in crate::format) record: Record,
    /// What was not in order.
    pub(in crate::format) warnings: Warnings,
    /// The result that ends the text.
    pub(in crate::format) result: Option<Outcome>,
}

impl Played {
    /// What a builder has played, with the result that ends it.
    pub(in crate::format) fn of(builder: Builder, result: Option<Outcome>) -> Self {
        let (record, warnings) = builder.finish();
        Self {
            record,
            warnings,
            result,
        }
    }
}

/// Plays a text. The record has its headers and starting position, but no moves yet.
pub(in crate::format) fn play(mut record: Record, movetext: &Movetext<'_>) -> Played {
    let mut style = Style::FromZero;
    if let crate::game::Position::Xiangqi(start) = &record.start {
        let dialect = Dialect::of(start, movetext);
        style = dialect.style;
        record.start.set_side_to_move(dialect.side);
    }
    let mut player = Player {
        builder: Builder::on(record),
        movetext,
        style,
        before: None,
        waiting: Vec::new(),
        result: None,
    };
    player.play();
    Played::of(player.builder, player.result)
}

/// What has to be inferred from the text: the side to move first, and how moves are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dialect {
    side: Side,
    pub(super) style: Style,
}

impl Dialect {
    /// The reading in which most of the first moves are legal. The side to move that a file states comes first: some
    /// state the wrong one.
    pub(super) fn of(start: &Position, movetext: &Movetext<'_>) -> Self {
        const TRIED: usize = 8;
        let stated = match movetext.begins_with_ellipsis() {
            true => Side::Second,
            false => start.side_to_move(),
        };
        let fits = |style: &Style| {
            let mut tokens = movetext.tokens.iter();
            tokens.all(|token| {
                token.kind != TokenKind::Move
                    || scan_move(movetext.text_of(token), *style).is_some()
            })
        };
        // A rank 10 or 0, or a piece that WXF does not have, decides it.
        let mut styles: Vec<Style> = Style::ALL.into_iter().filter(fits).collect();
        if styles.is_empty() {
            styles.extend(Style::ALL);
        }
        let mut best = Self {
            side: stated,
            style: styles[0],
        };
        let mut longest = 0;
        for style in styles {
            for side in [stated, stated.other()] {
                let dialect = Self { side, style };
                let run = legal_run(&dialect.start(start), movetext.line(0, style), TRIED);
                if run > longest {
                    (best, longest) = (dialect, run);
                }
                if longest == TRIED {
                    return best;
                }
            }
        }
        best
    }

    /// The position with the side to move that was found out.
    pub(super) fn start(self, start: &Position) -> Position {
        let mut start = *start;
        start.set_side_to_move(self.side);
        start
    }
}

struct Player<'m> {
    builder: Builder,
    movetext: &'m Movetext<'m>,
    style: Style,
    /// The position before the last move of the line, where alternatives to it start; `None` before the first move.
    before: Option<Position>,
    /// Comments that are before the first move of a variation: they belong to that move.
    waiting: Vec<Note>,
    result: Option<Outcome>,
}

/// A variation that is still to be played: the node where it branches off, and its first token.
type Variation = (NodeId, usize);

impl Player<'_> {
    /// Plays the mainline, then each line's variations in the order of the text.
    fn play(&mut self) {
        let mut pending: Vec<Variation> = vec![(NodeId::ROOT, 0)];
        while let Some((fork, start)) = pending.pop() {
            self.builder.go_to(fork);
            let found = self.play_line(start);
            pending.extend(found.into_iter().rev());
        }
    }

    /// Plays one line and returns its variations, in the order of the text.
    fn play_line(&mut self, start: usize) -> Vec<Variation> {
        let mut found = Vec::new();
        let mut index = start;
        let is_variation = start > 0;
        let end = self.end_of_line(start);
        self.before = None;
        while index < end {
            let token = self.movetext.tokens[index];
            let text = self.movetext.text_of(&token);
            match token.kind {
                TokenKind::Move => self.play_move(index, token),
                TokenKind::Unknown => self.pass(),
                TokenKind::Comment => self.comment(text, is_variation),
                TokenKind::OpenComment => {
                    self.comment(text, is_variation);
                    self.builder.warn(token.at(), "the comment is never closed");
                }
                TokenKind::Glyph => self.builder.note(Note::Glyph(glyph(text).into())),
                TokenKind::Open => {
                    index = self.parenthesis(index, token, &mut found);
                    continue;
                }
                TokenKind::Result if is_variation => self.end(token),
                TokenKind::Result => {
                    self.finish(index, token);
                    break;
                }
                // `1-` is a number like `1.`, unless every move has one.
                TokenKind::Link => {}
                TokenKind::Close | TokenKind::Other => {
                    index = self.unknown_text(index, end);
                    continue;
                }
            }
            index += 1;
        }
        found
    }

    /// The token before which a line ends that begins with this one: a variation at its bracket, if it has one.
    fn end_of_line(&self, start: usize) -> usize {
        let open = start.checked_sub(1);
        let close = open.and_then(|open| self.movetext.partner(open));
        close.unwrap_or(self.movetext.tokens.len())
    }

    fn play_move(&mut self, index: usize, token: Token) {
        let before = board(&self.builder);
        let following = self.movetext.line(index + 1, self.style);
        let text = self.movetext.text_of(&token);
        match scan_move(text, self.style) {
            Some((phrase, _)) => {
                play_move(&mut self.builder, text, token.at(), phrase, &following);
            }
            // A move of another style.
            None => leave_out(&mut self.builder, text, token.at()),
        }
        self.start_variation(before);
    }

    fn pass(&mut self) {
        let before = board(&self.builder);
        pass(&mut self.builder);
        self.start_variation(before);
    }

    /// After a move: alternatives to it start from the position before it.
    fn start_variation(&mut self, before: Position) {
        self.before = Some(before);
        for note in self.waiting.drain(..) {
            self.builder.note(note);
        }
    }

    fn comment(&mut self, text: &str, is_variation: bool) {
        if self.before.is_none() {
            match comment_note(text) {
                Some(note) if is_variation => self.waiting.push(note),
                Some(note) => self.builder.note(note),
                None => {}
            }
            return;
        }
        let mover = self.builder.position().side_to_move().other();
        let text = commands::take(text, mover, |note| self.builder.note(note));
        note_comment(&mut self.builder, &text);
    }

    /// Decides whether a parenthesis holds a variation or a comment, and returns the token after it. The xqbase
    /// standard uses it for comments, many programs for variations: it is a variation if it begins with a legal
    /// alternative to the last move.
    fn parenthesis(&mut self, index: usize, token: Token, found: &mut Vec<Variation>) -> usize {
        let close = self.movetext.partner(index);
        let fork = self.builder.tree().parent(self.builder.node());
        if let (Some(before), Some(fork)) = (&self.before, fork)
            && self.is_variation(index, before)
        {
            found.push((fork, index + 1));
            if close.is_none() {
                self.builder
                    .warn(token.at(), "the variation is never closed");
            }
            return close.map_or(self.movetext.tokens.len(), |close| close + 1);
        }
        let start = token.end();
        let rest = self.movetext.rest(start);
        let end = match close {
            Some(close) => self.movetext.tokens[close].start(),
            None => start + rest.find('\n').unwrap_or(rest.len()),
        };
        self.comment(self.movetext.text.get(start..end).unwrap_or(""), false);
        match close {
            Some(close) => close + 1,
            None => self.token_from(index, end),
        }
    }

    /// Whether a parenthesis begins with a legal move, or with a number and any move. Comments may be before it.
    fn is_variation(&self, open: usize, before: &Position) -> bool {
        let mut inside = self.movetext.tokens[open + 1..].iter();
        let first = inside.find(|token| token.kind != TokenKind::Comment);
        let Some(first) =
            first.filter(|token| matches!(token.kind, TokenKind::Move | TokenKind::Unknown))
        else {
            return false;
        };
        let text = &self.movetext.text[self.movetext.tokens[open].start()..first.start()];
        let number = text.trim_end_matches(|next: char| next == '.' || next.is_whitespace());
        if number.ends_with(|last: char| last.is_ascii_digit()) {
            return true;
        }
        let phrase = scan_move(self.movetext.text_of(first), self.style).map(|(phrase, _)| phrase);
        let moves = phrase.map_or_else(Vec::new, |phrase| phrase.meanings(before));
        moves.iter().any(|mv| before.check(*mv).is_ok())
    }

    /// The first token, from an index on, that begins at or after an offset.
    fn token_from(&self, index: usize, offset: usize) -> usize {
        let tokens = &self.movetext.tokens[index..];
        index + tokens.partition_point(|token| token.start() < offset)
    }

    /// Notes the result of a variation.
    fn end(&mut self, token: Token) {
        let outcome = outcome(self.movetext.text_of(&token)).unwrap_or(Outcome::Open);
        self.builder.note(Note::Result(outcome));
    }

    /// Ends the mainline with its result. A comment may follow; anything else, such as the advertisement of the program
    /// that wrote the file, does not belong to the game.
    fn finish(&mut self, index: usize, token: Token) {
        let text = self.movetext.text_of(&token);
        self.result = outcome(text).or_else(|| {
            let side = ["红", "黑"][self.builder.position().side_to_move().index()];
            outcome(&format!("{side}{text}"))
        });
        if text.contains(['认', '認', '超', '投', '判']) {
            self.comment(text, false);
        }
        let after = self.movetext.tokens[index + 1..].iter();
        for token in after.take_while(|token| token.kind == TokenKind::Comment) {
            self.comment(self.movetext.text_of(token), false);
        }
    }

    /// Keeps text that is neither move nor comment as a comment, up to the next thing that is or to the end of the line,
    /// and returns the token after it.
    fn unknown_text(&mut self, index: usize, end: usize) -> usize {
        let tokens = &self.movetext.tokens[index..end];
        let is_odd = |token: &&Token| matches!(token.kind, TokenKind::Other | TokenKind::Close);
        let count = tokens.iter().take_while(is_odd).count().max(1);
        let (first, last) = (tokens[0], tokens[count - 1]);
        let text = self.movetext.text.get(first.start()..last.end());
        let text = text.unwrap_or("");
        keep_as_comment(&mut self.builder, text, first.at());
        index + count
    }
}

/// Notes a comment on the builder's node, unless it is empty.
pub(in crate::format) fn note_comment(builder: &mut Builder, text: &str) {
    if let Some(note) = comment_note(text) {
        builder.note(note);
    }
}

/// Keeps text that does not belong among moves as a comment.
pub(in crate::format) fn keep_as_comment(builder: &mut Builder, text: &str, at: At) {
    note_comment(builder, text);
    let beginning: String = text.chars().take(40).collect();
    builder.warn(
        at,
        format!("{beginning:?} is not a move; it is kept as a comment"),
    );
}

fn comment_note(text: &str) -> Option<Note> {
    let text = comment_text(text);
    (!text.is_empty()).then(|| Note::Comment(text.into()))
}

/// A comment without the blanks around it; line ends are `\n`. Ideographic spaces are kept: they indent paragraphs.
fn comment_text(text: &str) -> String {
    let text = text.trim_matches(|character: char| character.is_ascii_whitespace());
    if !text.contains('\r') {
        return text.to_owned();
    }
    // Files that were converted twice end lines with two carriage returns.
    let text = text.replace("\r\r\n", "\n").replace("\r\n", "\n");
    text.replace('\r', "\n")
}

/// The sign for a glyph: PGN numbers the usual ones.
fn glyph(text: &str) -> String {
    match text {
        "$1" => "!".to_owned(),
        "$2" => "?".to_owned(),
        "$3" => "!!".to_owned(),
        "$4" => "??".to_owned(),
        "$5" => "!?".to_owned(),
        "$6" => "?!".to_owned(),
        other => other.chars().map(halfwidth).collect(),
    }
}
