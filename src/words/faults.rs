//! What is wrong with a record, a move or a place.

use std::borrow::Cow;
use std::io::{self, ErrorKind};

use super::{Lang, Worded};
use crate::game::{Illegal, MoveError};
use crate::record::{Doubt, IllegalMove, PlaceError, Problem};

impl Worded for PlaceError {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        lang.say(&self.to_string()).into_owned().into()
    }
}

impl Worded for MoveError {
    fn worded(&self, lang: Lang) -> Cow<'_, str> {
        lang.say(&self.to_string()).into_owned().into()
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
