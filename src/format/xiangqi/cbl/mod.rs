//! CBL, a library of CCBridge (象棋桥): an index, then records as in CBR, each in slots of 4096 bytes.
//!
//! Nothing official describes it. The layout is what the files of CCBridge 3 show. Those of CCBridge 2 are another
//! format under the same name.

mod old;

use std::ops::Range;
use std::sync::Arc;

use super::cbr;
use super::ccbridge::text;
use crate::format::bytes::Bytes;
use crate::format::{Certainty, Entry, Format, Holds, Loaded, ReadError};
use crate::record::{At, Headers, Key, Warnings};
use crate::text::Source;
use crate::text::source::{UTF_16LE, encoding_name};

pub(in crate::format) const FORMAT: Format = Format {
    name: "cbl",
    title: "CBL (CCBridge 象棋桥 library)",
    extensions: &["cbl"],
    encodings: "UTF-16, GB18030",
    holds: Holds::TREE.and_games(),
    detect,
    read: Some(read),
    ..super::BASE
};

const MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";
const CAPACITY: usize = 60;
const NAME: Range<usize> = 64..576;
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
const SLOT: usize = 4096;
/// The state of an entry whose game is there; 5 is a deleted one, which keeps its slots.
const LIVE: u32 = 7;

fn detect(source: &Source<'_>) -> Certainty {
    Certainty::Certain.only_if(source.bytes.starts_with(MAGIC) || old::is_old(source.bytes))
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    if old::is_old(source.bytes) {
        return old::read_library(source);
    }
    let bytes = source.bytes;
    let mut warnings = Warnings::default();
    let index = read_index(bytes);
    let (places, cut) = find_records(bytes, &index, &mut warnings)?;
    let file: Arc<[u8]> = bytes.into();
    let mut games = Vec::with_capacity(places.len());
    let mut unreadable = None;
    for (number, (place, title)) in (1..).zip(places) {
        match entry(&file, place, &title) {
            Ok(entry) => games.push(entry),
            Err(error) => {
                let message = format!(
                    "game {number}, {title:?}, cannot be read: {}",
                    error.message
                );
                warnings.warn(error.at, message);
                unreadable.get_or_insert(error);
            }
        }
    }
    if let Some(error) = unreadable.filter(|_| games.is_empty()) {
        return Err(error);
    }
    let mut loaded = Loaded::new(Some(encoding_name(UTF_16LE)), games, warnings);
    loaded.cut = cut;
    loaded.title = Some(text(bytes.get(NAME).unwrap_or(&[]))).filter(|name| !name.is_empty());
    Ok(loaded)
}

/// A game of the list. Its moves are read when it is opened.
fn entry(file: &Arc<[u8]>, place: Range<usize>, title: &str) -> Result<Entry, ReadError> {
    let headers = with_title(cbr::read_headers(file, place.clone())?, title);
    let file = Arc::clone(file);
    let title = title.to_owned();
    Ok(Entry::deferred(headers, move || {
        let (mut game, _) = cbr::read_game(&file, place.clone(), false)?;
        game.record.headers = with_title(game.record.headers, &title);
        Ok((game.record, game.warnings))
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
struct Indexed {
    title: String,
    live: bool,
    start: usize,
    /// The record's own length.
    length: usize,
}

/// The index gives the number of slots of each record; they are consecutive.
fn read_index(bytes: &[u8]) -> Vec<Indexed> {
    let capacity = Bytes::at(bytes, CAPACITY).u32().unwrap_or(0) as usize;
    let entries = bytes.get(INDEX..).unwrap_or(&[]).chunks_exact(ENTRY);
    let mut start = capacity.saturating_mul(ENTRY).saturating_add(INDEX);
    let read = |entry: &[u8]| {
        let mut fields = Bytes::at(entry, 0);
        let mut field = || fields.u32().unwrap_or(0);
        let (state, _order, slots, length) = (field(), field(), field(), field());
        let indexed = Indexed {
            title: text(&entry[100..]),
            live: state == LIVE,
            start,
            length: length as usize,
        };
        start = start.saturating_add((slots as usize).saturating_mul(SLOT));
        (state != 0).then_some(indexed)
    };
    entries.take(capacity).filter_map(read).collect()
}

type Places = Vec<(Range<usize>, String)>;

/// The places of the records, each up to the next one, and whether the file ends before the last one does.
///
/// # Errors
/// There are none.
fn find_records(
    bytes: &[u8],
    index: &[Indexed],
    warnings: &mut Warnings,
) -> Result<(Places, Option<String>), ReadError> {
    let there = |game: &&Indexed| game.start < bytes.len();
    let agrees = |game: &Indexed| bytes[game.start..].starts_with(cbr::MAGIC);
    let mut live = index.iter().filter(|game| game.live).filter(there);
    if live.clone().next().is_none() || !live.all(agrees) {
        return Ok((search(bytes, index, warnings)?, None));
    }
    let ends = index.iter().skip(1).map(|next| next.start);
    let ends = ends.chain([bytes.len()]);
    let mut places = Vec::new();
    let mut cut = None;
    for (number, (game, end)) in (1..).zip(index.iter().zip(ends)) {
        if !game.live {
            continue;
        }
        if game.start.saturating_add(game.length) > bytes.len() && cut.is_none() {
            let message = format!("the file ends before or inside game {number}");
            warnings.warn(At::byte(bytes.len()), message.as_str());
            cut = Some(message);
        }
        if there(&game) {
            places.push((game.start..end.min(bytes.len()), game.title.clone()));
        }
    }
    Ok((places, cut))
}

/// Finds the records by what they begin with, where the index is damaged.
///
/// # Errors
/// There are none.
fn search(bytes: &[u8], index: &[Indexed], warnings: &mut Warnings) -> Result<Places, ReadError> {
    let data = bytes.get(INDEX..).unwrap_or(&[]);
    let found = data
        .windows(cbr::MAGIC.len())
        .enumerate()
        .filter(|(_, window)| window == cbr::MAGIC);
    let starts: Vec<usize> = found.map(|(offset, _)| INDEX + offset).collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let listed = index.iter().filter(|game| game.live).count();
    if starts.is_empty() {
        let message = match listed {
            0 => "the library holds no game".to_owned(),
            _ => format!("the index lists {listed} games, but the file holds none"),
        };
        return Err(ReadError::whole(message));
    }
    let found = starts.len();
    let message = format!("the index lists {listed} games in other places; {found} were found");
    warnings.warn(At::byte(INDEX), message);
    let places = starts.iter().zip(ends);
    Ok(places
        .map(|(start, end)| (*start..end, String::new()))
        .collect())
}
