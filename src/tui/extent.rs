//! The room that the notes of a record need, for the layout.

use crate::record::{Note, Tree};

/// Sizes and kinds of the notes of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Extent {
    /// Whether any node has a comment, name or warning.
    pub(super) has_remarks: bool,
    /// Whether any node has a clock that has run or an evaluation.
    pub(super) has_numbers: bool,
    /// The total number of characters in the file's comments.
    pub(super) text: usize,
    /// The columns and the lines of the comment that takes the most space.
    pub(super) longest_comment: (usize, usize),
}

impl Extent {
    /// Measures the file's notes. Linear in their length.
    pub(super) fn of_file(tree: &Tree) -> Self {
        let mut extent = Self::default();
        for note in tree.all_notes() {
            extent.has_numbers |= is_number(note);
            match note {
                Note::Comment(text) => extent.text += extent.add_comment(text),
                Note::Bookmark(_) | Note::Warning(_) => extent.has_remarks = true,
                _ => {}
            }
        }
        extent
    }

    /// Adds the reader's own notes.
    pub(super) fn with_own(mut self, tree: &Tree) -> Self {
        self.has_remarks |= tree.has_illegal();
        for (_, notes) in tree.own_noted() {
            self.has_remarks = true;
            for note in notes {
                if let Note::Comment(text) = note {
                    self.add_comment(text);
                }
            }
        }
        self
    }

    /// Returns the number of characters of a comment.
    fn add_comment(&mut self, text: &str) -> usize {
        self.has_remarks = true;
        let characters = text.chars().count();
        // Wide characters are from U+1100 on.
        let wide = text.bytes().filter(|byte| *byte >= 0xE1).count();
        let breaks = text.bytes().filter(|byte| *byte == b'\n').count();
        let size = (characters + wide, 1 + breaks);
        // As if lines were half full in a column of the usual width.
        fn space((columns, lines): (usize, usize)) -> usize {
            columns + 18 * lines
        }
        if space(size) > space(self.longest_comment) {
            self.longest_comment = size;
        }
        characters
    }
}

/// Whether a note is a number beside a move.
pub(super) fn is_number(note: &Note) -> bool {
    match note {
        Note::Eval(_) | Note::Remaining(_) => true,
        Note::Clock(clock) => clock.has_run(),
        _ => false,
    }
}
