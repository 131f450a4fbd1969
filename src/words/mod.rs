//! Layer 4: messages in every language of the program, and words for what records and rules hold.
//!
//! No text contains a character of ambiguous width: fullwidth signs in Chinese and Japanese, ASCII otherwise.

mod errors;
mod judged;
mod losses;
mod names;

use std::borrow::Cow;
use std::fmt::Debug;
use std::path::PathBuf;

pub(crate) use errors::bare;
pub use judged::mate_in;
pub use names::{Terms, player, side};

use crate::files::load::show_path;

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

/// A message, or a part of one.
pub trait Worded: Debug + Send + Sync {
    /// Its text in a language: lower case if the language has it, no full stop.
    fn worded(&self, lang: Lang) -> String;
}

/// The text of a message: a format of its fields, or code.
macro_rules! text_of {
    ($lang:ident ($($field:ident),*) $text:literal) => {{
        $(let $field = $crate::words::Worded::worded($field, $lang);)*
        format!($text)
    }};
    ($lang:ident ($($field:ident),*) $code:block) => { $code };
}
pub(crate) use text_of;

/// Defines an enum of messages, with a row for each: its fields, and its text in English, 中文 and 日本語.
macro_rules! messages {
    ($(#[$about:meta])* $vis:vis enum $type:ident {
        $($(#[$doc:meta])* $name:ident $(($($field:ident: $kind:ty),*))?: $en:tt $zh:tt $ja:tt;)*
    }) => {
        $(#[$about])*
        $vis enum $type {
            $($(#[$doc])* $name $(($($kind),*))?,)*
        }

        impl $crate::words::Worded for $type {
            fn worded(&self, lang: $crate::words::Lang) -> String {
                use $crate::words::{Lang, text_of};
                match self {
                    $(Self::$name $(($($field),*))? => match lang {
                        Lang::En => text_of!(lang ($($($field),*)?) $en),
                        Lang::Zh => text_of!(lang ($($($field),*)?) $zh),
                        Lang::Ja => text_of!(lang ($($($field),*)?) $ja),
                    },)*
                }
            }
        }
    };
}
pub(crate) use messages;

/// Words errors whose English is their `Display`, with a row for each variant: its fields, and its text in 中文 and 日本語.
macro_rules! worded {
    ($($type:ty {$(
        $name:ident $(($($field:ident),*))? $({ $($named:ident),* $(; $rest:tt)? })?: $zh:tt $ja:tt;
    )*})*) => {$(
        impl $crate::words::Worded for $type {
            fn worded(&self, lang: $crate::words::Lang) -> String {
                use $crate::words::{Lang, text_of};
                match (self, lang) {
                    (_, Lang::En) => self.to_string(),
                    $((Self::$name $(($($field),*))? $({ $($named),* $(, $rest)? })?, Lang::Zh) => {
                        text_of!(lang ($($($field),*)? $($($named),*)?) $zh)
                    }
                    (Self::$name $(($($field),*))? $({ $($named),* $(, $rest)? })?, Lang::Ja) => {
                        text_of!(lang ($($($field),*)? $($($named),*)?) $ja)
                    })*
                }
            }
        }
    )*};
}
pub(crate) use worded;

macro_rules! same_in_all {
    ($($type:ty),*) => {$(
        impl Worded for $type {
            fn worded(&self, _: Lang) -> String {
                self.to_string()
            }
        }
    )*};
}

same_in_all!(String, Cow<'static, str>, Box<str>, char, i64, u16, u32, u64, usize);

impl Worded for &str {
    fn worded(&self, _: Lang) -> String {
        (*self).to_owned()
    }
}

impl Worded for PathBuf {
    fn worded(&self, _: Lang) -> String {
        show_path(self)
    }
}

impl Worded for Box<dyn Worded> {
    fn worded(&self, lang: Lang) -> String {
        (**self).worded(lang)
    }
}

/// Whether something is on.
impl Worded for bool {
    fn worded(&self, lang: Lang) -> String {
        let [off, on] = [["off", "关", "オフ"], ["on", "开", "オン"]];
        lang.pick(if *self { on } else { off }).to_owned()
    }
}
