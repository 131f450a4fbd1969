//! Finding the blocks of tags in a text, whatever is around them.

use crate::record::{At, Warning, Warnings};
use crate::text::scan::Scan;

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

/// What begins at a bracket.
enum Bracket<'a> {
    /// `[DhtmlXQ]`, `[DhtmlXQHTML]`, `[DhtmlXQiFrame]`: a block begins.
    Begin { is_numbered: bool },
    /// `[/DhtmlXQ]`: it ends.
    End,
    /// `[DhtmlXQ_title]`: a tag.
    Tag { name: &'a str },
}

/// The blocks of a text in order.
pub(super) fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let mut scan = Scan::new(text);
    std::iter::from_fn(move || next_block(&mut scan))
}

fn next_block<'a>(scan: &mut Scan<'a>) -> Option<Block<'a>> {
    let mut block = Block::default();
    let mut begun = None;
    while let Some(offset) = scan.rest().find('[') {
        let before = *scan;
        scan.take(offset);
        let begins = *scan;
        match bracket(scan) {
            None => {
                scan.take(1);
            }
            Some(Bracket::Begin { .. }) if !block.tags.is_empty() => {
                *scan = before;
                return Some(block);
            }
            Some(Bracket::Begin { is_numbered }) => {
                block.is_numbered = is_numbered;
                begun = Some(begins.at());
            }
            Some(Bracket::End) if block.tags.is_empty() => {}
            Some(Bracket::End) => return Some(block),
            // A second mainline belongs to another game, even without the brackets of a block between them.
            Some(Bracket::Tag { name: "movelist" }) if block.get("movelist").is_some() => {
                *scan = begins;
                return Some(block);
            }
            Some(Bracket::Tag { name }) => value(scan, name, &mut block),
        }
    }
    (!block.tags.is_empty()).then(|| {
        scan.take(scan.rest().len());
        const CUT: &str = "the file ends inside a block of DhtmlXQ";
        block.cut = Some(CUT);
        // Blocks that were copied without their brackets do not end either.
        let begun = begun.filter(|_| block.warnings.is_empty());
        block.warnings.extend(begun.map(|at| Warning::new(at, CUT)));
        block
    })
}

/// Takes a bracket of the format, and nothing if it is another.
fn bracket<'a>(scan: &mut Scan<'a>) -> Option<Bracket<'a>> {
    let text = scan.rest();
    let end = text.bytes().take(LONGEST).position(|byte| byte == b']')?;
    let inside = &text[1..end];
    let length = inside.len() + 2;
    let (inside, ends) = match inside.strip_prefix('/') {
        Some(inside) => (inside, true),
        None => (inside, false),
    };
    let is_numbered = starts_with(inside, "DHJHtmlXQ");
    let found = if inside.starts_with("game_comment_") && !ends {
        Bracket::Tag { name: inside }
    } else if is_numbered || starts_with(inside, "DhtmlXQ") {
        let prefix = if is_numbered { 9 } else { 7 };
        match (inside[prefix..].strip_prefix('_'), ends) {
            // The end of a tag that did not begin.
            (Some(_), true) => return None,
            (Some(name), false) => Bracket::Tag { name },
            (None, true) => Bracket::End,
            (None, false) => Bracket::Begin { is_numbered },
        }
    } else {
        return None;
    };
    scan.take(length);
    Some(found)
}

fn starts_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Takes a value up to the next end of a tag, whatever its name: CCBridge ends `[DhtmlXQ_blacktime]` with
/// `[/DhtmlXQ_time]`.
fn value<'a>(scan: &mut Scan<'a>, name: &'a str, block: &mut Block<'a>) {
    let at = scan.at();
    let rest = scan.rest();
    let end = end_of_value(rest);
    let (value, closed) = match end {
        Some((end, closed)) => (&rest[..end], closed),
        None => (before_half_a_tag(rest), false),
    };
    scan.take(end.map_or(rest.len(), |(end, _)| end));
    if closed {
        scan.take_until("]");
    } else {
        let message = format!("the tag {name} is not closed");
        block.warnings.warn(at, message);
        block.cut = end
            .is_none()
            .then_some("the file ends inside a tag of DhtmlXQ");
    }
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

/// Where a value ends: before `[/DhtmlXQ_` or its like, or before the next tag at the beginning of a line if this one was
/// not closed. Also whether it was.
fn end_of_value(text: &str) -> Option<(usize, bool)> {
    let any =
        |inside: &str, prefixes: &[&str]| prefixes.iter().any(|prefix| starts_with(inside, prefix));
    text.match_indices('[').find_map(|(place, _)| {
        let inside = &text[place + 1..];
        if let Some(inside) = inside.strip_prefix('/') {
            let ends = any(
                inside,
                &["DhtmlXQ", "DHJHtmlXQ", "comment_", "game_comment_"],
            );
            return ends.then_some((place, true));
        }
        let at_line = text[..place].ends_with('\n');
        (at_line && any(inside, &["DhtmlXQ_", "DHJHtmlXQ_"])).then_some((place, false))
    })
}
