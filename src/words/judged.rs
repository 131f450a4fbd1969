//! What a move was worth: no more than two values and a line prove.

use super::Lang;
use crate::game::Game;
use crate::record::{Eval, Worth};

/// `mate in 1 ply`: a number of plies in English; `mated in 1 ply` if it is negative, because the second side mates.
pub fn mate_in(plies: i32) -> String {
    let (how, number) = (if plies < 0 { "mated" } else { "mate" }, plies.abs());
    format!("{how} in {number} {}", if number == 1 { "ply" } else { "plies" })
}

impl Lang {
    /// As [`mate_in`].
    pub fn mate_in(self, plies: i32) -> String {
        let number = plies.abs();
        let [zh, ja] = match plies {
            ..0 => [format!("被{number}步杀"), format!("{number}手で詰まされる")],
            _ => [format!("{number}步杀"), format!("{number}手詰")],
        };
        self.pick([mate_in(plies), zh, ja])
    }

    /// `4.2 points`, `7.1%` or `340`: a difference of values such as `of`.
    pub fn difference(self, loss: i32, (game, of): (Game, Eval)) -> String {
        let (loss, unit) = match (of, game) {
            (Eval::WinRate(_), _) => (Eval::WinRate(loss), ""),
            (_, Game::Go) => (Eval::Centipawns(loss), self.pick([" points", "目", "目"])),
            _ => (Eval::Centipawns(loss), ""),
        };
        loss.text(game, |plies| plies.to_string()) + unit
    }

    /// `loses 712`, or `lost 712` of what was; `of` is a value in that unit.
    pub fn worth(self, worth: Worth, (game, of): (Game, Eval), was: bool) -> String {
        let amount = |loss| self.difference(loss, (game, of));
        let ended = |now, past| if was { past } else { now };
        let [en, zh, ja] = match worth {
            Worth::Lost(0) => {
                let nothing = format!("{} nothing", ended("loses", "lost"));
                [nothing, "无损失".to_owned(), "損なし".to_owned()]
            }
            Worth::Lost(loss @ 1..) => {
                let loss = amount(loss);
                [
                    format!("{} {loss}", ended("loses", "lost")),
                    format!("亏{loss}"),
                    format!("{loss}の損"),
                ]
            }
            Worth::Lost(loss) => {
                let gain = amount(-loss);
                [
                    format!("{} {gain}", ended("gains", "gained")),
                    format!("升{gain}"),
                    format!("{gain}の得"),
                ]
            }
            Worth::AllowsMate(plies) => [
                format!("{} mate in {plies}", ended("allows", "allowed")),
                format!("使对方有{plies}步杀"),
                format!("{plies}手詰を許す"),
            ],
            Worth::MissesMate(plies) => [
                format!("{} mate in {plies}", ended("misses", "missed")),
                format!("错过{plies}步杀"),
                format!("{plies}手詰を逃す"),
            ],
            Worth::Only(loss) => {
                let loss = amount(loss);
                [
                    format!("the only move: the next loses {loss}"),
                    format!("唯一的着法：次选亏{loss}"),
                    format!("唯一の手（次善は{loss}の損）"),
                ]
            }
        };
        self.pick([en, zh, ja])
    }

    /// `loses 712 (+385 instead of -327); better ５四飛 ２三銀`: with the values before and after the move, and a better line
    /// if there is one. `mate` formats mates.
    pub fn judged(
        self,
        worth: Worth,
        game: Game,
        [before, after]: [Eval; 2],
        better: &str,
        mate: fn(i32) -> String,
    ) -> String {
        let text = self.worth(worth, (game, after), false);
        let [was, is] = [before, after].map(|eval| eval.signed(game, mate));
        let judged = self.pick([
            format!("{text} ({is} instead of {was})"),
            format!("{text}（{is}，原为{was}）"),
            format!("{text}（{was}のところ{is}）"),
        ]);
        match better {
            "" => judged,
            better => judged + self.pick(["; better ", "；更好：", "、最善は"]) + better,
        }
    }
}
