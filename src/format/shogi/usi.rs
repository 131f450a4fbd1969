//! USI `position` lines and bare SFEN, a game or a position a line.

use super::kif::skip_unread;
use crate::format::Certainty;
use crate::format::Entry;
use crate::format::Export;
use crate::format::Feature;
use crate::format::Format;
use crate::format::Loaded;
use crate::format::Losses;
use crate::format::ReadError;
use crate::format::WriteError;
use crate::format::Written;
use crate::game::shogi::{Move as ShogiMove, Position};
use crate::game::{self, Game, Move};
use crate::record::{At, Builder, Key, Note, Record, Warning};
use crate::text::Family;
use crate::text::Source;
use crate::text::Unit;
use crate::text::scan;
use crate::text::scan::Columns;

pub(in crate::format) const FORMAT: Format = Format {
    name: "usi",
    title: "USI position lines and SFEN",
    extensions: &["sfen", "usi"],
    unit: Unit::Line,
    games: &[Game::Shogi],
    encodings: "ASCII",
    features: &[Feature::Games],
    detect,
    read: Some(read),
    write: Some(write),
};

const INITIAL: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.head(Family::Japanese).text;
    let mut lines = scan::lines(text).map(|line| line.text.trim());
    let first = lines.find(|line| !is_remark(line));
    match first.map(Line::read) {
        Some(Some(line)) if line.is_command => Certainty::Certain,
        Some(Some(_)) => Certainty::Likely,
        _ => Certainty::No,
    }
}

/// What a line says, before the moves are tried.
struct Line<'a> {
    position: Position,
    number: u32,
    moves: Vec<&'a str>,
    /// It begins with a word of the protocol and not with a board.
    is_command: bool,
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rest = words.strip_prefix(&["position"]).unwrap_or(&words);
        let (board, moves) = match rest.iter().position(|word| *word == "moves") {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &[][..]),
        };
        let (sfen, is_command) = match board {
            ["startpos"] => (INITIAL.to_owned(), true),
            ["sfen", fields @ ..] => (fields.join(" "), true),
            fields => (fields.join(" "), false),
        };
        let (position, number) = Position::from_sfen(&sfen).ok()?;
        Some(Self {
            position,
            number,
            moves: moves.to_vec(),
            is_command,
        })
    }
}

/// Whether a line says nothing. The first line of an opening book of やねうら王 begins with # as well, and is no remark.
fn is_remark(line: &str) -> bool {
    line.is_empty() || (line.starts_with('#') && !line.starts_with("#YANEURAOU"))
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Japanese);
    let mut games = Vec::new();
    let mut warnings = Vec::new();
    for line in scan::lines(&text.text) {
        let trimmed = line.text.trim();
        if is_remark(trimmed) {
            continue;
        }
        let at = At::Line {
            line: line.number,
            column: 1,
        };
        match Line::read(trimmed) {
            Some(parsed) => games.push(Entry::ready(game(&parsed, line, &mut warnings))),
            None => warnings.push(Warning::new(at, "expected a position in USI or SFEN")),
        }
    }
    if games.is_empty() {
        return Err(ReadError::whole("no line is a position in USI or SFEN"));
    }
    Ok(Loaded::new(Some(text.encoding_name()), games, warnings))
}

/// `text` is the whole line, to tell where a word of it stands.
fn game(line: &Line<'_>, text: scan::Line<'_>, warnings: &mut Vec<Warning>) -> Record {
    let mut record = Record::new(game::Position::Shogi(line.position));
    record.set_first_number(line.number);
    let mut builder = Builder::on(record);
    let mut columns = Columns::new(text.text, text.number);
    for &word in &line.moves {
        let at = columns.at(word);
        match word.parse::<ShogiMove>() {
            Ok(mv) => {
                builder.play(Move::Shogi(mv), at);
            }
            // Words that engines and graphical interfaces leave at the end of a line.
            Err(_) if word == "resign" => {
                builder.note(Note::from(crate::record::EndingKind::Resign))
            }
            Err(_) if word == "win" => {
                builder.note(Note::from(crate::record::EndingKind::Nyugyoku))
            }
            Err(_) => {
                let next = builder.position().side_to_move().other();
                let message = format!("{word:?} is no move in USI");
                skip_unread(&mut builder, word, next, at, message);
            }
        }
    }
    let (record, more) = builder.finish();
    warnings.extend(more);
    record
}

fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let mut losses = Losses::default();
    let mut text = String::new();
    for record in export.records {
        let game::Position::Shogi(start) = &record.start else {
            return Err(WriteError(format!(
                "USI holds shogi, not {}",
                record.game()
            )));
        };
        text.push_str(&line(record, start, &mut losses));
        text.push('\n');
        losses.add_missing(&record.tree, FORMAT.features);
        losses.add_headers(record, &[Key::Handicap]);
        losses.add_unknown_headers(&record.headers, |_| false);
    }
    Ok(Written {
        bytes: text.into_bytes(),
        losses,
    })
}

fn line(record: &Record, start: &Position, losses: &mut Losses) -> String {
    let mut line = match start.sfen(record.first_number) {
        sfen if sfen == INITIAL => "position startpos".to_owned(),
        sfen => format!("position sfen {sfen}"),
    };
    let path = record.tree.path(record.tree.mainline_end());
    let moves: Vec<String> = path
        .iter()
        .filter_map(|node| record.tree.mv(*node))
        .map(Move::code)
        .collect();
    losses.add("unreadable move", path.len() - 1 - moves.len());
    if !moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&moves.join(" "));
    }
    line
}
