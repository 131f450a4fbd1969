//! An engine judges answers to problems that their records do not have.

use std::sync::{Arc, Mutex};

use super::losses::{capped, judgement, least};
use crate::crash::locked;
use crate::engine::{Activity, EngineQuestion, Failure, Guest, Limit, Refusal, Settings, Trouble};
use crate::game::{Game, Move};
use crate::record::{Eval, Worth};

/// What an engine makes of an answer.
#[derive(Debug)]
pub(crate) struct Ruling {
    /// Whether the answer is right: it keeps a mate, or loses less than a swing.
    pub(crate) is_right: bool,
    /// Whether a mate follows.
    pub(crate) mates: bool,
    /// The best reply.
    pub(crate) reply: Option<Move>,
    /// What the answer is worth, and a value in that unit.
    pub(crate) worth: (Worth, Eval),
}

/// Why there is no ruling: the position was refused, or the engine failed.
pub(crate) type NoRuling = Result<Refusal, Trouble>;

/// An engine that judges, which runs on between answers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Referee(Arc<Mutex<Option<(Settings, Guest)>>>);

impl Referee {
    /// Judges a move. Each search takes at most a number of milliseconds.
    ///
    /// # Errors
    /// Why there is no ruling.
    pub(crate) fn rule(
        &self,
        settings: Settings,
        (before, mv): (&EngineQuestion, Move),
        millis: u64,
    ) -> Result<Ruling, NoRuling> {
        let mut held = locked(&self.0);
        let kept = held
            .take()
            .filter(|(of, guest)| *of == settings && guest.machine.state == Activity::Idle);
        let guest =
            kept.map_or_else(|| Guest::start(&settings, 1, &Arc::default()), |(_, it)| Ok(it));
        let mut guest = guest.map_err(Err)?;
        let ruling = judge(&mut guest, &settings.name, (before, mv), millis);
        *held = Some((settings, guest));
        ruling
    }
}

fn judge(
    guest: &mut Guest,
    name: &str,
    (before, mv): (&EngineQuestion, Move),
    millis: u64,
) -> Result<Ruling, NoRuling> {
    let after = before.after(mv);
    if before.position.game() == Game::Shogi
        && let Some(plies) = mate(guest, before.clone(), millis).map_err(Err)?
    {
        return mating(guest, (&after, plies), millis).map_err(Err);
    }
    let [question, next] = [before.clone(), after.clone()].map(EngineQuestion::checked);
    let (found, _) = guest.analyse(question.map_err(Ok)?, Limit::Time(millis)).map_err(Err)?;
    let (answer, _) = guest.analyse(next.map_err(Ok)?, Limit::Time(millis)).map_err(Err)?;
    let (Some(was), Some(is)) = (found.eval(), answer.eval()) else {
        return Err(Err(Trouble { name: name.to_owned(), why: Failure::NoScore }));
    };
    let judged = judgement((&before.position, mv), [&found, &answer], |line| line.eval);
    let sign = before.position.side_to_move().pick(1, -1);
    // A position that is almost over is searched in a moment.
    let lost = || Worth::Lost(sign * (capped(was) - capped(is)));
    let worth = judged.map_or_else(lost, |judged| judged.worth);
    let is_right = match worth {
        Worth::Lost(loss) => loss < least(is),
        Worth::Only(_) => true,
        Worth::AllowsMate(_) | Worth::MissesMate(_) => false,
    };
    let reply = answer.lines.first().and_then(|line| line.moves(&after.position).first().copied());
    let mates = matches!(is, Eval::Mate(_)) && is_right;
    Ok(Ruling { is_right, mates, reply, worth: (worth, is) })
}

/// Judges a move where there was a mate in a number of plies: one must follow each reply. The longest is the best.
fn mating(
    guest: &mut Guest,
    (after, plies): (&EngineQuestion, i32),
    millis: u64,
) -> Result<Ruling, Trouble> {
    let mut longest = (0, None);
    for reply in after.position.legal_moves() {
        match mate(guest, after.after(reply), millis)? {
            None => {
                let worth = (Worth::MissesMate(plies), Eval::Mate(plies));
                let reply = Some(reply);
                return Ok(Ruling { is_right: false, mates: false, reply, worth });
            }
            Some(plies) if plies > longest.0 => longest = (plies, Some(reply)),
            Some(_) => {}
        }
    }
    let (plies, reply) = longest;
    Ok(Ruling { is_right: true, mates: true, reply, worth: (Worth::Lost(0), Eval::Mate(plies)) })
}

/// In how many plies the side to move mates, as far as the engine finds that.
fn mate(guest: &mut Guest, question: EngineQuestion, millis: u64) -> Result<Option<i32>, Trouble> {
    let sign = question.position.side_to_move().pick(1, -1);
    let (found, _) = guest.analyse(question, Limit::Mate(millis))?;
    Ok(match found.eval() {
        Some(Eval::Mate(plies)) if plies * sign > 0 => Some(plies * sign),
        _ => None,
    })
}
