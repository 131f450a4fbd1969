//! Positions in a file, and its line ends.

use std::ops::Range;
use std::sync::OnceLock;

use derive_more::Display;

use super::examine;

/// A position in a file, for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord, Display)]
pub enum At {
    /// The file as a whole.
    #[default]
    #[display("file")]
    File,
    /// A byte offset from the start of the file, 0 for the first byte.
    #[display("byte {_0}")]
    Byte(u64),
    /// A byte offset from the start of the decoded text, 0 for the first byte. Readers carry these;
    /// [`crate::format::read`] gives the line and the column instead.
    #[display("byte {_0} of the text")]
    Text(u32),
    /// A line and a column of the decoded text, both from 1; the column counts characters.
    #[display("{line}:{column}")]
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

    /// A message about this position: `12:7: …`, or the message alone if it is about the whole file.
    pub(crate) fn with(self, message: impl std::fmt::Display) -> String {
        match self {
            Self::File => message.to_string(),
            at => format!("{at}: {message}"),
        }
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

/// A place of a text: its offset, its line and its column.
pub(crate) type LineMark = (usize, u32, u32);

/// Converts offsets of a text to lines and columns, both from 1; columns count characters. The text begins on line
/// `first_line`. Other positions are left unchanged, and an offset past the end is treated as the end. `marks` become
/// places at equal distances, so that not all that comes before is read for each of many games.
pub(crate) fn resolve<'a>(
    text: &str,
    first_line: u32,
    marks: &OnceLock<Vec<LineMark>>,
    places: impl Iterator<Item = &'a mut At>,
) {
    const APART: usize = 1 << 8;
    let in_text = places.filter_map(|at| match *at {
        At::Text(offset) => Some((text.len().min(offset as usize), at)),
        _ => None,
    });
    let mut places: Vec<(usize, &mut At)> = in_text.collect();
    places.sort_unstable_by_key(|(offset, _)| *offset);
    let [(first, _), ..] = &places[..] else { return };
    let last = places.last().map_or(*first, |(offset, _)| *offset);
    let start = (0, first_line, 1);
    let marks = marks.get_or_init(|| {
        let apart = (0..text.len()).step_by(APART).map(|at| text.floor_char_boundary(at));
        count_from(text, start, apart).collect()
    });
    let mark = marks.get(first / APART).or(marks.last()).copied().unwrap_or(start);
    let offsets: Vec<usize> = places.iter().map(|(offset, _)| *offset).collect();
    // The line of the last place may be as long as the text.
    let near = &text[..text.floor_char_boundary(last + 1)];
    for ((_, at), (_, line, column)) in places.into_iter().zip(count_from(near, mark, offsets)) {
        *at = At::Line { line, column };
    }
}

/// The places of offsets, which are in order and after a place that is known.
fn count_from(
    text: &str,
    mark: LineMark,
    offsets: impl IntoIterator<Item = usize>,
) -> impl Iterator<Item = LineMark> {
    let (mut before, mut line, mut column) = mark;
    let breaks = breaks(text.get(before..).unwrap_or(""));
    let mut ends = breaks.map(move |end| mark.0 + end.end).peekable();
    offsets.into_iter().map(move |offset| {
        while let Some(end) = ends.next_if(|end| *end <= offset) {
            (before, line, column) = (end, line.saturating_add(1), 1);
        }
        let characters = text.get(before..offset).unwrap_or("").chars().count();
        column += u32::try_from(characters).unwrap_or(u32::MAX);
        before = offset;
        (offset, line, column)
    })
}

/// The line ends of a text: LF, CR, CR LF or LF CR.
pub(crate) fn breaks(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut end = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(end..)?;
        let found = memchr::memchr2(b'\n', b'\r', rest);
        examine(found.unwrap_or(rest.len()) + 1);
        let start = end + found?;
        end = match bytes.get(start..)? {
            [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => start + 2,
            _ => start + 1,
        };
        Some(start..end)
    })
}
