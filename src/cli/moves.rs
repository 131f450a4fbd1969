//! The moves of a record with all variations, as text.

use std::fmt::Write;

use super::error::Error;
use super::output::Output;
use crate::columns::wrap;
use crate::game::Notation;
use crate::record::{Lines, NodeId, Note, Outcome, Place, Record, Walk};
use crate::text::columns;

/// The names of lines nested deeper than this are abbreviated.
const DEEPEST: usize = 12;

/// Prints every line of a record: the mainline, then each variation under its name (as `--line` takes it), followed by
/// its own variations.
pub(super) fn print(
    out: &mut Output,
    (record, notation): (&Record, Notation),
    lines: &Lines,
    width: usize,
) -> Result<(), Error> {
    let mut walk = record.walk();
    let mut depths: Vec<usize> = Vec::with_capacity(lines.count());
    for line in 0..lines.count() {
        let range = lines.range(line);
        let head = lines.node(range.start);
        let parent = record.tree.parent(head);
        let depth = parent.map_or(0, |fork| depths[lines.line_of(fork)] + 1);
        depths.push(depth);
        if depth > 0 {
            out.line("")?;
            out.line(&heading(record, lines, head, depth))?;
        }
        let mut page = Page { out, notation, width, row: String::new(), used: 0 };
        for node in range.map(|index| lines.node(index)) {
            page.node(record, &mut walk, node)?;
        }
        page.end_line()?;
    }
    Ok(())
}

/// `variation 3.2-7.3`
fn heading(record: &Record, lines: &Lines, head: NodeId, depth: usize) -> String {
    if depth > DEEPEST {
        let ply = record.tree.ply(head);
        return format!("variation {depth} deep, from ply {ply}");
    }
    let line = Place::of(&record.tree, lines, head).line();
    format!("variation {line}")
}

/// Fills rows with moves; each comment has rows of its own.
struct Page<'a> {
    out: &'a mut Output,
    notation: Notation,
    width: usize,
    row: String,
    used: usize,
}

impl Page<'_> {
    fn node(&mut self, record: &Record, walk: &mut Walk<'_>, node: NodeId) -> Result<(), Error> {
        if record.tree.mv(node).is_some() || node != NodeId::ROOT {
            walk.visit(node);
            let ply = record.tree.ply(node);
            let name = record.notate_as(walk.before(), node, self.notation);
            let name = name.unwrap_or_else(|| record.caption(node));
            let mut text = format!("{ply}. {name}");
            for note in record.tree.notes(node) {
                if let Note::Glyph(glyph) = note {
                    text.push_str(glyph);
                }
            }
            if record.tree.warning(node).is_some() {
                text.push_str(" (!)");
            }
            self.item(&text)?;
        }
        for note in record.tree.notes(node) {
            match note {
                Note::Comment(text) => self.comment(text)?,
                Note::Bookmark(name) => self.comment(&format!("[{name}]"))?,
                Note::End(ending) => self.item(ending.kind.name())?,
                Note::Result(outcome) if *outcome != Outcome::Open => self.item(outcome.name())?,
                _ => {}
            }
        }
        Ok(())
    }

    fn item(&mut self, text: &str) -> Result<(), Error> {
        let text = self.out.clean_line(text).into_owned();
        let width = columns(&text, false);
        if self.used > 0 && self.used + 2 + width > self.width {
            self.end_line()?;
        }
        let gap = if self.used > 0 { "  " } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(self.row, "{gap}{text}");
        self.used += gap.len() + width;
        Ok(())
    }

    fn comment(&mut self, text: &str) -> Result<(), Error> {
        self.end_line()?;
        let text = self.out.clean(text).into_owned();
        let rows = wrap(&text, self.width.saturating_sub(4), false);
        rows.iter().try_for_each(|row| self.out.line(&format!("    {row}")))
    }

    fn end_line(&mut self) -> Result<(), Error> {
        if self.used > 0 {
            self.out.line(&self.row)?;
            self.row.clear();
            self.used = 0;
        }
        Ok(())
    }
}
