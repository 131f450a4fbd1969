//! The time field of a move: `( 0:16/00:00:16)`, the time of this move and the side's total so far.

use crate::game::shogi::notation::digit_value;
use crate::record::Clock;
use crate::text::scan::is_blank;

/// The distance from an ASCII character to its fullwidth form.
const FULLWIDTH: u32 = 0xFEE0;

/// The time at the beginning of a text, and what is behind it; a second field says nothing new. `None` if no time
/// stands there.
pub(super) fn take(text: &str) -> Option<(Clock, &str)> {
    let (clock, mut rest) = field(text)?;
    while let Some((_, after)) = field(rest.trim_start_matches(is_blank)) {
        rest = after;
    }
    Some((clock, rest))
}

/// A field in brackets, which may be fullwidth. Without brackets, only a time is accepted.
fn field(text: &str) -> Option<(Clock, &str)> {
    let inside = text.strip_prefix(['(', '（']);
    let within = inside.unwrap_or(text);
    let is_sign = |c| matches!(c, ':' | '/' | '.' | '：' | '／' | '．');
    let belongs = |c| digit_value(c).is_some() || is_sign(c) || (inside.is_some() && is_blank(c));
    let end = within.find(|c| !belongs(c)).unwrap_or(within.len());
    let (field, after) = within.split_at(end);
    let after = match inside {
        Some(_) => after.strip_prefix([')', '）'])?,
        None if after.is_empty() || after.starts_with(is_blank) => after,
        None => return None,
    };
    Some((parse(field)?, after))
}

/// The time of this move and the total. Blanks are allowed anywhere, and the total is optional.
fn parse(text: &str) -> Option<Clock> {
    let mut field = Field(text);
    let spent = field.time()?;
    let total = if field.take('/') { field.time() } else { None };
    Some(Clock {
        spent: Some(spent),
        total,
    })
}

/// The unread part of a time field.
struct Field<'a>(&'a str);

impl Field<'_> {
    /// `m:ss` or `h:mm:ss` in milliseconds; the last part may have decimals.
    fn time(&mut self) -> Option<u32> {
        let mut total = self.number()?;
        let mut parts = 1;
        while self.take(':') {
            total = total.checked_mul(60)?.checked_add(self.number()?)?;
            parts += 1;
        }
        let thousandths = if self.take('.') {
            self.thousandths()
        } else {
            0
        };
        if parts == 1 {
            return None;
        }
        total.checked_mul(1000)?.checked_add(thousandths)
    }

    /// Takes a character, which may be fullwidth, and the blanks before it.
    fn take(&mut self, sign: char) -> bool {
        self.0 = self.0.trim_start_matches(is_blank);
        let wide = char::from_u32(u32::from(sign) + FULLWIDTH).unwrap_or(sign);
        let rest = self.0.strip_prefix([sign, wide]);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn digit(&mut self) -> Option<u32> {
        let mut rest = self.0.chars();
        let digit = digit_value(rest.next()?)?;
        self.0 = rest.as_str();
        Some(digit.into())
    }

    fn number(&mut self) -> Option<u32> {
        self.0 = self.0.trim_start_matches(is_blank);
        let mut number = self.digit()?;
        while let Some(digit) = self.digit() {
            number = number.checked_mul(10)?.checked_add(digit)?;
        }
        Some(number)
    }

    fn thousandths(&mut self) -> u32 {
        let value = [100, 10, 1].map(|weight| self.digit().unwrap_or(0) * weight);
        while self.digit().is_some() {}
        value.into_iter().sum()
    }
}

/// The field as Kifu for Windows writes it, of two times in seconds.
pub(super) fn write(spent: u32, total: u64) -> String {
    let (minutes, seconds) = (spent / 60, spent % 60);
    let (hours, rest) = (total / 3600, total % 3600);
    format!(
        "({minutes:2}:{seconds:02}/{hours:02}:{:02}:{:02})",
        rest / 60,
        rest % 60
    )
}

/// A time in seconds as milliseconds, unless it is negative or too long.
pub(super) fn milliseconds(seconds: f64) -> Option<u32> {
    let milliseconds = (seconds * 1000.0).round();
    let is_time = (0.0..=f64::from(u32::MAX)).contains(&milliseconds);
    is_time.then_some(milliseconds as u32)
}
