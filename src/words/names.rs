//! The names of headers, endings, outcomes and players.

use std::borrow::Cow;

use super::Lang;
use crate::game::{Game, Position, Side, shogi};
use crate::record::{EndingKind, Key, Outcome};

impl Lang {
    /// The name of a header in a game.
    pub fn header(self, key: Key, game: Game) -> Cow<'static, str> {
        let of_player =
            |side, what| (self.player(game, side).to_lowercase() + self.pick(what)).into();
        self.pick(match key {
            Key::Title => ["title", "标题", "表題"],
            Key::Event => ["event", "赛事", "棋戦"],
            Key::Round => ["round", "轮次", "回戦"],
            Key::Date => ["date", "日期", "対局日"],
            Key::Place => ["place", "地点", "場所"],
            Key::Player(side) => return self.player(game, side).to_lowercase().into(),
            Key::Team(side) => return of_player(side, [" team", "团体", "チーム"]),
            Key::Rank(side) => return of_player(side, [" rank", "等级", "の段位"]),
            Key::Time(side) => return of_player(side, [" time", "用时", "の時間"]),
            Key::TimeControl => ["time control", "时限", "持ち時間"],
            Key::Annotator => ["annotator", "评注", "解説"],
            Key::Author => ["author", "作者", "作成者"],
            Key::Source => ["source", "出处", "出典"],
            Key::Result => ["result", "结果", "結果"],
            Key::Opening => ["opening", "开局", "戦型"],
            Key::Handicap => ["handicap", "让子", "手合割"],
            Key::Komi => ["komi", "贴目", "コミ"],
            Key::Rules => ["rules", "规则", "ルール"],
            Key::Size => ["size", "棋盘大小", "盤の大きさ"],
            Key::Kind => ["kind", "类型", "種類"],
            Key::Started => ["started", "开始", "開始日時"],
            Key::Ended => ["ended", "结束", "終了日時"],
            Key::Remark => ["remark", "备注", "備考"],
        })
        .into()
    }

    /// The kind of record, if it is one of dapu's words.
    pub fn kind(self, kind: &str) -> Option<&'static str> {
        Some(self.pick(match kind {
            "opening" => ["opening", "布局", "序盤"],
            "middlegame" => ["middlegame", "中局", "中盤"],
            "endgame" => ["endgame", "残局", "終盤"],
            _ => return None,
        }))
    }

    /// How a line ended, in words.
    pub fn ending(self, ending: EndingKind) -> &'static str {
        self.pick(match ending {
            EndingKind::Resign => ["resigns", "认输", "投了"],
            EndingKind::Checkmate => ["checkmate", "将死", "詰み"],
            EndingKind::Stalemate => ["stalemate", "困毙", "合法手なし"],
            EndingKind::Draw => ["draw", "和棋", "引き分け"],
            EndingKind::Repetition => ["repetition", "重复局面", "千日手"],
            EndingKind::Jishogi => ["impasse (jishogi)", "持将棋", "持将棋"],
            EndingKind::Timeout => ["out of time", "超时", "切れ負け"],
            EndingKind::IllegalWin => {
                ["wins by opponent's illegal move", "对方犯规，胜", "反則勝ち"]
            }
            EndingKind::IllegalLoss => ["loses by illegal move", "犯规，负", "反則負け"],
            EndingKind::Nyugyoku => ["wins by entering king", "入玉宣言胜", "入玉勝ち"],
            EndingKind::DefaultWin => ["wins by forfeit", "不战胜", "不戦勝"],
            EndingKind::DefaultLoss => ["loses by forfeit", "不战负", "不戦敗"],
            EndingKind::Abort => ["adjourned or abandoned", "中止", "中断"],
            EndingKind::Mate => ["mate", "杀", "詰"],
            EndingKind::NoMate => ["no mate", "无杀", "不詰"],
            EndingKind::MaxMoves => ["move limit", "达到手数上限", "最大手数"],
            EndingKind::Other => ["the end", "终局", "終局"],
        })
    }

    /// The outcome of a line, or the side with the better position, in words.
    pub fn outcome(self, outcome: Outcome, game: Game) -> String {
        let (side, words) = match outcome {
            Outcome::FirstWins => (Some(Side::First), [" wins", "胜", "勝ち"]),
            Outcome::SecondWins => (Some(Side::Second), [" wins", "胜", "勝ち"]),
            Outcome::Draw => (None, ["draw", "和棋", "引き分け"]),
            Outcome::Open => (None, ["result unknown", "结果未知", "結果不明"]),
            Outcome::FirstBetter => (Some(Side::First), [" is better", "占优", "優勢"]),
            Outcome::SecondBetter => (Some(Side::Second), [" is better", "占优", "優勢"]),
            Outcome::Even => (None, ["even", "均势", "互角"]),
        };
        let side = side.map(|side| self.player(game, side));
        side.unwrap_or_default().to_owned() + self.pick(words)
    }

    /// A result as a list shows it: the winner's sign in English, and `B+R` in Go; words in other languages. One that names no
    /// winner is as written.
    pub fn result(self, game: Game, text: &str, terms: Terms) -> String {
        let winner = match Outcome::read(game, text) {
            Some(Outcome::FirstWins) => Side::First,
            Some(Outcome::SecondWins) => Side::Second,
            // As the sides have signs.
            Some(Outcome::Draw)
                if (self, game) == (Self::En, Game::Xiangqi) && terms != Terms::Ascii =>
            {
                return "和".to_owned();
            }
            Some(Outcome::Draw) => return self.pick(["draw", "和", "引き分け"]).to_owned(),
            _ => return text.to_owned(),
        };
        let name = self.player(game, winner).trim_end_matches('方');
        let margin = margin(text).filter(|_| game == Game::Go);
        let how = self.pick(match margin {
            Some("R") => ["R", "中盘", "中押し"],
            Some("T") => ["T", "超时", "時間切れ"],
            Some("F") => ["F", "对方犯规", "反則"],
            _ => Default::default(),
        });
        let points = margin.filter(|_| how.is_empty()).map(|points| format!("{points}目"));
        let points = points.unwrap_or_default();
        match (self, game) {
            (Self::En, Game::Go) => {
                format!("{}+{}", side(game, winner, Terms::Ascii), margin.unwrap_or_default())
            }
            (Self::En, Game::Shogi) if terms != Terms::Ascii => {
                shogi::SIGNS[winner.index()].to_owned()
            }
            (Self::En, _) => side(game, winner, terms).to_owned(),
            (Self::Zh, _) => format!("{name}{how}胜{points}"),
            (Self::Ja, _) => format!("{name}{how}{points}勝ち"),
        }
    }

    /// What the player of a side is called where no name is known.
    pub fn player(self, game: Game, side: Side) -> &'static str {
        self.pick(match (game, side) {
            (Game::Xiangqi, Side::First) => ["Red", "红方", "紅"],
            (Game::Shogi, Side::First) => ["Sente", "先手", "先手"],
            (Game::Shogi, Side::Second) => ["Gote", "后手", "後手"],
            (Game::Xiangqi, Side::Second) | (Game::Go, Side::First) => ["Black", "黑方", "黒"],
            (Game::Go, Side::Second) => ["White", "白方", "白"],
        })
    }

    /// Whose move it is, as players say it.
    pub fn to_play(self, game: Game, side: Side) -> String {
        let player = self.player(game, side).trim_end_matches('方');
        let words = if game == Game::Shogi {
            [" to play", "番", "番"]
        } else {
            [" to play", "先", "番"]
        };
        player.to_owned() + self.pick(words)
    }
}

/// The script of names in the game's own language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terms {
    /// ASCII.
    Ascii,
    /// Traditional or Japanese, unless simplified.
    Traditional,
    /// Simplified, as with simplified xiangqi pieces, in Chinese Go, and as the record is.
    Simplified,
}

/// By how much a game of Go was won, as SGF writes it: points, `R`, `T` or `F`.
fn margin(result: &str) -> Option<&str> {
    let Some((_, by)) = result.split_once('+') else {
        return result.contains('中').then_some("R");
    };
    let by = by.trim();
    let mut words = ["Resign", "Time", "Forfeit"].into_iter();
    let word = words.find(|word| !by.is_empty() && word.starts_with(by));
    word.map(|word| &word[..1]).or_else(|| by.parse::<f64>().is_ok().then_some(by))
}

/// A player as one character or letter.
pub fn side(game: Game, side: Side, terms: Terms) -> &'static str {
    let names = match (game, terms) {
        (Game::Xiangqi, Terms::Traditional) => ["紅", "黑"],
        (Game::Xiangqi, Terms::Simplified) => ["红", "黑"],
        (Game::Shogi, Terms::Traditional) => ["先", "後"],
        (Game::Shogi, Terms::Simplified) => ["先", "后"],
        (Game::Go, Terms::Traditional) => ["黒", "白"],
        (Game::Go, Terms::Simplified) => ["黑", "白"],
        (Game::Xiangqi, Terms::Ascii) => ["R", "B"],
        (Game::Shogi, Terms::Ascii) => ["S", "G"],
        (Game::Go, Terms::Ascii) => ["B", "W"],
    };
    names[side.index()]
}

/// A player's title, placed before the name: in shogi at a handicap, 下手 receives it and 上手 gives it.
pub fn player(start: &Position, player: Side, terms: Terms) -> &'static str {
    let game = start.game();
    let names = match (game, terms, shogi::Handicap::is_given(start)) {
        (Game::Xiangqi, Terms::Ascii, _) => ["Red", "Black"],
        (Game::Go, Terms::Ascii, _) => ["Black", "White"],
        (Game::Shogi, Terms::Ascii, false) => ["Sente", "Gote"],
        (Game::Shogi, Terms::Ascii, true) => ["Shitate", "Uwate"],
        (Game::Shogi, Terms::Traditional, false) => ["先手", "後手"],
        (Game::Shogi, Terms::Simplified, false) => ["先手", "后手"],
        (Game::Shogi, _, true) => ["下手", "上手"],
        (Game::Xiangqi | Game::Go, ..) => return side(game, player, terms),
    };
    names[player.index()]
}
