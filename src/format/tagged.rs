//! PGN and similar files, split into games with tags.

use std::borrow::Cow;
use std::ops::Range;

use super::ReadError;
use super::games::{Extent, Games};
use crate::record::{At, Problem, Warnings};
use crate::text::Progress;
use crate::text::scan::{Scan, is_blank, is_escaped};

/// The name and the value of a tag.
pub(super) type Tag<'a> = (&'a str, Cow<'a, str>);

/// One game of a file, as text.
pub(super) struct Game<'a> {
    /// The tags in order.
    pub(super) tags: Vec<Tag<'a>>,
    /// The range of tags and moves in the text.
    range: Range<usize>,
    /// The offset of the moves in the text.
    moves: usize,
    pub(super) warnings: Warnings,
}

/// Finds the games of a text.
pub(super) fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let mut games = Games::default();
    let (mut scan, mut is_tagged) = (Scan::new(text), true);
    scan.skip_space();
    let mut progress = Progress::default();
    while progress.goes_on(scan.rest().len()) {
        let head = head(&mut scan);
        if let (false, [above]) = (is_tagged, &games.ranges[..]) {
            let at = At::offset(above.start);
            let message = "the text before the first tag is not read";
            games.warnings.warn(at, message);
            games.ranges.clear();
        }
        is_tagged = !head.tags.is_empty();
        let is_cut = skip_moves(&mut scan);
        games.cut = is_cut.then(|| "the file ends inside a comment".into());
        games.ranges.push(head.range.start..scan.offset());
        scan.skip_space();
    }
    games.or_error("the file contains no game")
}

/// The first game of a text.
pub(super) fn first_game(text: &str) -> Option<Game<'_>> {
    let games = games(text, Extent::PART).ok()?;
    Some(game_at(text, games.ranges.into_iter().next()?))
}

/// A game whose range in a text is known.
pub(super) fn game_at(text: &str, range: Range<usize>) -> Game<'_> {
    let mut game = head(&mut Scan::range(text, range.clone()));
    game.range.end = range.end;
    game
}

/// Reads a game's tags, up to its moves.
fn head<'a>(scan: &mut Scan<'a>) -> Game<'a> {
    let start = scan.offset();
    let mut tags: Vec<Tag<'_>> = Vec::new();
    let mut warnings = Warnings::default();
    let mut progress = Progress::default();
    while starts_tag(scan.rest()) && progress.goes_on(scan.rest().len()) {
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
    Game { tags, range: start..moves, moves, warnings }
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
fn tag<'a>(scan: &mut Scan<'a>, warnings: &mut Warnings) -> Option<Tag<'a>> {
    let at = scan.at();
    scan.next();
    scan.skip_space();
    let name = scan.take_while(is_name);
    scan.take_while(is_blank);
    if !scan.eat("\"") {
        let value = scan.take_until("]")?.trim();
        return Some((name, value.trim_matches(['"', '“', '”']).into()));
    }
    let Some(length) = value_length(scan.rest()) else {
        warnings.warn(at, not_closed(name));
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

fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains(['\\', '\r']) {
        return value.into();
    }
    let value = value.replace("\r\n", "\n");
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|next| character == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(character));
    }
    text.into()
}

/// Skips the moves up to the tags of the next game, ignoring tags inside comments unless the comment is never closed
/// and a whole game follows. Returns whether the text ends inside a comment.
fn skip_moves(scan: &mut Scan<'_>) -> bool {
    let mut in_comment = false;
    let mut progress = Progress::default();
    while progress.goes_on(scan.rest().len()) {
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

impl Game<'_> {
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
    Problem::Header { name: name.into(), detail: format!("the tag {name} is not closed").into() }
}

/// The value of a tag. Names are not case-sensitive.
pub(super) fn value<'a>(tags: &'a [Tag<'_>], name: &str) -> Option<&'a str> {
    let is_same = |(tag, _): &&Tag<'_>| tag.eq_ignore_ascii_case(name);
    tags.iter().find(is_same).map(|(_, value)| value.trim())
}
