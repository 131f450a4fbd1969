//! The time field of a move: `( 0:16/00:00:16)`, the time of this move and the side's total so far.

use std::borrow::Cow;

use crate::format::times;
use crate::game::{Side, halfwidth};
use crate::record::{Clock, NodeId, Tree};
use crate::text::scan::is_blank;

/// The time at the beginning of a text, and what is after it; a second field says nothing new. `None` if no time
/// stands there.
pub(super) fn take(text: &str) -> Option<(Clock, &str)> {
    text.chars().next().filter(|first| matches!(halfwidth(*first), '(' | '.'..=':'))?;
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
    let end = within.find(|c| match c {
        c if is_blank(c) => inside.is_none(),
        c => !matches!(sign(c), '.'..=':'),
    });
    let (field, rest) = within.split_at(end.unwrap_or(within.len()));
    let after = match inside {
        Some(_) => rest.strip_prefix([')', '）'])?,
        None if rest.is_empty() || rest.starts_with(is_blank) => rest,
        None => return None,
    };
    Some((parse(field)?, after))
}

/// A character as in `1:30`: people write `１：３０`, too, and `1分30秒`.
fn sign(character: char) -> char {
    match character {
        '分' | '秒' => ':',
        other => halfwidth(other),
    }
}

/// The time of this move and the total, which is optional.
fn parse(field: &str) -> Option<Clock> {
    let plain = match field.is_ascii() {
        true => Cow::Borrowed(field),
        false => {
            let signs: String = field.trim_end_matches('秒').chars().map(sign).collect();
            // Seconds alone are `(12秒)`.
            let is_seconds = field.ends_with('秒') && !signs.contains([':', '/']);
            match signs.ends_with(':') {
                true => signs + "0",
                false if is_seconds => "0:".to_owned() + &signs,
                false => signs,
            }
            .into()
        }
    };
    let (spent, total) = plain.split_once(['/']).unwrap_or((&plain, ""));
    let [spent, total] =
        [spent, total].map(|text| times::read(text).filter(|_| text.contains(':')));
    Some(Clock { spent: Some(spent?), total })
}

/// The field as Kifu for Windows writes it, of two times in seconds.
pub(super) fn write(spent: u32, total: u64) -> String {
    let (minutes, seconds) = (spent / 60, spent % 60);
    let (hours, rest) = (total / 3600, total % 3600);
    format!("({minutes:2}:{seconds:02}/{hours:02}:{:02}:{:02})", rest / 60, rest % 60)
}

/// The time that each side has used up to a node, in milliseconds, by node. Empty before the first clock.
#[derive(Default)]
pub(super) struct Used(Vec<[u64; 2]>);

impl Used {
    /// Begins with what was used up to the parent, which comes first.
    pub(super) fn enter(&mut self, tree: &Tree, node: NodeId) {
        if let (Some(parent), false) = (tree.parent(node), self.0.is_empty()) {
            self.0[node.index()] = self.0[parent.index()];
        }
    }

    /// Adds the clock of a side. Returns its total, in seconds.
    pub(super) fn add(&mut self, tree: &Tree, node: NodeId, side: Side, clock: Clock) -> u64 {
        self.0.resize(tree.len(), [0; 2]);
        let used = &mut self.0[node.index()][side.index()];
        let spent = u64::from(clock.spent.unwrap_or(0));
        *used = clock.total.map_or(*used + spent, u64::from);
        *used / 1000
    }
}
