//! Unreadable moves.

use crate::game::Side;
use crate::record::{At, Builder, NodeId, Note};

/// Keeps a node for a move that cannot be read, with its text. The turn passes to `next`.
pub(super) fn skip_unread(
    builder: &mut Builder,
    text: &str,
    next: Side,
    at: At,
    message: String,
) -> NodeId {
    let node = builder.skip();
    builder.note(Note::Turn(next));
    builder.note(Note::Unread(text.into()));
    builder.warn(at, message);
    node
}
