//! Results: in the words of xiangqi records, and at the ends of single lines.

use crate::record::{At, Headers, Key, NodeId, Note, Property, Record, Tree, Warning};

/// The property that keeps how a single line ends: a code as of [`result_code`], or `$R`, `$B`, `$P` where one side only
/// stands better. The mainline's end has none as long as it is what the headers say.
const PROPERTY: &str = "result";

/// The code of a result in the words of records; `None` if it is none that is known.
pub(in crate::format) fn result_code(text: &str) -> Option<&'static str> {
    let text: String = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(crate::game::xiangqi::notation::fold)
        .collect();
    Some(match text.to_ascii_lowercase().as_str() {
        "1-0" | "红胜" | "紅勝" | "红方胜" | "紅方勝" | "红先胜" | "紅先勝" | "先胜" | "先勝"
        | "黑负" | "黑負" | "黑方负" | "黑方負" | "w" | "red" => "1-0",
        "0-1" | "黑胜" | "黑勝" | "黑方胜" | "黑方勝" | "黑先胜" | "黑先勝" | "后胜" | "後勝"
        | "先负" | "先負" | "红负" | "紅負" | "红先负" | "紅先負" | "红方负" | "紅方負" | "l"
        | "black" => "0-1",
        "1/2-1/2" | "1/2" | "½-½" | "0.5-0.5" | "和" | "和棋" | "和局" | "平局" | "先和"
        | "红先和" | "紅先和" | "议和" | "議和" | "d" | "draw" => "1/2-1/2",
        "*" | "未知" | "未完" | "不详" | "?" | "unknown" => "*",
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

/// Notes how a line ends at a node.
pub(in crate::format) fn note_end(tree: &mut Tree, node: NodeId, result: &str) {
    let property = Property {
        name: PROPERTY.into(),
        values: vec![result.into()],
    };
    tree.note(node, Note::Property(Box::new(property)));
}

/// How a line ends, if this note says so.
pub(in crate::format) fn end(note: &Note) -> Option<&str> {
    match note {
        Note::Property(property) if &*property.name == PROPERTY => {
            property.values.first().map(|value| &**value)
        }
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
    result: &str,
    at: At,
    warnings: &mut Vec<Warning>,
) {
    if result == "*" {
        return;
    }
    let is_decided = result_code(result).is_some();
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
            note_end(&mut record.tree, last, result);
        }
    }
}
