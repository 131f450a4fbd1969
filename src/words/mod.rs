//! Layer 4: words for what records and rules hold, in every language of the program.
//!
//! No text contains a character of ambiguous width: fullwidth signs in Chinese and Japanese, ASCII otherwise.

mod faults;
mod judged;
mod names;
mod said;

use std::borrow::Cow;

pub use names::{Terms, player, side};

/// The language of the screen and of messages; game terms stay in the game's own language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// 中文.
    Zh,
    /// 日本語.
    Ja,
}

impl Lang {
    /// That of three values which is in this language.
    pub fn pick<T>(self, [en, zh, ja]: [T; 3]) -> T {
        match self {
            Self::En => en,
            Self::Zh => zh,
            Self::Ja => ja,
        }
    }
}

/// What a message can hold.
pub trait Worded {
    /// Its words in a language.
    fn worded(&self, lang: Lang) -> Cow<'_, str>;
}

impl Worded for String {
    fn worded(&self, _: Lang) -> Cow<'_, str> {
        self.into()
    }
}

impl Worded for &str {
    fn worded(&self, _: Lang) -> Cow<'_, str> {
        (*self).into()
    }
}

impl Worded for char {
    fn worded(&self, _: Lang) -> Cow<'_, str> {
        self.to_string().into()
    }
}

impl Worded for usize {
    fn worded(&self, _: Lang) -> Cow<'_, str> {
        self.to_string().into()
    }
}

/// Whether something is on.
impl Worded for bool {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        let [off, on] = [["off", "关", "オフ"], ["on", "开", "オン"]];
        lang.pick(if *self { on } else { off }).into()
    }
}
