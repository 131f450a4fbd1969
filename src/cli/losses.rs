//! Prints what the players lost by their moves, as engines see it.

use std::path::Path;

use serde_json::json;

use super::error::Error;
use super::output::{Output, Tint};
use crate::files::address::Address;
use crate::files::results::Placed;
use crate::format::count;
use crate::game::Game;
use crate::library::losses::{SWINGS, losses};
use crate::record::{Eval, Record};

/// What is printed of several games.
pub(super) struct LossReport {
    json: bool,
    /// The biggest swings of all games, as lines.
    swings: Vec<(i32, String)>,
}

impl LossReport {
    pub(super) fn new(json: bool) -> Self {
        Self { json, swings: Vec::new() }
    }

    /// Prints what each side of a game lost. `game` is its index in the file, if that has several games.
    pub(super) fn game(
        &mut self,
        out: &mut Output,
        record: &Record,
        valued: &Placed,
        (path, game): (&Path, Option<usize>),
    ) -> Result<(), Error> {
        let (sides, swings) = losses(record, |node| valued.at.get(&node)?.found.eval());
        if sides.iter().all(|side| side.moves == 0) {
            return Ok(());
        }
        if self.json {
            let (file, game) = (path.to_string_lossy(), game.unwrap_or(0) + 1);
            return out.json(&json!({
                "file": file,
                "game": game,
                "engine": valued.by.engine,
                "version": valued.by.id,
                "asked": valued.asked(),
                "sides": sides,
                "swings": swings,
            }));
        }
        let engine = out.clean_line(&valued.by.engine).into_owned();
        let whole = Address { path: path.to_owned(), game, place: None }.to_string();
        for side in &sides {
            let player = out.clean_line(side.player.as_deref().unwrap_or(side.side)).into_owned();
            let (loss, moves) =
                (amount(side.average_loss, record.game()), count(side.moves, "move"));
            let mut line = format!("{player}: average loss {loss} in {moves}");
            for (mates, what) in [(side.missed_mates, "missed"), (side.allowed_mates, "allowed")] {
                if mates > 0 {
                    line += &format!(", {} {what}", count(mates, "mate"));
                }
            }
            let whole = out.tint(Tint::File, &whole);
            out.line(&format!("{whole}: {line} ({engine}, {})", valued.asked()))?;
        }
        let mut walk = record.walk();
        for swing in swings {
            walk.visit(swing.node);
            let mv = walk.notation().unwrap_or_default();
            let place = format!("{whole}:{}", swing.place);
            let place = out.tint(Tint::File, &place);
            let [before, after] = [swing.before, swing.after].map(|eval| said(eval, record.game()));
            let loss = amount(swing.loss.abs().into(), record.game());
            let verb = if swing.loss < 0 { "gains" } else { "loses" };
            let asked = valued.at.get(&swing.node).map(|finding| format!(", {}", finding.asked));
            let by = engine.clone() + &asked.unwrap_or_default();
            let text = format!("{place}: {mv} {verb} {loss}: {before} -> {after} ({by})");
            self.swings.push((swing.loss.abs(), text));
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

/// A value in English, for the first side.
pub(super) fn said(eval: Eval, game: Game) -> String {
    eval.text(game, |plies| format!("mate in {plies} plies"))
}

/// A difference of values. Engines of Go count in rates.
fn amount(loss: i64, game: Game) -> String {
    match game {
        Game::Go => said(Eval::WinRate(loss as i32), game),
        Game::Xiangqi | Game::Shogi => loss.to_string(),
    }
}
