//! Finding the blocks of tags in a text, whatever is around them, and the moves in the script of a page.

use crate::format::tagged::not_closed;
use crate::record::{At, Problem, Warning, Warnings};
use crate::text::scan::{Scan, is_number};
use crate::text::xml;

/// A tag with its value.
#[derive(Debug, Clone, Copy)]
pub(super) struct DhtmlTag<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// Where the value begins.
    pub(super) at: At,
}

/// The tags of one game.
#[derive(Debug, Default)]
pub(super) struct Block<'a> {
    pub(super) tags: Vec<DhtmlTag<'a>>,
    /// Whether the block is in a page.
    pub(super) is_html: bool,
    pub(super) warnings: Warnings,
    /// The offset after it.
    pub(super) end: usize,
    /// Why the block seems incomplete, if the text ends inside it.
    pub(super) cut: Option<&'static str>,
}

impl<'a> Block<'a> {
    /// The first tag of this name, if it is not empty.
    pub(super) fn tag(&self, name: &str) -> Option<DhtmlTag<'a>> {
        let tag = self.tags.iter().find(|tag| tag.name == name).copied();
        tag.filter(|tag| !tag.value.trim().is_empty())
    }

    /// The tag with the mainline, under any of its names.
    pub(super) fn mainline(&self) -> Option<DhtmlTag<'a>> {
        let mut names = ["movelist", "move_0_1_0", MAINLINE].into_iter();
        names.find_map(|name| self.tag(name))
    }

    /// The value of a tag without the markup of its page, and with `\n` as line end.
    pub(super) fn text(&self, tag: &DhtmlTag<'_>) -> String {
        let mut text = tag.value.replace("\r\n", "\n").replace('\r', "\n");
        if !self.is_html || !text.contains(['&', '<']) {
            return text;
        }
        for tag in ["<br>", "<br/>", "<br />", "<BR>", "<BR/>", "<BR />"] {
            text = text.replace(tag, "\n");
        }
        xml::unescape(&text).into_owned()
    }
}

/// The numbers of the mainline, where it is named like the other lines: the site's player names it so.
pub(super) const MAINLINE: &str = "0_1_0";

/// The start of a tag of the format.
const PREFIX: &str = "DhtmlXQ";
/// A longer bracket is not part of the format.
const LONGEST: usize = 64;

/// A bracket of the format: `[DhtmlXQ]`, `[DhtmlXQHTML]` and `[DhtmlXQiFrame]` begin a block, `[DhtmlXQ_title]` a tag, and
/// with a `/` they end.
struct Bracket<'a> {
    start: Scan<'a>,
    /// The name of a tag.
    name: Option<&'a str>,
    is_end: bool,
}

/// Takes everything up to and including the next bracket of the format.
fn bracket<'a>(scan: &mut Scan<'a>) -> Option<Bracket<'a>> {
    loop {
        scan.take_to_either(b'[', b'[');
        let start = *scan;
        scan.next()?;
        let is_end = scan.eat("/");
        let inside = scan.ahead(LONGEST).split_once(']');
        if let Some((inside, _)) = inside.filter(|(inside, _)| starts_with(inside, PREFIX)) {
            scan.take(inside.len() + 1);
            let name = inside[PREFIX.len()..].strip_prefix('_');
            return Some(Bracket { start, name, is_end });
        }
    }
}

fn starts_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// The blocks of a text in order.
pub(super) fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let mut scan = Scan::new(text);
    std::iter::from_fn(move || {
        let block = next_block(&mut scan)?;
        Some(Block { end: scan.offset(), ..block })
    })
}

/// Takes the next block.
fn next_block<'a>(scan: &mut Scan<'a>) -> Option<Block<'a>> {
    let mut block = Block::default();
    let mut begun = None;
    loop {
        let before = *scan;
        let Some(bracket) = bracket(scan) else { break };
        match (bracket.name, bracket.is_end) {
            (None, false) if !block.tags.is_empty() => {
                *scan = before;
                return Some(block);
            }
            (None, false) => begun = Some(bracket.start.at()),
            (None, true) if block.tags.is_empty() => {}
            (None, true) => return Some(block),
            // The end of a tag that did not begin.
            (Some(_), true) => {}
            // A second mainline belongs to another game, even without the brackets of a block between them.
            (Some("movelist"), false) if block.tags.iter().any(|tag| tag.name == "movelist") => {
                *scan = bracket.start;
                return Some(block);
            }
            (Some(name), false) => take_value(scan, name, &mut block),
        }
    }
    (!block.tags.is_empty()).then(|| {
        scan.take_rest();
        const CUT: &str = "the file ends inside a block of DhtmlXQ";
        block.cut = Some(CUT);
        // Blocks that were copied without their brackets do not end either.
        let begun = begun.filter(|_| block.warnings.listed().is_empty());
        block.warnings.extend(begun.map(|at| Warning::new(at, Problem::Cut(CUT.into()))));
        block
    })
}

/// Takes a value up to the next end of a tag, whatever its name: CCBridge ends `[DhtmlXQ_blacktime]` with
/// `[/DhtmlXQ_time]`. If there is none, the next tag at the beginning of a line ends it.
fn take_value<'a>(scan: &mut Scan<'a>, name: &'a str, block: &mut Block<'a>) {
    let start = *scan;
    let end = std::iter::from_fn(|| bracket(scan))
        .find(|next| next.is_end || (next.name.is_some() && next.start.is_at_line_start()));
    let value = match &end {
        Some(end) => start.up_to(&end.start),
        None => before_half_a_tag(start.up_to(scan)),
    };
    if !end.as_ref().is_some_and(|end| end.is_end) {
        block.warnings.warn(start.at(), not_closed(name));
        let is_cut = end.is_none();
        block.cut = is_cut.then_some("the file ends inside a tag of DhtmlXQ");
    }
    if let Some(next) = end.filter(|end| !end.is_end) {
        *scan = next.start;
    }
    let at = start.at();
    block.tags.push(DhtmlTag { name, value, at });
}

/// The value of a tag whose end is cut off by the file: `[/Dhtml` is not part of its text.
fn before_half_a_tag(value: &str) -> &str {
    let half = value.rfind('[').filter(|place| {
        let inside = value[place + 1..].strip_prefix('/');
        inside.is_some_and(|inside| starts_with("DhtmlXQ_", inside))
    });
    &value[..half.unwrap_or(value.len())]
}

const VARIABLE: &str = "DhtmlXQ_movelist";

/// Where the statement with the moves begins in a page of dpxq.com, and the tags in it: there the moves are in a variable of
/// a script while the tag in the hidden block is empty. Several programs that read the site show the shapes: the tag itself,
/// perhaps cut in two strings, or a segment a line, such as `[0_1_0]…[/0_1_0]`.
pub(super) fn script(text: &str) -> Option<(usize, Vec<DhtmlTag<'_>>)> {
    let mut places = text.match_indices(VARIABLE);
    let start = places.find_map(|(place, name)| {
        let rest = text[place + name.len()..].trim_start().strip_prefix('=')?;
        text[..place].trim_end().ends_with("var").then(|| text.len() - rest.len())
    })?;
    let statement = &text[start..];
    let end = [";", "</script"].iter().filter_map(|end| statement.find(end)).min();
    let statement = &statement[..end.unwrap_or(statement.len())];
    let mut tags = Vec::new();
    let mut open = None;
    for (bracket, sign) in statement.match_indices(['[', ']']) {
        if sign == "[" {
            open = Some(bracket + 1);
            continue;
        }
        let name = open.take().and_then(|open| name_in_script(&statement[open..bracket]));
        let Some(name) = name else {
            continue;
        };
        let value = &statement[bracket + 1..];
        let value = value.split(['[', '\'', '"']).next().unwrap_or("");
        if value.is_empty() {
            continue;
        }
        let at = At::offset(start + bracket + 1);
        tags.push(DhtmlTag { name, value, at });
    }
    (!tags.is_empty()).then_some((start, tags))
}

/// The name of a tag or a segment. The name of the mainline may be cut: `DhtmlXQ_move'+'list`.
fn name_in_script(written: &str) -> Option<&str> {
    let parts = written.split(|next: char| next.is_whitespace() || "'\"+".contains(next));
    if parts.collect::<String>() == VARIABLE {
        return Some("movelist");
    }
    let name = written.strip_prefix("DhtmlXQ_").unwrap_or(written);
    is_line(name.strip_prefix("move_").unwrap_or(name)).then_some(name)
}

/// `A_B_C`: the numbers of a line.
pub(super) fn is_line(name: &str) -> bool {
    name.split('_').count() == 3 && name.split('_').all(is_number)
}
