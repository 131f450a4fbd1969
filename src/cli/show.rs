//! `dapu show`: the board at a ply as text.

use super::args::ShowArgs;
use super::{Error, Exit};
use crate::draw::{self, Charset, View, clean, clean_line};
use crate::game::{Move, Position};
use crate::record::{Cursor, Key, Record};

pub(super) fn run(args: &ShowArgs) -> Result<Exit, Error> {
    let loaded = super::read(&args.input)?;
    let record = loaded
        .game(0)
        .map_err(|error| Error::Usage(error.to_string()))?;
    let mut cursor = Cursor::new(&record);
    super::go_to_ply(&record, &mut cursor, args.ply)?;
    super::print(page(&record, &cursor, args).as_bytes())?;
    let warnings = loaded.all_warnings();
    super::print_warnings(&args.input, &warnings);
    Ok(super::verdict(&args.input, &warnings))
}

fn page(record: &Record, cursor: &Cursor, args: &ShowArgs) -> String {
    let charset = if args.look.ascii {
        Charset::Ascii
    } else {
        Charset::Cjk
    };
    let last = record.tree.mv(cursor.node());
    let view = View {
        flip: args.look.flip != record.flipped,
        charset,
        coordinates: true,
        diagram: true,
        last,
        ..View::default()
    };
    let mut page = String::new();
    if let Some(title) = title(record) {
        page.push_str(&clean_line(&title));
        page.push('\n');
    }
    for line in draw::draw(cursor.position(), &view).lines() {
        page.push_str(&line);
        page.push('\n');
    }
    page.push_str(&state(record, cursor, last));
    page.push('\n');
    if let Some(comment) = record.tree.comment(cursor.node()) {
        page.push_str(&clean(comment));
        page.push('\n');
    }
    page
}

fn title(record: &Record) -> Option<String> {
    let header = |key| record.headers.get(key);
    let first = header(Key::Red)
        .or_else(|| header(Key::Sente))
        .or_else(|| header(Key::Black));
    let second = match record.start {
        Position::Xiangqi(_) => header(Key::Black),
        Position::Shogi(_) => header(Key::Gote),
        Position::Go(_) => header(Key::White),
    };
    let players = match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first} - {second}")),
        (one, other) => one.or(other).map(str::to_owned),
    };
    let result = header(Key::Result)
        .filter(|result| *result != "*")
        .map(str::to_owned);
    let parts: Vec<String> = header(Key::Title)
        .map(str::to_owned)
        .into_iter()
        .chain(players)
        .chain(result)
        .collect();
    (!parts.is_empty()).then(|| parts.join("  "))
}

fn state(record: &Record, cursor: &Cursor, last: Option<Move>) -> String {
    let mut state = format!("{}/{}", cursor.ply(), cursor.last_ply());
    if last.is_some() && cursor.ply() > 0 {
        let before = cursor.position_at(record, cursor.ply() - 1);
        if let Some(text) = record.notate(&before, cursor.node()) {
            state.push_str("  ");
            state.push_str(&text);
        }
    }
    state
}
