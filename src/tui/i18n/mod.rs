//! All texts of the screen, a row each with its languages side by side: one that lacks a text does not compile. A text with
//! parameters is a format for each language, or code where the language has plurals.
//!
//! No text contains a character of ambiguous width: fullwidth signs in Chinese and Japanese, ASCII otherwise.

mod texts;

use std::borrow::Cow;

#[cfg(test)]
pub(super) use texts::ENGLISH;
pub(super) use texts::Texts;

use crate::board::Scale;
use crate::settings::Choice;
use crate::words::{Lang, Worded};

impl Texts {
    /// The texts in a language.
    pub(super) fn of(lang: Lang) -> &'static Self {
        lang.pick([&texts::EN, &texts::ZH, &texts::JA])
    }
}

/// A number with its digits grouped in threes: `2,104`.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun.
pub(super) fn counted(count: usize, one: &str, several: &str) -> String {
    let noun = if count == 1 { one } else { several };
    format!("{} {noun}", grouped(count))
}

impl Worded for Scale {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        let word = Some(*self).word();
        lang.pick(match self {
            Self::Compact => [word, "最小", "最小"],
            Self::Usual => [word, "普通", "標準"],
            Self::Large => [word, "大", "大"],
            Self::Huge => [word, "最大", "最大"],
        })
        .into()
    }
}
