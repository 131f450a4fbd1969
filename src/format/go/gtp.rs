//! GTP (Go Text Protocol): sessions of engines and their logs. `play B Q16` is a move, and the answer to `genmove W`
//! (`= D4`) is one.

use std::ops::Range;

use super::{BASE, new_record, place_handicap, stones_on};
use crate::format::games::{Extent, Games};
use crate::format::{Certainty, Format, Holds, ReadError, Reader};
use crate::game::Side;
use crate::game::go::{self, Move, Point, Size};
use crate::record::{At, Builder, Headers, Key, Record};
use crate::text::scan::{self, Line};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "gtp",
    title: "GTP sessions of engines",
    extensions: &["gtp"],
    unit: Unit::Line,
    encodings: "UTF-8 and others",
    holds: Holds::MOVES.and_games(),
    detect,
    read: Some(Reader::text(Family::Any, games, game)),
    ..BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    const ENOUGH: usize = 2;
    let text = &source.head(Family::Any).text;
    let named = |names: &[&str]| {
        let commands = scan::lines(text).filter_map(|line| command(line.text));
        commands.filter(|(name, _)| names.contains(name)).take(ENOUGH).count()
    };
    let has_moves = named(&["play", "genmove"]) == ENOUGH;
    Certainty::Certain.only_if(has_moves && named(&["boardsize", "clear_board", "genmove"]) > 0)
}

/// The name of a command, which a number may precede, and what comes behind it.
fn command(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches(|next: char| next.is_ascii_digit()).trim();
    let (name, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase());
    is_name.then_some((name, rest.trim()))
}

fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let mut games = Games::default();
    let (mut start, mut has_moves) = (0, false);
    for line in scan::lines(text) {
        match command(line.text) {
            Some(("boardsize" | "clear_board" | "loadsgf", _)) if has_moves => {
                games.ranges.push(start..line.offset);
                (start, has_moves) = (line.offset, false);
            }
            Some(("play" | "genmove", _)) => has_moves = true,
            _ => {}
        }
    }
    if has_moves {
        games.ranges.push(start..text.len());
    }
    games.or_error("there are no moves of Go")
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let mut session = Session::default();
    scan::lines_in(text, range).for_each(|line| session.take(line));
    Ok(session.record())
}

/// What is asked of an engine.
#[derive(Clone, Copy)]
enum Asked {
    Move(Side),
    Handicap,
}

/// What was played so far. A move that is taken back is none.
#[derive(Default)]
struct Session<'t> {
    size: Option<Size>,
    komi: Option<&'t str>,
    handicap: Vec<Point>,
    moves: Vec<(Move, At)>,
    /// Where words are that are no moves.
    odd: Vec<(&'t str, At)>,
    asked: Option<Asked>,
    resigned: Option<Side>,
}

impl<'t> Session<'t> {
    fn take(&mut self, line: Line<'t>) {
        let text = line.text.trim();
        if let Some(answer) = text.strip_prefix('=') {
            let words = answer.trim_start_matches(|next: char| next.is_ascii_digit()).trim();
            match self.asked.take() {
                Some(Asked::Move(side)) => self.play(side, words, line),
                Some(Asked::Handicap) => self.place(words),
                None => {}
            }
            return;
        }
        let Some((name, rest)) = command(text) else {
            return;
        };
        let (first, second) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        match name {
            "boardsize" => self.size = first.parse().ok().and_then(|side| Size::new(side, side)),
            "komi" => self.komi = Some(first),
            "clear_board" => (self.moves, self.handicap) = Default::default(),
            "undo" => {
                self.moves.pop();
            }
            "play" => match side(first) {
                Some(side) => self.play(side, second.trim(), line),
                None => self.odd.push((rest, line.at_part(rest))),
            },
            "genmove" => self.asked = side(first).map(Asked::Move),
            "place_free_handicap" => self.asked = Some(Asked::Handicap),
            "set_free_handicap" => self.place(rest),
            "fixed_handicap" => {
                self.handicap = go::handicap(first.parse().unwrap_or(0), self.size());
            }
            _ => {}
        }
    }

    fn size(&self) -> Size {
        self.size.unwrap_or(Size::USUAL)
    }

    fn place(&mut self, words: &str) {
        let size = self.size();
        self.handicap =
            words.split_whitespace().filter_map(|word| Point::from_a1(word, size)).collect();
    }

    fn play(&mut self, side: Side, word: &'t str, line: Line<'t>) {
        let at = line.at_part(word);
        let point = Point::from_a1(word, self.size());
        match &*word.to_ascii_lowercase() {
            "resign" => self.resigned = Some(side),
            "pass" => self.moves.push((Move::pass(side), at)),
            _ => match point {
                Some(point) => self.moves.push((Move::stone(side, point), at)),
                None => self.odd.push((word, at)),
            },
        }
    }

    fn record(self) -> Record {
        let mut headers = Headers::default();
        if let Some(komi) = self.komi {
            headers.set(Key::Komi, komi);
        }
        if let Some(side) = self.resigned {
            headers.set(Key::Result, side.pick("W+R", "B+R"));
        }
        let mut record = new_record(self.size(), 0, headers);
        let stones = u8::try_from(self.handicap.len()).unwrap_or(u8::MAX);
        if let Some(setup) = stones_on(Side::First, self.handicap) {
            place_handicap(&mut record, setup, stones);
        }
        let mut builder = Builder::on(record);
        for (mv, at) in self.moves {
            super::play(&mut builder, Some(mv), at, String::new);
        }
        for (word, at) in self.odd {
            builder.report(at, format!("{word:?} is not a move"));
        }
        builder.finish()
    }
}

fn side(word: &str) -> Option<Side> {
    match &*word.to_ascii_lowercase() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}
