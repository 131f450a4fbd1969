//! Tables with aligned columns.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use crate::text::{columns, fit};

/// Between two columns.
const GAP: usize = 2;
/// Between the names of the players.
pub(crate) const NAMES: &str = " - ";

/// The alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Where a text that is too long is shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CutAt {
    /// In its middle: files of a directory often begin alike.
    Middle,
    /// At its end.
    End,
    /// At its end, or each of two names that [`NAMES`] joins at its own.
    Names,
}

/// A column of a table.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    pub(crate) head: String,
    pub(crate) align: Align,
    /// Columns of rank 0 are given room first.
    pub(crate) rank: usize,
    /// The width that it does not exceed at the cost of other columns, unless it is less than `least`.
    pub(crate) most: usize,
    /// If it has to be narrower than its texts and than this, it is left out.
    pub(crate) least: usize,
    pub(crate) cut: CutAt,
}

impl Column {
    /// A column that is as wide as its texts, or left out.
    pub(crate) fn new(head: impl Into<String>, align: Align) -> Self {
        let most = usize::MAX;
        Self { head: head.into(), align, rank: 0, most, least: most, cut: CutAt::Middle }
    }

    /// Columns with these heads. A head after `>` is that of a column aligned right.
    pub(crate) fn heads<const N: usize>(heads: [&str; N]) -> [Self; N] {
        heads.map(|head| match head.strip_prefix('>') {
            Some(head) => Self::new(head, Align::Right),
            None => Self::new(head, Align::Left),
        })
    }
}

/// The columns of a table, fitted to its rows and to the room there is.
pub(crate) struct Table<const N: usize> {
    columns: [Column; N],
    /// 0 for a column that is left out.
    widths: [usize; N],
    ambiguous_wide: bool,
}

impl<const N: usize> Table<N> {
    /// Columns as wide as their widest texts, as far as `room` allows. Those without any text are left out.
    pub(crate) fn new<'a>(
        columns: [Column; N],
        rows: impl IntoIterator<Item = &'a [String; N]>,
        room: usize,
        ambiguous_wide: bool,
    ) -> Self {
        let mut table = Self { columns, widths: [0; N], ambiguous_wide };
        let mut wanted = [0; N];
        for row in rows {
            for (wanted, text) in wanted.iter_mut().zip(row) {
                *wanted = table.measure(text).max(*wanted);
            }
        }
        for (wanted, column) in wanted.iter_mut().zip(&table.columns) {
            let least = if *wanted > 0 { table.measure(&column.head) } else { 0 };
            *wanted = least.max(*wanted);
        }
        give(&table.columns, &wanted, room, &mut table.widths);
        table
    }

    fn measure(&self, text: &str) -> usize {
        columns(text, self.ambiguous_wide)
    }

    /// The texts of a row that are not shown as a whole, with the heads of their columns.
    pub(crate) fn hidden<'a>(
        &'a self,
        texts: &'a [String; N],
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let cells = self.columns.iter().zip(self.widths).zip(texts);
        let hidden = cells.filter(|((_, width), text)| self.measure(text) > *width);
        hidden.map(|((column, _), text)| (&*column.head, &**text))
    }

    /// The heads of the columns.
    pub(crate) fn head(&self) -> String {
        self.row(&self.columns.each_ref().map(|column| &column.head))
    }

    /// A row of texts.
    pub(crate) fn row(&self, texts: &[impl AsRef<str>; N]) -> String {
        let mut line = String::new();
        let shown = self.columns.iter().zip(self.widths).zip(texts);
        for ((column, width), text) in shown.filter(|((_, width), _)| *width > 0) {
            let gap = if line.is_empty() { 0 } else { GAP };
            let text = self.shorten(text.as_ref(), width, column.cut);
            let pad = width.saturating_sub(self.measure(&text));
            let (before, after) = match column.align {
                Align::Left => (gap, pad),
                Align::Right => (gap + pad, 0),
            };
            line.extend([&*" ".repeat(before), &*text, &*" ".repeat(after)]);
        }
        line.truncate(line.trim_end().len());
        line
    }

    fn shorten<'a>(&self, text: &'a str, most: usize, cut: CutAt) -> Cow<'a, str> {
        match text.split_once(NAMES).filter(|_| cut == CutAt::Names && most > NAMES.len()) {
            _ if self.measure(text) <= most => Cow::Borrowed(text),
            Some((first, second)) => {
                let room = most - NAMES.len();
                // What one name does not need goes to the other.
                let half = (room / 2).max(room.saturating_sub(self.measure(second)));
                let first = self.end_cut(first, half);
                let second = self.end_cut(second, room.saturating_sub(self.measure(&first)));
                Cow::Owned(format!("{first}{NAMES}{second}"))
            }
            None if cut != CutAt::Middle => self.end_cut(text, most),
            None => Cow::Owned(without_middle(text, most, self.ambiguous_wide)),
        }
    }

    fn end_cut<'a>(&self, text: &'a str, most: usize) -> Cow<'a, str> {
        if self.measure(text) <= most {
            return Cow::Borrowed(text);
        }
        let dots = dots(most);
        let head = fit(text, most - dots.len(), self.ambiguous_wide);
        let inside = |text: Option<char>| text.is_some_and(|next| next.is_ascii_alphanumeric());
        let is_whole = !inside(head.chars().last()) || !inside(text[head.len()..].chars().next());
        // Not inside a word, unless there is but one.
        let words = head.rsplit_once(' ').filter(|_| !is_whole).map(|(words, _)| words);
        Cow::Owned(format!("{}{dots}", words.unwrap_or(head).trim_end()))
    }
}

/// Divides the room among columns that want so much: each gets at least its `least` or all that it wants, or nothing. It takes
/// slices, so that it is compiled only once.
fn give(columns: &[Column], wanted: &[usize], room: usize, widths: &mut [usize]) {
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_key(|index| columns[*index].rank);
    let mut left = room;
    for index in order {
        let least = columns[index].least.min(wanted[index]);
        let gap = if left < room { GAP } else { 0 };
        let most = columns[index].most.clamp(least, wanted[index]);
        let width = most.min(left.saturating_sub(gap));
        if width >= least.max(1) {
            widths[index] = width;
            left -= width + gap;
        }
    }
    // What others do not need goes to those that want more.
    for (width, wanted) in widths.iter_mut().zip(wanted).filter(|(width, _)| **width > 0) {
        let more = (wanted - *width).min(left);
        *width += more;
        left -= more;
    }
}

/// What stands in place of a part of a text, in at most so many columns.
pub(crate) fn dots(most: usize) -> &'static str {
    &".."[..most.min(2)]
}

/// The start and the end of a text that is longer than `most` columns.
pub(crate) fn without_middle(text: &str, most: usize, ambiguous_wide: bool) -> String {
    let dots = dots(most);
    let room = most - dots.len();
    let head = fit(text, room.min(most / 2), ambiguous_wide);
    let room = room.saturating_sub(columns(head, ambiguous_wide));
    format!("{head}{dots}{}", fit_end(&text[head.len()..], room, ambiguous_wide))
}

/// The longest suffix of a text that fits into `width` columns.
fn fit_end(text: &str, width: usize, ambiguous_wide: bool) -> &str {
    let mut taken = 0;
    for (offset, grapheme) in text.grapheme_indices(true).rev() {
        taken += columns(grapheme, ambiguous_wide);
        if taken > width {
            return &text[offset + grapheme.len()..];
        }
    }
    text
}
