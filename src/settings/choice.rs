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

impl Choice for Theme {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("light", Self::Light),
        ("dark", Self::Dark),
        ("contrast", Self::Contrast),
        ("colorblind", Self::Colorblind),
        ("mono", Self::Mono),
    ];
}

impl Choice for Lang {
    const WORDS: &'static [(&'static str, Self)] =
        &[("en", Self::En), ("zh", Self::Zh), ("ja", Self::Ja)];
}

impl Choice for Ambiguous {
    const WORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("1", Self::One), ("2", Self::Two)];
}

impl Choice for Pieces {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("traditional", Self::Traditional),
        ("simplified", Self::Simplified),
        ("letters", Self::Letters),
    ];
}

impl Choice for Charset {
    const WORDS: &'static [(&'static str, Self)] =
        &[("ascii", Self::Ascii), ("cjk", Self::Cjk), ("box", Self::Box)];
}

impl Choice for Down {
    const WORDS: &'static [(&'static str, Self)] =
        &[("move", Self::Move), ("fork", Self::Fork), ("nothing", Self::Nothing)];
}

/// The size of the board; `None` is the largest that leaves enough room for text.
impl Choice for Option<Scale> {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("auto", None),
        ("compact", Some(Scale::Compact)),
        ("usual", Some(Scale::Usual)),
        ("large", Some(Scale::Large)),
        ("huge", Some(Scale::Huge)),
    ];
}
