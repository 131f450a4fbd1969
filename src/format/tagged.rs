//! PGN and similar files, split into games with tags.

use std::borrow::Cow;
use std::ops::Range;

use super::ReadError;
use super::games::{Extent, Games};
use crate::record::{At, Problem, Warnings};
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
    while !scan.is_at_end() {
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
    while starts_tag(*scan) {
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
fn starts_tag(mut scan: Scan<'_>) -> bool {
    if !scan.eat("[") {
        return false;
    }
    scan.take_while(is_blank);
    let is_named = !scan.take_while(is_name).is_empty();
    let is_apart = scan.is_at(" ");
    scan.take_while(is_blank);
    // The line may be as long as the file, with all tags on it.
    is_named
        && (matches!(scan.peek(), Some('"' | '“' | '”'))
            || is_apart && {
                scan.take_to_either(b'\n', b']');
                scan.is_at("]")
            })
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
    let value = take_value(scan).unwrap_or_else(|| {
        warnings.warn(at, not_closed(name));
        scan.take_line().trim_end_matches([']', '"'])
    });
    Some((name, unescape(value)))
}

/// Takes a value with the `"]` after it, possibly on a later line. Takes nothing if another tag comes before that.
fn take_value<'a>(scan: &mut Scan<'a>) -> Option<&'a str> {
    let mut end = *scan;
    loop {
        end.take_to_either(b'"', b'\n');
        let value = scan.up_to(&end);
        if end.next()? == '\n' {
            if starts_tag(end) {
                return None;
            }
            continue;
        }
        let mut after = end;
        after.take_while(is_blank);
        if after.eat("]") && !is_escaped(value, value.len()) {
            *scan = after;
            return Some(value);
        }
    }
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

/// Skips the moves up to the next game: its tags, or its first round after a line with a result. Ignores tags inside
/// comments unless the comment is never closed and a whole game follows. Returns whether the text ends inside a comment.
fn skip_moves(scan: &mut Scan<'_>) -> bool {
    let (mut in_comment, mut has_ended) = (false, false);
    loop {
        let mut line = *scan;
        line.take_while(is_blank);
        let next_game = match in_comment {
            true => line.is_at("[Game \"") || line.is_at("[Event \""),
            false => starts_tag(line) || has_ended && starts_rounds(line),
        };
        if next_game || scan.is_at_end() {
            return in_comment && !next_game;
        }
        let line = scan.take_line();
        let brace = line.bytes().rfind(|byte| matches!(byte, b'{' | b'}'));
        in_comment = brace.map_or(in_comment, |brace| brace == b'{');
        if !line.trim().is_empty() {
            let last = line.split_whitespace().next_back().unwrap_or("");
            has_ended = !in_comment && ["1-0", "0-1", "1/2-1/2", "*"].contains(&last);
        }
    }
}

/// Whether a line begins with the number 1 of a round.
fn starts_rounds(mut line: Scan<'_>) -> bool {
    line.eat("1") && matches!(line.peek(), Some('.' | '．' | '、'))
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
    let mut tags = tags.iter();
    let (_, value) = tags.find(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
    Some(value.trim())
}
