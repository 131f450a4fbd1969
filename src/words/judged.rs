//! What a move was worth: no more than two values and a line prove.

use super::Lang;
use crate::game::Game;
use crate::record::{Eval, Worth};

/// `mate in 1 ply`: a number of plies in English, negative if the second side mates.
pub fn mate_in(plies: i32) -> String {
    let unit = if plies.abs() == 1 { "ply" } else { "plies" };
    format!("mate in {plies} {unit}")
}

impl Lang {
    /// As [`mate_in`].
    pub fn mate_in(self, plies: i32) -> String {
        self.pick([mate_in(plies), format!("{plies}步杀"), format!("{plies}手詰")])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_said_than_is_known() {
        let say = |lang: Lang, worth, game, values, better| {
            lang.judged(worth, game, values, better, |plies| format!("mate {plies}"))
        };
        let points = [Eval::Centipawns(-327), Eval::Centipawns(385)];
        assert_eq!(
            [Lang::En, Lang::Zh, Lang::Ja].map(|lang| say(
                lang,
                Worth::Lost(712),
                Game::Shogi,
                points,
                "５四飛 ２三銀"
            )),
            [
                "loses 712 (+385 instead of -327); better ５四飛 ２三銀",
                "亏712（+385，原为-327）；更好：５四飛 ２三銀",
                "712の損（-327のところ+385）、最善は５四飛 ２三銀",
            ]
        );
        let go = [Eval::Centipawns(420), Eval::Centipawns(0)];
        let said = say(Lang::En, Worth::Lost(420), Game::Go, go, "");
        assert_eq!(said, "loses 4.2 points (0 instead of +4.2)");
        let rates = [Eval::WinRate(6000), Eval::WinRate(5290)];
        let said = say(Lang::En, Worth::Lost(710), Game::Go, rates, "");
        assert_eq!(said, "loses 7.1% (52.9% instead of 60%)");
        let mate = [Eval::Centipawns(10), Eval::Mate(-7)];
        let said = say(Lang::En, Worth::AllowsMate(7), Game::Xiangqi, mate, "");
        assert_eq!(said, "allows mate in 7 (mate -7 instead of +10)");
        let short = |lang: Lang, worth| lang.worth(worth, (Game::Shogi, points[0]), true);
        assert_eq!(short(Lang::En, Worth::Only(340)), "the only move: the next loses 340");
    }
}
