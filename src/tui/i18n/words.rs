//! Words for what records and rules hold, in all languages.

use std::borrow::Cow;

use crate::board::Scale;
use crate::game::{Game, Illegal, MoveError, Side};
use crate::record::{EndingKind, IllegalMove, Key, Letter, Outcome, PlaceError, Problem};
use crate::settings::{Choice, Lang};
use crate::tui::model::action::{Action, Group};

/// What a message can hold.
pub(in crate::tui) trait Worded {
    /// Its words in a language.
    fn worded(&self, lang: Lang) -> Cow<'_, str>;
}

impl Worded for String {
    fn worded(&self, _: Lang) -> Cow<'_, str> {
        self.into()
    }
}

impl Worded for &str {
    fn worded(&self, _: Lang) -> Cow<'_, str> {
        (*self).into()
    }
}

impl Worded for char {
    fn worded(&self, _: Lang) -> Cow<'_, str> {
        self.to_string().into()
    }
}

impl Worded for usize {
    fn worded(&self, _: Lang) -> Cow<'_, str> {
        self.to_string().into()
    }
}

/// Whether something is on.
impl Worded for bool {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        lang.pick(match self {
            true => ["on", "开", "オン"],
            false => ["off", "关", "オフ"],
        })
        .into()
    }
}

impl Worded for Scale {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        let word = Some(*self).word();
        lang.pick(match self {
            Self::Compact => [word, "最小", "最小"],
            Self::Usual => [word, "普通", "標準"],
            Self::Large => [word, "大", "大"],
            Self::Huge => [word, "最大", "最大"],
        })
        .into()
    }
}

impl Worded for PlaceError {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        let text = match (self, lang) {
            (Self::NoPly { ply, last }, Lang::Zh) => {
                format!("没有第{ply}着：本线只到第{last}着")
            }
            (Self::NoPly { ply, last }, Lang::Ja) => {
                format!("{ply}手目はありません（この手順は{last}手目まで）")
            }
            (Self::NoBranch { branch, ply, count }, Lang::Zh) => {
                format!("第{ply}着没有第{branch}个分支，共{count}个")
            }
            (Self::NoBranch { branch, ply, count }, Lang::Ja) => {
                format!("{ply}手目に分岐{branch}はありません（全{count}個）")
            }
            (Self::NoOwnLine { ply, letter }, Lang::Zh) => {
                format!("第{ply}着没有自己的着法{}", Letter(*letter))
            }
            (Self::NoOwnLine { ply, letter }, Lang::Ja) => {
                format!("{ply}手目に自分の手順{}はありません", Letter(*letter))
            }
            _ => self.to_string(),
        };
        text.into()
    }
}

/// Why a move cannot be played.
impl Worded for MoveError {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        if lang == Lang::En {
            return self.to_string().into();
        }
        let words = match self {
            Self::Ambiguous(count) => {
                let [zh, ja] =
                    [format!("有{count}个棋子可以这样走"), format!("{count}枚の駒が動けます")];
                return if lang == Lang::Zh { zh } else { ja }.into();
            }
            Self::Unreadable => ["不是着法", "指し手ではありません"],
            Self::NoPiece => ["没有能这样走的棋子", "そう動ける駒がありません"],
            Self::Illegal(illegal) => reason(*illegal),
        };
        words[usize::from(lang == Lang::Ja)].into()
    }
}

fn reason(illegal: Illegal) -> [&'static str; 2] {
    match illegal {
        Illegal::OffBoard => ["出了棋盘", "盤の外です"],
        Illegal::EmptySquare => ["起点没有棋子", "そこに駒がありません"],
        Illegal::WrongSide => ["不是己方棋子", "相手の駒です"],
        Illegal::Occupied => ["落点已有棋子", "移動先が塞がっています"],
        Illegal::Unreachable => ["棋子不能这样走", "その駒はそこへ動けません"],
        Illegal::SelfCheck => ["走后己方被将军", "王手放置です"],
        Illegal::FacingGenerals => ["走后将帅照面", "王が向かい合います"],
        Illegal::NotInHand => ["持驹中没有", "持駒にありません"],
        Illegal::Nifu => ["二步", "二歩です"],
        Illegal::PawnDropMate => ["打步诘", "打ち歩詰めです"],
        Illegal::DeadPiece => ["走后无处可走", "行き所のない駒です"],
        Illegal::BadPromotion => ["此处不能升变", "成れません"],
        Illegal::OtherPiece => ["起点是另一种棋子", "別の駒です"],
        Illegal::OtherGame => ["不是本棋种的着法", "別のゲームの手です"],
        Illegal::Ko => ["打劫：不能立即回提", "コウはすぐ取り返せません"],
    }
}

impl Lang {
    /// That of three values which is in this language.
    pub(in crate::tui) fn pick<T>(self, [en, zh, ja]: [T; 3]) -> T {
        match self {
            Self::En => en,
            Self::Zh => zh,
            Self::Ja => ja,
        }
    }

    /// What is wrong with a node whose move is illegal.
    pub(in crate::tui) fn illegal(self, rule: Illegal) -> String {
        let fault = MoveError::Illegal(rule);
        self.pick(["illegal: ", "犯规：", "反則："]).to_owned() + &fault.worded(self)
    }

    /// What a warning is about. Details stay in English.
    pub(in crate::tui) fn problem(self, problem: &Problem) -> String {
        match (self, problem) {
            (Self::En, _) | (_, Problem::Other(_)) => problem.to_string(),
            (_, Problem::Illegal(illegal)) => self.illegal_move(illegal),
            (Self::Zh, Problem::Unread { text, .. }) => format!("无法识别的着法：{text}"),
            (Self::Ja, Problem::Unread { text, .. }) => format!("読めない指し手：{text}"),
            (Self::Zh, Problem::Cut(reason)) => format!("文件不完整：{reason}"),
            (Self::Ja, Problem::Cut(reason)) => format!("ファイルが途中で終わっています：{reason}"),
            (Self::Zh, Problem::Encoding(name)) => {
                format!("有些字节不是有效的 {name} 编码，显示为 U+FFFD")
            }
            (Self::Ja, Problem::Encoding(name)) => {
                format!("{name} として正しくないバイトがあり、U+FFFD で表示しています")
            }
            (Self::Zh, Problem::Header { name, detail }) => format!("棋谱信息「{name}」：{detail}"),
            (Self::Ja, Problem::Header { name, detail }) => format!("棋譜情報「{name}」：{detail}"),
            (Self::Zh, Problem::More(count)) => format!("另有 {count} 条警告"),
            (Self::Ja, Problem::More(count)) => format!("ほかに警告 {count} 件"),
        }
    }

    /// A warning about an illegal move.
    fn illegal_move(self, illegal: &IllegalMove) -> String {
        let IllegalMove { number, name, rule } = illegal;
        let fault = MoveError::Illegal(*rule);
        let fault = fault.worded(self);
        match (self, number) {
            (Self::En, _) => illegal.to_string(),
            (Self::Zh, Some(number)) => format!("第{number}着（{name}）犯规：{fault}"),
            (Self::Zh, None) => format!("{name}犯规：{fault}"),
            (Self::Ja, Some(number)) => format!("{number}手目（{name}）反則：{fault}"),
            (Self::Ja, None) => format!("{name} 反則：{fault}"),
        }
    }

    /// The name of a header in a game.
    pub fn header(self, key: Key, game: Game) -> Cow<'static, str> {
        let of_player = |side, what| (player(self, game, side).to_owned() + self.pick(what)).into();
        self.pick(match key {
            Key::Title => ["title", "标题", "表題"],
            Key::Event => ["event", "赛事", "棋戦"],
            Key::Round => ["round", "轮次", "回戦"],
            Key::Date => ["date", "日期", "対局日"],
            Key::Place => ["place", "地点", "場所"],
            Key::Player(side) => return player(self, game, side).into(),
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
    pub(in crate::tui) fn kind(self, kind: &str) -> Option<&'static str> {
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
            Outcome::FirstBetter => (Some(Side::First), [" is better", "优", "優勢"]),
            Outcome::SecondBetter => (Some(Side::Second), [" is better", "优", "優勢"]),
            Outcome::Even => (None, ["even", "均势", "互角"]),
        };
        let side = side.map(|side| player(self, game, side));
        side.unwrap_or_default().to_owned() + self.pick(words)
    }

    /// The heading of a group of keys.
    pub(in crate::tui) fn group(self, group: Group) -> &'static str {
        self.pick(match group {
            Group::Moves => ["Moves", "着法", "手順"],
            Group::Variations => ["Variations", "变着", "変化"],
            Group::Finding => ["Finding", "查找", "検索"],
            Group::Lists => ["Lists", "列表", "一覧"],
            Group::Panes => ["Screen", "画面", "画面"],
            Group::Problems => ["Problems", "习题", "問題"],
            Group::Program => ["Program", "程序", "プログラム"],
        })
    }

    /// Where the keys of an action are active, and what they do, in a few words.
    pub(in crate::tui) fn help(self, action: &Action) -> Cow<'static, str> {
        action.help_in(|texts| self.pick(texts))
    }
}

fn player(lang: Lang, game: Game, side: Side) -> &'static str {
    lang.pick(match (game, side) {
        (Game::Xiangqi, Side::First) => ["red", "红方", "紅"],
        (Game::Xiangqi, Side::Second) => ["black", "黑方", "黒"],
        (Game::Shogi, Side::First) => ["sente", "先手", "先手"],
        (Game::Shogi, Side::Second) => ["gote", "后手", "後手"],
        (Game::Go, Side::First) => ["black", "黑方", "黒"],
        (Game::Go, Side::Second) => ["white", "白方", "白"],
    })
}
