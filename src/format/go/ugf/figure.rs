//! `[Figure]`: texts on moves, with labels, as `ugi2sgf` of sgfutils reads them.
//!
//! ```text
//! .Text,12
//! a line of text
//! .#,4,16,A
//! .EndText
//! ```

use super::point;
use crate::game::go::Size;
use crate::record::{At, Builder, Labels, Mark, MarkKind, NodeId, Note, Spans};
use crate::text::scan::Line;

/// A text and the labels that come with it.
struct Text<'a> {
    /// The number of the move; 0 is the start.
    number: Option<usize>,
    at: At,
    text: Vec<&'a str>,
    points: Spans,
    labels: Labels,
}

/// Notes the texts on the nodes of the game.
pub(super) fn note(lines: &[Line<'_>], size: Size, from_bottom: bool, builder: &mut Builder) {
    let mut open: Option<Text<'_>> = None;
    for line in lines {
        let (at, line) = (line.at(), line.text);
        if let Some(name) = line.strip_prefix(".Text,") {
            open = Some(Text {
                number: name
                    .split(',')
                    .next()
                    .and_then(|name| name.trim().parse().ok()),
                at,
                text: Vec::new(),
                points: Spans::default(),
                labels: Labels::default(),
            });
        } else if line.starts_with(".EndText") {
            open.take().into_iter().for_each(|text| text.note(builder));
        } else if let Some(text) = &mut open {
            text.take(line, size, from_bottom);
        } else if line.starts_with(".Fig") {
            builder.warnings.warn(at, "a diagram is not read");
        }
    }
    open.into_iter().for_each(|text| text.note(builder));
}

impl<'a> Text<'a> {
    fn take(&mut self, line: &'a str, size: Size, from_bottom: bool) {
        match label(line, size, from_bottom) {
            Some((at, label)) => {
                self.points.extend([at.into()]);
                self.labels.extend([label]);
            }
            None => self.text.push(line),
        }
    }

    fn note(self, builder: &mut Builder) {
        let record = builder.record_mut();
        let node = self
            .number
            .and_then(|number| record.tree.mainline().nth(number));
        let place = node.unwrap_or(NodeId::ROOT);
        let text = self.text.join("\n");
        if !text.trim().is_empty() {
            let text = Note::Comment(text.trim_end().into());
            record.tree.note(place, text);
        }
        if !self.points.is_empty() {
            let mut mark = Mark::new(MarkKind::Label, self.points);
            mark.labels = self.labels;
            record.tree.note(place, Note::Mark(Box::new(mark)));
        }
        if node.is_none() {
            let message = "there is no such move; the text is shown at the start";
            builder.warnings.warn(self.at, message);
        }
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
