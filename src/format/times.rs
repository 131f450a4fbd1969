//! Times as texts have them.

/// A number whose size is that of a time or a valuation.
pub(super) fn number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    (number.abs() < 1e6).then_some(number)
}

/// Hours, minutes and seconds in milliseconds, the latter perhaps with a fraction. Blanks are allowed around each number.
pub(super) fn read(text: &str) -> Option<u32> {
    let text = text.trim();
    let (mut before, mut part, mut start) = (0_u32, None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'0'..=b'9' => {
                let digit = (byte - b'0').into();
                part = Some(part.unwrap_or(0_u32).checked_mul(10)?.checked_add(digit)?);
            }
            b':' => {
                before = before.checked_add(part.take()?)?.checked_mul(60)?;
                start = at + 1;
            }
            b' ' | b'\t'
                if part.is_none()
                    || !text[at + 1..].starts_with(|next: char| next.is_ascii_digit()) => {}
            b'.' => return milliseconds(f64::from(before) + number(&text[start..])?),
            _ => return None,
        }
    }
    before.checked_add(part?)?.checked_mul(1000)
}

/// A time in seconds as milliseconds, unless it is negative or too long.
pub(super) fn milliseconds(seconds: f64) -> Option<u32> {
    let milliseconds = (seconds * 1000.0).round();
    let is_time = (0.0..=f64::from(u32::MAX)).contains(&milliseconds);
    is_time.then_some(milliseconds as u32)
}
