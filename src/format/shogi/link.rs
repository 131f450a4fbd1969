//! Share links that contain a game: KENTO, USEN (Shogi Playground), ぴよ将棋 and shogi-extend. Nothing is fetched: the
//! moves are in the URL.

use super::endings::Words;
use super::usi;
use crate::format::{Certainty, Format, Holds, Loaded, ReadError};
use crate::game;
use crate::game::shogi::{Kind, Move as ShogiMove, Position, Square};
use crate::record::{At, Builder, EndingKind, Record};
use crate::text::entities::unescape_url;
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "link",
    title: "Share links (KENTO, USEN, ぴよ将棋, shogi-extend)",
    extensions: &["url"],
    unit: Unit::Line,
    encodings: "ASCII",
    holds: Holds {
        variations: true,
        ..Holds::MOVES
    },
    detect,
    read: Some(read),
    ..super::BASE
};

/// No browser accepts a longer URL.
const LONGEST: usize = 64 * 1024;

fn detect(source: &Source<'_>) -> Certainty {
    let has_game = || shared(source.text(Family::Japanese).text.trim()).is_some();
    Certainty::Certain.only_if(source.bytes.len() <= LONGEST && has_game())
}

/// The game in a link: a start, the mainline, and variations with the ply after which they begin.
struct Shared {
    start: Position,
    number: u32,
    lines: Vec<(u32, Vec<String>)>,
    ending: Option<EndingKind>,
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Japanese);
    let shared =
        shared(text.text.trim()).ok_or_else(|| ReadError::whole("the link contains no game"))?;
    let mut record = Record::new(game::Position::Shogi(shared.start));
    record.set_first_number(shared.number);
    let mut builder = Builder::on(record);
    for (ply, moves) in &shared.lines {
        builder.back_to_ply(*ply);
        for mv in moves {
            usi::play(&mut builder, mv, At::File);
        }
        if let Some(ending) = shared.ending.filter(|_| *ply == 0) {
            builder.end(ending.into());
        }
    }
    Ok(Loaded::of_text(text).with_game(builder.finish()))
}

fn shared(text: &str) -> Option<Shared> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    if text.starts_with("~0.") {
        return usen(text);
    }
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let (_, query) = rest.split_once('?')?;
    let query = query.split('#').next().unwrap_or(query);
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(known, _)| *known == name)?;
        Some(unescape_url(value))
    };
    if let Some(encoded) = value("usen") {
        return usen(&encoded);
    }
    if let Some(body) = value("xbody") {
        return usi_text(&String::from_utf8(from_base64(&body)?).ok()?);
    }
    if let Some(sfen) = value("sfen").or_else(|| value("body")) {
        return usi_text(&sfen);
    }
    kento(value)
}

/// `position startpos moves 7g7f …`, or a bare SFEN.
fn usi_text(text: &str) -> Option<Shared> {
    let line = usi::UsiLine::parse(text.trim())?;
    Some(Shared {
        start: line.position,
        number: line.number,
        lines: vec![(
            0,
            line.moves.split_whitespace().map(str::to_owned).collect(),
        )],
        ending: None,
    })
}

/// `initpos=SFEN&moves=7g7f.3c3d&branch=…&branchFrom=N`.
fn kento(value: impl Fn(&str) -> Option<String>) -> Option<Shared> {
    let (initpos, moves) = (value("initpos"), value("moves"));
    let first = moves.as_ref().and_then(|moves| moves.split('.').next());
    if initpos.is_none() && first.is_none_or(|first| first.parse::<ShogiMove>().is_err()) {
        return None;
    }
    let (start, number) = Position::from_sfen(initpos.as_deref().unwrap_or(usi::INITIAL)).ok()?;
    let list = |moves: String| -> Vec<String> {
        let moves = moves.split('.').filter(|mv| !mv.is_empty());
        moves.map(str::to_owned).collect()
    };
    let mut lines = vec![(0, list(moves.unwrap_or_default()))];
    if let Some(branch) = value("branch") {
        let from = value("branchFrom").and_then(|from| from.parse().ok());
        lines.push((from.unwrap_or(0), list(branch)));
    }
    Some(Shared {
        start,
        number,
        lines,
        ending: None,
    })
}

/// `SFEN~PLY.MOVES.END~…`: three base-36 digits per move.
fn usen(text: &str) -> Option<Shared> {
    let mut parts = text.split('~');
    let sfen = parts
        .next()?
        .replace('_', "/")
        .replace('.', " ")
        .replace('z', "+");
    let sfen = if sfen.is_empty() { usi::INITIAL } else { &sfen };
    let (start, number) = Position::from_sfen(sfen).ok()?;
    let mut shared = Shared {
        start,
        number,
        lines: Vec::new(),
        ending: None,
    };
    for part in parts {
        let mut fields = part.split('.');
        let ply = fields.next()?.parse().ok()?;
        let moves = fields.next()?.as_bytes().chunks(3);
        if shared.lines.is_empty() {
            let word = fields.next().unwrap_or("");
            shared.ending = Words::Usen.kind(word);
        }
        shared.lines.push((ply, moves.map(usen_move).collect()));
    }
    (!shared.lines.is_empty()).then_some(shared)
}

/// A USEN move in USI; anything else is returned unchanged.
fn usen_move(digits: &[u8]) -> String {
    let text = String::from_utf8_lossy(digits);
    let read = || {
        let code = u32::from_str_radix(&text, 36).ok()?;
        let (squares, promotes) = (code / 2, code % 2 == 1);
        let square = |number: u32| {
            let number = u8::try_from(number).ok()?;
            Square::new(number % 9 + 1, number / 9 + 1)
        };
        let to = square(squares % 81)?;
        Some(match (squares / 81).checked_sub(81) {
            None => ShogiMove::board(square(squares / 81)?, to, promotes),
            Some(hand) => ShogiMove::drop(hand_piece(hand)?, to),
        })
    };
    read().map_or_else(|| text.clone().into_owned(), |mv| mv.to_string())
}

/// The pieces in hand, numbered from 9.
fn hand_piece(number: u32) -> Option<Kind> {
    let place = usize::try_from(number).ok()?.checked_sub(9)?;
    "GPLNSBR".chars().nth(place).and_then(Kind::from_letter)
}

/// Decodes URL-safe base 64.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for character in text.trim_end_matches('=').bytes() {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'-' | b'+' => 62,
            b'_' | b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xFFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}
