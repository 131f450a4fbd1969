//! Parsing the position to search for.

use std::ffi::OsStr;

use crate::cli::error::Error;
use crate::cli::files::{file_error, open_game};
use crate::files::address::Address;
use crate::files::load::LoadOptions;
use crate::format;
use crate::game::{Position, shogi, xiangqi};
use crate::record::{Lines, Note, Record};
use crate::text::Source;

/// The positions that a text describes: both sides to move unless it names one, and all mirror images with `mirror`.
pub(super) fn targets(
    text: &str,
    mirror: bool,
    options: LoadOptions,
) -> Result<Vec<Position>, Error> {
    let (position, sides) = read(text.trim(), options)?;
    let mut positions = vec![position];
    if let Sides::Either = sides {
        let mut turned = positions[0].clone();
        turned.set_side_to_move(turned.side_to_move().other());
        positions.push(turned);
    }
    match mirror {
        true => Ok(positions.iter().flat_map(Position::images).collect()),
        false => Ok(positions),
    }
}

enum Sides {
    Named,
    Either,
}

fn read(text: &str, options: LoadOptions) -> Result<(Position, Sides), Error> {
    if text.starts_with('(') {
        return from_sgf(text);
    }
    let fields = from_fields(text);
    let address = Address::parse(OsStr::new(text)).map_err(Error::Usage);
    // A path may have as many slashes as a board has ranks.
    match (fields, address) {
        (Some(Ok(found)), _) => Ok(found),
        (Some(Err(error)), Ok(address)) if !address.is_there() => {
            Err(Error::Usage(format!("--position: {error}")))
        }
        (_, address) => from_file(&address?, options),
    }
}

/// Parses FEN or SFEN, told apart by the number of ranks; `None` if the text is neither.
fn from_fields(text: &str) -> Option<Result<(Position, Sides), String>> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let words = match &all[..] {
        ["position", "sfen", rest @ ..] | ["sfen" | "fen", rest @ ..] => rest,
        all => all,
    };
    let sides = if words.len() > 1 { Sides::Named } else { Sides::Either };
    let fields = words.join(" ");
    let position = match words.first()?.matches('/').count() {
        9 => match xiangqi::Position::from_fen(&fields) {
            Ok(position) => Ok(Position::Xiangqi(position)),
            Err(error) => Err(error.to_string()),
        },
        8 => match shogi::Position::from_sfen(&fields) {
            Ok((position, _)) => Ok(Position::Shogi(position)),
            Err(error) => Err(error.to_string()),
        },
        _ => return None,
    };
    Some(position.map(|position| (position, sides)))
}

/// The final position of an SGF text's mainline.
fn from_sgf(text: &str) -> Result<(Position, Sides), Error> {
    let loaded = format::read(&Source::new(text.as_bytes(), "position.sgf"));
    let first = loaded.and_then(|loaded| loaded.game(0));
    let record = first.map_err(|error| Error::Usage(format!("--position: {error}")))?;
    let sides = if names_side(&record) { Sides::Named } else { Sides::Either };
    Ok((record.position_at(record.tree.mainline_end()), sides))
}

/// Whether a record determines the side to move.
fn names_side(record: &Record) -> bool {
    let tree = &record.tree;
    tree.ids().any(|node| {
        tree.mv(node).is_some() || tree.notes(node).any(|note| matches!(note, Note::Turn(_)))
    })
}

/// The position at `FILE#GAME:PLACE`, by default the end of the mainline.
fn from_file(address: &Address, options: LoadOptions) -> Result<(Position, Sides), Error> {
    let (record, _) = open_game(address, options)?;
    let found = address.node(&record.tree, &Lines::new(&record.tree));
    let node = found.map_err(|error| file_error(&address.path, error))?;
    Ok((record.position_at(node), Sides::Named))
}
