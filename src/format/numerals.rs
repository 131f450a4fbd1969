//! The numbers of moves, in any digits.

use crate::game::halfwidth;

/// Whether a character is a digit of a round's number.
pub(super) fn is_numeral(character: char) -> bool {
    match character {
        '\0'..='\x7f' => character.is_ascii_digit(),
        '０'..='９' => true,
        _ => circled(character).is_some() || "一二三四五六七八九十百".contains(character),
    }
}

/// The number in a circle, in brackets or with a dot that is one character.
pub(super) fn circled(character: char) -> Option<i64> {
    let from = |first: char| i64::from(u32::from(character)) - i64::from(u32::from(first));
    match character {
        '①'..='⒛' => Some(from('①') % 20 + 1),
        '㉑'..='㉟' => Some(from('㉑') + 21),
        '㊱'..='㊿' => Some(from('㊱') + 36),
        _ => None,
    }
}

pub(super) fn is_circled(character: char) -> bool {
    circled(character).is_some()
}

/// A text by which names are sorted as people count: 2 before 10, and 卷二 before 卷三.
#[cfg(feature = "tui")]
pub(crate) fn natural(name: &str) -> String {
    let (mut key, mut rest) = (String::new(), name);
    while let Some(first) = rest.chars().next() {
        let is_number = is_numeral(first);
        let end = rest.find(|next| is_numeral(next) != is_number).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        let number = value(part).map(|number| number.to_string());
        let digits = number.as_deref().unwrap_or(part.trim_start_matches('0'));
        match is_number {
            true => key.push_str(&format!("{digits:0>20}")),
            false => key.push_str(part),
        }
        rest = after;
    }
    key
}

/// The value of a number in any digits.
pub(super) fn value(number: &str) -> Option<i64> {
    const LONGEST: usize = 4;
    let (mut tens, mut value) = (0, 0);
    for (place, character) in number.chars().enumerate() {
        if let Some(number) = circled(character) {
            return Some(number);
        }
        let digit = match character {
            '十' => {
                (tens, value) = (value.max(1) * 10, 0);
                continue;
            }
            _ => halfwidth(character).to_digit(10).or_else(|| {
                "〇一二三四五六七八九".chars().position(|next| next == character)?.try_into().ok()
            })?,
        };
        value = value * 10 + i64::from(digit);
        if place == LONGEST {
            return None;
        }
    }
    Some(tens + value)
}
