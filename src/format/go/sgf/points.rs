//! Properties that list points: setup, marks, labels, arrows, the view.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::property::PropertyKind;
use super::read::SgfReader;
use super::value;
use crate::record::{Mark, MarkKind, Note, Setup, Span, Spans};

impl SgfReader<'_> {
    /// Reads a property that lists points. A second one in the same node continues the list.
    pub(super) fn points(&mut self, kind: PropertyKind, name: &str) -> bool {
        let mut list = PointList::default();
        let mut others = std::mem::take(&mut self.values);
        others.retain(|raw| !list.add(kind, raw));
        self.values = others;
        // In FF[3] the corners of the view are two values.
        if kind == PropertyKind::Marks(MarkKind::View) && self.is_ff4 != Some(true) {
            list.join_corners();
        }
        if let Some(&raw) = self.values.first() {
            self.warn(format!("{raw:?} is not a point for {name}"));
        } else if list.spans.is_empty() {
            // An empty list means no territory, the end of dimming, or a view of the whole board.
            use MarkKind::{Dim, FirstTerritory, SecondTerritory, View};
            match kind {
                PropertyKind::Marks(FirstTerritory | SecondTerritory | Dim | View) => {}
                _ => return true,
            }
        }
        // The letters of FF[1] become labels, and its signs initially become crosses.
        let slot = match kind {
            PropertyKind::Letters => PropertyKind::Marks(MarkKind::Label),
            PropertyKind::OldMark => PropertyKind::Marks(MarkKind::Cross),
            other => other,
        };
        match self.earlier(slot) {
            _ if list.spans.is_empty() && !self.values.is_empty() => {}
            Some(Some(note)) => list.join(self.record.tree.note_mut(note)),
            _ => {
                let note = self.note(empty_note(kind));
                list.join(self.record.tree.note_mut(note));
                self.seen.push((slot, Some(note)));
                if kind == PropertyKind::OldMark {
                    self.old_marks.push((self.node, note));
                }
            }
        }
        self.values.is_empty()
    }
}

/// The points of a property, and the texts of labels.
#[derive(Default)]
struct PointList<'a> {
    spans: Spans,
    labels: SmallVec<[Cow<'a, str>; 4]>,
}

impl<'a> PointList<'a> {
    /// Adds a value, ignoring an empty one. Returns `false` if it is not a point.
    fn add(&mut self, kind: PropertyKind, raw: &'a str) -> bool {
        if raw.trim_ascii().is_empty() {
            return true;
        }
        let (span, label) = match kind {
            PropertyKind::Marks(MarkKind::Arrow | MarkKind::Line) => (value::ends(raw), None),
            PropertyKind::Marks(MarkKind::Label) => {
                let (point, label) = value::split(raw).unzip();
                let span = point.and_then(value::point).map(Span::from);
                (span, label.map(value::simple))
            }
            PropertyKind::Letters => {
                let letter = char::from(b'A' + (self.labels.len() % 26) as u8);
                let point = value::point(raw);
                (point.map(Span::from), Some(letter.to_string().into()))
            }
            _ => match value::span(raw) {
                None if raw.contains(',') => return self.add_joined(raw),
                span => (span, None),
            },
        };
        if let Some(span) = span {
            self.spans.push(span);
            self.labels.extend(label);
        }
        span.is_some()
    }

    /// Adds the points of a list that sgf4j has written as one value: `AB[fc,pc,pd]`.
    fn add_joined(&mut self, raw: &str) -> bool {
        let spans: Option<Spans> = raw.split(',').map(value::span).collect();
        let is_list = spans.is_some();
        self.spans.extend(spans.unwrap_or_default());
        is_list
    }

    /// Combines two points into a rectangle.
    fn join_corners(&mut self) {
        if let [from, to] = *self.spans
            && (from.from, to.from) == (from.to, to.to)
        {
            self.spans = [Span::between(from.from, to.to)].into_iter().collect();
        }
    }

    /// Appends the points to a list that the node already has.
    fn join(self, note: &mut Note) {
        match note {
            Note::Setup(setup) => setup.spans.extend_from_slice(&self.spans),
            Note::Mark(mark) => {
                mark.spans.extend_from_slice(&self.spans);
                mark.labels.extend(self.labels);
            }
            _ => {}
        }
    }
}

fn empty_note(kind: PropertyKind) -> Note {
    let spans = Spans::default();
    let mark = match kind {
        PropertyKind::Setup(stone) => return Note::Setup(Box::new(Setup { stone, spans })),
        PropertyKind::Marks(mark) => mark,
        PropertyKind::Letters => MarkKind::Label,
        _ => MarkKind::Cross,
    };
    Note::Mark(Box::new(Mark::new(mark, spans)))
}
