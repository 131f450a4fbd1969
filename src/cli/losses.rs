//! Prints what the players lost by their moves, as engines see it.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;

use super::engines::said;
use super::error::Error;
use super::output::{Output, Tint};
use crate::files::address::Address;
use crate::files::results::Finding;
use crate::game::Side;
use crate::library::losses::{Losses, SWINGS, SideLoss, Swing};
use crate::record::{Key, Lines, NodeId, Place, Record};
use crate::text::json::without_nulls;

/// What is printed of several games.
#[derive(Default)]
pub(super) struct LossReport {
    json: bool,
    /// The biggest swings of all games, as lines.
    swings: Vec<(i32, String)>,
}

impl LossReport {
    pub(super) fn new(json: bool) -> Self {
        Self { json, ..Self::default() }
    }

    /// Prints what each side of a game lost. `game` is its index in the file, if that has several games.
    pub(super) fn game(
        &mut self,
        out: &mut Output,
        record: &Record,
        findings: &BTreeMap<NodeId, Finding>,
        (path, game): (&Path, Option<usize>),
    ) -> Result<(), Error> {
        let losses = Losses::of(record, |node| findings.get(&node)?.found.eval());
        if losses.sides.iter().all(|side| side.moves == 0) {
            return Ok(());
        }
        let lines = Lines::new(&record.tree);
        let address = |swing: &Swing| {
            let place = Some(Place::of(&record.tree, &lines, swing.node));
            Address { path: path.to_owned(), game, place }
        };
        if self.json {
            let swings = losses.swings.iter().map(|swing| {
                json!({
                    "place": address(swing).place.map(|place| place.to_string()),
                    "side": swing.side.name(),
                    "move": record.tree.mv(swing.node).map(crate::game::Move::code),
                    "before": swing.before,
                    "after": swing.after,
                    "loss": swing.loss,
                })
            });
            return out.json(&json!({
                "file": path.to_string_lossy(),
                "game": game.unwrap_or(0) + 1,
                "sides": Side::BOTH.map(|side| side_value(record, side, losses.sides[side.index()])),
                "swings": swings.collect::<Vec<_>>(),
            }));
        }
        let whole = Address { path: path.to_owned(), game, place: None }.to_string();
        for side in Side::BOTH {
            let loss = losses.sides[side.index()];
            let player = record.headers.get(Key::Player(side)).unwrap_or(side.name());
            let player = out.clean_line(player).into_owned();
            let mates = mates(loss);
            let moves = crate::format::count(loss.moves, "move");
            let text = format!("{player}: average loss {} in {moves}{mates}", loss.average());
            out.line(&format!("{}: {text}", out.tint(Tint::File, &whole)))?;
        }
        let mut walk = record.walk();
        for swing in &losses.swings {
            walk.visit(swing.node);
            let mv = walk.notation().unwrap_or_default();
            let place = out.tint(Tint::File, &address(swing).to_string()).into_owned();
            let (before, after) = (said(swing.before), said(swing.after));
            let text = format!("{place}: {mv} loses {}: {before} -> {after}", swing.loss);
            self.swings.push((swing.loss, text));
        }
        Ok(())
    }

    /// Prints the biggest swings of all games.
    pub(super) fn finish(mut self, out: &mut Output) -> Result<(), Error> {
        self.swings.sort_by_key(|(loss, _)| -loss);
        for (_, line) in self.swings.iter().take(SWINGS) {
            out.line(line)?;
        }
        out.flush()
    }
}

fn mates(loss: SideLoss) -> String {
    let words = [(loss.missed, "missed"), (loss.allowed, "allowed")].into_iter();
    let words = words.filter(|(count, _)| *count > 0);
    words
        .map(|(number, word)| format!(", {} {word}", crate::format::count(number, "mate")))
        .collect()
}

fn side_value(record: &Record, side: Side, loss: SideLoss) -> serde_json::Value {
    without_nulls(json!({
        "side": side.name(),
        "player": record.headers.get(Key::Player(side)),
        "moves": loss.moves,
        "average_loss": loss.average(),
        "missed_mates": loss.missed,
        "allowed_mates": loss.allowed,
    }))
}
