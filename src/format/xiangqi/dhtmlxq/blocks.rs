//! Finding the blocks of tags in a text, whatever is around them.

use crate::record::{At, Warning, Warnings};

/// A tag with its value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// Where the value begins.
    pub(super) at: At,
}

/// The tags of one game.
#[derive(Debug, Default)]
pub(super) struct Block<'a> {
    pub(super) tags: Vec<Tag<'a>>,
    /// It is a block of DHJHtmlXQ, whose tags have numbers.
    pub(super) is_numbered: bool,
    pub(super) warnings: Warnings,
    /// The text ends inside the block.
    pub(super) cut: Option<&'static str>,
}

impl<'a> Block<'a> {
    /// The value of the first tag of this name.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.tag(name).map(|tag| tag.value)
    }

    /// The tag with the mainline, under any of its names.
    pub(super) fn mainline(&self) -> Option<Tag<'a>> {
        let named = |name: &str| self.tag(name).filter(|tag| !tag.value.trim().is_empty());
        let other = || named("move_0_1_0").or_else(|| named(MAINLINE));
        named("movelist")
            .or_else(other)
            .or_else(|| self.tag("movelist"))
    }

    /// The first tag of this name.
    pub(super) fn tag(&self, name: &str) -> Option<Tag<'a>> {
        self.tags.iter().find(|tag| tag.name == name).copied()
    }
}

/// The numbers of the mainline, where it is named like the other lines: the site's player names it so.
pub(super) const MAINLINE: &str = "0_1_0";

/// A longer bracket is not part of the format.
const LONGEST: usize = 64;

/// A bracket of the format: `[DhtmlXQ]`, `[DhtmlXQHTML]` and `[DhtmlXQiFrame]` begin a block, `[DhtmlXQ_title]` a tag, and
/// with a `/` they end.
struct Bracket<'a> {
    start: usize,
    end: usize,
    /// The name of a tag.
    name: Option<&'a str>,
    is_end: bool,
    is_numbered: bool,
}

/// The next bracket of the format from an offset on.
fn bracket(text: &str, from: usize) -> Option<Bracket<'_>> {
    let mut places = text[from..]
        .match_indices('[')
        .map(|(place, _)| from + place);
    places.find_map(|start| {
        let rest = &text[start + 1..];
        let (inside, is_end) = match rest.strip_prefix('/') {
            Some(inside) => (inside, true),
            None => (rest, false),
        };
        let is_numbered = starts_with(inside, "DHJHtmlXQ");
        let is_comment =
            starts_with(inside, "game_comment_") || (is_end && starts_with(inside, "comment_"));
        let prefix = match is_numbered {
            _ if is_comment => 0,
            true => 9,
            false if starts_with(inside, "DhtmlXQ") => 7,
            false => return None,
        };
        let length = inside.bytes().take(LONGEST).position(|byte| byte == b']')?;
        let name = &inside[prefix..length];
        Some(Bracket {
            start,
            end: text.len() - inside.len() + length + 1,
            name: name.strip_prefix('_').or(is_comment.then_some(name)),
            is_end,
            is_numbered,
        })
    })
}

fn starts_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// The blocks of a text in order.
pub(super) fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || next_block(text, &mut at))
}

/// The block from an offset on, which goes to its end.
fn next_block<'a>(text: &'a str, at: &mut usize) -> Option<Block<'a>> {
    let mut block = Block::default();
    let mut begun = None;
    while let Some(bracket) = bracket(text, *at) {
        let before = std::mem::replace(at, bracket.end);
        match (bracket.name, bracket.is_end) {
            (None, false) if !block.tags.is_empty() => {
                *at = before;
                return Some(block);
            }
            (None, false) => {
                block.is_numbered = bracket.is_numbered;
                begun = Some(At::offset(bracket.start));
            }
            (None, true) if block.tags.is_empty() => {}
            (None, true) => return Some(block),
            // The end of a tag that did not begin.
            (Some(_), true) => {}
            // A second mainline belongs to another game, even without the brackets of a block between them.
            (Some("movelist"), false) if block.get("movelist").is_some() => {
                *at = bracket.start;
                return Some(block);
            }
            (Some(name), false) => take_value(text, at, name, &mut block),
        }
    }
    (!block.tags.is_empty()).then(|| {
        *at = text.len();
        const CUT: &str = "the file ends inside a block of DhtmlXQ";
        block.cut = Some(CUT);
        // Blocks that were copied without their brackets do not end either.
        let begun = begun.filter(|_| block.warnings.is_empty());
        block.warnings.extend(begun.map(|at| Warning::new(at, CUT)));
        block
    })
}

/// Takes a value up to the next end of a tag, whatever its name: CCBridge ends `[DhtmlXQ_blacktime]` with
/// `[/DhtmlXQ_time]`. If there is none, the next tag at the beginning of a line ends it.
fn take_value<'a>(text: &'a str, at: &mut usize, name: &'a str, block: &mut Block<'a>) {
    let (start, place) = (*at, At::offset(*at));
    let next = std::iter::successors(bracket(text, start), |last| bracket(text, last.end));
    let end = next
        .into_iter()
        .find(|next| next.is_end || (next.name.is_some() && text[..next.start].ends_with('\n')));
    let value = match &end {
        Some(end) => &text[start..end.start],
        None => before_half_a_tag(&text[start..]),
    };
    if !end.as_ref().is_some_and(|end| end.is_end) {
        let message = format!("the tag {name} is not closed");
        block.warnings.warn(place, message);
        let is_cut = end.is_none();
        block.cut = is_cut.then_some("the file ends inside a tag of DhtmlXQ");
    }
    *at = match end {
        Some(end) if end.is_end => end.end,
        Some(end) => end.start,
        None => text.len(),
    };
    let at = place;
    block.tags.push(Tag { name, value, at });
}

/// The value of a tag whose end is cut off by the file: `[/Dhtml` is not part of its text.
fn before_half_a_tag(value: &str) -> &str {
    let half = value.rfind('[').filter(|place| {
        let inside = value[place + 1..].strip_prefix('/');
        inside.is_some_and(|inside| starts_with("DhtmlXQ_", inside))
    });
    &value[..half.unwrap_or(value.len())]
}
