//! Changes of what a reader has added, and what they did.

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
        let Self { was, is, .. } = self;
        let comment = (is.comment != was.comment).then(|| Edit::Comment(is.comment.clone()));
        let draft = (is.draft != was.draft).then(|| Edit::Draft(is.draft.clone()));
        let glyph = (is.glyph != was.glyph).then(|| Edit::Glyph(is.glyph.clone()));
        let marks = (is.marks != was.marks).then(|| Edit::Marks(is.marks.clone()));
        [comment, draft, glyph, marks].into_iter().flatten()
    }

    /// What a step becomes by the change. What another session has written or kept there meanwhile stays.
    pub(super) fn made(&self, own: &Own) -> Own {
        let Self { was, is, .. } = self;
        let mut made = own.clone();
        let is_as_it_was = |edit: &Edit| match edit {
            Edit::Line(_) => true,
            Edit::Comment(_) => own.comment == was.comment,
            Edit::Draft(_) => own.draft == was.draft,
            Edit::Glyph(_) => own.glyph == was.glyph,
            Edit::Marks(_) => own.marks == was.marks,
        };
        self.edits().filter(is_as_it_was).for_each(|edit| made.set(edit));
        if was.presence.max(is.presence) == Presence::Kept || own.presence != Presence::Kept {
            made.presence = is.presence;
        }
        made
    }

    /// Whether the own move was added to the notes or removed from them.
    pub(super) fn is_now(&self, kept: bool) -> bool {
        let is_kept = |own: &Own| own.presence == Presence::Kept;
        is_kept(&self.was) != kept && is_kept(&self.is) == kept
    }
}

/// What an act did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Moves were added; how many.
    Moves(usize),
    /// What was the reader's own was deleted.
    Deletion,
    /// A comment.
    Comment,
    /// An annotation symbol.
    Glyph,
    /// A mark.
    Mark,
    /// A line was kept.
    Keeping,
}

impl Deed {
    pub(super) fn of(changes: &[Change]) -> Self {
        let is_there = |own: &Own| own.presence != Presence::Absent;
        let added = changes.iter().filter(|change| is_there(&change.is) && !is_there(&change.was));
        let edit = changes.iter().find_map(|change| change.edits().next());
        let lost = |change: &Change| !change.is.is_noted() && change.was.is_noted();
        let gone = |change: &Change| !is_there(&change.is) && is_there(&change.was);
        match (added.count(), edit) {
            (0, _) if changes.iter().any(gone) || changes.iter().all(lost) => Self::Deletion,
            (0, Some(Edit::Comment(_) | Edit::Draft(_))) => Self::Comment,
            (0, Some(Edit::Glyph(_))) => Self::Glyph,
            (0, Some(Edit::Marks(_))) => Self::Mark,
            (0, _) => Self::Keeping,
            (count, _) => Self::Moves(count),
        }
    }
}
