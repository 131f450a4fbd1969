//! `[Figure]`: texts on moves, with labels, as `ugi2sgf` of sgfutils reads them.
//!
//! ```text
//! .Text,12
//! a line of text
//! .#,4,16,A
//! .EndText
//! ```

use super::{point, texts};
use crate::game::go::Size;
use crate::record::{Builder, Mark, MarkKind, NodeId, Note, Spans};
use crate::text::scan::Line;

/// Notes the texts on the nodes of the game; move 0 is the start.
pub(super) fn note(lines: &[Line<'_>], size: Size, from_bottom: bool, builder: &mut Builder) {
    let nodes: Vec<NodeId> = builder.tree().mainline().collect();
    for (number, at, lines) in texts(lines, ".Text,") {
        let node = number.and_then(|number| nodes.get(number));
        let place = *node.unwrap_or(&NodeId::ROOT);
        let mut mark = Mark::new(MarkKind::Label, Spans::default());
        let mut text = Vec::new();
        for line in lines {
            match label(line, size, from_bottom) {
                _ if line.starts_with(".EndText") => break,
                Some((at, label)) => {
                    mark.spans.extend([at.into()]);
                    mark.labels.extend([label]);
                }
                None => text.push(line),
            }
        }
        let text = text.join("\n");
        let tree = &mut builder.record_mut().tree;
        if !text.trim().is_empty() {
            tree.note(place, Note::Comment(text.trim_end().into()));
        }
        if !mark.spans.is_empty() {
            tree.note(place, Note::Mark(Box::new(mark)));
        }
        if node.is_none() {
            let message = "there is no such move; the text is shown at the start";
            builder.warnings.warn(at, message);
        }
    }
    for line in lines.iter().filter(|line| line.text.starts_with(".Fig")) {
        builder.warnings.warn(line.at(), "a diagram is not read");
    }
}

/// The point and the text of `.#,4,16,A`: the column from the left and the row, both from 1.
fn label(line: &str, size: Size, from_bottom: bool) -> Option<((u8, u8), &str)> {
    let (column, rest) = line.strip_prefix(".#,")?.split_once(',')?;
    let (row, label) = rest.split_once(',')?;
    let number = |text: &str| text.trim().parse::<u8>().ok()?.checked_sub(1);
    let at = point(number(column)?, number(row)?, size, from_bottom)?;
    Some(((at.column, at.row), label.trim()))
}
