//! Files of FENs: a position a line, with what `position fen` commands, annoFEN files and lists of moves add to it.

use super::movetext::{self, Movetext};
use super::results;
use super::scan::Scan;
use super::{Certainty, Entry, Family, Format, Loaded, ReadError, Source, Unit};
use crate::game::xiangqi::{FenError, Position};
use crate::game::{self, Game};
use crate::record::{At, Record, Warning};

pub(super) const FORMAT: Format = Format {
    name: "fen",
    title: "FEN, one position a line",
    extensions: &["fen", "annofen", "epd", "txt"],
    unit: Unit::Line,
    games: &[Game::Xiangqi],
    encodings: "UTF-8, GB18030, Big5",
    features: &[],
    detect,
    read: Some(read),
    write: None,
};

/// Words of the UCCI protocol that stand on lines of their own in its scripts.
const COMMANDS: [&str; 10] = [
    "ucci",
    "uci",
    "setoption",
    "ucinewgame",
    "isready",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "banmoves",
];

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.text(Family::Chinese).text;
    let mut lines = text.lines().map(str::trim).filter(|line| !is_filler(line));
    match lines.next().map(position) {
        Some(Some(Ok(_))) => Certainty::Certain,
        _ => Certainty::No,
    }
}

/// A line that says nothing about positions.
fn is_filler(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    word.is_empty() || word.starts_with('#') || COMMANDS.contains(&word)
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let mut warnings: Vec<Warning> = text.warning().into_iter().collect();
    let mut entries = Vec::new();
    let mut scan = Scan::new(&text.text);
    while !scan.rest().is_empty() {
        let at = scan.at();
        let line = scan.take_line().trim();
        match position(line) {
            _ if is_filler(line) => {}
            Some(Ok(start)) => {
                let (record, more) = record(&start, following(&mut scan), at);
                warnings.extend(more);
                entries.push(Entry::ready(record));
            }
            Some(Err(error)) => warnings.push(Warning::new(at, error.to_string())),
            None => warnings.push(Warning::new(at, "this line is no position and is not read")),
        }
    }
    if entries.is_empty() {
        return Err(ReadError::whole("no position of xiangqi"));
    }
    Ok(Loaded::new(Some(text.encoding_name()), entries, warnings))
}

/// The lines that belong to a position: those up to the next one.
fn following<'a>(scan: &mut Scan<'a>) -> Scan<'a> {
    let start = *scan;
    while !scan.rest().is_empty() {
        let before = *scan;
        let line = scan.take_line().trim();
        if position(line).is_some() || COMMANDS.contains(&line.split(' ').next().unwrap_or("")) {
            *scan = before;
            break;
        }
    }
    start.until(scan.offset())
}

/// A position, and what stands behind it on its line.
struct Start<'a> {
    position: Position,
    /// The FEN as written.
    fen: &'a str,
    moves: &'a str,
    is_annotated: bool,
}

/// The position of a line; `None` for a line of another kind.
fn position(line: &str) -> Option<Result<Start<'_>, FenError>> {
    let line = line.strip_prefix("position").map_or(line, str::trim_start);
    let line = line.strip_prefix("v1 ").unwrap_or(line);
    let line = ["fen:", "FEN:", "fen ", "FEN "]
        .into_iter()
        .find_map(|word| line.strip_prefix(word))
        .map_or(line, str::trim_start);
    let line = line.trim_start_matches("[FEN \"");
    if let Some(moves) = line.strip_prefix("startpos") {
        return Some(Ok(Start {
            position: Position::initial(),
            fen: "",
            moves: moves.trim_start().trim_start_matches("moves"),
            is_annotated: false,
        }));
    }
    let board = line.split([' ', '\t', ',', '"']).next().unwrap_or("");
    if board.matches('/').count() != 9 {
        return None;
    }
    let fen = &line[..fen_length(line)];
    let plain = without_annotations(fen);
    let position = Position::from_fen(plain.trim_end_matches([',', '"', ']']));
    let moves = line[fen.len()..].trim_start_matches([' ', ',', '"', ']']);
    let moves = moves.strip_prefix("moves").unwrap_or(moves);
    Some(position.map(|position| Start {
        position,
        fen,
        moves,
        is_annotated: fen.contains('['),
    }))
}

/// The length of a FEN: the board, then as many of its other fields as there are.
fn fen_length(line: &str) -> usize {
    let mut end = line.find([' ', '\t', ',', '"']).unwrap_or(line.len());
    let mut fields = 0;
    while fields < 5 {
        let rest = &line[end..];
        let field_start = end + rest.len() - rest.trim_start().len();
        let field = line[field_start..]
            .split([' ', '\t', ',', '"'])
            .next()
            .unwrap_or("");
        let fits = match fields {
            0 => ["w", "r", "b", "W", "R", "B"].contains(&field),
            1 | 2 => field == "-",
            _ => !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit()),
        };
        fields += 1;
        if fits {
            end = field_start + field.len();
        }
    }
    end
}

/// A board without what annoFEN adds: `[<marks>R]` is a point with marks, and perhaps a piece.
fn without_annotations(fen: &str) -> String {
    let mut plain = String::with_capacity(fen.len());
    let (mut in_point, mut in_mark, mut has_piece) = (false, false, false);
    for character in fen.chars() {
        match character {
            '[' => (in_point, has_piece) = (true, false),
            ']' => {
                if in_point && !has_piece {
                    plain.push('1');
                }
                in_point = false;
            }
            '<' if in_point => in_mark = true,
            '>' => in_mark = false,
            _ if in_mark => {}
            _ => {
                has_piece = true;
                plain.push(character);
            }
        }
    }
    plain
}

fn record(start: &Start<'_>, following: Scan<'_>, at: At) -> (Record, Vec<Warning>) {
    let mut record = Record::new(game::Position::Xiangqi(start.position));
    if start.is_annotated {
        record.headers.push_unknown("annoFEN", start.fen);
    }
    let text = format!("{}\n{}", start.moves, following.rest());
    let At::Line { line, .. } = at else {
        return (record, Vec::new());
    };
    let mut played = movetext::play(record, &Movetext::new(&text, line));
    let result = played.result.unwrap_or("*");
    results::settle(&mut played.record, result, at, &mut played.warnings);
    (played.record, played.warnings)
}
