//! The numbers of moves, in any digits.

use crate::game::halfwidth;

/// Whether a character is a digit of a round's number.
pub(super) fn is_numeral(character: char) -> bool {
    match character {
        '\0'..='\x7f' => character.is_ascii_digit(),
        '０'..='９' | '①'..='⒛' => true,
        _ => "一二三四五六七八九十百".contains(character),
    }
}

/// The value of a number in any digits.
pub(super) fn value(number: &str) -> Option<i64> {
    const LONGEST: usize = 4;
    let (mut tens, mut value) = (0, 0);
    for (place, character) in number.chars().enumerate() {
        let digit = match character {
            '①'..='⒛' => return Some((i64::from(u32::from(character)) - 0x2460) % 20 + 1),
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
