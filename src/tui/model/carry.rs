//! Carrying what the reader has over to a new reading of the file.

use crate::record::Reread;

/// What names nodes of a record and can be carried over to a new reading of it.
pub(in crate::tui) trait Carry: Clone + PartialEq {
    /// Names the same nodes in a new reading of a game, or what is left of the way to them.
    fn carry(&mut self, game: usize, reread: &Reread);
}

impl<T: Carry> Carry for Option<T> {
    fn carry(&mut self, game: usize, reread: &Reread) {
        if let Some(inner) = self {
            inner.carry(game, reread);
        }
    }
}
