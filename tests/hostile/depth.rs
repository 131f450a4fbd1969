//! Very deep and very wide trees: costs grow in proportion to their size.

use dapu::format::{FORMATS, Format, Holds, WriteOptions};
use dapu::game::{Game, Move, Position, Side, go, shogi, xiangqi};
use dapu::record::{At, Builder, Note, Record};

use crate::ccbridge;
use crate::common::{read, write};
use crate::growth::{grows_evenly, scaled};
use crate::measure::alone;
use crate::survive::file_name;

/// The moves that a line repeats.
fn round(game: Game) -> Vec<Move> {
    let xiangqi = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let shogi = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let iccs = xiangqi::notation::Notation::Iccs(xiangqi::notation::Ranks::FromZero);
    let board = xiangqi::Position::initial();
    match game {
        Game::Xiangqi => {
            xiangqi.iter().map(|text| Move::Xiangqi(iccs.parse(&board, text).unwrap())).collect()
        }
        Game::Shogi => shogi.iter().map(|text| Move::Shogi(text.parse().unwrap())).collect(),
        Game::Go => Side::BOTH.map(|side| Move::Go(go::Move::pass(side))).to_vec(),
    }
}

fn builder(game: Game) -> Builder {
    Builder::new(match game {
        Game::Xiangqi => Position::Xiangqi(xiangqi::Position::initial()),
        Game::Shogi => Position::Shogi(shogi::Position::initial()),
        Game::Go => Position::Go(go::Position::new(go::Size::USUAL)),
    })
}

/// One line of legal moves.
pub(crate) fn line(game: Game, plies: usize) -> Record {
    let mut builder = builder(game);
    for mv in round(game).into_iter().cycle().take(plies) {
        builder.play(mv, At::File);
    }
    builder.finish()
}

/// One line in which nearly every move is illegal.
fn fouls(game: Game, plies: usize) -> Record {
    let mut builder = builder(game);
    let side = if game == Game::Go { 0 } else { 2 };
    let mv = match game {
        Game::Go => Move::Go(go::Move::stone(Side::First, go::Point::new(3, 3))),
        _ => round(game)[side],
    };
    for _ in 0..plies {
        builder.play(mv, At::File);
    }
    builder.finish()
}

/// Nested variations: every move of the deepest line is the second of two.
fn nested(game: Game, depth: usize) -> Record {
    let mut builder = builder(game);
    for mv in round(game).into_iter().cycle().take(depth) {
        let fork = builder.node();
        builder.save();
        builder.play(mv, At::File);
        builder.go_to(fork);
        builder.play(mv, At::File);
    }
    builder.finish()
}

/// Alternatives to the first move.
fn siblings(game: Game, count: usize) -> Record {
    let mut builder = builder(game);
    let root = builder.node();
    for mv in round(game).into_iter().step_by(2).cycle().take(count) {
        builder.play(mv, At::File);
        builder.go_to(root);
    }
    builder.finish()
}

/// A comment of this size, made of repeated text.
fn remark(game: Game, bytes: usize, text: &str) -> Record {
    let mut builder = builder(game);
    let text = text.repeat(bytes / text.len());
    builder.note(Note::Comment(text.into()));
    builder.play(round(game)[0], At::File);
    builder.finish()
}

const VARIATIONS: Holds = Holds { variations: true, ..Holds::MOVES };

/// The formats that can hold something, each with a game that it can hold.
fn writers(needed: Holds) -> impl Iterator<Item = (&'static Format, Game)> {
    let only = std::env::var("DAPU_FORMAT").ok();
    FORMATS
        .iter()
        .filter(move |format| only.as_deref().is_none_or(|only| only == format.name))
        .filter(|format| format.read.is_some() && format.write.is_some())
        .filter(move |format| format.holds.variations || !needed.variations)
        .filter(move |format| format.holds.comments || !needed.comments)
        .map(|format| (format, format.games[0]))
}

/// Asserts that all nodes are read back, unless the writer reports a loss of moves.
fn keeps_every_node(what: &str, format: &Format, record: &Record) {
    let written = write(record, format.name, &WriteOptions::default()).unwrap();
    if written.losses.to_string().ends_with(" moves") {
        return;
    }
    let loaded = read(&written.bytes, &file_name(format)).unwrap();
    let kept = loaded.game(0).unwrap().tree.len();
    assert_eq!(kept, record.tree.len(), "{what} in {}", format.name);
}

/// Tries a kind of record in every format that can hold it.
fn in_every_format(what: &str, needed: Holds, size: usize, make: fn(Game, usize) -> Record) {
    let _alone = alone();
    for (format, game) in writers(needed) {
        // Variations with the same first move may be merged.
        if needed == Holds::MOVES {
            keeps_every_node(what, format, &make(game, 100));
        }
        grows_evenly(what, &file_name(format), size, |size| {
            let options = WriteOptions::default();
            write(&make(game, size), format.name, &options).unwrap().bytes
        });
    }
    if !needed.comments {
        grows_evenly(what, "game.cbr", size, |size| ccbridge::cbr(&make(Game::Xiangqi, size)));
    }
}

#[test]
fn a_line_of_a_million_plies_costs_in_proportion() {
    in_every_format("a line", Holds::MOVES, scaled(1_000_000), line);
}

#[test]
fn a_million_illegal_moves_cost_in_proportion() {
    in_every_format("a line of fouls", Holds::MOVES, scaled(1_000_000), fouls);
}

#[test]
fn a_hundred_thousand_nested_variations_cost_in_proportion() {
    in_every_format("nested variations", VARIATIONS, scaled(100_000), nested);
}

#[test]
fn a_hundred_thousand_siblings_cost_in_proportion() {
    in_every_format("siblings", VARIATIONS, scaled(100_000), siblings);
}

#[test]
fn a_comment_of_fifty_megabytes_costs_in_proportion() {
    let size = scaled(50_000_000);
    let comments = Holds { comments: true, ..Holds::MOVES };
    in_every_format("a comment on one line", comments, size, |game, bytes| {
        remark(game, bytes, "評 comment")
    });
    in_every_format("a comment on many lines", comments, size, |game, bytes| {
        remark(game, bytes, "comment\n")
    });
}
