//! Where the moves of a text begin.

use super::{Lexer, Tongue, signs};

/// Where the first line begins that begins with a move, or the comments right above it; and the number of the move, 0 if
/// it has none, comes after dots, or is a letter's: 一、.
pub(in crate::format) fn opening(text: &str, tongue: Tongue) -> Option<(usize, i64)> {
    let mut lexer = Lexer { text, tongue, ..Lexer::default() };
    let (mut comments, mut line) = (None, None);
    while lexer.at < text.len() {
        let rest = lexer.rest();
        if !lexer.in_line && !rest.starts_with(['\n', '\r']) {
            if line.take().is_some() {
                comments = None;
            }
            let place = if rest.starts_with(['{', ';']) { &mut comments } else { &mut line };
            place.get_or_insert(lexer.at);
        }
        lexer.take();
        match &lexer.open {
            Some(open) if !open.lead && open.depth == 0 => {
                let is_digit = signs::list(text.get(open.begin..)?) == Some('1');
                let number = open.number;
                let number =
                    number.filter(|number| !number.second && (is_digit || !number.ordinal));
                return Some((comments.or(line)?, number.map_or(0, |number| number.value)));
            }
            None if !lexer.lead => {}
            _ => {
                lexer.open = None;
                lexer.at += lexer.rest().find(['\n', '\r']).unwrap_or(lexer.rest().len());
            }
        }
    }
    None
}
