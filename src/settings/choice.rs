//! Settings with a fixed set of values.

use crate::board::Charset;
use crate::board::Pieces;
use crate::board::Scale;
use crate::board::Theme;
use crate::text::Ambiguous;
use crate::words::Lang;

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
    Down: "move" Self::Move, "fork" Self::Fork, "nothing" Self::Nothing;
    // Without a scale, the board is the largest that leaves enough room for text.
    Option<Scale>: "auto" None, "compact" Some(Scale::Compact), "usual" Some(Scale::Usual),
        "large" Some(Scale::Large), "huge" Some(Scale::Huge);
}
