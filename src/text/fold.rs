//! The matcher of every search: on the screen and in `dapu find`.

use std::ops::Range;
use std::str::CharIndices;
use std::sync::LazyLock;

use unicode_normalization::char::{compose, decompose_compatible};

/// A text to search for. Lower case matches both cases, upper case only itself. Simplified and traditional Chinese, old
/// and new Japanese forms, and full and half width match each other; hiragana and katakana do not. Blanks between
/// ideographs, by which records pad names, do not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    folded: Vec<char>,
    exact: bool,
}

impl Pattern {
    /// Returns `None` if the text is empty.
    pub fn new(text: &str) -> Option<Self> {
        let exact = text.chars().any(char::is_uppercase);
        let folded: Vec<char> = Folded::new(text, exact).map(|(_, folded)| folded).collect();
        (!folded.is_empty()).then(|| Self { text: text.to_owned(), folded, exact })
    }

    /// The text as given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a text contains the pattern.
    pub fn is_in(&self, text: &str) -> bool {
        self.first(text).is_some()
    }

    /// The byte range of the first match in a text.
    pub fn first(&self, text: &str) -> Option<Range<usize>> {
        self.find(text, 0)
    }

    /// The byte ranges of all matches in a text, without overlaps.
    pub fn all(&self, text: &str) -> Vec<Range<usize>> {
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
                    return Some(from + start..from + after.characters.offset());
                }
            }
        }
        None
    }
}

/// Whether the beginning of a text is in traditional characters. Few of those in a simplified text have another form.
pub(crate) fn is_traditional(text: &str) -> bool {
    const BEGINNING: usize = 16 * 1024;
    let characters = text.chars().take(BEGINNING);
    let ideographs = characters.filter(|character| ('\u{4E00}'..='\u{9FFF}').contains(character));
    let (mut all, mut traditional) = (0, 0);
    for ideograph in ideographs {
        all += 1;
        traditional += usize::from(form(ideograph) != ideograph);
    }
    traditional * 10 > all
}

/// A text in the form in which texts are compared regardless of case.
pub fn folded(text: &str) -> String {
    Folded::new(text, false).map(|(_, character)| character).collect()
}

/// The characters of a text in the form in which they are compared, with their offsets.
#[derive(Debug, Clone)]
struct Folded<'a> {
    characters: CharIndices<'a>,
    exact: bool,
    follows_ideograph: bool,
}

impl<'a> Folded<'a> {
    fn new(text: &'a str, exact: bool) -> Self {
        Self { characters: text.char_indices(), exact, follows_ideograph: false }
    }

    fn skip_padding(&mut self) {
        let blanks = self.characters.as_str();
        let after = blanks.trim_start_matches([' ', '\u{3000}']);
        if after.starts_with(is_ideograph) {
            let padding = blanks[..blanks.len() - after.len()].chars().count();
            self.characters.by_ref().take(padding).for_each(drop);
        }
    }
}

impl Iterator for Folded<'_> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        if self.follows_ideograph {
            self.skip_padding();
        }
        let (start, character) = self.characters.next()?;
        self.follows_ideograph = is_ideograph(character);
        let mut folded = fold(character);
        let after = self.characters.as_str().chars().next();
        if let Some(mark @ ('\u{3099}' | '\u{309A}' | '\u{FF9E}' | '\u{FF9F}')) = after
            && let Some(voiced) = compose(folded, fold(mark))
        {
            folded = voiced;
            self.characters.next();
        }
        Some((start, if self.exact { folded } else { lower(folded) }))
    }
}

fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAD9}' | '\u{20BB7}')
}

fn lower(character: char) -> char {
    if character.is_ascii() {
        return character.to_ascii_lowercase();
    }
    // A character whose lower case has several characters is compared unchanged.
    let mut lower = character.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) => lower,
        _ => character,
    }
}

/// Maps a character to a common form, regardless of width and script.
fn fold(character: char) -> char {
    match character {
        '\0'..='\u{2FFF}' => character,
        '\u{3000}' => ' ',
        '\u{301C}' => '~',
        '\u{4E00}'..='\u{9FFF}' => form(character),
        // Microsoft's, which has no decomposition.
        '\u{FA11}' => '崎',
        '\u{F900}'..='\u{FAD9}' | '\u{FF01}'..='\u{FF9F}' => form(decomposed(character)),
        '\u{20BB7}' => '吉',
        _ => character,
    }
}

/// The ideograph that a compatibility ideograph duplicates (Korean has 李 as U+F9E1 too), or the usual form of a
/// half-width or full-width character.
fn decomposed(character: char) -> char {
    let mut first = None;
    decompose_compatible(character, |part| first = first.or(Some(part)));
    first.unwrap_or(character)
}

/// Groups of variants of characters from U+4E00 to U+9FFF. In comparisons the first of a group replaces the others.
///
/// Simplified and traditional Chinese are from Unicode CLDR 42, transform Hant-Hans (Unicode License v3), except 苎,
/// which is mapped to 苧 there. Old and new Japanese forms are from the Jōyō and Jinmeiyō kanji tables (2010), with
/// variants common in names: 高 髙, 崎 嵜, 島 嶋 嶌, 辺 邉, 呉 and Korean 裵 曺. 傌 and 俥 are xiangqi pieces.
const GROUPS: &str = include_str!("variants.txt");

/// The variant that represents all variants of a character in comparisons.
fn form(character: char) -> char {
    const FIRST: usize = 0x4E00;
    static FORMS: LazyLock<Vec<char>> = LazyLock::new(|| {
        // Most have no other form, and a table of zeros costs nothing.
        let mut forms = vec!['\0'; 0xA000 - FIRST];
        for group in GROUPS.split_whitespace() {
            let first = group.chars().next().unwrap_or_default();
            for member in group.chars() {
                forms[member as usize - FIRST] = first;
            }
        }
        forms
    });
    let index = (character as usize).checked_sub(FIRST);
    let form = index.and_then(|index| FORMS.get(index)).filter(|form| **form != '\0');
    form.copied().unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

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

    #[test]
    fn each_character_is_in_one_group() {
        let members: Vec<char> = (GROUPS.chars()).filter(|c| !c.is_whitespace()).collect();
        let distinct: HashSet<&char> = members.iter().collect();
        assert_eq!(distinct.len(), members.len());
        assert!(members.iter().all(|c| ('\u{4E00}'..='\u{9FFF}').contains(c)));
    }
}
