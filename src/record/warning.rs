//! Warnings about files that can still be shown.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;

use super::NodeId;
use crate::game::Illegal;
use crate::text::{At, LineIndex};

/// A problem in a file that did not prevent the record from being shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The position in the file.
    pub at: At,
    /// The message: lower case, no full stop. It may quote text of the file, so it must be cleaned before printing.
    pub message: String,
    /// The illegal move, if the warning is about one.
    illegal: Option<Box<IllegalMove>>,
    /// The node with the warning, in the tree of its game.
    node: Option<NodeId>,
    /// The index of that game among those read together.
    game: usize,
    /// The number of later warnings of this kind that are not listed.
    more: usize,
}

impl Warning {
    /// A warning about a position in the file.
    pub fn new(at: At, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
            illegal: None,
            node: None,
            game: 0,
            more: 0,
        }
    }

    /// A warning about an illegal move.
    pub(crate) fn of_illegal(at: At, illegal: IllegalMove) -> Self {
        let mut warning = Self::new(at, illegal.to_string());
        warning.illegal = Some(Box::new(illegal));
        warning
    }

    /// The illegal move, if the warning is about one, to word it in another language.
    pub fn illegal_move(&self) -> Option<&IllegalMove> {
        self.illegal.as_deref()
    }

    /// Sets the node of the warning.
    pub(crate) fn on(self, node: NodeId) -> Self {
        Self {
            node: Some(node),
            ..self
        }
    }

    /// The node with the warning, in the tree of its game; `None` if it is not about a node.
    pub fn node(&self) -> Option<NodeId> {
        self.node
    }

    /// The index of the node's game among those read together, and the node.
    pub(crate) fn place(&self) -> Option<(usize, NodeId)> {
        self.node.map(|node| (self.game, node))
    }

    /// The same warning with this many games before its own.
    pub(crate) fn behind(mut self, games: usize) -> Self {
        self.game += games;
        self
    }

    /// The sort key: file order, with warnings about the whole file last.
    fn order(&self) -> (bool, At) {
        (self.at == At::File, self.at)
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            At::File => f.write_str(&self.message),
            at => write!(f, "{at}: {}", self.message),
        }
    }
}

/// An illegal move in a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalMove {
    /// The number of the move, if the format has numbers.
    pub number: Option<u32>,
    /// The move in the notation of the game.
    pub name: String,
    /// The rule that the move breaks.
    pub rule: Illegal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, rule, .. } = self;
        match self.number {
            Some(number) => write!(f, "move {number} ({name}) is illegal: {rule}"),
            None => write!(f, "move {name} is illegal: {rule}"),
        }
    }
}

/// How warnings are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum WarningKind {
    /// Illegal moves, whatever rule they break.
    Illegal,
    /// Messages that are equal except for numbers and quotations.
    Message(u64),
    /// All others, once there are too many kinds.
    Rest,
}

impl WarningKind {
    /// The kind of a message, ignoring numbers and text in quotation marks or brackets.
    pub(crate) fn of(message: &str) -> Self {
        let (mut in_quotes, mut in_brackets) = (false, false);
        let mut kind: u64 = 0;
        for byte in message.bytes() {
            match byte {
                b'"' => in_quotes = !in_quotes,
                b'(' => in_brackets = true,
                b')' => in_brackets = false,
                _ if in_quotes || in_brackets || byte.is_ascii_digit() => {}
                // The multiplier is the prime of the FNV-1a hash.
                _ => kind = (kind ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3),
            }
        }
        Self::Message(kind)
    }
}

/// The warnings about a file or game. The first thousand of each kind are listed and the rest counted: a file of 8 MB
/// can cause more than a million, each longer than the text it is about.
#[derive(Debug, Clone, Default)]
pub struct Warnings {
    list: Vec<Warning>,
    /// For each kind, the number of listed warnings and the index of the last.
    kinds: HashMap<WarningKind, (usize, usize)>,
}

impl Warnings {
    /// The maximum number of listed warnings of a kind.
    const MOST: usize = 1000;
    /// The maximum number of kinds, in case messages contain text of the file without quotation marks.
    const KINDS: usize = 100;

    /// Adds a warning, or only counts it if there are too many of its kind.
    pub fn push(&mut self, warning: Warning) {
        self.add(WarningKind::of(&warning.message), || warning);
    }

    /// Adds a warning about a position.
    pub(crate) fn warn(&mut self, at: At, message: impl Into<String>) {
        self.push(Warning::new(at, message));
    }

    /// Adds a warning, or only counts it if there are too many of its kind. Returns whether it was listed, and the last
    /// listed warning of its kind.
    pub(crate) fn add(
        &mut self,
        kind: WarningKind,
        warning: impl FnOnce() -> Warning,
    ) -> (bool, usize) {
        let is_known = self.kinds.len() < Self::KINDS || self.kinds.contains_key(&kind);
        let kind = if is_known { kind } else { WarningKind::Rest };
        let (count, last) = self.kinds.entry(kind).or_default();
        *count += 1;
        if *count > Self::MOST {
            self.list[*last].more += 1;
            return (false, *last);
        }
        *last = self.list.len();
        self.list.push(warning());
        (true, *last)
    }

    /// Whether another warning of a kind would be listed.
    pub(crate) fn wants(&self, kind: WarningKind) -> bool {
        let count = self.kinds.get(&kind).map_or(0, |(count, _)| *count);
        count < Self::MOST
    }

    /// The number of warnings, including those not listed.
    pub(crate) fn count(&self) -> usize {
        self.list.iter().map(|warning| 1 + warning.more).sum()
    }

    /// Converts offsets to lines and columns, sorts the list in file order, and states how many warnings are not
    /// listed.
    pub(crate) fn finish(&mut self, lines: Option<&LineIndex>) {
        if let Some(lines) = lines {
            let places = self.list.iter_mut().map(|warning| &mut warning.at);
            places.for_each(|at| *at = lines.resolve(*at));
        }
        // Readers may reach variations later than the lines that they branch off from.
        self.list.sort_by_key(Warning::order);
        self.count_unlisted();
    }

    /// Adds the number of unlisted warnings to the messages.
    pub(crate) fn count_unlisted(&mut self) {
        self.kinds.clear();
        for warning in &mut self.list {
            if warning.more > 0 {
                let more = format!(" (and {} more of this kind)", warning.more);
                warning.message.push_str(&more);
                warning.more = 0;
            }
        }
    }
}

impl Extend<Warning> for Warnings {
    fn extend<T: IntoIterator<Item = Warning>>(&mut self, more: T) {
        for mut warning in more {
            let unlisted = std::mem::take(&mut warning.more);
            let last = self.add(WarningKind::of(&warning.message), || warning).1;
            self.list[last].more += unlisted;
        }
    }
}

impl FromIterator<Warning> for Warnings {
    fn from_iter<T: IntoIterator<Item = Warning>>(all: T) -> Self {
        let mut warnings = Self::default();
        warnings.extend(all);
        warnings
    }
}

impl IntoIterator for Warnings {
    type Item = Warning;
    type IntoIter = std::vec::IntoIter<Warning>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl Deref for Warnings {
    type Target = [Warning];

    fn deref(&self) -> &[Warning] {
        &self.list
    }
}

impl<const N: usize> PartialEq<[Warning; N]> for Warnings {
    fn eq(&self, other: &[Warning; N]) -> bool {
        self.list == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_thousand_of_a_kind_are_listed_and_the_others_counted() {
        let odd = (0..5000).map(|n| Warning::new(At::Byte(n), format!("{n} ({n}x) is \"{n}y\"")));
        let mut warnings: Warnings = odd.collect();
        warnings.push(Warning::new(At::Byte(7), "another kind"));
        let mut twice: Warnings = warnings.clone().into_iter().collect();
        twice.extend(warnings);
        assert_eq!(twice.count(), 10_002);
        twice.finish(None);
        assert_eq!(twice.len(), 1002);
        let last = twice[1001].to_string();
        assert_eq!(
            last,
            "byte 999: 999 (999x) is \"999y\" (and 9000 more of this kind)"
        );
    }

    #[test]
    fn kinds_without_number_are_taken_for_one() {
        let names = (0..5000u32).map(|n| char::from_u32(0x4E00 + n).unwrap());
        let warnings = names.map(|name| Warning::new(At::File, format!("{name} is not known")));
        let warnings: Warnings = warnings.collect();
        assert_eq!((warnings.len(), warnings.count()), (1100, 5000));
    }
}
