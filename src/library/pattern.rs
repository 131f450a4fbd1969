//! The matcher of every search: on the screen and in `dapu find`.

use std::ops::Range;

use crate::text::{self, Folded};

/// A text to search for. Lower case matches both cases, upper case only itself. Simplified and traditional Chinese, old
/// and new Japanese forms, and full and half width match each other; hiragana and katakana do not. Blanks between
/// ideographs, by which records pad names, do not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    text: String,
    folded: Vec<char>,
    /// In lower case.
    key: String,
    exact: bool,
}

impl Pattern {
    /// Returns `None` if the text is empty.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let exact = text.chars().any(char::is_uppercase);
        let folded: Vec<char> = Folded::new(text, exact).map(|(_, folded)| folded).collect();
        (!folded.is_empty()).then(|| Self {
            text: text.to_owned(),
            folded,
            key: text::folded(text),
            exact,
        })
    }

    /// The text as given.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a text contains the pattern, given the text as [`folded`](crate::text::folded), too.
    pub(crate) fn is_in_folded(&self, folded: &str, text: impl FnOnce() -> bool) -> bool {
        folded.contains(&self.key) && (!self.exact || text())
    }

    /// Whether a text contains the pattern.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.first(text).is_some()
    }

    /// The byte range of the first match in a text.
    pub(crate) fn first(&self, text: &str) -> Option<Range<usize>> {
        self.find(text, 0)
    }

    /// The byte ranges of all matches in a text, without overlaps.
    pub(crate) fn all(&self, text: &str) -> Vec<Range<usize>> {
        let ranges = std::iter::successors(self.first(text), |before| self.find(text, before.end));
        ranges.collect()
    }

    /// The first match at or after a byte offset.
    fn find(&self, text: &str, from: usize) -> Option<Range<usize>> {
        let (first, rest) = self.folded.split_first()?;
        let mut characters = Folded::new(text.get(from..)?, self.exact);
        while let Some((start, character)) = characters.next() {
            if character == *first {
                let mut after = characters.clone();
                if (rest.iter()).all(|wanted| after.next().is_some_and(|(_, next)| next == *wanted))
                {
                    return Some(from + start..from + after.offset());
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(pattern: &str, text: &str) -> bool {
        Pattern::new(pattern).unwrap().is_in(text)
    }

    #[test]
    fn lower_case_finds_both_and_capitals_themselves() {
        assert!(finds("opening", "The Opening"));
        assert!(!finds("Opening", "the opening"));
        assert!(finds("ｇｏ", "GO"));
        assert!(!finds("Ｇo", "go"));
        assert!(finds("Q16", "黒 Q16"));
        assert!(finds("İ", "İstanbul"));
        assert_eq!(Pattern::new(""), None);
    }

    #[test]
    fn either_script_finds_the_other() {
        let pairs = [
            ("吕钦", "呂欽"),
            ("马8进7", "馬８進７"),
            ("马8进7", "傌8進7"),
            ("炮", "砲"),
            ("车", "俥"),
            ("柳大华", "柳大華"),
            ("龙", "龍"),
            ("头发", "頭髮"),
            ("台湾", "臺灣"),
            ("钟", "锺"),
            ("许银川", "許銀川"),
        ];
        for (simplified, traditional) in pairs {
            assert!(finds(simplified, traditional), "{simplified}");
            assert!(finds(traditional, simplified), "{traditional}");
        }
        assert!(!finds("马", "鸟"));
        assert!(!finds("士", "仕"), "the pieces of the sides are two");
    }

    #[test]
    fn japanese_and_korean_names_are_found_in_every_form() {
        let pairs = [
            ("竜王戦", "龍王戰"),
            ("沢田", "澤田"),
            ("渡辺", "渡邊"),
            ("渡邉", "渡辺"),
            ("呉清源", "吴清源"),
            ("呉清源", "吳清源"),
            ("広瀬", "廣瀨"),
            ("髙野", "高野"),
            ("\u{FA11}", "崎"),
            ("桜井", "樱井"),
            ("囲碁", "圍碁"),
            ("\u{F9E1}昌鎬", "李昌镐"),
            ("裵", "裴"),
        ];
        for (one, other) in pairs {
            assert!(finds(one, other), "{one}");
            assert!(finds(other, one), "{other}");
        }
    }

    #[test]
    fn kana_is_found_as_typed_in_either_width() {
        assert!(finds("ゴキゲン", "ｺﾞｷｹﾞﾝ中飛車"));
        assert!(finds("ﾊﾟｿｺﾝ", "パソコン"));
        assert!(finds("ヴ", "ｳﾞ"));
        assert!(finds("が", "か\u{3099}"));
        assert!(!finds("コ", "ｺﾞ"));
        assert!(!finds("ごきげん", "ゴキゲン"));
    }

    #[test]
    fn blanks_between_ideographs_do_not_count() {
        for (pattern, text) in [("吕钦", "吕  钦"), ("羽生善治", "羽生　善治"), ("呂 欽", "吕钦")]
        {
            assert!(finds(pattern, text), "{pattern}");
        }
        assert_eq!(Pattern::new("钦1").unwrap().first("吕 钦 1"), None);
        assert!(!finds("ab", "a b"));
        assert!(!finds("九段 ", "羽生　善治　九段"));
        assert_eq!(Pattern::new("钦").unwrap().all("吕  钦"), vec![5..8]);
    }

    #[test]
    fn matches_are_byte_ranges_of_the_text() {
        fn all(pattern: &str, text: &str) -> Vec<Range<usize>> {
            Pattern::new(pattern).unwrap().all(text)
        }
        assert_eq!(all("aa", "aaaＡＡ"), vec![0..2, 2..6]);
        assert_eq!(all("ab", "aab"), vec![1..3]);
        assert_eq!(all("ガ", "ｶﾞ、カ、ガ"), vec![0..6, 15..18]);
        assert_eq!(all("ハ", "ｶﾞﾊ"), vec![6..9]);
    }
}
