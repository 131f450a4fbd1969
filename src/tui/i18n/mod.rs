//! All texts of the screen, a row each with its languages side by side: one that lacks a text does not compile. A text with
//! parameters is a format for each language, or code where the language has plurals.
//!
//! No text contains a character of ambiguous width: fullwidth signs in Chinese and Japanese, ASCII otherwise.

mod terms;
mod texts;
mod words;

pub(super) use terms::{Terms, player, side};
#[cfg(test)]
pub(super) use texts::ENGLISH;
pub(super) use texts::Texts;
pub(super) use words::Worded;

pub use crate::settings::Lang;

impl Lang {
    /// The texts of the language.
    pub(super) fn texts(self) -> &'static Texts {
        self.pick([&texts::EN, &texts::ZH, &texts::JA])
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
