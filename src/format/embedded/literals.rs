//! Strings, objects and lists of JSON, fields of CSV, and strings of scripts.

use crate::text::json::{Json, Value, escape_in};
use crate::text::scan::{Scan, place_in};
use crate::text::source::Taken;

/// The strings that may be records. In CSV a quote inside of one is doubled.
pub(super) fn strings(text: &str, is_csv: bool) -> Vec<Taken> {
    let mut found = Vec::new();
    let mut scan = Scan::new(text);
    while !scan.is_at_end() {
        let from = scan.offset();
        let bare = scan.take_to_either(b'"', b'"');
        found.extend(fields(bare, from).filter(|taken| is_csv && may_be_record(&taken.text)));
        let taken = literal(&mut scan, '"', is_csv);
        found.extend(taken.filter(|taken| may_be_record(&taken.text)));
    }
    found
}

/// The fields without quotes in a part of a text.
fn fields(bare: &str, from: usize) -> impl Iterator<Item = Taken> {
    let fields = bare.split([',', '\t', '\n', '\r']);
    fields.map(move |field| Taken::of(field, from + place_in(bare, field)))
}

/// Takes a string that begins and ends with a quote.
pub(super) fn literal(scan: &mut Scan<'_>, quote: char, is_csv: bool) -> Option<Taken> {
    scan.next()?;
    let mut taken = Taken::default();
    loop {
        let at = scan.offset();
        taken.push(scan.take_while(|next| next != quote && (is_csv || next != '\\')), at);
        let at = scan.offset();
        match scan.next()? {
            '"' if is_csv && scan.eat("\"") => taken.push("\"", at),
            next if next == quote => return Some(taken),
            _ => {
                let mut decoded = String::new();
                escape_in(scan, &mut decoded)?;
                taken.push(&decoded, at);
            }
        }
    }
}

/// Whether a string is worth a closer look.
pub(super) fn may_be_record(text: &str) -> bool {
    const SHORTEST: usize = 20;
    let text = text.trim_start();
    let begins_with_move = match text.as_bytes() {
        [b'+' | b'-', mv @ ..] if mv.len() > 5 => {
            let (squares, piece) = mv[..6].split_at(4);
            squares.iter().all(u8::is_ascii_digit) && piece.iter().all(u8::is_ascii_uppercase)
        }
        [b'1'..=b'9', b'a'..=b'i', b'1'..=b'9', b'a'..=b'i', b' ', b'1'..=b'9', ..] => true,
        _ => false,
    };
    text.starts_with("(;")
        || text.starts_with("position ")
        || begins_with_move
        || text.len() >= SHORTEST && text.contains(['\n', '▲', '☗', '平', '进', '進'])
}

/// The objects of a list, or the moves that an object lists as strings, as a text.
pub(super) fn in_json(text: &str) -> Vec<Taken> {
    if !text.trim_start().starts_with(['[', '{']) || !text.contains("\"moves\"") {
        return Vec::new();
    }
    let json = Json::parse(text);
    let Some(root) = json.root() else { return Vec::new() };
    let objects = root.items().filter(|item| item.is_object()).map(Value::written);
    let objects = objects.map(|object| Taken::of(object, place_in(text, object)));
    objects.chain(list_of_moves(text, root)).collect()
}

fn list_of_moves(text: &str, file: Value<'_>) -> Option<Taken> {
    // Each program has its own way to give another start.
    let has_start =
        ["fen", "sfen", "initialFen", "position"].iter().any(|key| file.get(key).is_some());
    let moves = file.get("moves").filter(|moves| moves.is_list() && !has_start)?;
    let mut taken = Taken::default();
    for item in moves.items() {
        let written = item.written();
        taken.push(&item.as_str()?, place_in(text, written) + 1);
        taken.push(" ", place_in(text, written) + written.len());
    }
    Some(taken)
}
