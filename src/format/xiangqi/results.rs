//! Results: in the words of xiangqi records, and at the ends of single lines.

use crate::record::{At, Headers, Key, Note, Outcome, Record, Warning};

/// The code of a result in the words of records; `None` if it is none that is known.
pub(in crate::format) fn result_code(text: &str) -> Option<&'static str> {
    outcome(text).map(Outcome::name)
}

/// The result that the words of a record name; `None` if it is none that is known.
pub(in crate::format) fn outcome(text: &str) -> Option<Outcome> {
    let text: String = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(crate::game::halfwidth)
        .collect();
    Some(match text.to_ascii_lowercase().as_str() {
        "1-0" | "红胜" | "紅勝" | "红方胜" | "紅方勝" | "红先胜" | "紅先勝" | "先胜" | "先勝"
        | "黑负" | "黑負" | "黑方负" | "黑方負" | "w" | "red" => Outcome::FirstWins,
        "0-1" | "黑胜" | "黑勝" | "黑方胜" | "黑方勝" | "黑先胜" | "黑先勝" | "后胜" | "後勝"
        | "先负" | "先負" | "红负" | "紅負" | "红先负" | "紅先負" | "红方负" | "紅方負" | "l"
        | "black" => Outcome::SecondWins,
        "1/2-1/2" | "1/2" | "½-½" | "0.5-0.5" | "和" | "和棋" | "和局" | "平局" | "先和"
        | "红先和" | "紅先和" | "议和" | "議和" | "d" | "draw" => Outcome::Draw,
        "*" | "未知" | "未完" | "不详" | "?" | "unknown" => Outcome::Open,
        _ => return None,
    })
}

/// Keeps a header that says how the game ended. What is no result that is known is kept by its name.
pub(in crate::format) fn push_result(headers: &mut Headers, name: &str, raw: &str) {
    match result_code(raw) {
        Some(code) => headers.push(Key::Result, name, raw, code),
        None if raw.trim().is_empty() => headers.push_raw(name, raw),
        None => headers.push_unknown(name, raw),
    }
}

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

/// Takes the result at the mainline's end for the game's, if the headers have none; notes it if they have another.
pub(in crate::format) fn settle(
    record: &mut Record,
    outcome: Option<Outcome>,
    at: At,
    warnings: &mut Vec<Warning>,
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
