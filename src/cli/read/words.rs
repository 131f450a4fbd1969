//! The sentences in each language, with the words that players use. A language with a missing text does not compile.

use crate::game::{Game, Side};
use crate::record::{EndingKind, Eval, Key, Outcome};
use crate::text::joined;
use crate::words::{Lang, Worded};

/// A text in the language of a voice, with the values named in it.
macro_rules! say {
    ($voice:expr; $en:literal $zh:literal $ja:literal) => {
        match $voice.0 {
            crate::words::Lang::En => format!($en),
            crate::words::Lang::Zh => format!($zh),
            crate::words::Lang::Ja => format!($ja),
        }
    };
}
pub(super) use say;

/// The sentences that are read aloud in a language.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct Voice(pub(in crate::cli) Lang);

impl Voice {
    /// Ends a sentence.
    pub(super) fn sentence(self, text: &str) -> String {
        format!("{text}{}", self.0.pick([".", "。", "。"]))
    }

    /// Joins several items.
    pub(super) fn list(self, items: impl IntoIterator<Item = String>) -> String {
        joined(items, self.0.pick([", ", "、", "、"]))
    }

    /// `Event: Meijin`.
    pub(super) fn labelled(self, name: &str, value: &str) -> String {
        format!("{name}{}{value}", self.0.pick([": ", "：", "："]))
    }

    /// `In hand: pawn 2, gold 1.`
    pub(super) fn listed(self, name: &str, items: impl IntoIterator<Item = String>) -> String {
        self.sentence(&self.labelled(name, &self.list(items)))
    }

    pub(super) fn game(self, game: Game) -> String {
        self.capital(&self.sentence(&game.worded(self.0)))
    }

    /// `Game 1 of 2.`; the count is unknown as long as not all of a large file is read.
    pub(super) fn game_of(self, number: usize, count: Option<usize>) -> String {
        match count {
            Some(count) => {
                say!(self; "Game {number} of {count}." "第{number}局，共{count}局。" "全{count}局の第{number}局。")
            }
            None => say!(self; "Game {number}." "第{number}局。" "第{number}局。"),
        }
    }

    pub(super) fn header(self, key: Key, game: Game) -> String {
        self.capital(&self.0.header(key, game))
    }

    pub(super) fn side(self, game: Game, side: Side) -> String {
        self.header(Key::Player(side), game)
    }

    /// `12. Black: horse 8 forward to 7, check.`
    pub(super) fn moved(self, game: Game, ply: u32, side: &str, parts: &[String]) -> String {
        let (counter, what) = (counter(game), parts.join(self.0.pick([", ", "，", "、"])));
        say!(self; "{ply}. {side}: {what}." "第{ply}{counter}，{side}：{what}。" "{ply}手目、{side}、{what}。")
    }

    pub(super) fn check(self, game: Game) -> &'static str {
        match game {
            Game::Xiangqi | Game::Go => self.0.pick(["check", "将军", "王手"]),
            Game::Shogi => self.0.pick(["check", "王手", "王手"]),
        }
    }

    /// An annotation glyph in words.
    pub(super) fn glyph(self, glyph: &str, game: Game) -> String {
        let words = match glyph {
            "!!" => self.0.pick(["brilliant move", "妙着", "妙手"]),
            "!" => self.0.pick(["good move", "好着", "好手"]),
            "!?" => self.0.pick(["interesting move", "值得一试", "面白い手"]),
            "?!" => self.0.pick(["dubious move", "可疑着法", "疑問手"]),
            "?" => self.0.pick(["mistake", "失着", "悪手"]),
            "??" => self.0.pick(["blunder", "败着", "大悪手"]),
            "=" | "$10" => self.0.pick(["even position", "均势", "互角"]),
            "~" | "$13" => self.0.pick(["unclear position", "形势不明", "形勢不明"]),
            "+=" | "B+" | "+/-" | "+-" | "$14" | "$16" | "$18" => {
                return self.0.outcome(Outcome::FirstBetter, game);
            }
            "=+" | "W+" | "-/+" | "-+" | "$15" | "$17" | "$19" => {
                return self.0.outcome(Outcome::SecondBetter, game);
            }
            other => other,
        };
        words.to_owned()
    }

    /// The time spent on a move, in milliseconds.
    pub(super) fn spent(self, milliseconds: u32) -> String {
        let seconds = milliseconds / 1000;
        let units = [
            (seconds / 3600, self.0.pick([" h", "小时", "時間"])),
            (seconds / 60 % 60, self.0.pick([" min", "分", "分"])),
            (seconds % 60, self.0.pick([" s", "秒", "秒"])),
        ];
        let parts: Vec<String> = (units.iter())
            .filter(|(count, _)| *count > 0)
            .map(|(count, unit)| format!("{count}{unit}"))
            .collect();
        let mut time = parts.join(self.0.pick([" ", "", ""]));
        if parts.is_empty() {
            time = format!("0{}", units[2].1);
        }
        format!("{}{time}", self.0.pick(["", "用时", "消費時間"]))
    }

    /// An evaluation from the first player's point of view.
    pub(super) fn eval(self, eval: Eval, game: Game) -> String {
        let text = eval.text(game, |plies| plies.to_string());
        match eval {
            Eval::Centipawns(_) => {
                format!("{}{text}", self.0.pick(["evaluation ", "评分", "評価値"]))
            }
            Eval::WinRate(_) => format!("{}{text}", self.0.pick(["win rate ", "胜率", "勝率"])),
            Eval::Mate(plies) => {
                let winner = if plies < 0 { Side::Second } else { Side::First };
                let (side, plies) = (self.side(game, winner), plies.unsigned_abs());
                let counter = counter(game);
                say!(self; "{side} mates in {plies} plies" "{side}{plies}{counter}成杀" "{side}の{plies}手詰")
            }
        }
    }

    /// `A at D4`: a text on the board.
    pub(super) fn labelled_point(self, text: &str, point: &str) -> String {
        say!(self; "{text} at {point}" "{point}为{text}" "{point}に{text}")
    }

    /// `D4 to Q16`.
    pub(super) fn stretch(self, from: &str, to: &str) -> String {
        say!(self; "{from} to {to}" "{from}至{to}" "{from}から{to}")
    }

    pub(super) fn territory(self, side: &str) -> String {
        say!(self; "{side}'s territory" "{side}地" "{side}地")
    }

    /// A number of points of the board.
    pub(super) fn points(self, count: usize) -> String {
        let s = if count == 1 { "" } else { "s" };
        say!(self; "{count} point{s}" "{count}目" "{count}目")
    }

    pub(in crate::cli) fn comment(self, text: &str) -> String {
        self.labelled(self.0.pick(["Comment", "注释", "コメント"]), text)
    }

    pub(super) fn bookmark(self, name: &str) -> String {
        self.labelled(self.0.pick(["Bookmark", "书签", "しおり"]), name)
    }

    pub(super) fn warning(self, text: &str) -> String {
        self.labelled(self.0.pick(["Warning", "注意", "注意"]), text)
    }

    pub(super) fn variation(self, game: Game, name: &str, ply: u32) -> String {
        let counter = counter(game);
        say!(self; "Variation {name}, instead of move {ply}:" "变化{name}，第{ply}{counter}改走："
            "変化{name}、{ply}手目から：")
    }

    pub(super) fn end_of_variation(self, name: &str) -> String {
        say!(self; "End of variation {name}." "变化{name}完。" "変化{name}、ここまで。")
    }

    pub(super) fn ending(self, kind: EndingKind, game: Game, side: Option<Side>) -> String {
        let ending = self.0.ending(kind);
        let text = match side.map(|side| self.side(game, side)) {
            Some(side) => say!(self; "{side} {ending}" "{side}{ending}" "{side}、{ending}"),
            None => ending.to_owned(),
        };
        self.capital(&self.sentence(&text))
    }

    /// The text with an initial capital, if the language has capitals.
    pub(super) fn capital(self, text: &str) -> String {
        let mut letters = text.chars();
        match letters.next() {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => String::new(),
        }
    }

    pub(super) fn outcome(self, outcome: Outcome, game: Game) -> String {
        self.capital(&self.0.outcome(outcome, game))
    }

    /// Announces that something already read has changed.
    pub(super) fn changed(self) -> String {
        let text = self.0.pick(["The record has changed.", "棋谱有改动。", "棋譜が変わりました。"]);
        text.to_owned()
    }

    pub(in crate::cli) fn taken_back(self, ply: u32) -> String {
        say!(self; "Taken back to move {ply}." "退回到第{ply}手。" "{ply}手目まで戻りました。")
    }

    /// A game that was not there before.
    pub(in crate::cli) fn appeared(self, title: &str) -> String {
        self.labelled(self.0.pick(["New", "新对局", "新しい対局"]), title)
    }

    pub(in crate::cli) fn vanished(self, title: &str) -> String {
        self.labelled(self.0.pick(["Gone", "已消失", "なくなりました"]), title)
    }

    pub(in crate::cli) fn uncommented(self) -> &'static str {
        self.0.pick(["Comment removed.", "注释已删除。", "コメントが削除されました。"])
    }

    pub(super) fn to_move(self, game: Game, side: Side) -> String {
        let side = self.side(game, side);
        say!(self; "{side} to move." "轮到{side}走。" "{side}の手番。")
    }
}

/// The counter for moves: 着 in xiangqi, 手 in shogi and Go.
fn counter(game: Game) -> &'static str {
    match game {
        Game::Xiangqi => "着",
        Game::Shogi | Game::Go => "手",
    }
}
