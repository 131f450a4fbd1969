//! Evaluations that programs write without a standard SGF property:
//!
//! - KaTrain, in comments: `Score: B+0.4`, and `Win rate: B 50.2%` under it.
//! - Lizzie, in comments: `Black's winrate: 52.3% (+0.1%)`.
//! - Lizzie and LizzieYzy, in a property: `LZ[0.7.4 47.6 12.3k …]`, the win rate of the side that moved and the
//!   playouts.

use super::value::decimal;
use crate::game::Side;
use crate::record::{Eval, Note};

/// Lizzie's property for results of its engine.
pub(super) const LIZZIE: &str = "LZ";

/// The first evaluation in the notes of a move by `mover`.
pub(super) fn find<'a>(mut notes: impl Iterator<Item = &'a Note>, mover: Side) -> Option<Eval> {
    notes.find_map(|note| match note {
        Note::Comment(text) => in_comment(text),
        Note::Property(property) if &*property.name == LIZZIE => {
            in_property(property.values.first()?, mover)
        }
        _ => None,
    })
}

/// A win rate in percent, for one side.
pub(super) fn win_rate(percent: &str, side: Side) -> Option<Eval> {
    let rate = decimal(percent, 2).filter(|rate| (0..=10_000).contains(rate))?;
    Some(Eval::WinRate(match side {
        Side::First => rate,
        Side::Second => 10_000 - rate,
    }))
}

fn in_comment(text: &str) -> Option<Eval> {
    let under = text.lines().skip(1).map(Some).chain([None]);
    let mut lines = text.lines().zip(under);
    lines.find_map(|(line, under)| {
        // A score alone may be that at the end of the game.
        score(line)
            .filter(|_| under.and_then(katrain_rate).is_some())
            .or_else(|| katrain_rate(line))
            .or_else(|| lizzie_rate(line))
    })
}

fn score(line: &str) -> Option<Eval> {
    let (side, points) = line.strip_prefix("Score: ")?.split_once('+')?;
    let points = decimal(points, 2)?;
    Some(Eval::Centipawns(match side_named(side)? {
        Side::First => points,
        Side::Second => -points,
    }))
}

fn side_named(name: &str) -> Option<Side> {
    match name {
        "B" | "Black" => Some(Side::First),
        "W" | "White" => Some(Side::Second),
        _ => None,
    }
}

fn katrain_rate(line: &str) -> Option<Eval> {
    let (side, rate) = line.strip_prefix("Win rate: ")?.split_once(' ')?;
    win_rate(rate.strip_suffix('%')?, side_named(side)?)
}

fn lizzie_rate(line: &str) -> Option<Eval> {
    let (side, rate) = line.split_once("'s winrate: ")?;
    win_rate(rate.split_once('%')?.0, side_named(side)?)
}

fn in_property(value: &str, mover: Side) -> Option<Eval> {
    let mut words = value.split_ascii_whitespace().skip(1);
    let rate = words.next()?;
    // It is also written for moves that were not analysed.
    words.next().filter(|playouts| *playouts != "0")?;
    win_rate(rate, mover)
}
