//! Results at the ends of lines, and of the game.

use super::movetext::Played;
use crate::record::{At, Key, Note, Outcome, Record, Warnings};

/// The result of the mainline, from its ending or else from the headers; `*` if unknown.
pub(super) fn mainline_end(record: &Record) -> &str {
    let own = record.tree.outcome(record.tree.mainline_end());
    own.map(Outcome::name)
        .or_else(|| record.headers.get(Key::Result))
        .unwrap_or("*")
}

/// Takes the result at the mainline's end for the game's, if the headers have none; notes it if they have another.
pub(super) fn finish(played: Played, at: At) -> (Record, Warnings) {
    let Played {
        mut record,
        mut warnings,
        result,
    } = played;
    let Some(outcome) = result.filter(|outcome| *outcome != Outcome::Open) else {
        return (record, warnings);
    };
    let (result, is_decided) = (outcome.name(), outcome.is_final());
    let known = record.headers.get(Key::Result);
    match known.filter(|known| *known != "*") {
        None if is_decided => record.headers.set(Key::Result, result),
        Some(known) if known == result => {}
        known => {
            if let Some(known) = known.filter(|_| is_decided) {
                let message = format!("the moves end with {result}, the headers say {known}");
                warnings.warn(at, message);
            }
            let last = record.tree.mainline_end();
            record.tree.note(last, Note::Result(outcome));
        }
    }
    (record, warnings)
}
