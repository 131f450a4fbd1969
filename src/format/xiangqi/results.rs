//! Results at the ends of lines, and of the game.

use super::movetext::Played;
use crate::record::{At, Key, Note, Outcome, Record, Warning, Warnings};

/// How a line ends, if this note says so. The mainline's end has none as long as it is what the headers say.
pub(in crate::format) fn end(note: &Note) -> Option<&'static str> {
    match note {
        Note::Result(outcome) => Some(outcome.name()),
        _ => None,
    }
}

/// How the mainline ends by its own end, or else by the headers; `*` where nobody knows.
pub(in crate::format) fn mainline_end(record: &Record) -> &str {
    let last = record.tree.mainline_end();
    let own = record.tree.notes(last).find_map(end);
    own.or_else(|| record.headers.get(Key::Result))
        .unwrap_or("*")
}

/// Takes the result at the end of the moves for the game's, if the headers have none; notes it if they have another.
pub(in crate::format) fn finish(played: Played, at: At) -> (Record, Warnings) {
    let Played {
        mut record,
        mut warnings,
        result,
    } = played;
    set_result(&mut record, result, at, &mut warnings);
    (record, warnings)
}

/// Takes the result at the mainline's end for the game's, if the headers have none; notes it if they have another.
pub(in crate::format) fn set_result(
    record: &mut Record,
    outcome: Option<Outcome>,
    at: At,
    warnings: &mut Warnings,
) {
    let Some(outcome) = outcome.filter(|outcome| *outcome != Outcome::Open) else {
        return;
    };
    let (result, is_decided) = (outcome.name(), outcome.is_final());
    match record
        .headers
        .get(Key::Result)
        .filter(|known| *known != "*")
    {
        None if is_decided => record.headers.set(Key::Result, result),
        Some(known) if known == result => {}
        known => {
            if let Some(known) = known.filter(|_| is_decided) {
                let message = format!("the moves end with {result}, the headers say {known}");
                warnings.push(Warning::new(at, message));
            }
            let last = record.tree.mainline_end();
            record.tree.note(last, Note::Result(outcome));
        }
    }
}
