//! Annotated text of dpxq.com: lines of moves with prose between them, followed by the variations of the game, each
//! below the round in which it leaves a line: `变①接主变第7回合`.

use std::collections::HashMap;
use std::ops::Range;

use super::movetext::{self, Movetext, TokenKind};
use crate::record::{At, Builder, NodeId, Record};
use crate::text::scan::{Scan, is_space};

/// The heading of the main line begins like this.
const HEADING: &str = "【主变";
/// What the headings of variations call the main line.
const MAIN: &str = "主变";

/// Whether a line is the heading of the main line.
pub(super) fn is_heading(line: &str) -> bool {
    line.starts_with(HEADING)
}

/// Plays the moves in a piece of a text.
pub(super) fn play(record: Record, text: &str, range: Range<usize>) -> Record {
    let mut reader = AnnotatedReader {
        builder: Builder::on(record),
        text,
        prose: Vec::new(),
        lines: HashMap::new(),
        current: MAIN,
        announced: None,
    };
    let mut scan = Scan::range(text, range);
    while !scan.rest().is_empty() {
        let start = scan.offset();
        let line = scan.take_line();
        reader.take(line, start);
    }
    reader.flush();
    reader.builder.finish()
}

/// The main line or a variation: the ply after which it begins, and its nodes.
#[derive(Default)]
struct Variation {
    after: usize,
    nodes: Vec<NodeId>,
}

struct AnnotatedReader<'a> {
    builder: Builder,
    text: &'a str,
    /// The prose since the last move.
    prose: Vec<&'a str>,
    lines: HashMap<&'a str, Variation>,
    /// The line that continues.
    current: &'a str,
    /// A variation and the line that it leaves; its first move has the round.
    announced: Option<(&'a str, &'a str)>,
}

impl<'a> AnnotatedReader<'a> {
    /// Takes the line that begins at an offset.
    fn take(&mut self, line: &'a str, start: usize) {
        let text = line.trim_matches(is_space);
        if let Some(variation) = variation(text) {
            self.flush();
            self.announced = Some(variation);
            return;
        }
        let is_position = self.announced.is_some() && text.starts_with('{');
        if text.is_empty() || is_position {
            return;
        }
        let movetext = Movetext::new(self.text, start..start + line.len());
        if !is_moves(&movetext) {
            self.prose.push(text);
            return;
        }
        self.flush();
        if let Some((name, parent)) = self.announced.take() {
            self.enter(name, parent, text, At::offset(start));
        }
        let mut index = 0;
        while let Some(token) = movetext.tokens.get(index) {
            if token.kind == TokenKind::Move {
                movetext::play_single(&mut self.builder, movetext.text_of(token), token.at());
                let node = self.builder.node();
                let line = self.lines.entry(self.current).or_default();
                line.nodes.push(node);
            }
            let after = movetext.after(index);
            for word in movetext.tokens[index..after].iter().skip(1) {
                self.prose.extend((word.kind == TokenKind::Other).then(|| movetext.text_of(word)));
            }
            index = after;
        }
    }

    /// Goes to where a variation leaves its line: the round of its first move, `7. …………` for the second of the round.
    fn enter(&mut self, name: &'a str, parent: &str, text: &str, at: At) {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let round = text[..digits].parse::<usize>().unwrap_or(0);
        let after = round.saturating_sub(1).saturating_mul(2) + usize::from(text.contains('…'));
        let fork = [parent, MAIN].iter().find_map(|line| {
            let line = self.lines.get(line)?;
            line.nodes.get(after.checked_sub(line.after + 1)?).copied()
        });
        if fork.is_none() && after > 0 {
            let message = "there is no such round; the variation is shown from the start";
            self.builder.warn(at, message);
        }
        self.builder.go_to(fork.unwrap_or(NodeId::ROOT));
        self.current = name;
        let nodes = Vec::new();
        self.lines.insert(name, Variation { after, nodes });
    }

    /// Notes the prose on the last move.
    fn flush(&mut self) {
        let prose = std::mem::take(&mut self.prose).join("\n");
        movetext::note_comment(&mut self.builder, &prose);
    }
}

/// `变②接主变第19回合`: the names of the variation and of the line that it leaves.
fn variation(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once('接')?;
    let (parent, round) = rest.split_once('第')?;
    let fits = name.starts_with('变') && round.ends_with("回合");
    fits.then_some((name, parent))
}

/// Whether a line has moves and their numbers, but no words except in brackets: `3.车一平二马2进3(图)`.
fn is_moves(movetext: &Movetext<'_>) -> bool {
    let mut tokens = movetext.line(0).peekable();
    tokens.peek().is_some()
        && tokens.all(|token| matches!(token.kind, TokenKind::Move | TokenKind::Glyph))
}
