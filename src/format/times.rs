//! Times as texts have them.

/// A number whose size is that of a time or a valuation.
pub(super) fn number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    (number.abs() < 1e6).then_some(number)
}

/// Hours, minutes and seconds in milliseconds, the latter perhaps with a fraction. Blanks are allowed around each number.
pub(super) fn read(text: &str) -> Option<u32> {
    let parts = text.split(':').map(|part| number(part).filter(|part| !part.is_sign_negative()));
    milliseconds(parts.reduce(|before, part| Some(before? * 60.0 + part?))??)
}

/// A time in seconds as milliseconds, unless it is negative or too long.
pub(super) fn milliseconds(seconds: f64) -> Option<u32> {
    let milliseconds = (seconds * 1000.0).round();
    let is_time = (0.0..=f64::from(u32::MAX)).contains(&milliseconds);
    is_time.then_some(milliseconds as u32)
}
