//! PGN and similar files, split into games with tags.

use std::ops::Range;

use crate::record::{At, Problem, Warnings};
use crate::text::scan::{Scan, is_blank, is_escaped};

/// One game of a file, as text.
#[derive(Debug)]
pub(super) struct Game {
    /// Name and value of each tag, in order.
    pub(super) tags: Vec<(String, String)>,
    /// The range of tags and moves in the text.
    pub(super) range: Range<usize>,
    /// The offset of the moves in the text.
    moves: usize,
    pub(super) warnings: Warnings,
    /// Whether the text ends inside a comment.
    pub(super) is_cut: bool,
}

/// The games of a part of a file's text.
pub(super) fn games(text: &str, range: Range<usize>) -> impl Iterator<Item = Game> {
    let mut scan = Scan::range(text, range);
    std::iter::from_fn(move || {
        scan.skip_space();
        scan.peek()?;
        let mut game = head(&mut scan);
        game.is_cut = skip_moves(&mut scan);
        game.range.end = scan.offset();
        Some(game)
    })
}

/// The start of the last game of a text, unless it is the first.
pub(super) fn last_game(text: &str) -> Option<usize> {
    let mut starts = games(text, 0..text.len()).map(|game| game.range.start);
    starts.next()?;
    starts.last()
}

/// A game whose range in a text is known.
pub(super) fn game_at(text: &str, range: Range<usize>) -> Game {
    let mut game = head(&mut Scan::range(text, range.clone()));
    game.range.end = range.end;
    game
}

/// Reads a game's tags, up to its moves.
fn head(scan: &mut Scan<'_>) -> Game {
    let start = scan.offset();
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut warnings = Warnings::default();
    while starts_tag(scan.rest()) {
        let before = *scan;
        let tag = tag(scan, &mut warnings);
        // Lists of positions have games without moves, so a repeated first tag begins a new game.
        if let (Some((first, _)), Some((name, _))) = (tags.first(), &tag)
            && tags.len() > 1
            && name.eq_ignore_ascii_case(first)
        {
            *scan = before;
            break;
        }
        tags.extend(tag);
        scan.skip_space();
    }
    let moves = scan.offset();
    Game {
        tags,
        range: start..moves,
        moves,
        warnings,
        is_cut: false,
    }
}

/// Whether a tag begins here: `[Name "`. A missing quote is accepted after a name and a space.
fn starts_tag(text: &str) -> bool {
    let Some(text) = text.strip_prefix('[') else {
        return false;
    };
    let text = skip_blanks(text);
    let name = text.find(|next: char| !is_name(next)).unwrap_or(text.len());
    let rest = &text[name..];
    let is_quoted = || skip_blanks(rest).starts_with(['"', '“', '”']);
    // The line may be as long as the file, with all tags on it.
    let is_closed = || rest[rest.find(['\n', ']']).unwrap_or(rest.len())..].starts_with(']');
    name > 0 && (is_quoted() || (rest.starts_with(' ') && is_closed()))
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Reads a tag. Real files have quotes inside values, several tags on a line, and values that continue past the line's
/// end.
fn tag(scan: &mut Scan<'_>, warnings: &mut Warnings) -> Option<(String, String)> {
    let at = scan.at();
    scan.next();
    scan.skip_space();
    let name = scan.take_while(is_name).to_owned();
    scan.take_while(is_blank);
    if !scan.eat("\"") {
        let value = scan.take_until("]")?.trim();
        return Some((name, value.trim_matches(['"', '“', '”']).to_owned()));
    }
    let Some(length) = value_length(scan.rest()) else {
        warnings.warn(at, not_closed(&name));
        let value = scan.take_line().trim_end_matches([']', '"']);
        return Some((name, unescape(value)));
    };
    let value = scan.take(length);
    scan.take_until("]");
    Some((name, unescape(value)))
}

/// The length up to the closing quote: the first one before a `]`, possibly on a later line.
fn value_length(text: &str) -> Option<usize> {
    let mut signs = text.match_indices(['"', '\n']);
    let end = signs.find(|(offset, sign)| {
        let after = &text[offset + 1..];
        if *sign == "\n" {
            starts_tag(after)
        } else {
            skip_blanks(after).starts_with(']') && !is_escaped(text, *offset)
        }
    });
    let (offset, sign) = end?;
    (sign == "\"").then_some(offset)
}

/// The text after any white space within the line.
fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

fn unescape(value: &str) -> String {
    let value = value.replace("\r\n", "\n");
    if !value.contains('\\') {
        return value;
    }
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|next| character == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(character));
    }
    text
}

/// Skips the moves up to the tags of the next game, ignoring tags inside comments unless the comment is never closed
/// and a whole game follows. Returns whether the text ends inside a comment.
fn skip_moves(scan: &mut Scan<'_>) -> bool {
    let mut in_comment = false;
    while !scan.rest().is_empty() {
        let rest = scan.rest();
        let line = &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)];
        let begins = line.trim_start();
        let next_game = if in_comment {
            begins.starts_with("[Game \"") || begins.starts_with("[Event \"")
        } else {
            starts_tag(begins)
        };
        if next_game {
            return false;
        }
        let brace = line.bytes().rfind(|byte| matches!(byte, b'{' | b'}'));
        in_comment = brace.map_or(in_comment, |brace| brace == b'{');
        scan.take(line.len());
    }
    in_comment
}

impl Game {
    /// The start of the game, for warnings about the whole game.
    pub(super) fn at(&self) -> At {
        At::offset(self.range.start)
    }

    /// The range of its moves in the text.
    pub(super) fn moves(&self) -> Range<usize> {
        self.moves..self.range.end
    }
}

/// The problem of a tag without its end.
pub(super) fn not_closed(name: &str) -> Problem {
    Problem::Header {
        name: name.into(),
        detail: format!("the tag {name} is not closed").into(),
    }
}

/// The value of a tag. Names are not case-sensitive.
pub(super) fn value<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let is_same = |(tag, _): &&(String, String)| tag.eq_ignore_ascii_case(name);
    tags.iter().find(is_same).map(|(_, value)| value.trim())
}
