//! Prints what the players lost by their moves, as engines see it.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;

use super::error::Error;
use super::message::Message;
use super::output::{Output, Tint, lang, listed};
use crate::engine::Limit;
use crate::files::address::Address;
use crate::files::results::Placed;
use crate::game::{Game, Position, Side};
use crate::library::losses::{SWINGS, SideLoss, least, losses};
use crate::record::{Eval, Record, Worth};
use crate::text::joined;
use crate::words::{Worded, mate_in};

/// How many moves of a better line are printed.
const BETTER: usize = 4;

/// The report on several games.
pub(super) struct LossReport {
    json: bool,
    /// The mistakes of all games, by player: what each has lost, and its line.
    mistakes: BTreeMap<String, Vec<(i32, String)>>,
}

impl LossReport {
    pub(super) fn new(json: bool) -> Self {
        Self { json, mistakes: BTreeMap::new() }
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
                "asked": joined(valued.limits(&record.tree).iter().map(Limit::to_string), ", "),
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
        for side in &sides {
            let player = player(out, record.game(), side);
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
            let limits = valued.limits(&record.tree).into_iter();
            let asked = joined(limits.map(|limit| limit.worded(lang())), ", ");
            out.line(&format!("{whole}: {player}: {line} ({engine}, {asked})"))?;
        }
        let mut walk = record.walk();
        for swing in swings {
            let side = usize::from(swing.side == Side::Second.name());
            let player = player(out, record.game(), &sides[side]);
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
            let asked = record.tree.parent(swing.node);
            let asked = asked.and_then(|parent| valued.pair([parent, swing.node]));
            let asked = asked.map(|[_, finding]| format!(", {}", finding.asked.worded(lang())));
            let by = engine.clone() + &asked.unwrap_or_default();
            let text = format!("{place}: {player}: {mv} {text} ({by})");
            self.mistakes.entry(player).or_default().push((swing.loss, text));
        }
        Ok(())
    }

    /// Prints the biggest mistakes of each player in all games.
    pub(super) fn finish(self, out: &mut Output) -> Result<(), Error> {
        for mut mistakes in self.mistakes.into_values() {
            mistakes.sort_by_key(|(loss, _)| -loss);
            for (_, line) in mistakes.iter().take(SWINGS) {
                out.line(line)?;
            }
        }
        out.flush()
    }
}

/// The name of a player, or of the side.
fn player(out: &Output, game: Game, side: &SideLoss) -> String {
    let of = if side.side == Side::First.name() { Side::First } else { Side::Second };
    out.clean_line(side.player.as_deref().unwrap_or(lang().player(game, of))).into_owned()
}

/// A value in English, for the first side.
pub(super) fn said(eval: Eval, game: Game) -> String {
    eval.text(game, mate_in)
}

fn mate(plies: i32) -> String {
    lang().mate_in(plies)
}
