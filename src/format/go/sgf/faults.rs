//! What is wrong with a file, with line and column.

use crate::record::{At, NodeId, Warning, WarningKind, Warnings};

/// A place in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    offset: usize,
    line: u32,
    column: u32,
}

impl Place {
    /// The start of the text.
    pub(super) const START: Self = Self {
        offset: 0,
        line: 1,
        column: 1,
    };

    /// Goes on to an offset, or starts anew if that lies behind. Going forward only costs the way.
    pub(super) fn go_to(&mut self, text: &str, offset: usize) {
        if offset < self.offset {
            *self = Self::START;
        }
        let way = text.get(self.offset..offset).unwrap_or("");
        let lines = breaks(way);
        let last = way.rsplit(['\n', '\r']).next().unwrap_or(way);
        if last.len() < way.len() {
            self.column = 1;
        }
        let add =
            |count: u32, more: usize| count.saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
        self.line = add(self.line, lines);
        self.column = add(self.column, last.chars().count());
        self.offset = offset;
    }

    /// The place as warnings name it.
    pub(super) fn at(self) -> At {
        At::Line {
            line: self.line,
            column: self.column,
        }
    }
}

/// How many line breaks a text has: LF, CR, or a pair of both, which is a single one.
fn breaks(text: &str) -> usize {
    if !text.contains('\r') {
        return text.bytes().filter(|byte| *byte == b'\n').count();
    }
    let mut count = 0;
    let mut first = None;
    for byte in text.bytes() {
        let is_break = matches!(byte, b'\n' | b'\r');
        let ends_pair = is_break && first.is_some_and(|first| first != byte);
        count += usize::from(is_break && !ends_pair);
        first = (is_break && !ends_pair).then_some(byte);
    }
    count
}

/// The warnings about a text.
#[derive(Debug)]
pub(super) struct Faults<'a> {
    text: &'a str,
    place: Place,
    warnings: Warnings,
}

impl<'a> Faults<'a> {
    /// No warnings yet. `place` lies before all that will come.
    pub(super) fn new(text: &'a str, place: Place) -> Self {
        Self {
            text,
            place,
            warnings: Warnings::default(),
        }
    }

    /// Adds a warning about an offset. Whether it is one of those that are listed and not only counted.
    pub(super) fn add(&mut self, offset: usize, message: String) -> bool {
        self.add_kind(WarningKind::of(&message), offset, |at| {
            Warning::new(at, message)
        })
    }

    /// Adds a warning about a property of a node. Whether it is listed.
    pub(super) fn add_on(&mut self, node: NodeId, offset: usize, message: String) -> bool {
        self.add_kind(WarningKind::of(&message), offset, |at| {
            Warning::new(at, message).on(node)
        })
    }

    /// Adds a warning about an illegal move.
    pub(super) fn add_illegal(
        &mut self,
        node: NodeId,
        offset: usize,
        message: impl FnOnce() -> String,
    ) {
        self.add_kind(WarningKind::Illegal, offset, |at| {
            Warning::new(at, message()).on(node)
        });
    }

    fn add_kind(
        &mut self,
        kind: WarningKind,
        offset: usize,
        warning: impl FnOnce(At) -> Warning,
    ) -> bool {
        let (text, place) = (self.text, &mut self.place);
        let placed = || {
            place.go_to(text, offset);
            warning(place.at())
        };
        self.warnings.add(kind, placed).0
    }

    /// All warnings.
    pub(super) fn finish(self) -> Warnings {
        self.warnings
    }
}
