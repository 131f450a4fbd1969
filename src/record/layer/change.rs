//! Changes of the reader's own layer, and their effects.

use super::edit::{Edit, Own, Presence};

/// A step before and after a change.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) step: usize,
    pub(super) was: Own,
    pub(super) is: Own,
}

impl Change {
    pub(super) fn undone(&self) -> Self {
        Self { step: self.step, was: self.is.clone(), is: self.was.clone() }
    }

    /// The changes of notes.
    pub(super) fn edits(&self) -> impl Iterator<Item = Edit> + use<> {
        let both = self.is.edits().into_iter().zip(self.was.edits());
        both.filter(|(is, was)| is != was).map(|(is, _)| is)
    }

    /// The step after the change. Moves and notes that another session has added there meanwhile stay.
    pub(super) fn made(&self, own: &Own) -> Own {
        let Self { was, is, .. } = self;
        let mut made = own.clone();
        for ((is, was), own) in is.edits().into_iter().zip(was.edits()).zip(own.edits()) {
            if is != was && own == was {
                made.set(is);
            }
        }
        if was.presence.max(is.presence) == Presence::Kept || own.presence != Presence::Kept {
            made.presence = is.presence;
        }
        made
    }

    /// Whether the own move was added to the notes or removed from them.
    pub(super) fn is_now(&self, kept: bool) -> bool {
        [&self.was, &self.is].map(|own| own.presence == Presence::Kept) == [!kept, kept]
    }
}

/// The name of an act in messages about undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndoLabel {
    /// Moves were added; how many.
    Moves(usize),
    /// A move or note of the reader's own was deleted.
    Deletion,
    /// A comment.
    Comment,
    /// An annotation symbol.
    Glyph,
    /// A mark.
    Mark,
    /// A header.
    Header,
    /// The end of a line.
    Ending,
    /// A line was kept.
    Keeping,
}

impl UndoLabel {
    pub(super) fn of(changes: &[Change]) -> Self {
        let mut added = 0;
        let (mut has_gone, mut are_lost) = (false, true);
        for Change { was, is, .. } in changes {
            let [before, now] = [was, is].map(|own| own.presence != Presence::Absent);
            added += usize::from(now && !before);
            has_gone |= before && !now;
            are_lost &= was.is_noted() && !is.is_noted();
        }
        let edit = changes.iter().find_map(|change| change.edits().next());
        match (added, edit) {
            (0, _) if has_gone || are_lost => Self::Deletion,
            (0, Some(Edit::Comment(_) | Edit::Draft(_))) => Self::Comment,
            (0, Some(Edit::Glyph(_))) => Self::Glyph,
            (0, Some(Edit::Marks(_))) => Self::Mark,
            (0, Some(Edit::Headers(_))) => Self::Header,
            (0, Some(Edit::End(_))) => Self::Ending,
            (0, _) => Self::Keeping,
            (count, _) => Self::Moves(count),
        }
    }
}
