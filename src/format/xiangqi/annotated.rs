//! Annotated text of dpxq.com: lines of moves with prose between them, followed by the variations of the game, each
//! below the round in which it leaves a line: `变①接主变第7回合`.

use std::collections::HashMap;
use std::ops::Range;

use super::movetext::{self, Movetext};
use crate::record::{At, Builder, NodeId, Record};
use crate::text::scan::{is_space, lines_in};

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
    // The name of each line, that of the line that it leaves, and where its heading and its moves begin.
    let mut parts = vec![(MAIN, MAIN, range.start, range.start)];
    for line in lines_in(text, range.clone()) {
        let end = line.offset + line.text.len();
        let content = line.text.trim_matches(is_space);
        if let Some((name, parent)) = variation(content) {
            parts.push((name, parent, line.offset, end));
        } else if let Some((.., start)) = parts.last_mut()
            && content.starts_with('{')
            && text[*start..line.offset].trim().is_empty()
        {
            // The position.
            *start = end;
        }
    }
    let mut builder = Builder::on(record);
    let mut ends: HashMap<&str, NodeId> = HashMap::new();
    for (index, (name, parent, _, start)) in parts.iter().enumerate() {
        let end = parts.get(index + 1).map_or(range.end, |next| next.2);
        let movetext = Movetext::new(text, *start..end);
        let after = movetext.first_number().unwrap_or(0);
        let line = [*parent, MAIN].into_iter().find_map(|line| ends.get(line));
        let path = line.map_or(Vec::new(), |end| builder.tree().path(*end));
        let fork = path.get(after).copied();
        if fork.is_none() && after > 0 && index > 0 {
            let message = "there is no such round; the variation is shown from the start";
            builder.warn(At::offset(*start), message);
        }
        builder.go_to(fork.unwrap_or(NodeId::ROOT));
        builder = movetext::play_on(builder, &movetext);
        ends.insert(name, builder.node());
    }
    builder.finish()
}

/// `变②接主变第19回合`: the names of the variation and of the line that it leaves.
fn variation(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once('接')?;
    let (parent, round) = rest.split_once('第')?;
    let fits = name.starts_with('变') && round.ends_with("回合");
    fits.then_some((name, parent))
}
