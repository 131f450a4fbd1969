//! The types of settings: how a value is read and written.

use std::path::PathBuf;

use toml::Spanned;
use toml::de::DeValue;

use super::Mistake;
use crate::board::{Charset, Pieces, Scale, Theme};
use crate::columns::Ambiguous;
use crate::game::Notation;
use crate::text::{clean_line, joined};
use crate::words::Lang;

/// A value in the configuration file.
pub(super) type Given<'a> = Spanned<DeValue<'a>>;

/// A byte offset in the configuration file and the error there.
pub(super) type Invalid = (usize, Mistake);

/// A value of a setting.
pub(super) trait Value {
    /// The accepted values, in words.
    fn takes(&self) -> String;

    /// Takes the value that the file, whose text is `text`, gives to the setting with this name.
    fn read(&mut self, name: &str, given: &Given<'_>, text: &str) -> Result<(), Invalid>;

    /// The value in TOML.
    fn written(&self) -> String;

    /// The words for the values, if it is a choice.
    fn words(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// What the up and down keys do where there is no fork.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Down {
    /// Go to the next or previous move.
    #[default]
    Move,
    /// Go to the next or previous fork of the line.
    Fork,
    /// Do nothing.
    Nothing,
}

/// A setting with a fixed set of values.
pub trait Choice: Copy + PartialEq + 'static {
    /// The names of the values.
    const WORDS: &'static [(&'static str, Self)];

    /// The value with a name.
    fn from_word(word: &str) -> Option<Self> {
        let found = Self::WORDS.iter().find(|(name, _)| *name == word);
        found.map(|(_, value)| *value)
    }

    /// The name of a value.
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, value)| *value == self);
        found.map_or("", |(name, _)| name)
    }
}

/// Implements [`Choice`] for types, each with the words for its values.
macro_rules! choices {
    ($($type:ty: $($word:literal $value:expr),*;)*) => {$(
        impl Choice for $type {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $value)),*];
        }
    )*};
}

choices! {
    bool: "true" true, "false" false;
    Theme: "auto" Self::Auto, "light" Self::Light, "dark" Self::Dark, "contrast" Self::Contrast,
        "colorblind" Self::Colorblind, "mono" Self::Mono;
    Lang: "en" Self::En, "zh" Self::Zh, "ja" Self::Ja;
    Ambiguous: "auto" Self::Auto, "1" Self::One, "2" Self::Two;
    Pieces: "traditional" Self::Traditional, "simplified" Self::Simplified, "letters" Self::Letters;
    Charset: "ascii" Self::Ascii, "cjk" Self::Cjk, "box" Self::Box;
    // Without one, the usual one in the script of the file.
    Option<Notation>: "auto" None, "usual" Some(Notation::Usual),
        "traditional" Some(Notation::Traditional), "short" Some(Notation::Short),
        "code" Some(Notation::Code);
    Down: "move" Self::Move, "fork" Self::Fork, "nothing" Self::Nothing;
    // Without a scale, the board is the largest that leaves enough room for text.
    Option<Scale>: "auto" None, "compact" Some(Scale::Compact), "usual" Some(Scale::Usual),
        "large" Some(Scale::Large), "huge" Some(Scale::Huge), "giant" Some(Scale::Giant);
}

impl<T: Choice> Value for T {
    fn takes(&self) -> String {
        let words = self.words().join(", ");
        let (others, last) = words.rsplit_once(", ").unwrap_or_default();
        format!("{others} or {last}")
    }

    fn read(&mut self, _: &str, given: &Given<'_>, text: &str) -> Result<(), Invalid> {
        // `ambiguous = 2` is the same as `"2"`.
        let bare = text.get(given.span()).unwrap_or_default();
        *self = T::from_word(given.get_ref().as_str().unwrap_or(bare)).ok_or_else(|| {
            let words = joined(self.words().into_iter().map(quoted), ", ");
            (given.span().start, Mistake::Expected(words))
        })?;
        Ok(())
    }

    fn written(&self) -> String {
        quoted(self.word())
    }

    fn words(&self) -> Vec<&'static str> {
        T::WORDS.iter().map(|(word, _)| *word).collect()
    }
}

/// A word as TOML writes it: `true` and `false` without quotes, all others with them.
fn quoted(word: &str) -> String {
    let is_bare = matches!(word, "true" | "false");
    if is_bare { word.to_owned() } else { format!("{word:?}") }
}

macro_rules! lists {
    ($($type:ty: $takes:literal;)*) => {$(
        impl Value for Vec<$type> {
            fn takes(&self) -> String {
                $takes.to_owned()
            }

            fn read(&mut self, name: &str, given: &Given<'_>, _: &str) -> Result<(), Invalid> {
                let expected = format!("{name} must be {}", self.takes());
                *self = strings(given, &expected)?.map(<$type>::from).collect();
                Ok(())
            }

            fn written(&self) -> String {
                clean_line(&format!("{self:?}"))
            }
        }
    )*};
}

lists! {
    PathBuf: "a list of files";
    String: "a list of strings: a command and its arguments";
}

/// Keys for an action, which replace its default keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remap {
    /// The action's name.
    pub action: String,
    /// The keys as the table of keys names them: `Right`, `l`, `Ctrl-d`.
    pub keys: Vec<String>,
    /// The line in the file, from 1, for errors about unknown actions or keys.
    pub line: usize,
}

/// Keys in the order in which the file lists them.
impl Value for Vec<Remap> {
    fn takes(&self) -> String {
        "a table of action = \"key key\"".to_owned()
    }

    fn read(&mut self, name: &str, given: &Given<'_>, text: &str) -> Result<(), Invalid> {
        let table = given.get_ref().as_table().ok_or_else(|| {
            let rest = "must be a table: [keys], then lines such as action = \"key key\"";
            (given.span().start, Mistake::Other(format!("{name} {rest}")))
        })?;
        self.clear();
        for (action, keys) in table {
            let expected = "expected a string of keys such as \"Right l\", or a list of strings";
            let keys = strings(keys, expected)?.flat_map(str::split_whitespace);
            self.push(Remap {
                action: action.get_ref().to_string(),
                keys: keys.map(str::to_owned).collect(),
                line: line_of(text, action.span().start),
            });
        }
        self.sort_by_key(|remap| remap.line);
        Ok(())
    }

    fn written(&self) -> String {
        let keys = self
            .iter()
            .map(|remap| clean_line(&format!("{} = {:?}", remap.action, remap.keys.join(" "))));
        inline_table(keys)
    }
}

/// A table on one line.
pub(super) fn inline_table(entries: impl Iterator<Item = impl AsRef<str>>) -> String {
    format!("{{ {} }}", joined(entries, ", ")).replace("{  }", "{}")
}

/// The strings of a list, or a single string.
pub(super) fn strings<'a>(
    given: &'a Given<'_>,
    expected: &str,
) -> Result<impl Iterator<Item = &'a str>, Invalid> {
    let items = match given.get_ref() {
        DeValue::Array(items) => items.iter().collect(),
        _ => vec![given],
    };
    let mut texts = Vec::new();
    for item in items {
        let text = item.get_ref().as_str();
        texts.push(text.ok_or_else(|| (item.span().start, Mistake::Other(expected.to_owned())))?);
    }
    Ok(texts.into_iter())
}

/// The line of a byte offset, from 1.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}
