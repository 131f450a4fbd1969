//! Moves as plain text, as sites offer them to be copied (文本棋谱): lines of headers, then numbered moves, or nothing but
//! moves.

use super::movetext::{self, Movetext, TokenKind};
use super::{annotated, pgn, results};
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Loaded, ReadError};
use crate::game::xiangqi::Position;
use crate::game::{self, Side};
use crate::record::{At, Key, NodeId, Note, Record, Warnings};
use crate::text::scan::{self, beginning, is_space};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "text",
    title: "Moves as text (文本棋谱)",
    extensions: &["txt", "text"],
    unit: Unit::Line,
    encodings: "GB18030, UTF-8, Big5",
    detect,
    read: Some(read),
    ..super::BASE
};

/// This many moves in a row are not a coincidence.
const ENOUGH: usize = 4;

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.text(Family::Chinese).text;
    if text.trim_start().starts_with('[') && pgn::is_other_game(beginning(text)) {
        return Certainty::No;
    }
    let Some((head, moves)) = split(if FORMAT.is_named(source) {
        text
    } else {
        beginning(text)
    }) else {
        return Certainty::No;
    };
    if head.lines().any(annotated::is_heading) {
        return Certainty::Likely;
    }
    let start = head.len();
    let movetext = Movetext::new(text, start..start + beginning(moves).len());
    let fen = head.lines().find_map(read_fen);
    let legal = movetext::legal_moves(&fen.unwrap_or_default(), &movetext, ENOUGH);
    let moves = count(&movetext, TokenKind::Move);
    let other = count(&movetext, TokenKind::Other);
    // Prose has moves in it, but mostly words.
    if legal < ENOUGH.min(moves) || other * 2 > moves {
        Certainty::No
    } else if legal >= ENOUGH || (fen.is_some() && legal > 0) {
        Certainty::Likely
    } else {
        Certainty::Weak
    }
}

fn count(movetext: &Movetext<'_>, kind: TokenKind) -> usize {
    let tokens = movetext.tokens.iter();
    // What follows the result, such as the program's advertisement, does not count.
    let game = tokens.take_while(|token| token.kind != TokenKind::Result);
    game.filter(|token| token.kind == kind).count()
}

/// The headers and the moves. The moves begin with the first line that has a number and a move, or is a move.
fn split(text: &str) -> Option<(&str, &str)> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let begins = line.trim_start_matches(is_space);
        let begins = &begins[movetext::numbering(begins)..];
        let number = begins
            .find(|next: char| !next.is_ascii_digit())
            .unwrap_or(0);
        let after = begins[number..].trim_start_matches(|next| {
            is_space(next) || matches!(next, '.' | '．' | '、' | '…' | ')' | '）' | ':' | '：')
        });
        if movetext::begins_with_move(after) || movetext::begins_with_move(begins) {
            return Some(text.split_at(offset));
        }
        offset += line.len();
    }
    None
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let Some((head, moves)) = split(&text.text) else {
        return Err(ReadError::whole("there are no moves of xiangqi"));
    };
    let mut loaded = Loaded::of_text(text);
    if let Some(games) = games(&text.text) {
        games.into_iter().for_each(|game| loaded.add(game));
        return Ok(loaded);
    }
    let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
    read_head(head, &mut record);
    // The site's signature, where a result would be.
    let moves = match moves.rfind("棋谱由") {
        Some(place) if !moves[place..].trim_end().contains('\n') => {
            let signature = moves[place..].trim_start_matches("棋谱由").trim();
            record.headers.push_unknown("棋谱由", signature);
            &moves[..place]
        }
        _ => moves,
    };
    let (start, end) = (head.len(), head.len() + moves.len());
    let played = match head.lines().any(annotated::is_heading) {
        true => annotated::play(record, &text.text, start..end),
        false => movetext::play(record, &Movetext::new(&text.text, start..end)),
    };
    Ok(loaded.with_game(results::finish(played, At::offset(start))))
}

/// Games of three lines each: the players, the event, the moves. Seen in wukong-xiangqi's `puzzle_generator/games.pgn`.
/// `None` for a text of another kind.
fn games(text: &str) -> Option<Vec<(Record, Warnings)>> {
    let lines = scan::lines(text).filter(|line| !line.text.trim().is_empty());
    let lines: Vec<scan::Line<'_>> = lines.collect();
    let mut games = Vec::new();
    for block in lines.chunks(3) {
        let [players, event, moves] = block else {
            return None;
        };
        let (players, event, start) = (players.text, event.text, moves.offset);
        let moves = moves.text;
        let (red, black) = players.split_once(" - ")?;
        if movetext::begins_with_move(event) || !movetext::begins_with_move(moves) {
            return None;
        }
        let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
        for (side, name) in [(Side::First, red), (Side::Second, black)] {
            record.headers.set(Key::Player(side), name.trim());
        }
        record.headers.set(Key::Event, event.trim());
        let moves = Movetext::new(text, start..start + moves.len());
        let played = movetext::play(record, &moves);
        games.push((played.record, played.warnings));
    }
    (!games.is_empty()).then_some(games)
}

/// Reads `key: value` lines. Of the others the first is the title; the rest introduces the game.
fn read_head(head: &str, record: &mut Record) {
    let mut introduction = Vec::new();
    for line in head.lines().map(|line| line.trim_matches(is_space)) {
        if let Some(start) = read_fen(line) {
            record.start = game::Position::Xiangqi(start);
            continue;
        }
        let pair = line
            .split_once([':', '：'])
            .map(|(name, value)| (name.trim(), value.trim()));
        match pair {
            _ if line.is_empty() || movetext::is_ruler(line) || annotated::is_heading(line) => {}
            Some((name, value)) if name.chars().count() <= 8 => {
                Dialect::Text.keep(&mut record.headers, name, value);
            }
            _ if record.headers.get(Key::Title).is_none() => {
                record.headers.push_raw("", line);
                record.headers.set(Key::Title, line);
            }
            _ => introduction.push(line),
        }
    }
    if !introduction.is_empty() {
        let note = Note::Comment(introduction.join("\n").into());
        record.tree.note(NodeId::ROOT, note);
    }
}

/// The position of a line `FEN: …`.
fn read_fen(line: &str) -> Option<Position> {
    let (name, value) = line.split_once([':', '：'])?;
    let is_fen = name.trim_matches(is_space).eq_ignore_ascii_case("FEN");
    Position::from_fen(value.trim()).ok().filter(|_| is_fen)
}
