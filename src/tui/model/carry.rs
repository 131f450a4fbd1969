//! Carries the reader's state over to a new reading of the file.

use crate::record::Reread;

/// State that refers to nodes of a record.
pub(in crate::tui) trait Carry: Clone + PartialEq {
    /// Maps the nodes of a game to a new reading of it, or to their last remaining ancestors.
    fn carry(&mut self, game: usize, reread: &Reread);
}

impl<T: Carry> Carry for Option<T> {
    fn carry(&mut self, game: usize, reread: &Reread) {
        if let Some(inner) = self {
            inner.carry(game, reread);
        }
    }
}
