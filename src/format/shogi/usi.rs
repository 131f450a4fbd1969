//! USI `position` lines and bare SFEN, one game or position per line, and engine logs.

use std::ops::Range;

use super::endings::EndingWords;
use crate::format::games::{self, Extent, Games};
use crate::format::pass::{GameWriter, Pass};
use crate::format::{Certainty, Format, Holds, ReadError, Reader, WriteError, Writer, engine_log};
use crate::game::shogi::{Move as ShogiMove, Position, SfenError};
use crate::game::{self, Move};
use crate::record::{At, Builder, NodeId, Record};
use crate::text::scan::{self, beginning, place_in};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "usi",
    title: "USI position lines, engine logs, SFEN",
    extensions: &["sfen", "usi"],
    unit: Unit::Line,
    encodings: "ASCII",
    holds: Holds::MOVES.and_games(),
    detect,
    read: Some(Reader::text(Family::Japanese, games, game, None)),
    write: Some(Writer::Text(write)),
    ..super::BASE
};

pub(super) const INITIAL: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn detect(source: &Source<'_>) -> Certainty {
    let text = source.head(Family::Japanese);
    if engine_log::is_log(text)
        && engine_log::longest(text).any(|line| UsiLine::parse(line.text).is_some())
    {
        return Certainty::Certain;
    }
    let mut lines = scan::lines(text).map(|line| line.text.trim());
    let first = match is_column(text) {
        true => Some(text),
        false => lines.find(|line| !is_remark(line)),
    };
    match first.map(UsiLine::parse) {
        Some(Some(line)) if line.is_command => Certainty::Certain,
        Some(Some(_)) => Certainty::Likely,
        _ if in_words(text).next().is_some() => Certainty::Likely,
        _ => Certainty::No,
    }
}

/// More words than a position has.
const HEAD_WORDS: usize = 16;

/// A parsed line, before its moves are tried.
pub(super) struct UsiLine<'a> {
    pub(super) position: Position,
    pub(super) number: u32,
    /// Separated by spaces.
    pub(super) moves: &'a str,
    /// Whether it begins with a protocol command instead of a board.
    is_command: bool,
}

impl<'a> UsiLine<'a> {
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().take(HEAD_WORDS).collect();
        let rest = words.strip_prefix(&["position"]).unwrap_or(&words);
        let is_move = |word: &&str| word.parse::<ShogiMove>().is_ok();
        // A hand may look like a move: `2b2g`.
        let fields = 3 + usize::from(rest.first() == Some(&"sfen"));
        let mut after_board = rest.iter().skip(fields);
        let (board, from) = match (rest.iter().position(|word| *word == "moves"), rest) {
            (Some(at), _) => (&rest[..at], place_in(line, rest[at]) + "moves".len()),
            // Some programs omit the command, and some also the position.
            (None, [first @ "startpos", ..]) => (&rest[..1], place_in(line, first) + first.len()),
            (None, [first, second, ..]) if is_move(first) && is_move(second) => {
                (&[][..], place_in(line, first))
            }
            (None, _) => match after_board.position(is_move) {
                Some(at) => (&rest[..fields + at], place_in(line, rest[fields + at])),
                None => (rest, line.len()),
            },
        };
        let moves = &line[from..];
        // `startpos` also exists in xiangqi.
        let first = moves.split_whitespace().next();
        if board == ["startpos"] && first.is_some_and(|first| !is_step(first)) {
            return None;
        }
        let (sfen, is_command) = match board {
            ["startpos"] => (INITIAL.to_owned(), true),
            ["sfen", fields @ ..] => (fields.join(" "), true),
            [] => (INITIAL.to_owned(), false),
            fields => (fields.join(" "), false),
        };
        let (position, number) = Position::from_sfen(&sfen).ok()?;
        Some(Self { position, number, moves, is_command })
    }
}

fn is_step(word: &str) -> bool {
    word.parse::<ShogiMove>().is_ok() || EndingWords::Usi.kind(word).is_some()
}

/// The lines of a text with whole commands, among words of people.
fn in_words(text: &str) -> impl Iterator<Item = scan::Line<'_>> {
    const ENOUGH: usize = 2;
    let lines = scan::lines(text).filter(|line| line.text.trim_start().starts_with("position "));
    lines.filter(|line| {
        let parsed = UsiLine::parse(line.text).filter(|line| line.is_command);
        parsed.is_some_and(|line| line.moves.split_whitespace().nth(ENOUGH - 1).is_some())
    })
}

/// Whether each line of a text is a single move.
fn is_column(text: &str) -> bool {
    !text.is_empty() && text.lines().all(|line| is_step(line.trim()))
}

/// Whether a line has no content. Opening books of やねうら王 also begin with `#`, but are not remarks.
fn is_remark(line: &str) -> bool {
    line.is_empty() || (line.starts_with('#') && !line.starts_with("#YANEURAOU"))
}

fn games(text: &str, extent: Extent) -> Result<Games, ReadError> {
    let is_log = engine_log::is_log(beginning(text));
    let is_column = !is_log && text.lines().next().is_some_and(|first| is_step(first.trim()));
    if is_column || is_log && extent.is_part {
        return games::one(text, extent);
    }
    let mut games = Games::default();
    if is_log {
        let logged = engine_log::games(text, 0..text.len(), |line| command(text, line).ok());
        games.ranges.extend(logged.iter().map(|game| game.line.offset..game.end));
        return games.or_error(NONE);
    }
    let mut lines = scan::lines(text).filter(|line| !is_remark(line.text.trim())).peekable();
    if lines.peek().is_none_or(|first| UsiLine::parse(first.text).is_none()) {
        let starts: Vec<usize> = in_words(text).map(|line| line.offset).collect();
        // The words above the first command belong to its game, and those below each to that.
        if let [_, others @ ..] = &starts[..] {
            return Ok(games::divide(text, others));
        }
    }
    games.ranges.extend(lines.map(|line| line.offset..line.offset + line.text.len()));
    games.or_error(NONE)
}

const NONE: &str = "no line is a position in USI or SFEN";

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let logged = engine_log::game(text, range.clone(), |line| command(text, line).ok());
    logged.map_or_else(|| command(text, &text[range]), Ok)
}

/// Reads the command in a part of a text, which may be among words.
fn command(text: &str, part: &str) -> Result<Record, ReadError> {
    let at = At::offset(place_in(text, part));
    let (above, written, below) = among_words(part).unwrap_or(("", part, ""));
    let line = UsiLine::parse(engine_log::command(written))
        .ok_or_else(|| ReadError::new(at, "expected a position in USI or SFEN"))?;
    let mut builder = start(line.position, line.number);
    builder.comment(above);
    for word in line.moves.split_whitespace() {
        match EndingWords::Usi.kind(word) {
            Some(kind) => builder.note(kind.into()),
            None => play(&mut builder, word, At::offset(place_in(text, word))),
        }
    }
    builder.comment(below);
    Ok(builder.finish())
}

/// The words above the command of a game, the command, and the words below it.
fn among_words(part: &str) -> Option<(&str, &str, &str)> {
    let line =
        Some(part).filter(|part| part.contains('\n')).and_then(|part| in_words(part).next())?;
    let (above, rest) = part.split_at(line.offset);
    let (command, below) = rest.split_at(line.text.len());
    Some((above, command, below))
}

/// A builder at the position of a SFEN, or at the usual start.
pub(super) fn start_at(sfen: Option<&str>) -> Result<Builder, SfenError> {
    let (position, number) = Position::from_sfen(sfen.unwrap_or(INITIAL))?;
    Ok(start(position, number))
}

/// A builder at a position, where the next move has this number.
pub(super) fn start(position: Position, number: u32) -> Builder {
    let mut builder = Builder::new(game::Position::Shogi(position));
    builder.set_first_number(number);
    builder
}

/// Plays a move of USI.
pub(super) fn play(builder: &mut Builder, text: &str, at: At) {
    match text.parse::<ShogiMove>() {
        Ok(mv) => {
            builder.play(Move::Shogi(mv), at);
        }
        Err(_) => {
            let message = format!("{text:?} is not a move in USI");
            builder.skip_unread(text, builder.position().side_to_move().other(), at, message);
        }
    }
}

fn write(pass: &mut Pass<'_>, text: &mut String) -> Result<(), WriteError> {
    let (record, start) = (pass.record, pass.start(game::Position::shogi)?);
    text.push_str(&match start.sfen(record.first_number) {
        sfen if sfen == INITIAL => "position startpos".to_owned(),
        sfen => format!("position sfen {sfen}"),
    });
    pass.has_number = true;
    let mut moves = UsiWriter(Vec::new());
    pass.write_mainline(&mut moves);
    if !moves.0.is_empty() {
        text.push_str(" moves ");
        text.push_str(&moves.0.join(" "));
    }
    text.push('\n');
    Ok(())
}

struct UsiWriter(Vec<String>);

impl GameWriter for UsiWriter {
    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool {
        let mv = pass.record.tree.mv(node);
        self.0.extend(mv.map(Move::code));
        mv.is_some()
    }
}
