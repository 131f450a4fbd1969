//! What is wrong with a record.

use super::Lang;
use crate::record::Problem;

impl Lang {
    /// What a warning is about. Details stay in English.
    pub fn problem(self, problem: &Problem) -> String {
        match (self, problem) {
            (Self::En, _) | (_, Problem::Other(_) | Problem::Unreadable(_)) => problem.to_string(),
            (Self::Zh, Problem::Unread { text, .. }) => format!("无法识别的着法：{text}"),
            (Self::Ja, Problem::Unread { text, .. }) => format!("読めない指し手：{text}"),
            (Self::Zh, Problem::Cut(reason)) => format!("文件不完整：{reason}"),
            (Self::Ja, Problem::Cut(reason)) => format!("ファイルが途中で終わっています：{reason}"),
            (Self::Zh, Problem::Header { name, detail }) => format!("棋谱信息「{name}」：{detail}"),
            (Self::Ja, Problem::Header { name, detail }) => format!("棋譜情報「{name}」：{detail}"),
            (_, problem) => self.say(&problem.to_string()).into_owned(),
        }
    }
}
