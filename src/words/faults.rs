//! What is wrong with a record, a move or a place.

use std::borrow::Cow;
use std::io::{self, ErrorKind};

use super::{Lang, Worded};
use crate::game::{Illegal, MoveError};
use crate::record::{Doubt, IllegalMove, Letter, PlaceError, Problem};

impl Worded for PlaceError {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        let words = match self {
            Self::NoPly { ply, last } => [
                format!("没有第{ply}着：本线到第{last}着为止"),
                format!("{ply}手目はありません（この手順は{last}手目まで）"),
            ],
            Self::NoBranch { branch, ply, count } => [
                format!("第{ply}着没有第{branch}个分支，共{count}个"),
                format!("{ply}手目に分岐{branch}はありません（全{count}個）"),
            ],
            Self::NoOwnLine { ply, letter } => {
                let name = Letter(*letter);
                [
                    format!("第{ply}着没有自己添加的变化{name}"),
                    format!("{ply}手目に自分の手順{name}はありません"),
                ]
            }
            Self::Syntax => [
                "位置写作 12、3.2-12 或 3.2-end".to_owned(),
                "位置は 12、3.2-12、3.2-end のように書きます".to_owned(),
            ],
            Self::Branch => [
                "分支从2起编号：分支1就是本线".to_owned(),
                "分岐の番号は2からです（分岐1はその手順自身）".to_owned(),
            ],
            Self::Order(later, earlier) => [
                format!("位置中的着数须递增：{earlier}之后不能是{later}"),
                format!("位置の手数は増えていきます（{earlier}の次に{later}は書けません）"),
            ],
        };
        let [zh, ja] = words;
        lang.pick([self.to_string(), zh, ja]).into()
    }
}

/// Why a move cannot be played.
impl Worded for MoveError {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        let [zh, ja] = match self {
            Self::Ambiguous(count) => {
                [format!("有{count}个棋子可以这样走"), format!("{count}枚の駒が動けます")]
            }
            Self::Unreadable => ["不是着法", "指し手ではありません"].map(str::to_owned),
            Self::NoPiece => ["没有能这样走的棋子", "そう動ける駒がありません"].map(str::to_owned),
            Self::Illegal(illegal) => reason(*illegal).map(str::to_owned),
        };
        lang.pick([self.to_string(), zh, ja]).into()
    }
}

fn reason(illegal: Illegal) -> [&'static str; 2] {
    match illegal {
        Illegal::OffBoard => ["出了棋盘", "盤の外です"],
        Illegal::EmptySquare => ["起点没有棋子", "移動元に駒がありません"],
        Illegal::WrongSide => ["不是己方棋子", "相手の駒です"],
        Illegal::Occupied => ["落点已有棋子", "移動先が塞がっています"],
        Illegal::Unreachable => ["棋子不能这样走", "その駒はそこへ動けません"],
        Illegal::HorseLeg => ["蹩马腿", "馬の足が塞がれています"],
        Illegal::ElephantEye => ["塞象眼", "象の目が塞がれています"],
        Illegal::River => ["象（相）不能过河", "象は河を渡れません"],
        Illegal::Palace => ["不能走出九宫", "九宮の外へは出られません"],
        Illegal::SelfCheck => ["走后己方被将军", "王手放置です"],
        Illegal::FacingGenerals => ["走后将帅照面", "王が向かい合います"],
        Illegal::TakesKing => ["不能吃掉将帅", "玉は取れません"],
        Illegal::NotInHand => ["持驹中没有此棋子", "その駒は持駒にありません"],
        Illegal::Nifu => ["二步", "二歩です"],
        Illegal::PawnDropMate => ["打步诘", "打ち歩詰めです"],
        Illegal::DeadPiece => ["走后无处可走", "行き所のない駒です"],
        Illegal::BadPromotion => ["此处不能升变", "成れません"],
        Illegal::OtherPiece => ["起点是另一种棋子", "移動元にあるのは別の駒です"],
        Illegal::OtherGame => ["不是本棋种的着法", "別の種類の対局の手です"],
        Illegal::Ko => ["打劫：不能立即回提", "コウはすぐ取り返せません"],
    }
}

impl Lang {
    /// Why a file cannot be read or written, if it is a usual reason.
    pub fn io_fault(self, error: &io::Error) -> Option<&'static str> {
        Some(self.pick(match error.kind() {
            ErrorKind::NotFound => ["no such file", "没有此文件", "ファイルがありません"],
            ErrorKind::PermissionDenied => ["permission denied", "没有权限", "権限がありません"],
            ErrorKind::StorageFull => ["no space left", "磁盘已满", "空き容量がありません"],
            ErrorKind::ReadOnlyFilesystem => {
                ["read-only file system", "文件系统只读", "読み取り専用のファイルシステムです"]
            }
            ErrorKind::FileTooLarge => {
                ["too large for a record", "文件过大，不是棋谱", "棋譜として大きすぎます"]
            }
            _ => return None,
        }))
    }

    /// What is wrong with a node whose move is illegal.
    pub fn illegal(self, rule: Illegal) -> String {
        let fault = MoveError::Illegal(rule);
        self.pick(["illegal: ", "犯规：", "反則："]).to_owned() + &fault.worded(self)
    }

    /// What a warning is about. Details stay in English.
    pub fn problem(self, problem: &Problem) -> String {
        match (self, problem) {
            (Self::En, _) | (_, Problem::Other(_) | Problem::Unreadable(_)) => problem.to_string(),
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
            (_, Problem::Doubtful { text, doubt }) => self.doubtful(text, *doubt),
            (Self::Zh, Problem::More(count)) => format!("另有 {count} 条警告"),
            (Self::Ja, Problem::More(count)) => format!("ほかに警告 {count} 件"),
        }
    }

    /// A warning about words that can be read in another way.
    fn doubtful(self, text: &str, doubt: Doubt) -> String {
        let [zh, ja] = match doubt {
            Doubt::Played => {
                ["也许只是提到，这里当作着法", "は指し手か、触れただけか：指し手として読みました"]
            }
            Doubt::Named => {
                ["也许是着法，这里当作注释", "は指し手か、触れただけか：コメントとして残しました"]
            }
            Doubt::Unfit => {
                ["在此处走不通，当作注释", "はここでは指せません：コメントとして残しました"]
            }
            Doubt::Place => ["：是变化，还是新的回合？", "：変化でしょうか、次の手でしょうか"],
        };
        format!("{text:?}") + self.pick([&doubt.to_string(), zh, ja])
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
}
