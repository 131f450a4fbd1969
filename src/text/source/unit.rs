//! Units that are not shown while they are incomplete, because another program is writing the file.

use std::borrow::Cow;

/// The units in which programs write a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Lines: KIF, CSA, PGN and other texts.
    Line,
    /// Values in brackets, on lines of any length: SGF, DhtmlXQ.
    Value,
    /// Elements of XML.
    Element,
    /// The whole file. Readers of binary formats detect missing parts themselves.
    File,
}

impl Unit {
    /// The text up to the end of its last complete unit, and whether anything was left out.
    pub(super) fn cut(self, text: Cow<'_, str>) -> (Cow<'_, str>, bool) {
        let end = match self {
            Self::Line => text.rfind(['\n', '\r']).map_or(0, |place| place + 1),
            Self::Value => end_of_values(&text),
            Self::Element => end_of_elements(&text),
            Self::File => text.len(),
        };
        let held_back = end < text.len();
        let text = match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(..end).unwrap_or(text)),
            Cow::Owned(mut text) => {
                text.truncate(end);
                Cow::Owned(text)
            }
        };
        (text, held_back)
    }
}

/// The offset after the last bracket that closes a value, or the length of the text if it ends there or with closing
/// parentheses.
fn end_of_values(text: &str) -> usize {
    let is_escaped = |place: usize| {
        let before = text[..place].bytes().rev();
        before.take_while(|byte| *byte == b'\\').count() % 2 == 1
    };
    let mut closing = text.rmatch_indices(']').map(|(place, _)| place);
    let end = closing.find(|place| !is_escaped(*place)).map_or(0, |place| place + 1);
    let rest = text[end..].trim_end();
    let is_whole = rest.is_empty() || (rest.ends_with(')') && !rest.contains('['));
    if is_whole { text.len() } else { end }
}

/// The offset after the last element that is closed.
fn end_of_elements(text: &str) -> usize {
    let closed = text.rmatch_indices("</");
    let mut closed = closed.filter_map(|(start, _)| Some(start + text[start..].find('>')? + 1));
    let empty = text.rfind("/>").map(|start| start + "/>".len());
    let end = closed.next().max(empty).unwrap_or(0);
    if text[end..].trim().is_empty() { text.len() } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(unit: Unit, text: &str) -> String {
        unit.cut(Cow::Borrowed(text)).0.into_owned()
    }

    #[test]
    fn half_a_line_is_left_out() {
        assert_eq!(cut(Unit::Line, "+7776FU\n-33"), "+7776FU\n");
        assert_eq!(cut(Unit::Line, "+7776FU\r\n"), "+7776FU\r\n");
        assert_eq!(cut(Unit::Line, "+7776FU\r-33"), "+7776FU\r");
        assert_eq!(cut(Unit::Line, "V2"), "");
    }

    #[test]
    fn half_an_element_is_left_out() {
        assert_eq!(cut(Unit::Element, "<a><b/><c>d"), "<a><b/>");
        assert_eq!(cut(Unit::Element, "<a><b>c</b><d"), "<a><b>c</b>");
        assert_eq!(cut(Unit::Element, "<a><b>c</b></a>\n"), "<a><b>c</b></a>\n");
    }

    #[test]
    fn half_a_value_is_left_out() {
        for (text, whole) in [
            ("(;SZ[9];B[aa];", "(;SZ[9];B[aa]"),
            ("(;SZ[9];B[aa];W", "(;SZ[9];B[aa]"),
            ("(;SZ[9];B[aa]C[a\\] (b)", "(;SZ[9];B[aa]"),
            ("(;SZ[9];B[aa])\n", "(;SZ[9];B[aa])\n"),
            ("(;SZ[9];B[aa]\n(;W[bb])(", "(;SZ[9];B[aa]\n(;W[bb]"),
            ("(;C[\\\\];B", "(;C[\\\\]"),
            ("(;", ""),
        ] {
            assert_eq!(cut(Unit::Value, text), whole, "{text}");
        }
    }
}
