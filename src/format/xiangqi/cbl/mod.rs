//! CBL, a library of CCBridge (象棋桥): an index, then records as in CBR, each in slots of 4096 bytes.
//!
//! Nothing official describes it. The layout is what the files of CCBridge 3 show. Those of CCBridge 2 are another
//! format under the same name.

mod old;

use std::ops::Range;
use std::sync::Arc;

use super::cbr;
use crate::format::bytes::Bytes;
use crate::format::{Certainty, Entry, Format, Holds, Loaded, ReadError, Reader};
use crate::record::{At, Headers, Key, Problem, Warnings};
use crate::text::Source;
use crate::text::source::{UTF_16LE, encoding_name};

pub(in crate::format) const FORMAT: Format = Format {
    name: "cbl",
    title: "CBL (CCBridge 象棋桥 library)",
    extensions: &["cbl"],
    encodings: "UTF-16, GB18030",
    holds: Holds::TREE.and_games(),
    detect,
    read: Some(Reader::Whole(read)),
    ..super::BASE
};

const MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";
const CAPACITY: usize = 60;
const NAME: Range<usize> = 64..576;
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
const SLOT: usize = 4096;
/// The state of an entry whose game is there; 5 is a deleted one, which keeps its slots.
const LIVE: usize = 7;

fn detect(source: &Source<'_>) -> Certainty {
    Certainty::Certain.only_if(source.bytes.starts_with(MAGIC) || old::is_old(source.bytes))
}

fn read(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    if old::is_old(source.bytes) {
        return old::read_library(format, source);
    }
    let bytes = source.bytes;
    let title = cbr::text(bytes.get(NAME).unwrap_or(&[]));
    let mut loaded = Loaded::new(format, Some(encoding_name(UTF_16LE)), Vec::new());
    loaded.title = Some(title).filter(|title| !title.is_empty());
    let file: Arc<[u8]> = bytes.into();
    let mut unreadable = None;
    for (number, Indexed { place, title, .. }) in (1..).zip(find_records(bytes, &mut loaded)?) {
        match entry(&file, place, &title, number) {
            Ok(entry) => loaded.games.push(Arc::new(entry)),
            Err(error) => {
                let why = &error.message;
                let message = format!("game {number}, {title:?}, cannot be read: {why}");
                loaded.head.warn(error.at, Problem::Unreadable(message.into()));
                unreadable.get_or_insert(error);
            }
        }
    }
    match unreadable.filter(|_| loaded.games.is_empty()) {
        Some(error) => Err(error),
        None => Ok(loaded),
    }
}

/// A game of the list. Its moves are read when it is opened.
fn entry(
    file: &Arc<[u8]>,
    place: Range<usize>,
    title: &str,
    number: usize,
) -> Result<Entry, ReadError> {
    let headers = with_title(cbr::Header::of(file, &place)?.headers(), title);
    let file = Arc::clone(file);
    let title = title.to_owned();
    Ok(Entry::deferred(headers, move || {
        let read = cbr::read_game(&file, &place);
        let mut record = read.map_err(|error| error.of_game(number))?;
        record.headers = with_title(record.headers, &title);
        record.cut = None;
        Ok(record)
    }))
}

/// The index has more room for a title than the record.
fn with_title(mut headers: Headers, title: &str) -> Headers {
    if title.starts_with(headers.get(Key::Title).unwrap_or("")) {
        headers.set(Key::Title, title.trim());
    }
    headers
}

/// A game as the index has it.
#[derive(Default)]
struct Indexed {
    title: String,
    place: Range<usize>,
    /// Where the record should end in its slots.
    end: usize,
}

/// The games that are not deleted. The index gives the number of slots of each record; they are consecutive.
fn read_index(bytes: &[u8]) -> Vec<Indexed> {
    let capacity = Bytes::at(bytes, CAPACITY).u32().unwrap_or(0) as usize;
    let entries = bytes.get(INDEX..).unwrap_or(&[]).chunks_exact(ENTRY);
    let mut next = capacity.saturating_mul(ENTRY).saturating_add(INDEX);
    let mut games = Vec::new();
    for entry in entries.take(capacity) {
        let mut fields = Bytes::at(entry, 0);
        let [state, _order, slots, length] =
            std::array::from_fn(|_| fields.u32().unwrap_or(0) as usize);
        let start = next;
        next = start.saturating_add(slots.saturating_mul(SLOT));
        if state == LIVE {
            games.push(Indexed {
                title: cbr::text(&entry[100..]),
                place: start..next.min(bytes.len()),
                end: start.saturating_add(length),
            });
        }
    }
    games
}

/// The games of the index that the file has; if any is not where the index says, all that can be found.
///
/// # Errors
/// There are none.
fn find_records(bytes: &[u8], loaded: &mut Loaded) -> Result<Vec<Indexed>, ReadError> {
    let index = read_index(bytes);
    let listed = index.len();
    let cut = index.iter().position(|game| game.end > bytes.len());
    let mut there = index;
    there.retain(|game| game.place.start < bytes.len());
    let mut starts = there.iter().map(|game| game.place.start);
    if there.is_empty() || starts.any(|start| !bytes[start..].starts_with(cbr::MAGIC)) {
        return search(bytes, listed, &mut loaded.head);
    }
    if let Some(game) = cut {
        let message = format!("the file ends before or inside game {}", game + 1);
        loaded.cut_at(At::byte(bytes.len()), message);
    }
    Ok(there)
}

/// Finds the records by what they begin with, where the index, which lists this many, is damaged.
///
/// # Errors
/// There are none.
fn search(bytes: &[u8], listed: usize, warnings: &mut Warnings) -> Result<Vec<Indexed>, ReadError> {
    let windows = bytes.windows(cbr::MAGIC.len()).enumerate().skip(INDEX);
    let records = windows.filter(|(_, window)| window == cbr::MAGIC);
    let mut starts: Vec<usize> = records.map(|(start, _)| start).collect();
    let found = starts.len();
    if found == 0 {
        return Err(ReadError::none(match listed {
            0 => "the library holds no game".to_owned(),
            _ => format!("the index lists {listed} games, but the file holds none"),
        }));
    }
    let message = format!("the index lists {listed} games in other places; {found} were found");
    warnings.warn(At::byte(INDEX), message);
    starts.push(bytes.len());
    let places =
        starts.windows(2).map(|place| Indexed { place: place[0]..place[1], ..Indexed::default() });
    Ok(places.collect())
}
