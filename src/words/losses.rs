//! What a format cannot hold.

use super::{Lang, Worded};
use crate::format::{Example, LossKind, Losses, count};
use crate::text::joined;

impl Lang {
    /// The losses, each with its examples: `12 clocks (first: move 3), 2 headers (komi, round)`.
    pub fn losses_with_examples(self, losses: &Losses) -> String {
        match self {
            Self::En => format!("{losses:#}"),
            _ => self.listed(losses, true),
        }
    }

    fn listed(self, losses: &Losses, with_first: bool) -> String {
        let items = losses.kinds().map(|(kind, loss)| {
            let count = self.loss(kind, loss.count);
            match &loss.examples[..] {
                [_, ..] if kind.is_named() => format!("{count}（{}）", loss.names()),
                [first, ..] if with_first => {
                    let is_first = self.pick(["first: ", "首处：", "最初："]);
                    format!("{count}（{is_first}{}）", first.worded(self))
                }
                _ => count,
            }
        });
        joined(items, "、")
    }

    /// A number of losses of a kind.
    fn loss(self, kind: LossKind, number: usize) -> String {
        let [zh, ja] = match kind {
            LossKind::Bookmark => ["{}个书签", "しおり{}個"],
            LossKind::Clock => ["{}处用时", "消費時間{}件"],
            LossKind::Remaining => ["{}处剩余时间", "残り時間{}件"],
            LossKind::Eval => ["{}个评分", "評価値{}件"],
            LossKind::Glyph => ["{}个评注符号", "記号{}個"],
            LossKind::Mark => ["{}个标记", "印{}個"],
            LossKind::Setup => ["{}处摆子", "配置{}件"],
            LossKind::Ending => ["{}个终局", "終局{}件"],
            LossKind::Result => ["{}个变化的结果", "手順の結果{}件"],
            LossKind::Summary => ["{}条总结", "まとめ{}件"],
            LossKind::Remark => ["{}条附注", "注記{}件"],
            LossKind::Property => ["{}个属性", "プロパティ{}個"],
            LossKind::Header => ["{}项对局信息", "対局情報{}件"],
            LossKind::ShortHeader => ["{}项截短的对局信息", "短縮した対局情報{}件"],
            LossKind::HeaderBreak => ["对局信息中{}处换行", "対局情報の改行{}件"],
            LossKind::UnreadableMove => ["{}个无法识别的着法", "読めない手{}手"],
            LossKind::UnreadableGame => ["无法读取的{}局", "読めない対局{}局"],
            LossKind::PartOfSecond => ["{}处不足一秒的时间", "1秒未満の時間{}件"],
            LossKind::FirstNumber => ["{}个起始着数", "開始手数{}件"],
            LossKind::Bottom => ["{}处棋盘朝向", "盤の向き{}件"],
            LossKind::Turn => ["{}处轮走方", "手番{}件"],
            LossKind::Start => ["{}个初始局面", "開始局面{}件"],
            LossKind::OuterBlank => ["{}处注释首尾的空白", "コメント前後の空白{}件"],
            LossKind::ClosingBrace => ["注释中{}个右花括号", "コメントの閉じ括弧{}個"],
            LossKind::HashInText => ["文本中{}个#", "文中の#{}個"],
            LossKind::Widened => ["{}个改变宽度的字符", "幅を変えた文字{}字"],
            LossKind::Unmappable => ["{}个编码中没有的字符", "文字コードにない文字{}字"],
            LossKind::Zero => ["{}个零字符", "ヌル文字{}字"],
            LossKind::Game => ["{}局", "{}局"],
            LossKind::Move => ["{}着", "{}手"],
            LossKind::Variation => ["{}条变化", "変化{}個"],
            LossKind::Comment => ["{}条注释", "コメント{}件"],
            LossKind::Big5 => ["{}处可能被误认为Big5的文本", "Big5と誤認されうる文{}件"],
        };
        let [zh, ja] = [zh, ja].map(|text| text.replace("{}", &number.to_string()));
        self.pick([count(number, kind.noun()), zh, ja])
    }
}

impl Worded for Losses {
    fn worded(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            _ => lang.listed(self, false),
        }
    }
}

impl Worded for Example {
    fn worded(&self, lang: Lang) -> String {
        let Self::At { ply, on_mainline, text } = self else { return self.to_string() };
        let text = text.as_ref().map_or_else(String::new, |text| format!("{text:?}"));
        match (lang, ply, on_mainline) {
            (Lang::En, ..) => self.to_string(),
            (Lang::Zh, 0, _) => format!("开始局面{text}"),
            (Lang::Ja, 0, _) => format!("開始局面{text}"),
            (Lang::Zh, _, true) => format!("第{ply}着{text}"),
            (Lang::Ja, _, true) => format!("{ply}手目{text}"),
            (Lang::Zh, _, false) => format!("变化中第{ply}着{text}"),
            (Lang::Ja, _, false) => format!("変化の{ply}手目{text}"),
        }
    }
}
