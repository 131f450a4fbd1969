//! SGF, the Smart Game Format, FF[1] to FF[4], for Go.
//!
//! The grammar and the properties are those of the FF[4] specification (Arno Hollosi, red-bean.com/sgf) and of Anders
//! Kierulf's FF[1]; a comment marks each place where real files differ.

mod eval;
mod lexer;
mod points;
mod property;
mod read;
mod replay;
mod root;
mod search;
pub(super) mod value;
mod write;

use std::borrow::Cow;
use std::ops::Range;

use crate::format::loaded::{Unread, header_of};
use crate::format::{Certainty, Entry, Format, Holds, Loaded, ReadError, Series, Split, error_in};
use crate::game::Game;
use crate::record::{At, Headers, Key, Problem, Record};
use crate::text::scan::{is_escaped, is_space};
use crate::text::source::SharedText;
use crate::text::{Family, Source, Unit};
use lexer::{INSIDE_VALUE, Token};
use read::Reader;
use search::{find_end, find_first, find_next, find_tree, is_plainly_go, is_sure};

pub(in crate::format) const FORMAT: Format = Format {
    name: "sgf",
    title: "SGF (Smart Game Format) of Go",
    extensions: &["sgf", "mgt"],
    unit: Unit::Value,
    games: &[Game::Go],
    encodings: "UTF-8, GB18030, Big5, Shift_JIS, EUC-KR and others",
    holds: Holds::TREE.and_clocks().and_games(),
    detect,
    read: Some(read),
    write: Some(write::write),
    series: Series::PLAIN,
    split: Some(Split {
        family: Family::Any,
        last_game: search::last_game,
    }),
};

/// How many bytes are searched for the first game. Text before it is rarely longer.
const HEAD: usize = 64 * 1024;

fn detect(source: &Source<'_>) -> Certainty {
    let head = source.bytes.get(..HEAD).unwrap_or(source.bytes);
    // UTF-16 shows itself by its zero bytes.
    let head: Vec<u8> = head.iter().copied().filter(|byte| *byte != 0).collect();
    let head = String::from_utf8_lossy(&head);
    let named = FORMAT.is_named(source);
    match find_tree(&head, 0) {
        Some(at) if head[..at].chars().all(is_space) => Certainty::Certain,
        Some(_) if named => Certainty::Likely,
        // A letter with a game in it.
        Some(at) if is_sure(&head[at..]) => Certainty::Weak,
        None if named => Certainty::Weak,
        None if begins_with_title(&head) => Certainty::Certain,
        _ => Certainty::No,
    }
}

/// Nihon Ki-in and Sina have no `;` before the first node, whose first property is the title.
fn begins_with_title(head: &str) -> bool {
    let inside = head.trim_start_matches(is_space).strip_prefix('(');
    inside.is_some_and(|inside| inside.trim_start().starts_with("TE["))
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let decoded = source.text(Family::Any);
    let text = without_open_value(&decoded.text);
    let start = find_first(text)
        .ok_or_else(|| ReadError::whole("no game of SGF in it: there is no (; with properties"))?;
    let mut file = File {
        text,
        source,
        shared: None,
        loaded: Loaded::of_text(decoded),
        refused: None,
    };
    let read = file.read_games(start);
    read.map_err(|error| error_in(decoded, error.at, error.message))?;
    if decoded.text[text.len()..].contains('[') {
        file.warn(text.len(), INSIDE_VALUE);
    }
    Ok(file.loaded)
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
    let (_, kind) = property::resolve(name);
    let is_text = kind.is_some_and(property::PropertyKind::is_text);
    if !rest.contains([';', '[']) || is_text && rest.contains('[') {
        return text;
    }
    &text[..end + before.find(';').unwrap_or(0)]
}

/// The games of a file. The first is read at once; if there are more, they are read when they are opened.
struct File<'s, 'a> {
    text: &'s str,
    source: &'s Source<'a>,
    /// The text for the games that are opened later.
    shared: Option<SharedText>,
    loaded: Loaded,
    /// Why the first game that is not Go is rejected, and how many there are.
    refused: Option<(ReadError, usize)>,
}

impl File<'_, '_> {
    fn warn(&mut self, offset: usize, problem: impl Into<Problem>) {
        self.loaded.head.warn(At::offset(offset), problem);
    }

    fn read_games(&mut self, start: usize) -> Result<(), ReadError> {
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
        if self.loaded.games.is_empty() {
            return Err(error);
        }
        let more = match count {
            0 | 1 => String::new(),
            count => format!("; nor are {} games after it", count - 1),
        };
        let message = error.message + &more;
        self.loaded.head.warn(error.at, message);
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

    /// Reads the game that begins here, and returns the offset after it.
    fn game(&mut self, start: usize) -> usize {
        let is_listed = !self.source.eager && !self.loaded.games.is_empty();
        if is_listed
            && let Some(end) = find_end(self.text, start)
            && is_plainly_go(self.text, start)
        {
            self.list(start);
            self.loaded.incomplete = None;
            return end;
        }
        let mut reader = Reader::new(self.text, start);
        let token = reader.read_root();
        let at = At::offset(start);
        if self.source.growing && token == Token::End {
            // The size of the board may still come.
            let message = "the file ends inside the first node of a game";
            self.loaded.incomplete = Some(message.into());
            let error = ReadError::new(at, message);
            self.refused.get_or_insert((error, 1));
            return reader.lexer.offset;
        }
        let other = reader.other_game();
        let is_read = other.is_none() && !is_listed;
        match is_read {
            true => reader.read_nodes(token),
            false => reader.skip_nodes(token),
        }
        let incomplete = &reader.record.incomplete;
        self.loaded.incomplete.clone_from(incomplete);
        let end = reader.lexer.offset;
        if let Some(reason) = other {
            let error = || (ReadError::new(at, reason), 0);
            self.refused.get_or_insert_with(error).1 += 1;
        } else if is_read {
            self.loaded.add(finish(reader));
        } else {
            self.list(start);
        }
        end
    }

    fn list(&mut self, start: usize) {
        let share = || self.source.text(Family::Any).share();
        let text = self.shared.get_or_insert_with(share);
        let game = Later {
            text: text.until(self.text.len()),
            start,
        };
        self.loaded.games.push(Entry::unread(game).into());
    }
}

struct Later {
    text: SharedText,
    start: usize,
}

impl Unread for Later {
    fn headers(&self) -> Cow<'_, Headers> {
        let mut reader = Reader::new(&self.text, self.start);
        reader.read_root();
        Cow::Owned(reader.record.headers)
    }

    fn header(&self, key: Key) -> Option<Cow<'_, str>> {
        let found = search::find_header(&self.text, self.start, key);
        found.unwrap_or_else(|| header_of(self.headers(), key))
    }

    fn read(&self) -> Result<Record, ReadError> {
        let mut reader = Reader::new(&self.text, self.start);
        let token = reader.read_root();
        reader.read_nodes(token);
        Ok(finish(reader))
    }
}

/// Reads a game whose nodes are a piece of a text, without the parentheses.
pub(super) fn nodes(text: &str, range: Range<usize>) -> Record {
    let text = text.get(..range.end).unwrap_or(text);
    let mut reader = Reader::new(text, range.start);
    let token = reader.lexer.next();
    let token = reader.read_first_node(token);
    reader.read_nodes(token);
    finish(reader)
}

fn finish(mut reader: Reader<'_>) -> Record {
    reader.set_first_mover();
    reader.place_handicap();
    // There may be any number of illegal moves.
    let mut warnings = std::mem::take(&mut reader.lexer.warnings);
    warnings.extend(std::mem::take(&mut reader.record.warnings));
    reader.record.warnings = warnings;
    reader.replay();
    reader.record
}
