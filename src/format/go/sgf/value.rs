//! SGF values other than text: points, moves, numbers.

use std::borrow::Cow;

use crate::game::go::{Point, Size, vertex};
use crate::record::Span;

/// The destination of a move: a point, which may be off the board, or a pass.
type Target = Option<Point>;

/// Removes the white space that is allowed anywhere in a point or a number.
fn compact(raw: &str) -> Cow<'_, str> {
    if raw.bytes().any(|byte| byte.is_ascii_whitespace()) {
        Cow::Owned(raw.split_ascii_whitespace().collect())
    } else {
        Cow::Borrowed(raw)
    }
}

/// The destination of a move: two letters, or nothing for a pass. `tt` is also a pass if the board lacks that point.
pub(super) fn target(raw: &str, size: Size) -> Option<Target> {
    let value = compact(raw);
    match *value.as_bytes() {
        [] => Some(None),
        [column, row] => target_of_letters([column, row], size),
        _ => None,
    }
}

/// The destination for two letters.
pub(super) fn target_of_letters(letters: [u8; 2], size: Size) -> Option<Target> {
    if letters == *b"tt" && size.longest() <= 19 {
        return Some(None);
    }
    Point::from_letters(&letters).map(Some)
}

/// The destination in the notation of engines: `R16`, `Pass`.
pub(super) fn spoken_target(raw: &str, size: Size) -> Option<Target> {
    let value = compact(raw);
    if value.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    vertex::parse(&value, size).map(Some)
}

/// A point, or a rectangle of points by two opposite corners.
pub(super) fn span(raw: &str) -> Option<Span> {
    let value = compact(raw);
    let Some((from, to)) = value.split_once(':') else {
        return point(&value).map(Span::from);
    };
    Some(Span::between(point(from)?, point(to)?))
}

/// The ends of an arrow or line.
pub(super) fn ends(raw: &str) -> Option<Span> {
    let value = compact(raw);
    let (from, to) = value.split_once(':')?;
    Some(Span {
        from: point(from)?,
        to: point(to)?,
    })
}

/// A point from two letters.
pub(super) fn point(letters: &str) -> Option<(u8, u8)> {
    Point::from_letters(letters.trim_ascii().as_bytes()).map(|point| (point.column, point.row))
}

/// The letters of a point, or of a rectangle's corners.
pub(super) fn write_span(span: Span, out: &mut String) {
    match span.from == span.to {
        true => out.push_str(&Point::from(span.from).to_string()),
        false => write_ends(span, out),
    }
}

/// The letters of both points of an arrow or line.
pub(super) fn write_ends(span: Span, out: &mut String) {
    let [from, to] = [span.from, span.to].map(Point::from);
    out.push_str(&format!("{from}:{to}"));
}

/// The size of a board: `19`, or columns and rows as `19:9`.
pub(super) fn size(raw: &str) -> Option<Size> {
    let value = compact(raw);
    let (columns, rows) = value.split_once(':').unwrap_or((&value, &value));
    Size::new(columns.parse().ok()?, rows.parse().ok()?)
}

/// Parses a decimal number as a multiple of a power of ten: with 3 places, `12.5` is 12500. Returns `None` if it is not
/// an exact multiple.
pub(super) fn decimal(raw: &str, places: u32) -> Option<i32> {
    let value = compact(raw);
    let (sign, digits) = match value.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, value.strip_prefix('+').unwrap_or(&value)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if matches!(digits, "" | ".") {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let missing = places.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let mut digits = whole.bytes().chain(fraction.bytes());
    let number = digits.try_fold(0_i64, |number, byte| {
        let digit = char::from(byte).to_digit(10)?;
        number.checked_mul(10)?.checked_add(digit.into())
    });
    i32::try_from(sign * number?.checked_mul(10_i64.pow(missing))?).ok()
}

/// Writes such a number with as many decimal places as necessary.
pub(in crate::format::go) fn write_decimal(units: i32, places: u32) -> String {
    let one = 10_u32.pow(places);
    let sign = if units < 0 { "-" } else { "" };
    let (whole, fraction) = (units.unsigned_abs() / one, units.unsigned_abs() % one);
    let digits = format!("{fraction:0width$}", width = places as usize);
    match digits.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        digits => format!("{sign}{whole}.{digits}"),
    }
}
