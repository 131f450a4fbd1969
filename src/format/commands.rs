//! The commands in comments of PGN that lichess and PyChess write: `[%clk 0:09:55]` is the time left for the player who moved,
//! `[%emt 0:00:05]` the time for the move, `[%eval 0.35]` or `[%eval #3]` the engine's opinion in pawns or moves to mate.

use crate::format::times;
use crate::game::Side;
use crate::record::{Clock, Eval, Left, Note, Remaining};

/// Takes the commands out of a comment on a side's move. Those that are not known stay in the text.
pub(super) fn take(comment: &str, mover: Side, mut note: impl FnMut(Note)) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        text.push_str(before);
        let command = after.split_once(']');
        match command.and_then(|(command, end)| Some((parse(command, mover)?, end))) {
            Some((known, end)) => {
                note(known);
                rest = end;
            }
            None => {
                text.push_str("[%");
                rest = after;
            }
        }
    }
    text + rest
}

fn parse(command: &str, mover: Side) -> Option<Note> {
    let (name, value) = command.split_once(' ')?;
    Some(match name {
        "clk" => {
            // The time may have run out.
            let value = value.trim();
            let time =
                i32::try_from(times::read(value.strip_prefix('-').unwrap_or(value))?).ok()?;
            let time = if value.starts_with('-') { -time } else { time };
            Note::remaining(mover, Left::Time(time))
        }
        "emt" => Note::Clock(Clock::spent(times::read(value)?)),
        // The depth may follow: `0.35,12`.
        "eval" => Note::Eval(match value.split(',').next()?.trim().strip_prefix('#') {
            Some(moves) => {
                let moves = moves.parse::<i16>().ok().filter(|moves| *moves != 0)?;
                // They are the winner's moves, of which the first is next unless the loser moves before it.
                let moves_next = (moves > 0) == (mover == Side::Second);
                Eval::Mate(2 * i32::from(moves) - i32::from(moves.signum()) * i32::from(moves_next))
            }
            None => {
                let value = value.split(',').next()?;
                Eval::Centipawns(times::number(value).map(|pawns| (pawns * 100.0).round() as i32)?)
            }
        }),
        _ => return None,
    })
}

/// The command for a note on a side's move; `None` if there is none that says the same.
pub(super) fn write(note: &Note, mover: Side) -> Option<String> {
    let command = match note {
        Note::Remaining(Remaining { left: Left::Time(time), .. }) => {
            let sign = if *time < 0 { "-" } else { "" };
            format!("clk {sign}{}", clock(time.unsigned_abs()))
        }
        Note::Clock(Clock { spent: Some(time), .. }) => format!("emt {}", clock(*time)),
        Note::Eval(Eval::Centipawns(points)) => format!("eval {:.2}", f64::from(*points) / 100.0),
        Note::Eval(Eval::Mate(plies)) => format!("eval #{}", (plies + plies.signum()) / 2),
        _ => return None,
    };
    (parse(&command, mover).as_ref() == Some(note)).then(|| format!("[%{command}]"))
}

/// A time in milliseconds, as `1:02:03` or `1:02:03.400`.
fn clock(time: u32) -> String {
    let (minutes, seconds) = (time / 60_000, f64::from(time % 60_000) / 1000.0);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    match time.is_multiple_of(1000) {
        true => format!("{hours}:{minutes:02}:{seconds:02}"),
        false => format!("{hours}:{minutes:02}:{seconds:06.3}"),
    }
}
