//! Analyses that other programs left in records of Go: the properties `KT` of KaTrain (its `game_node.py`), and `LZ`, `LZOP`,
//! `LZ2` and `LZOP2` of Lizzie and LizzieYzy (their `SGFParser.java`).

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Read as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::read::GzDecoder;
use serde::Deserialize;

use super::results::{Finding, Placed, Provenance};
use crate::engine::{Analysis, EngineQuestion, Limit, Protocol, ScoredLine, Settings};
use crate::game::{Game, Position};
use crate::record::{Eval, Note, Property, Record};

/// The most bytes that are unpacked for a node, and for a record. KaTrain has less than 200 kB for a node.
const LARGEST: u64 = 1 << 20;
const LARGEST_IN_ALL: u64 = 256 << 20;

/// What each engine found by the record, the engine with the most nodes first. What cannot be read is left out. `None` as soon
/// as `wanted` returns false.
pub fn written(record: &Record, wanted: &dyn Fn() -> bool) -> Option<Vec<Placed>> {
    let mut notes = record.tree.all_notes();
    if record.game() != Game::Go || !notes.any(|note| analysis(note).is_some()) {
        return Some(Vec::new());
    }
    let mut engines: BTreeMap<String, Placed> = BTreeMap::new();
    let mut room = LARGEST_IN_ALL;
    let mut walk = record.walk();
    while let Some(node) = walk.advance() {
        for property in record.tree.notes(node).filter_map(analysis) {
            if !wanted() {
                return None;
            }
            let position = walk.position();
            let found = match &*property.name {
                "KT" => katrain(property, position, &mut room).map(|it| ("KaTrain".to_owned(), it)),
                _ => lizzie(property, position),
            };
            let Some((engine, found)) = found.filter(|(_, found)| !found.lines.is_empty()) else {
                continue;
            };
            let (wanted, asked) = (found.lines.len(), Limit::Nodes(0));
            let engine = engines.entry(engine).or_default();
            engine.add(node, Finding { at: 0, asked, wanted, found });
        }
    }
    for (engine, placed) in &mut engines {
        placed.by = Provenance { engine: engine.clone(), ..Provenance::default() };
        placed.is_written = true;
        placed.in_points = placed.at.values().all(|finding| finding.found.has_points());
    }
    let mut engines: Vec<Placed> = engines.into_values().collect();
    engines.sort_by_key(|placed| Reverse(placed.at.len()));
    Some(engines)
}

/// The property in a note, if it is an analysis.
fn analysis(note: &Note) -> Option<&Property> {
    let Note::Property(property) = note else { return None };
    let is_analysis = matches!(&*property.name, "KT" | "LZ" | "LZOP" | "LZ2" | "LZOP2");
    is_analysis.then_some(property)
}

/// The third value of `KT`, which is packed.
#[derive(Deserialize)]
struct KaTrain {
    moves: BTreeMap<String, Candidate>,
    root: Candidate,
}

/// A move, or the position, as KataGo values it for Black.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    #[serde(default)]
    order: u64,
    #[serde(default)]
    visits: u64,
    winrate: f64,
    score_lead: f64,
    #[serde(default)]
    pv: Vec<String>,
}

fn katrain(property: &Property, position: &Position, room: &mut u64) -> Option<Analysis> {
    let packed: String = property.values.get(2)?.split_ascii_whitespace().collect();
    let packed = BASE64_STANDARD.decode(packed).ok()?;
    let mut text = String::new();
    let unpacked = GzDecoder::new(&*packed).take(LARGEST.min(*room)).read_to_string(&mut text);
    *room -= text.len() as u64;
    let KaTrain { moves, root } = serde_json::from_str(unpacked.ok().map(|_| &*text)?).ok()?;
    let lines = moves.iter().map(|(name, it)| {
        let Candidate { order, visits, winrate, score_lead, pv } = it;
        let (rate, score) =
            position.side_to_move().pick((*winrate, *score_lead), (1.0 - winrate, -score_lead));
        let rate = (rate * 10_000.0).round();
        let after = pv.get(1..).unwrap_or_default().join(" ");
        let values = format!("visits {visits} winrate {rate} scoreLead {score} order {order}");
        format!("info move {name} {values} pv {name} {after} ")
    });
    let mut found = heard(&lines.collect::<String>(), position);
    found.nodes = root.visits;
    let eval = Eval::WinRate((root.winrate.clamp(0.0, 1.0) * 10_000.0).round() as i32);
    let score = Some((root.score_lead.clamp(-1_000.0, 1_000.0) * 100.0).round() as i32);
    found.root = Some(ScoredLine { eval, score, ..ScoredLine::of_word("") });
    Some(found)
}

/// The name of the engine, and its lines in the form of GTP, for the side to move. The first line of the value has the name,
/// the win rate of the other side and the number of visits.
fn lizzie(property: &Property, position: &Position) -> Option<(String, Analysis)> {
    let (head, lines) = property.values.first()?.trim().split_once(['\n', '\r'])?;
    let mut head = head.split_ascii_whitespace();
    let (name, visits) = (head.next()?, head.nth(1).and_then(short_count));
    let mut found = heard(&format!("info {lines}"), position);
    found.nodes = visits.unwrap_or(found.nodes);
    Some((name.to_owned(), found))
}

/// `850`, `1.2k` or `3.4m`.
fn short_count(text: &str) -> Option<u64> {
    let number = text.trim_end_matches(['k', 'm']);
    let unit = [("k", 1e3), ("m", 1e6)].into_iter().find(|(unit, _)| text.ends_with(unit));
    Some((number.parse::<f64>().ok()? * unit.map_or(1.0, |(_, unit)| unit)) as u64)
}

/// What an engine says in GTP of a position.
fn heard(text: &str, position: &Position) -> Analysis {
    let engine = Settings {
        name: String::new(),
        cmd: Vec::new(),
        game: Game::Go,
        protocol: Protocol::Gtp,
        options: Vec::new(),
        ranks: 0,
        patience: 0,
        think: 0,
    };
    let mut found = Analysis::default();
    found.hear(text, &EngineQuestion::bare(position.clone()), &engine);
    found
}
