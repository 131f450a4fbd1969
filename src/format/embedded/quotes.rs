//! Lines with a prefix: quoted mail, and logs with times.

use crate::text::scan::{is_number, lines};
use crate::text::source::Taken;

/// The text without the prefix of each line, if most lines have one.
pub(super) fn prefixed(text: &str) -> Option<Taken> {
    let (mut full, mut quoted) = (0, 0);
    for line in lines(text).filter(|line| !line.text.trim().is_empty()) {
        full += 1;
        quoted += usize::from(after_signs(line.text).len() < line.text.len());
        if full == 8 && quoted < 2 {
            return None;
        }
    }
    if quoted < 2 || quoted * 5 < full * 4 {
        return None;
    }
    let mut taken = Taken::default();
    for line in lines(text) {
        taken.push_line(line, after_signs(line.text));
    }
    Some(taken)
}

/// The text after the signs of quoted mail, or after the time and the direction of a message in a log.
fn after_signs(line: &str) -> &str {
    let mut rest = line;
    loop {
        let text = rest.trim_start_matches([' ', '\t']);
        let signs = text.trim_start_matches(['>', '<']);
        if signs.len() < text.len() {
            return signs.strip_prefix(' ').unwrap_or(signs);
        }
        let end = text.find([' ', '\t']).unwrap_or(text.len());
        let (word, after) = text.split_at(end);
        let after = after.trim_start_matches([' ', '\t']);
        let is_name = rest.len() < line.len() && after.starts_with(['<', '>']);
        let sent = after.strip_prefix('>').filter(|_| is_name).map(str::trim_start);
        // The server says it once more.
        if sent.is_some_and(|sent| sent.starts_with(['+', '-', '%'])) {
            return "";
        }
        let is_label = ["recv:", "send:", "S:", "C:"].contains(&word);
        if !(is_stamp(word) || is_label || is_name && word.len() < after.len()) {
            return rest;
        }
        rest = after;
    }
}

/// Whether a word is a date or a time: `2024-01-01`, `[10:00:00.123]`.
fn is_stamp(word: &str) -> bool {
    let bare = word.trim_matches(['[', ']', '(', ')', ',', 'Z']);
    let parts = bare.split([':', '/', '-', '.', 'T']);
    bare.contains([':', '/', '-']) && parts.clone().count() > 2 && parts.into_iter().all(is_number)
}
