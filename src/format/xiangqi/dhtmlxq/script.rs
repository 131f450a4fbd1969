//! The pages of dpxq.com, whose moves are in a variable of a script while the tag in the hidden block is empty. Several
//! programs that read the site show the shapes: the tag itself, perhaps cut in two strings, or a segment a line, such as
//! `[0_1_0]…[/0_1_0]`.

use super::blocks::Tag;
use crate::text::scan::{Scan, is_number};

const VARIABLE: &str = "DhtmlXQ_movelist";

/// Where the statement with the moves begins, and the tags in it.
pub(super) fn movelist(text: &str) -> Option<(usize, Vec<Tag<'_>>)> {
    let mut places = text.match_indices(VARIABLE);
    let start = places.find_map(|(place, name)| {
        let rest = text[place + name.len()..].trim_start().strip_prefix('=')?;
        text[..place]
            .trim_end()
            .ends_with("var")
            .then(|| text.len() - rest.len())
    })?;
    let statement = &text[start..];
    let end = [";", "</script"]
        .iter()
        .filter_map(|end| statement.find(end))
        .min();
    let statement = &statement[..end.unwrap_or(statement.len())];
    let mut scan = Scan::new(text);
    let mut tags = Vec::new();
    for (bracket, _) in statement.match_indices(']') {
        let open = statement[..bracket].rfind('[').map(|open| open + 1);
        let Some(name) = open.and_then(|open| name(&statement[open..bracket])) else {
            continue;
        };
        let value = &statement[bracket + 1..];
        let value = value.split(['[', '\'', '"']).next().unwrap_or("");
        if value.is_empty() {
            continue;
        }
        scan.take((start + bracket + 1).saturating_sub(scan.offset()));
        let at = scan.at();
        tags.push(Tag { name, value, at });
    }
    Some((start, tags))
}

/// The name of a tag or a segment. The name of the mainline may be cut: `DhtmlXQ_move'+'list`.
fn name(written: &str) -> Option<&str> {
    let glue = |character: char| character.is_whitespace() || "'\"+".contains(character);
    let whole: String = written.chars().filter(|next| !glue(*next)).collect();
    if whole == VARIABLE {
        return Some("movelist");
    }
    let name = written.strip_prefix("DhtmlXQ_").unwrap_or(written);
    is_line(name.strip_prefix("move_").unwrap_or(name)).then_some(name)
}

/// `A_B_C`: the numbers of a line.
pub(super) fn is_line(name: &str) -> bool {
    name.split('_').count() == 3 && name.split('_').all(is_number)
}
