//! Positions in a file.

use std::fmt;

/// A position in a file, for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub enum At {
    /// The file as a whole.
    #[default]
    File,
    /// A byte offset from the start of the file, 0 for the first byte.
    Byte(u64),
    /// A byte offset from the start of the decoded text, 0 for the first byte. Readers carry these;
    /// [`crate::format::read`] gives the line and the column instead.
    Text(u32),
    /// A line and a column of the decoded text, both from 1; the column counts characters.
    Line {
        /// From 1.
        line: u32,
        /// From 1, in characters.
        column: u32,
    },
}

impl At {
    /// The position of a byte of the file.
    pub(crate) fn byte(offset: usize) -> Self {
        Self::Byte(offset as u64)
    }

    /// The position of a byte of the decoded text.
    pub(crate) fn offset(offset: usize) -> Self {
        Self::Text(u32::try_from(offset).unwrap_or(u32::MAX))
    }

    /// The text between a file's name and a message about this position. `file:12:7: …` is the form that editors jump
    /// to; a byte offset is spelled out.
    pub fn joint(self) -> String {
        match self {
            Self::File => ": ".to_owned(),
            Self::Byte(_) | Self::Text(_) => format!(": {self}: "),
            Self::Line { .. } => format!(":{self}: "),
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Byte(offset) => write!(f, "byte {offset}"),
            Self::Text(offset) => write!(f, "byte {offset} of the text"),
            Self::Line { line, column } => write!(f, "{line}:{column}"),
        }
    }
}
