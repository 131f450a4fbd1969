//! The time field of a move: `( 0:16/00:00:16)`, this move and the side's sum so far.

use crate::record::Clock;

/// The first time field in what follows a move. Blanks may stand anywhere in it, the sum may be missing, and a second
/// field after it says nothing new.
pub(super) fn read(text: &str) -> Option<Clock> {
    let start = text.bytes().position(|byte| byte == b'(')?;
    let mut field = Field(&text.as_bytes()[start + 1..]);
    let spent = field.time()?;
    let total = if field.take(b'/') { field.time() } else { None };
    Some(Clock {
        spent: Some(spent),
        total,
    })
}

/// What is left of a time field.
struct Field<'a>(&'a [u8]);

impl Field<'_> {
    /// `m:ss` or `h:mm:ss` in milliseconds; the last part may have decimals.
    fn time(&mut self) -> Option<u32> {
        let mut total = self.number()?;
        let mut parts = 1;
        while self.take(b':') {
            total = total.checked_mul(60)?.checked_add(self.number()?)?;
            parts += 1;
        }
        let thousandths = if self.take(b'.') {
            self.thousandths()
        } else {
            0
        };
        if parts == 1 {
            return None;
        }
        total.checked_mul(1000)?.checked_add(thousandths)
    }

    /// Takes a sign and the blanks before it.
    fn take(&mut self, sign: u8) -> bool {
        self.0 = self.0.trim_ascii_start();
        let rest = self.0.strip_prefix(&[sign]);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn digit(&mut self) -> Option<u32> {
        let (digit, rest) = self
            .0
            .split_first()
            .filter(|(byte, _)| byte.is_ascii_digit())?;
        self.0 = rest;
        Some(u32::from(digit - b'0'))
    }

    fn number(&mut self) -> Option<u32> {
        self.0 = self.0.trim_ascii_start();
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

/// The field as Kifu for Windows writes it; parts of a second are cut off.
pub(super) fn write(spent: u32, total: u64) -> String {
    let spent = spent / 1000;
    let total = total / 1000;
    let (minutes, seconds) = (spent / 60, spent % 60);
    let (hours, rest) = (total / 3600, total % 3600);
    format!(
        "({minutes:2}:{seconds:02}/{hours:02}:{:02}:{:02})",
        rest / 60,
        rest % 60
    )
}
