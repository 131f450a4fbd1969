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

/// Checks the invariants of a table with any cells at any width.
#[cfg(test)]
pub(crate) mod fitting {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;

    use super::*;

    /// Narrow, wide, ambiguous and combining characters, and a joined one.
    const CHARACTERS: [&str; 12] =
        ["a", "Z", " ", "9", "炮", "馬", "“", "…", "Ω", "e\u{301}", "\u{301}", "👨\u{200D}👩"];

    fn cell() -> impl Strategy<Value = String> {
        let character = prop::sample::select(&CHARACTERS[..]);
        let text = vec(character, 0..=60).prop_map(|all| all.concat());
        let names = (text.clone(), vec("[a-z炮]", 0..30));
        prop_oneof![
            Just(String::new()),
            vec("[a-z0-9/-]", 0..=60).prop_map(|all| all.concat()),
            names.prop_map(|(one, other)| format!("{one}{NAMES}{}", other.concat())),
            text,
        ]
    }

    /// Tries a set of columns, which may depend on the width, with cases of rows, widths and kinds of terminals.
    pub(crate) fn check<const N: usize>(cases: u32, columns_in: impl Fn(usize) -> [Column; N]) {
        let rows = vec(vec(cell(), N), 0..4);
        let mut runner = TestRunner::new(ProptestConfig { cases, ..ProptestConfig::default() });
        let tried = runner.run(&(rows, 0_usize..=250, any::<bool>()), |(rows, room, wide)| {
            let rows: Vec<[String; N]> =
                rows.into_iter().map(|row| row.try_into().unwrap()).collect();
            let columns = columns_in(room);
            let table = Table::new(columns.clone(), &rows, room, wide);
            let shown = table.widths.iter().filter(|width| **width > 0);
            let total = shown.map(|width| width + GAP).sum::<usize>().saturating_sub(GAP);
            prop_assert!(total <= room, "{:?} in {}", table.widths, room);
            let lines = rows.iter().map(|row| table.row(row));
            for line in std::iter::once(table.head()).chain(lines) {
                prop_assert!(table.measure(&line) <= room, "{:?} in {}", line, room);
            }
            for (nth, column) in columns.iter().enumerate() {
                let cells = rows.iter().map(|row| table.measure(&row[nth])).max().unwrap_or(0);
                let head = if cells > 0 { table.measure(&column.head) } else { 0 };
                let least = column.least.min(cells.max(head));
                let width = table.widths[nth];
                prop_assert!(width == 0 || width >= least, "{} of {} in {}", width, least, room);
                // One that is left out had no room beside those before it.
                let before = columns.iter().zip(&table.widths).enumerate();
                let before = before.filter(|(at, (other, width))| {
                    (other.rank, *at) < (column.rank, nth) && **width > 0
                });
                let taken: usize = before.map(|(_, (_, width))| width + GAP).sum();
                prop_assert!(width > 0 || least == 0 || taken + least > room, "{nth} in {room}");
            }
            Ok(())
        });
        tried.unwrap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(texts: &[[&str; 3]]) -> Vec<[String; 3]> {
        texts.iter().map(|row| row.map(str::to_owned)).collect()
    }

    fn lines(columns: [Column; 3], texts: &[[&str; 3]], room: usize) -> Vec<String> {
        let rows = rows(texts);
        let table = Table::new(columns, &rows, room, false);
        let lines = rows.iter().map(|row| table.row(row));
        std::iter::once(table.head()).chain(lines).collect()
    }

    #[test]
    fn columns_are_aligned_and_those_without_texts_left_out() {
        let columns = [
            Column::new("move", Align::Left),
            Column::new("games", Align::Right),
            Column::new("note", Align::Left),
        ];
        let texts = [["炮二平五", "12", ""], ["相三", "107", ""]];
        let expected = ["move      games", "炮二平五     12", "相三        107"];
        assert_eq!(lines(columns, &texts, usize::MAX), expected);
    }

    #[test]
    fn short_room_goes_to_the_first_ranks_and_what_is_left_to_long_texts() {
        let column =
            |rank, most, least| Column { rank, most, least, ..Column::new("", Align::Left) };
        let columns =
            [column(0, 10, 4), column(2, usize::MAX, usize::MAX), column(1, usize::MAX, 8)];
        let texts = [["a-game-1997-11-16", "result", "九江第三届五羊杯"]];
        assert_eq!(
            lines(columns.clone(), &texts, 40)[1],
            "a-game-..11-16  result  九江第三届五羊杯"
        );
        assert_eq!(lines(columns.clone(), &texts, 24)[1], "a-gam..-16  九江第..羊杯");
        assert_eq!(lines(columns, &texts, 16)[1], "a-game-1..-11-16");
    }

    #[test]
    fn each_name_is_cut_at_its_own_end_and_a_short_one_not_at_all() {
        let cut = |text: &str, most| {
            let column =
                Column { most, least: 1, cut: CutAt::Names, ..Column::new("", Align::Left) };
            let other = Column::new("", Align::Left);
            lines([column, other.clone(), other], &[[text, "", ""]], most)[1].clone()
        };
        assert_eq!(cut("江蘇陸崢嶸 - 上海鄔正偉", 19), "江蘇陸.. - 上海鄔..");
        assert_eq!(cut("princess - Spirit", 16), "princ.. - Spirit");
        assert_eq!(cut("straw - Excalibur", 16), "straw - Excali..");
        assert_eq!(cut("象棋前锋 (56)", 10), "象棋前锋..");
        // No word is cut but one that stands alone.
        assert_eq!(cut("not a record of a format", 21), "not a record of a..");
        assert_eq!(cut("Internet Player - straw", 20), "Internet.. - straw");
    }

    #[test]
    fn a_text_is_cut_between_graphemes() {
        let columns = [(); 3].map(|()| Column { least: 1, ..Column::new("", Align::Left) });
        let texts = [["炮二平五馬八進七", "", ""]];
        assert_eq!(lines(columns, &texts, 9)[1], "炮二..七");
    }
}
