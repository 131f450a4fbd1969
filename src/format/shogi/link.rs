//! Share links that contain a game: KENTO, USEN (Shogi Playground), ぴよ将棋 and shogi-extend. Nothing is fetched: the
//! moves are in the URL.

use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::endings::EndingWords;
use super::usi;
use crate::format::{Certainty, Format, Holds, ReadError, Reader, games};
use crate::game::shogi::{Kind, Move as ShogiMove, Square};
use crate::record::{At, Builder, Record};
use crate::text::xml::unescape_url;
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "link",
    title: "Share links (KENTO, USEN, ぴよ将棋, shogi-extend)",
    extensions: &["url"],
    unit: Unit::Line,
    encodings: "ASCII",
    holds: Holds { variations: true, ..Holds::MOVES },
    detect,
    read: Some(Reader::text(Family::Japanese, games::one, read, None)),
    ..super::BASE
};

/// No browser accepts a longer URL.
const LONGEST: usize = 64 * 1024;

fn detect(source: &Source<'_>) -> Certainty {
    let is_short = source.bytes.len() <= LONGEST;
    let is_game = is_short && shared(source.text(Family::Japanese).trim()).is_some();
    Certainty::Certain.only_if(is_game)
}

fn read(text: &str, _: Range<usize>) -> Result<Record, ReadError> {
    let game = shared(text.trim()).map(Builder::finish);
    game.ok_or_else(|| ReadError::none("the link contains no game"))
}

/// The game in a link.
fn shared(text: &str) -> Option<Builder> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    if text.starts_with("~0.") {
        return usen(text);
    }
    let schemes = ["https://", "http://", "piyoshogi://"];
    let Some(rest) = schemes.iter().find_map(|scheme| text.strip_prefix(scheme)) else {
        let is_sfen = ["_b_", "_w_"].iter().any(|turn| text.contains(turn));
        return is_sfen.then(|| usi_text(&text.replace('_', " "))).flatten();
    };
    let Some((_, query)) = rest.split_once('?') else {
        return position(rest);
    };
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
        // shogi-extend writes dots for the blanks of a command.
        let is_dotted = sfen.starts_with("position.");
        let mut builder = usi_text(&if is_dotted { sfen.replace('.', " ") } else { sfen })?;
        if let Some(moves) = value("moves").filter(|moves| !moves.is_empty()) {
            builder.report(At::File, format!("the moves {moves:?} of the link are not read"));
        }
        return Some(builder);
    }
    kento(value)
}

/// A position that ends an address: `shogidb2.com/games/ID#SFEN`, `lishogi.org/analysis/standard/SFEN`.
fn position(address: &str) -> Option<Builder> {
    let sfen = match address.split_once('#') {
        Some((_, sfen)) => sfen,
        None => address.split_once("/analysis/")?.1,
    };
    let sfen = sfen.strip_prefix("standard/").unwrap_or(sfen);
    usi_text(&unescape_url(&sfen.replace('+', "%2B")).replace('_', " "))
}

/// `position startpos moves 7g7f …`, or a bare SFEN.
fn usi_text(text: &str) -> Option<Builder> {
    let line = usi::UsiLine::parse(text.trim())?;
    let mut builder = usi::start(line.position, line.number);
    play(&mut builder, line.moves.split_whitespace());
    Some(builder)
}

fn play<'a>(builder: &mut Builder, moves: impl Iterator<Item = &'a str>) {
    moves.for_each(|mv| usi::play(builder, mv, At::File));
}

/// `initpos=SFEN&moves=7g7f.3c3d&branch=…&branchFrom=N`.
fn kento(value: impl Fn(&str) -> Option<String>) -> Option<Builder> {
    let (initpos, moves) = (value("initpos"), value("moves").unwrap_or_default());
    if initpos.is_none() && moves.split('.').next()?.parse::<ShogiMove>().is_err() {
        return None;
    }
    let mut builder = usi::start_at(initpos.as_deref()).ok()?;
    play(&mut builder, moves.split('.').filter(|mv| !mv.is_empty()));
    if let Some(branch) = value("branch") {
        let from = value("branchFrom").and_then(|from| from.parse().ok());
        builder.back_to_ply(from.unwrap_or(0));
        play(&mut builder, branch.split('.').filter(|mv| !mv.is_empty()));
    }
    Some(builder)
}

/// `SFEN~PLY.MOVES.END~…`: three base-36 digits per move. The mainline comes first.
fn usen(text: &str) -> Option<Builder> {
    let (start, lines) = text.split_once('~')?;
    let start = start.replace('_', "/").replace('.', " ").replace('z', "+");
    let sfen = Some(&*start).filter(|start| !start.is_empty());
    let mut builder = usi::start_at(sfen).ok()?;
    for (index, line) in lines.split('~').enumerate() {
        let mut fields = line.split('.');
        builder.back_to_ply(fields.next()?.parse().ok()?);
        let moves = fields.next()?.as_bytes().chunks(3).map(usen_move);
        moves.for_each(|mv| usi::play(&mut builder, &mv, At::File));
        let ending = fields.next().filter(|_| index == 0);
        if let Some(kind) = ending.and_then(|word| EndingWords::Usen.kind(word)) {
            builder.end(kind.into());
        }
    }
    Some(builder)
}

/// A USEN move in USI; anything else is returned unchanged.
fn usen_move(digits: &[u8]) -> String {
    let text = String::from_utf8_lossy(digits);
    let mv = u32::from_str_radix(&text, 36).ok().and_then(coded_move);
    mv.map_or(text.into_owned(), |mv| mv.to_string())
}

/// The move with a number: the origin or the piece to drop, the destination, and whether it promotes.
fn coded_move(code: u32) -> Option<ShogiMove> {
    let (squares, promotes) = (code / 2, code % 2 == 1);
    let to = square(squares % 81)?;
    Some(match (squares / 81).checked_sub(81) {
        None => ShogiMove::board(square(squares / 81)?, to, promotes),
        Some(hand) => ShogiMove::drop(hand_piece(hand)?, to),
    })
}

fn square(number: u32) -> Option<Square> {
    let number = u8::try_from(number).ok()?;
    Square::new(number % 9 + 1, number / 9 + 1)
}

/// The pieces in hand, numbered from 9.
fn hand_piece(number: u32) -> Option<Kind> {
    let place = usize::try_from(number).ok()?.checked_sub(9)?;
    "GPLNSBR".chars().nth(place).and_then(Kind::from_letter)
}

/// Decodes base 64, which may be the URL-safe kind.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let standard = text.replace('-', "+").replace('_', "/");
    STANDARD_NO_PAD.decode(standard.trim_end_matches('=')).ok()
}
