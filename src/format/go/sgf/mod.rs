//! SGF, the Smart Game Format, FF[1] to FF[4], for Go.
//!
//! The grammar and the properties are those of the FF[4] specification (Arno Hollosi, red-bean.com/sgf) and of Anders
//! Kierulf's FF[1]; a comment marks each place where real files differ.

mod diagrams;
mod lexer;
mod points;
mod property;
mod read;
mod replay;
mod root;
mod search;
mod value;
mod write;

use std::borrow::Cow;
use std::ops::Range;

use crate::format::games::{Extent, Games};
use crate::format::{Certainty, Format, Holds, ReadError, Reader, Reason, Writer};
use crate::record::{At, Headers, Key, Problem, Record};
use crate::text::scan::{is_escaped, is_space};
use crate::text::{Family, Source, Unit};
use lexer::INSIDE_VALUE;
use read::SgfReader;
use search::{find_end, find_first, find_next, find_tree, is_plainly_go, is_sure};

pub(in crate::format) const FORMAT: Format = Format {
    name: "sgf",
    title: "SGF (Smart Game Format) of Go",
    extensions: &["sgf", "mgt"],
    unit: Unit::Value,
    encodings: "UTF-8, GB18030, Big5, Shift_JIS, EUC-KR and others",
    holds: Holds::TREE.and_clocks().and_games(),
    detect,
    read: Some(Reader::text(Family::Any, games, game, Some(headers))),
    write: Some(Writer::Text(write::write)),
    ..super::BASE
};

/// How many bytes are searched for the first game. Text before it is rarely longer.
const HEAD: usize = 64 * 1024;

fn detect(source: &Source<'_>) -> Certainty {
    // UTF-16 shows itself by its zero bytes.
    let mut bytes = Cow::Borrowed(source.bytes.get(..HEAD).unwrap_or(source.bytes));
    if bytes.contains(&0) {
        bytes.to_mut().retain(|byte| *byte != 0);
    }
    let head = String::from_utf8_lossy(&bytes);
    let named = FORMAT.is_named(source);
    match find_tree(&head, 0) {
        Some(at) if head[..at].chars().all(is_space) => Certainty::Certain,
        Some(_) if named => Certainty::Likely,
        // A letter with a game in it.
        Some(at) if is_sure(&head[at..]) => Certainty::Weak,
        None if named => Certainty::Weak,
        None if begins_with_title(&head) => Certainty::Certain,
        None if is_part_of_game(&head) => Certainty::Likely,
        _ => Certainty::No,
    }
}

/// Nihon Ki-in and Sina have no `;` before the first node, whose first property is the title.
fn begins_with_title(head: &str) -> bool {
    let inside = head.trim_start_matches(is_space).strip_prefix('(');
    inside.is_some_and(|inside| inside.trim_start().starts_with("TE["))
}

/// Whether a text is moves alone, as people copy them: `;B[pd];W[dp]`.
fn is_part_of_game(head: &str) -> bool {
    let nodes = head.trim_matches(|next| is_space(next) || next == ';').split(';');
    nodes.clone().count() > 1
        && nodes
            .take(8)
            .map(str::trim)
            .all(|node| (node.starts_with("B[") || node.starts_with("W[")) && node.ends_with(']'))
}

fn games(whole: &str, extent: Extent) -> Result<Games, ReadError> {
    let text = without_open_value(whole);
    let start = find_first(text)
        .ok_or_else(|| ReadError::none("no game of SGF in it: there is no (; with properties"))?;
    let mut finder = Finder { text, extent, games: Games::default(), refused: None };
    finder.find(start)?;
    if whole[text.len()..].contains('[') {
        finder.warn(text.len(), INSIDE_VALUE);
    }
    Ok(finder.games)
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let text = text.get(..range.end).unwrap_or(text);
    let mut reader = SgfReader::new(text, range.start);
    let token = reader.read_root();
    reader.read_nodes(token);
    Ok(finish(reader))
}

fn headers(text: &str, range: Range<usize>, wanted: &[Key]) -> Headers {
    let text = text.get(..range.end).unwrap_or(text);
    search::find_headers(text, range.start, wanted).unwrap_or_else(|| {
        let mut reader = SgfReader::new(text, range.start);
        reader.read_root();
        reader.record.headers
    })
}

/// A text without the property in whose value it ends, and without the node that would have nothing else: half a point may
/// be another one. Half a comment is kept.
fn without_open_value(text: &str) -> &str {
    let mut closing = text.rmatch_indices(']').map(|(at, _)| at);
    let Some(end) = closing.find(|at| !is_escaped(text, *at)).map(|at| at + 1) else {
        return text;
    };
    let rest = &text[end..];
    if rest.contains(')') {
        return text;
    }
    let before = rest.split('[').next().unwrap_or(rest).trim_end();
    let name = before.trim_start_matches(|character: char| !character.is_ascii_alphabetic());
    let (name, kind) = property::resolve(name);
    let is_text = property::is_text(&name, kind);
    if !rest.contains([';', '[']) || is_text && rest.contains('[') {
        return text;
    }
    &text[..end + before.find(';').unwrap_or(0)]
}

/// Finds the games of a text. The first of a whole file is read at once: it is often the only one.
struct Finder<'a> {
    text: &'a str,
    extent: Extent,
    games: Games,
    /// Why the first game that is not Go is rejected, and how many there are.
    refused: Option<(ReadError, usize)>,
}

impl Finder<'_> {
    fn warn(&mut self, offset: usize, problem: impl Into<Problem>) {
        self.games.warnings.warn(At::offset(offset), problem);
    }

    fn find(&mut self, start: usize) -> Result<(), ReadError> {
        let mut end = 0;
        let mut next = Some(start);
        while let Some(start) = next {
            self.report_gap(end, start);
            end = self.game(start);
            next = find_next(self.text, end);
        }
        self.report_gap(end, self.text.len());
        let Some((error, count)) = self.refused.take() else {
            return Ok(());
        };
        if self.games.is_empty() {
            return Err(error);
        }
        let more = match count {
            0 | 1 => String::new(),
            count => format!("; nor are {} games after it", count - 1),
        };
        let message = error.message + &more;
        self.games.warnings.warn(error.at, Problem::Unreadable(message.into()));
        Ok(())
    }

    /// Warns of text between games that is not white space.
    fn report_gap(&mut self, from: usize, to: usize) {
        let gap = self.text.get(from..to).unwrap_or("");
        let message = match gap.trim_matches(is_space) {
            "" => return,
            ")" => "unmatched )",
            _ => "text outside of the games is not kept",
        };
        let blanks = gap.len() - gap.trim_start_matches(is_space).len();
        self.warn(from + blanks, message);
    }

    /// Finds where the game ends that begins here.
    fn game(&mut self, start: usize) -> usize {
        let is_first = self.games.is_empty() && !self.extent.is_part;
        if !is_first && is_plainly_go(self.text, start) {
            let cut = self.extent.is_part.then_some(self.text.len());
            if let Some(end) = find_end(self.text, start).or(cut) {
                self.games.ranges.push(start..end);
                self.games.cut = None;
                return end;
            }
        }
        let mut reader = SgfReader::new(self.text, start);
        let token = reader.read_root();
        let other = reader.other_game();
        match is_first && other.is_none() {
            true => reader.read_nodes(token),
            false => reader.skip_nodes(token),
        }
        let end = reader.lexer.offset;
        self.games.cut.clone_from(&reader.record.cut);
        if let Some(reason) = other {
            let error = ReadError::new(At::offset(start), reason).because(Reason::Unsupported);
            self.refused.get_or_insert((error, 0)).1 += 1;
            return end;
        }
        match is_first {
            true => self.games.read.push(finish(reader)),
            false => self.games.ranges.push(start..end),
        }
        end
    }
}

/// Reads a game whose nodes are a piece of a text, without the parentheses.
pub(super) fn nodes(text: &str, range: Range<usize>) -> Record {
    let text = text.get(..range.end).unwrap_or(text);
    let mut reader = SgfReader::new(text, range.start);
    let first = reader.lexer.next();
    let next = reader.read_first_node(first);
    reader.read_nodes(next);
    finish(reader)
}

fn finish(mut reader: SgfReader<'_>) -> Record {
    reader.add_diagrams();
    reader.set_first_mover();
    reader.place_handicap();
    // There may be any number of illegal moves.
    let mut warnings = std::mem::take(&mut reader.lexer.warnings);
    warnings.extend(std::mem::take(&mut reader.record.warnings));
    reader.record.warnings = warnings;
    reader.replay();
    reader.record
}
