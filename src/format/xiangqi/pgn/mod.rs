//! PGN for xiangqi, as xqbase defined it and as programs write it: tags, then moves in Chinese, WXF or ICCS, with
//! comments, variations and a result. A file may hold tens of thousands of games.

mod write;

use std::ops::Range;

use super::movetext::{self, Movetext, Traits};
use crate::format::headers::Dialect;
use crate::format::tagged::{self, Tag};
use crate::format::{Certainty, Format, Holds, ReadError, Reader, Reason, Series, Writer};
use crate::game;
use crate::game::xiangqi::Position;
use crate::record::{At, Headers, Record};
use crate::text::scan::beginning;
use crate::text::source::UTF_8;
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "pgn",
    title: "PGN for xiangqi",
    extensions: &["pgn"],
    unit: Unit::Line,
    encodings: "GB18030, UTF-8, Big5",
    holds: Holds::TREE.and_clocks().and_games(),
    detect,
    read: Some(Reader::text(
        Family::Chinese,
        tagged::games,
        game,
        Some(|text, range, _| headers(&tagged::game_at(text, range).tags)),
    )),
    write: Some(Writer::Text(write::write)),
    series: Series { between: "\n", ..Series::encoded(UTF_8) },
    ..super::BASE
};

/// How many moves of the first game are tried to distinguish xiangqi from chess.
const TRIED: usize = 8;

fn detect(source: &Source<'_>) -> Certainty {
    let text = beginning(source.text(Family::Chinese));
    // A lone name in brackets is a title: `[Ván 12]`.
    let is_quoted = |game: &tagged::Game<'_>| text[..game.moves().start].contains(['"', '“']);
    let first = tagged::first_game(text);
    let Some(first) = first.filter(|game| game.tags.len() > 1 || is_quoted(game)) else {
        return Certainty::No;
    };
    if let Some(is_xiangqi) = names_xiangqi(&first) {
        return Certainty::Certain.only_if(is_xiangqi);
    }
    let fen = tagged::value(&first.tags, "FEN").filter(|fen| !fen.is_empty());
    let Ok(start) = fen.map_or_else(|| Ok(Position::initial()), Position::from_fen) else {
        return Certainty::No;
    };
    let Range { start: from, end } = first.moves();
    let moves = &text[from..end];
    let movetext = Movetext::new(text, from..from + moves.len());
    let legal = movetext::legal_moves(&start, &movetext, TRIED);
    let red = tagged::value(&first.tags, "Red").is_some();
    let traits = Traits::of(&movetext);
    let enough = match red || traits.is_distinct {
        true => 1,
        false => TRIED.min(traits.moves).max(1),
    };
    // A game of chess may begin with moves that are legal here too, such as `1. e4 e5`.
    let is_legal = legal >= enough && (red || !traits.is_bare);
    match fen.is_some() || is_legal {
        true => Certainty::Certain,
        false => Certainty::Likely.only_if(red),
    }
}

/// Whether the tags name xiangqi as the game; `None` if they do not name a game.
fn names_xiangqi(game: &tagged::Game<'_>) -> Option<bool> {
    let tag = |name| tagged::value(&game.tags, name);
    let name = tag("Game").or_else(|| tag("Variant"))?.to_lowercase();
    let has_any = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let is_xiangqi = has_any(&["chinese", "china", "xiangqi", "象棋", "cchess", "cờ tướng"]);
    // `[Game "12"]` names no game.
    let is_other = tag("Game").is_none() || has_any(&["chess", "shogi", "将棋", "將棋"]);
    (is_xiangqi || is_other).then_some(is_xiangqi)
}

/// Whether a text begins with the tags of another game, whose moves may look like those of xiangqi.
pub(in crate::format::xiangqi) fn is_other_game(text: &str) -> bool {
    names_xiangqi(&tagged::game_at(text, 0..text.len())) == Some(false)
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let game = tagged::game_at(text, range);
    let mut warnings = game.warnings.clone();
    let fen = tagged::value(&game.tags, "FEN").filter(|fen| !fen.is_empty());
    let stated = fen.map_or(Ok(Position::initial()), Position::from_fen);
    let start = stated.unwrap_or_else(|error| {
        let message = format!("{error}; the game is shown from the usual position");
        warnings.warn(game.at(), message);
        Position::initial()
    });
    let mut record = Record::new(game::Position::Xiangqi(start));
    record.headers = headers(&game.tags);
    record.warnings = warnings;
    // The program cchess writes trees like this, in `.pgn_cc` files.
    if text[game.moves()].trim_start().starts_with("开始") {
        let message = "the moves are drawn as a chart, which dapu does not read";
        let error = ReadError::new(At::offset(game.moves().start), message);
        return Err(error.because(Reason::Unsupported));
    }
    let movetext = Movetext::new(text, game.moves());
    if let Some(round) = fen.and_then(|fen| first_round(fen, &movetext)) {
        record.set_first_number(round.saturating_mul(2).saturating_sub(1));
    }
    Ok(movetext::play_complete(record, &movetext, game.at()))
}

/// The number of the first round: that of the FEN, or if this counts from 1, as most programs do, that of the moves.
fn first_round(fen: &str, movetext: &Movetext<'_>) -> Option<u32> {
    let stated = fen.split_whitespace().nth(5).and_then(|number| number.parse().ok());
    let numbered = || u32::try_from(movetext.first_number()? / 2 + 1).ok();
    stated.filter(|round| *round > 1).or_else(numbered)
}

/// Tags that say how to read the moves.
const STRUCTURE: [&str; 4] = ["Game", "Format", "FEN", "SetUp"];

/// Whether a tag says how to read the moves.
pub(super) fn is_structure(name: &str) -> bool {
    STRUCTURE.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

/// Whether a tag says no more than that the game is xiangqi. In 象棋譜大全 it is the name of the book.
fn is_plain_game(value: &str) -> bool {
    let usual =
        ["", "chinese chess", "china chess", "xiangqi", "cchess", "象棋", "中国象棋", "中國象棋"];
    usual.contains(&&*value.trim().to_lowercase())
}

fn headers(tags: &[Tag<'_>]) -> Headers {
    let mut headers = Headers::default();
    for (name, text) in tags {
        if name.eq_ignore_ascii_case("Game") && !is_plain_game(text) {
            headers.push_unknown(name, text);
        } else if is_structure(name) {
            headers.push_raw(name, text);
        } else {
            Dialect::Pgn.keep(&mut headers, name, text);
        }
    }
    headers
}
