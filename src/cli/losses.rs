//! Prints what the players lost by their moves, as engines see it.

use std::path::Path;

use serde_json::json;

use super::error::Error;
use super::message::Message;
use super::output::{Output, Tint, lang, listed};
use crate::files::address::Address;
use crate::files::results::Placed;
use crate::game::{Game, Position, Side};
use crate::library::losses::{SWINGS, least, losses};
use crate::record::{Eval, Record, Worth};
use crate::text::joined;
use crate::words::{Worded, mate_in};

/// How many moves of a better line are printed.
const BETTER: usize = 4;

/// The report on several games.
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
        let (sides, swings) = losses(record, valued);
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
        let whole = Address::new(path, game, None).to_string();
        let unit = valued.at.keys().find_map(|node| valued.eval(*node));
        let unit = unit.unwrap_or(Eval::Centipawns(0));
        let unit = (record.game(), unit);
        let little = lang().difference(least(unit.1) / 2, unit);
        for (of, side) in Side::BOTH.into_iter().zip(&sides) {
            let unnamed = lang().player(record.game(), of);
            let player = out.clean_line(side.player.as_deref().unwrap_or(unnamed)).into_owned();
            let loss = lang().difference(side.average_loss as i32, unit);
            let mut parts = vec![Message::AverageLoss(loss, side.moves)];
            if side.moves > 0 {
                parts.push(Message::Steady(side.steady, little.clone()));
            }
            if side.missed_mates > 0 {
                parts.push(Message::Missed(side.missed_mates));
            }
            if side.allowed_mates > 0 {
                parts.push(Message::Allowed(side.allowed_mates));
            }
            let line = listed(&parts);
            let whole = out.tint(Tint::File, &whole);
            let limits = valued.limits().into_iter().map(|(least, most)| match least == most {
                true => most.worded(lang()),
                false => Message::LimitRange(least, most).worded(lang()),
            });
            let asked = joined(limits, ", ");
            out.line(&format!("{whole}: {player}: {line} ({engine}, {asked})"))?;
        }
        let mut walk = record.walk();
        for swing in swings {
            walk.visit(swing.node);
            let mv = walk.notation().unwrap_or_default();
            let place = format!("{whole}:{}", swing.place);
            let place = out.tint(Tint::File, &place);
            let better = swing.judgement.iter().flat_map(|judgement| &judgement.better);
            let better = better.take(BETTER).copied();
            let better = joined(walk.before().along(better, None, Position::notate), " ");
            let worth = swing.judgement.as_ref().map_or(Worth::Lost(swing.loss), |it| it.worth);
            let values = [swing.before, swing.after];
            let text = lang().judged(worth, record.game(), values, &better, mate);
            let asked = valued.at.get(&swing.node);
            let asked = asked.map(|finding| format!(", {}", finding.asked.worded(lang())));
            let by = engine.clone() + &asked.unwrap_or_default();
            let text = format!("{place}: {mv} {text} ({by})");
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
    eval.text(game, mate_in)
}

fn mate(plies: i32) -> String {
    lang().mate_in(plies)
}
