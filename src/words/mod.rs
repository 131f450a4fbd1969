//! Layer 4: words for what records and rules hold, in every language of the program.
//!
//! No text contains a character of ambiguous width: fullwidth signs in Chinese and Japanese, ASCII otherwise.

mod faults;
mod judged;
mod names;
mod said;

use std::borrow::Cow;

pub use judged::mate_in;
pub use names::{Terms, player, side};

use crate::game::MoveError;
use crate::record::PlaceError;

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

macro_rules! worded {
    ($($type:ty),* => $words:expr) => {$(
        impl Worded for $type {
            fn worded(&self, lang: Lang) -> Cow<'_, str> {
                let words: fn(Lang, String) -> String = $words;
                words(lang, self.to_string()).into()
            }
        }
    )*};
}

worded!(String, &str, char, usize => |_, text| text);
worded!(PlaceError, MoveError => |lang, text| lang.say(&text).into_owned());

/// Whether something is on.
impl Worded for bool {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        let [off, on] = [["off", "关", "オフ"], ["on", "开", "オン"]];
        lang.pick(if *self { on } else { off }).into()
    }
}
