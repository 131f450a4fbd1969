//! Dates of games as records spell them.

use std::fmt;
use std::str::FromStr;

use crate::game::halfwidth;

/// A day, month or year. Unknown parts are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        let mut parts = [self.month, self.day].into_iter().take_while(|part| *part > 0);
        parts.try_for_each(|part| write!(f, "-{part:02}"))
    }
}

/// The text is not a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a date is written 1997, 1997-11 or 1997-11-16")]
pub struct DateError;

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        const DAYS: [u32; 13] = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let date = Self::read(text).ok_or(DateError)?;
        let given = match numbers(text)[..] {
            [whole] if whole > 9999 => 2,
            ref all => all.len().saturating_sub(1).min(2),
        };
        let parts = [date.month, date.day].into_iter().filter(|part| *part > 0).count();
        let is_day = DAYS.get(date.month as usize).is_some_and(|days| date.day <= *days);
        (given <= parts && is_day).then_some(date).ok_or(DateError)
    }
}

/// Japanese eras, with the year before their first.
const ERAS: [(&str, u32); 5] =
    [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("大正", 1911), ("明治", 1867)];

impl Date {
    /// The first date in a text: `1997-11-16`, `1997年11月`, `19971116`, `2003/05/01 10:00`, `平成15年5月1日`, `16.11.1997`.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let numbers = numbers(text);
        let part = |index: usize, most| {
            numbers.get(index).copied().filter(|part| (1..=most).contains(part))
        };
        let era = ERAS.iter().find(|(name, _)| text.contains(name));
        match (era, numbers.first().copied()?) {
            // The first year of an era may be written as 元年.
            (Some((name, before)), _) if text.contains(&format!("{name}元")) => Some(Self {
                year: before + 1,
                month: part(0, 12).unwrap_or(0),
                day: part(1, 31).unwrap_or(0),
            }),
            (Some((_, before)), year) => {
                Some(Self::of(before + year.min(99), part(1, 12), part(2, 31)))
            }
            (None, whole @ 10_000_000..=99_991_231) => {
                let month = Some(whole / 100 % 100).filter(|month| (1..=12).contains(month));
                let day = Some(whole % 100).filter(|day| (1..=31).contains(day));
                Some(Self::of(whole / 10_000, month, day))
            }
            (None, year @ 1000..=9999) => Some(Self::of(year, part(1, 12), part(2, 31))),
            // Day and month before the year may be in either order, so only the year is certain.
            (None, _) => {
                part(2, 9999).filter(|year| *year >= 1000).map(|year| Self::of(year, None, None))
            }
        }
    }

    fn of(year: u32, month: Option<u32>, day: Option<u32>) -> Self {
        let month = month.unwrap_or(0);
        let day = day.filter(|_| month > 0).unwrap_or(0);
        Self { year, month, day }
    }

    /// The date as a number below 2^23, which is greater for later dates: year × 512 + month × 32 + day.
    pub fn packed(self) -> u32 {
        self.year << 9 | self.month << 5 | self.day
    }

    /// The date of which [`Date::packed`] makes this number; `None` for 0.
    pub fn unpacked(number: u32) -> Option<Self> {
        let (year, month, day) = (number >> 9, number >> 5 & 15, number & 31);
        (number > 0).then_some(Self { year, month, day })
    }

    /// The year.
    pub fn year(self) -> u32 {
        self.year
    }

    /// Whether every day of this date precedes every day of the other.
    pub fn is_before(self, other: Self) -> bool {
        let month = if self.month == 0 { 12 } else { self.month };
        let day = if self.day == 0 { 31 } else { self.day };
        let latest = (self.year, month, day);
        latest < (other.year, other.month.max(1), other.day.max(1))
    }
}

/// The runs of digits in a text, including fullwidth digits.
fn numbers(text: &str) -> Vec<u32> {
    let mut numbers = Vec::new();
    let mut is_inside = false;
    for character in text.chars() {
        let digit = halfwidth(character).to_digit(10);
        match (digit, numbers.last_mut()) {
            (Some(digit), Some(number)) if is_inside => {
                *number = u32::saturating_mul(*number, 10).saturating_add(digit);
            }
            (Some(digit), _) => numbers.push(digit),
            (None, _) => {}
        }
        is_inside = digit.is_some();
    }
    numbers
}
