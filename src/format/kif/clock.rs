//! The time field of a move: `( 0:16/00:00:16)`, this move and the side's sum so far.

use crate::record::Clock;

/// The first time field in what follows a move. Blanks may stand anywhere in it, the sum may be missing, and a second
/// field after it says nothing new.
pub(super) fn read(text: &str) -> Option<Clock> {
    let start = text.find('(')?;
    let inside = &text[start + 1..];
    let inside = &inside[..inside.find(')')?];
    let (spent, total) = inside.split_once('/').unwrap_or((inside, ""));
    let clock = Clock {
        spent: milliseconds(spent),
        total: milliseconds(total),
    };
    clock.spent.is_some().then_some(clock)
}

/// `m:ss` or `h:mm:ss`; the last part may have decimals.
fn milliseconds(text: &str) -> Option<u32> {
    let mut parts = text.split(':').map(str::trim);
    let (mut total, mut last) = (0u32, parts.next()?);
    for next in parts {
        total = total.checked_add(number(last)?)?.checked_mul(60)?;
        last = next;
    }
    if !text.contains(':') {
        return None;
    }
    let (whole, decimals) = last.split_once('.').unwrap_or((last, "0"));
    let total = total.checked_add(number(whole)?)?.checked_mul(1000)?;
    let thousandths = format!("{decimals:0<3}").get(..3).and_then(number)?;
    total.checked_add(thousandths)
}

fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
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
