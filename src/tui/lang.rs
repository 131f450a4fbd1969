//! Every text of the screen in every language. Terms of the games stay in the game's own language, but for terminals that
//! have nothing but ASCII.
//!
//! The texts hold no character of ambiguous width: fullwidth signs in Chinese and Japanese, ASCII elsewhere.

use super::keys::{Action, Binding, Group};
use crate::game::{Game, Side};
use crate::record::{Ending, Key};
pub use crate::settings::Lang;

impl Lang {
    /// The language of a locale such as `ja_JP.UTF-8`.
    pub(super) fn of_locale(locale: &str) -> Self {
        match locale.get(..2) {
            Some("zh") => Self::Zh,
            Some("ja") => Self::Ja,
            _ => Self::En,
        }
    }

    /// One of three texts.
    fn choose(self, texts: [&'static str; 3]) -> &'static str {
        texts[self as usize]
    }
}

/// Makes the enum of texts and its one table. `{}` stands for what is put in.
macro_rules! texts {
    ($($name:ident: $en:literal, $zh:literal, $ja:literal;)*) => {
        /// The texts of the screen.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Text {
            $($name,)*
        }

        impl Text {
            /// The text in each language, in the order of [`Lang`].
            fn all(self) -> [&'static str; 3] {
                match self {
                    $(Self::$name => [$en, $zh, $ja],)*
                }
            }

            #[cfg(test)]
            const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

texts! {
    // Headings of panes.
    Moves: "MOVES", "着法", "指し手";
    Comment: "COMMENT", "注释", "コメント";
    Game: "GAME", "对局", "対局情報";
    Keys: "KEYS", "按键", "キー";
    Branches: "AT MOVE {}: {} BRANCHES", "第{}着：{}个分支", "{}手目：{}つの分岐";
    BranchesShort: "BRANCHES", "分支", "分岐";
    Games: "GAMES", "对局列表", "対局一覧";
    Files: "FILES", "文件列表", "ファイル一覧";
    Marks: "MARKS", "标记", "マーク";
    Messages: "MESSAGES", "消息", "メッセージ";
    Evaluation: "EVALUATION", "形势", "評価値";
    Time: "TIME", "用时", "消費時間";
    Map: "MAP", "变着图", "分岐図";

    // Opening books.
    Book: "BOOK", "开局库", "定跡";
    BookMoveHead: "move", "着法", "指し手";
    BookScore: "score", "分数", "評価";
    BookGames: "games", "局数", "局数";
    BookResults: "W/D/L", "胜/和/负", "勝/分/負";
    BookRate: "rate", "胜率", "勝率";
    BookName: "book", "来源", "ファイル";
    BookNote: "note", "备注", "備考";
    OutOfBook: "~book", "脱谱", "定跡外";
    Indexing: "indexing {}: {}%, {} rows", "正在建立索引 {}：{}%，{}行", "索引を作成中 {}：{}%、{}行";
    Trying: "book: {}", "试走：{}", "検討：{}";
    ToRecord: "({}: back)", "（{}：返回）", "（{}：戻る）";

    // The groups of keys.
    GroupMoves: "Moves", "着法", "手順";
    GroupVariations: "Variations", "变着", "変化";
    GroupFinding: "Finding", "查找", "検索";
    GroupScreen: "Screen", "画面", "画面";
    GroupProblems: "Problems", "习题", "問題";
    GroupProgram: "Program", "程序", "プログラム";

    // What the signs beside moves mean.
    Signs: "Signs beside moves", "着法旁的符号", "指し手の横の印";
    SignSiblings: "the first of three alternatives", "三个分支中的第一个", "三つの分岐の一つ目";
    SignComment: "has a comment", "有注释", "コメントあり";
    SignSame: "the same position stands elsewhere", "别处有相同局面", "同じ局面が他にもある";
    SignNew: "came with the last change of the file", "文件最近更新的着法", "ファイルの更新で増えた手";
    SignWarning: "is not in order; the comment says why", "有问题，见注释", "問題あり（コメント欄参照）";
    SignOutOfBook: "leaves the opening book", "从此脱谱", "ここで定跡を外れる";

    // Moves and variations.
    NoMoves: "no moves", "没有着法", "指し手なし";
    Unreadable: "(unreadable)", "（无法识别）", "（読めない手）";
    MainLine: "main", "主线", "本譜";
    Variation: "var", "变着", "変化";
    More: "{} more", "后续{}着", "後{}手";
    MoreBranches: "{} more", "另有{}个", "他{}手";
    OnVariation: "var {}", "变着{}", "変化{}";
    ToMainline: "({}: main line)", "（{}：回主线）", "（{}：本譜へ）";
    Hidden: "the answer is hidden ({}: show it)", "答案已隐藏（{}：显示）", "答えは非表示（{}で表示）";
    Size: "{} nodes, {} lines", "{}个节点，{}条线", "{}局面 {}手順";
    Check: "check", "将军", "王手";
    MoveNumber: "move {}", "第{}手", "{}手目";
    Captured: "captured {} {}, {} {}", "提子 {}{} {}{}", "アゲハマ {}{} {}{}";

    // The game as a whole.
    File: "file", "文件", "ファイル";
    Format: "format", "格式", "形式";
    TimeLeft: "{} left", "剩余{}", "残り{}";
    Encoding: "encoding", "编码", "文字コード";
    Filter: "filter: {}", "筛选：{}", "絞り込み：{}";
    NoGraph: "neither evaluations nor clocks", "没有形势分和用时", "評価値も消費時間もありません";

    // The last row.
    HintFind: "find", "查找", "検索";
    HintHelp: "help", "帮助", "ヘルプ";
    HintQuit: "quit", "退出", "終了";
    HintOpen: "open", "打开", "開く";
    HintClose: "close", "关闭", "閉じる";
    HintPages: "pages", "换页", "切替";
    Live: "live", "实时", "監視中";
    Polling: "poll", "轮询", "ポーリング";
    Writing: "writing...", "正在写入...", "書き込み中...";
    Incomplete: "incomplete: {}", "不完整：{}", "不完全：{}";
    Gone: "gone", "文件已消失", "ファイルなし";
    Playing: "play {}s", "自动{}秒", "自動{}秒";
    Ended: "ended", "已结束", "終了";
    Paused: "paused", "已暂停跟随", "追従停止";
    PinnedSign: ", pinned", "，已固定", "、固定";
    TooSmall: "too small: 20x8 is needed", "窗口太小，至少要20x8", "画面が小さすぎます（20x8以上）";

    // Messages.
    On: "on", "开", "オン";
    Off: "off", "关", "オフ";
    Warning: "warning: {}", "警告：{}", "警告：{}";
    Warnings: "warning: {} (+{})", "警告：{}（另{}条）", "警告：{}（他{}件）";
    NoEvents: "the file is looked at now and then: {}", "定时查看文件：{}", "ファイルを定期的に確認します：{}";
    TakenBack: "the move was taken back", "该着已被撤回", "その手は取り消されました";
    AnotherGame: "another game is in the file now", "文件中已是另一局", "ファイルは別の対局になりました";
    Changed: "{} moves were taken back or changed", "{}着已被撤回或更改", "{}手が取り消されたか変更されました";
    NewMoves: "{} new moves (. goes there)", "新增{}着（按.前往）", "新しい手{}手（.で移動）";
    NothingNew: "nothing new", "没有新内容", "新しい手はありません";
    Following: "following: {}", "跟随：{}", "追従：{}";
    Pinned: "pinned to this file: {}", "固定此文件：{}", "このファイルに固定：{}";
    NoMoreForks: "no more forks on this line", "本线上没有更多分支", "この手順に分岐はもうありません";
    NoMoreComments: "no more comments on this line", "本线上没有更多注释", "この手順にコメントはもうありません";
    NoMoreGames: "no more games", "没有更多对局", "対局はもうありません";
    NoSwings: "no evaluations on this line", "本线上没有形势分", "この手順に評価値はありません";
    NoBranches: "no branches here", "这里没有分支", "ここに分岐はありません";
    NoTransposition: "no other place with this position", "没有其他相同局面", "同じ局面は他にありません";
    OnMainline: "this is the main line", "已在主线上", "ここは本譜です";
    NoMark: "no mark {}", "没有标记{}", "マーク{}はありません";
    MarkSet: "mark {} set", "已设标记{}", "マーク{}を付けました";
    Searching: "searching for {} (Esc stops)", "正在查找{}（Esc停止）", "{}を検索中（Escで中止）";
    NotFound: "not found: {}", "找不到：{}", "見つかりません：{}";
    Around: "found around the end", "越过结尾后找到", "末尾を越えて見つかりました";
    Unknown: "no such ply, line, move or command: {}", "没有这样的手数、变着、着法或命令：{}",
        "手数・変化・指し手・命令にありません：{}";
    Copied: "copied: {}", "已复制：{}", "コピーしました：{}";
    TooLong: "too long to copy", "太长，无法复制", "長すぎてコピーできません";
    Mouse: "mouse {}", "鼠标：{}", "マウス：{}";
    EndOfLine: "end of the line", "已到本线结尾", "手順の終わりです";
    AnswerHidden: "the answer is hidden", "答案已隐藏", "答えは隠れています";
    ProblemMode: "problem mode {}", "习题模式：{}", "問題モード：{}";
    NoProblems: "not in problem mode", "不在习题模式", "問題モードではありません";
    ManyProblems: "{} problems ({}: one at a time)", "{}道题（{}：逐题练习）", "問題{}題（{}：一題ずつ）";
    NoEditor: "no editor: set EDITOR", "没有编辑器，请设置EDITOR", "エディタがありません。EDITORを設定してください";
    EditorFailed: "the editor failed: {}", "编辑器出错：{}", "エディタの失敗：{}";
    Notation: "notation: {}", "记谱：{}", "表記：{}";
    Coordinates: "coordinates {}", "坐标：{}", "座標：{}";
    CannotOpen: "cannot open {}: {}", "打不开{}：{}", "{}を開けません：{}";
    Opening: "opening {} (Esc stops)", "正在打开{}（Esc停止）", "{}を開いています（Escで中止）";
    BookNotice: "book: {}", "开局库：{}", "定跡：{}";
    BookNotices: "book: {} (+{})", "开局库：{}（另{}条）", "定跡：{}（他{}件）";
    OtherGame: "opening books are for xiangqi", "开局库只用于象棋", "定跡ファイルはシャンチー用です";
    NoBook: "no opening book is open (--book FILE)", "没有打开开局库（--book FILE）", "定跡ファイルが開かれていません（--book FILE）";
    NotInBook: "not in the book", "脱谱", "定跡にありません";
    OneGame: "the file has one game", "文件里只有一局", "このファイルは一局だけです";
}

impl Text {
    /// The text.
    pub(super) fn get(self, lang: Lang) -> &'static str {
        lang.choose(self.all())
    }

    /// The text with words put in, in order.
    pub(super) fn with(self, lang: Lang, words: &[&dyn std::fmt::Display]) -> String {
        let mut parts = self.get(lang).split("{}");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (part, word) in parts.zip(words) {
            text.push_str(&format!("{word}{part}"));
        }
        text
    }
}

/// A player in one character or a word of ASCII, in the game's own language or in ASCII.
pub(super) fn side(game: Game, side: Side, ascii: bool) -> &'static str {
    let [first, second] = match (game, ascii) {
        (Game::Xiangqi, false) => ["紅", "黑"],
        (Game::Shogi, false) => ["先", "後"],
        (Game::Go, false) => ["黒", "白"],
        (Game::Xiangqi, true) => ["R", "B"],
        (Game::Shogi, true) => ["S", "G"],
        (Game::Go, true) => ["B", "W"],
    };
    match side {
        Side::First => first,
        Side::Second => second,
    }
}

/// A player's title before a name.
pub(super) fn player(game: Game, player: Side, ascii: bool) -> &'static str {
    match (game, player, ascii) {
        (Game::Shogi, Side::First, false) => "先手",
        (Game::Shogi, Side::Second, false) => "後手",
        (_, _, false) => side(game, player, false),
        (Game::Xiangqi, Side::First, true) => "Red",
        (Game::Xiangqi, Side::Second, true) | (Game::Go, Side::First, true) => "Black",
        (Game::Shogi, Side::First, true) => "Sente",
        (Game::Shogi, Side::Second, true) => "Gote",
        (Game::Go, Side::Second, true) => "White",
    }
}

/// What a header is called.
pub(super) fn header(key: Key, lang: Lang) -> &'static str {
    lang.choose(match key {
        Key::Title => ["title", "标题", "表題"],
        Key::Event => ["event", "赛事", "棋戦"],
        Key::Round => ["round", "轮次", "回戦"],
        Key::Date => ["date", "日期", "対局日"],
        Key::Place => ["place", "地点", "場所"],
        Key::Red => ["red", "红方", "紅"],
        Key::Black => ["black", "黑方", "黒"],
        Key::White => ["white", "白方", "白"],
        Key::Sente => ["sente", "先手", "先手"],
        Key::Gote => ["gote", "后手", "後手"],
        Key::RedTeam => ["red team", "红方团体", "紅チーム"],
        Key::BlackTeam => ["black team", "黑方团体", "黒チーム"],
        Key::WhiteTeam => ["white team", "白方团体", "白チーム"],
        Key::RedRank => ["red rank", "红方等级", "紅の段位"],
        Key::BlackRank => ["black rank", "黑方等级", "黒の段位"],
        Key::WhiteRank => ["white rank", "白方等级", "白の段位"],
        Key::SenteRank => ["sente rank", "先手等级", "先手の段位"],
        Key::GoteRank => ["gote rank", "后手等级", "後手の段位"],
        Key::RedTime => ["red time", "红方用时", "紅の時間"],
        Key::BlackTime => ["black time", "黑方用时", "黒の時間"],
        Key::TimeControl => ["time control", "时限", "持ち時間"],
        Key::Annotator => ["annotator", "评注", "解説"],
        Key::Author => ["author", "作者", "作成者"],
        Key::Source => ["source", "出处", "出典"],
        Key::Result => ["result", "结果", "結果"],
        Key::Opening => ["opening", "开局", "戦型"],
        Key::Handicap => ["handicap", "让子", "手合割"],
        Key::Komi => ["komi", "贴目", "コミ"],
        Key::Rules => ["rules", "规则", "ルール"],
        Key::Size => ["size", "棋盘", "盤"],
        Key::Kind => ["kind", "类型", "種類"],
        Key::Started => ["started", "开始", "開始日時"],
        Key::Ended => ["ended", "结束", "終了日時"],
        Key::Remark => ["remark", "备注", "備考"],
    })
}

/// How a line ended.
pub(super) fn ending(ending: Ending, lang: Lang) -> &'static str {
    lang.choose(match ending {
        Ending::Resign => ["resigns", "认输", "投了"],
        Ending::Checkmate => ["checkmate", "将死", "詰み"],
        Ending::Stalemate => ["stalemate", "困毙", "合法手なし"],
        Ending::Draw => ["draw", "和棋", "引き分け"],
        Ending::Repetition => ["repetition", "重复局面", "千日手"],
        Ending::Jishogi => ["impasse (jishogi)", "持将棋", "持将棋"],
        Ending::Timeout => ["out of time", "超时", "切れ負け"],
        Ending::IllegalWin => ["wins by a foul", "对方犯规，胜", "反則勝ち"],
        Ending::IllegalLoss => ["loses by a foul", "犯规，负", "反則負け"],
        Ending::Nyugyoku => ["wins by entering", "入玉宣言胜", "入玉勝ち"],
        Ending::DefaultWin => ["wins by default", "不战胜", "不戦勝"],
        Ending::DefaultLoss => ["loses by default", "不战负", "不戦敗"],
        Ending::Abort => ["broken off", "中止", "中断"],
        Ending::Mate => ["mate", "杀", "詰"],
        Ending::NoMate => ["no mate", "无杀", "不詰"],
        Ending::MaxMoves => ["move limit", "达到手数上限", "最大手数"],
    })
}

/// The heading of a group of keys.
pub(super) fn group(group: Group, lang: Lang) -> &'static str {
    let text = match group {
        Group::Moves => Text::GroupMoves,
        Group::Variations => Text::GroupVariations,
        Group::Finding => Text::GroupFinding,
        Group::Panes => Text::GroupScreen,
        Group::Problems => Text::GroupProblems,
        Group::Program => Text::GroupProgram,
    };
    text.get(lang)
}

/// What keys do, in a few words.
pub(super) fn help(binding: &Binding, lang: Lang) -> &'static str {
    let [chinese, japanese] = match binding.action {
        Action::Forward => ["下一着；前面可加次数", "次の手（前に数字で手数）"],
        Action::Back => ["上一着", "前の手"],
        Action::Down => [
            "分支处下一变着，否则下一着",
            "分岐では次の変化、他では次の手",
        ],
        Action::Up => [
            "分支处上一变着，否则上一着",
            "分岐では前の変化、他では前の手",
        ],
        Action::Start => ["本线开头", "手順の最初"],
        Action::End => ["本线结尾；37G到第37着", "手順の最後（37Gで37手目）"],
        Action::PageDown => ["前进十着；焦点窗格翻页", "十手進む（選択中の欄では頁送り）"],
        Action::PageUp => ["后退十着；焦点窗格翻页", "十手戻る（選択中の欄では頁戻し）"],
        Action::NextComment => ["下一条注释", "次のコメント"],
        Action::PreviousComment => ["上一条注释", "前のコメント"],
        Action::Swing => ["下一处形势突变", "次の評価値の大変動"],
        Action::Play => ["自动播放", "自動再生"],
        Action::Faster => ["加快播放", "再生を速く"],
        Action::Slower => ["放慢播放", "再生を遅く"],
        Action::Take => [
            "走入选中的或指定序号的分支",
            "選んだ分岐、または番号の分岐へ",
        ],
        Action::Mainline => ["回到主线", "本譜へ戻る"],
        Action::NextFork => ["下一个分支处", "次の分岐"],
        Action::PreviousFork => ["上一个分支处", "前の分岐"],
        Action::Fold => ["折叠此处变着", "ここの変化を畳む"],
        Action::FoldAll => ["折叠全部变着", "変化をすべて畳む"],
        Action::Transposition => ["其他相同局面", "同じ局面の別の場所"],
        Action::Map => ["变着图", "分岐図"],
        Action::Search => [
            "查找注释、着法和对局信息",
            "コメント・指し手・対局情報を検索",
        ],
        Action::NextHit => ["下一个结果", "次の検索結果"],
        Action::PreviousHit => ["上一个结果", "前の検索結果"],
        Action::Command => [
            "输入手数、着法、变着号（如2.1）或命令",
            "手数、指し手、変化番号（2.1など）、命令",
        ],
        Action::GoToMark => ["到标记或书签：再按字母", "マークかしおりへ（続けて文字）"],
        Action::SetMark => ["设标记：再按字母", "マークを付ける（続けて文字）"],
        Action::NextGame => ["下一局", "次の対局"],
        Action::PreviousGame => ["上一局", "前の対局"],
        Action::Games => [
            "文件或目录的对局，边输入边筛选",
            "ファイルやフォルダの対局一覧（絞り込み可）",
        ],
        Action::NextPane => [
            "焦点移到下一窗格；窄屏换页",
            "次の欄へ（狭い画面では次の頁）",
        ],
        Action::PreviousPane => ["焦点移到上一窗格", "前の欄へ"],
        Action::Zoom => ["只显示焦点窗格", "選択中の欄だけを表示"],
        Action::Flip => ["翻转棋盘", "盤を反転"],
        Action::Coordinates => ["坐标", "座標"],
        Action::Notation => ["更换记谱法", "表記を変える"],
        Action::Book => ["开局库：选中或关闭", "定跡：選択・閉じる"],
        Action::BookMove => [
            "试走选中的开局库着法；m或Esc返回",
            "定跡の手を試す（mかEscで戻る）",
        ],
        Action::Info => ["对局信息", "対局情報"],
        Action::Graph => ["形势与用时曲线", "評価値と消費時間のグラフ"],
        Action::Messages => ["此前的消息", "これまでのメッセージ"],
        Action::Problems => ["习题模式：隐藏答案", "問題モード（答えを隠す）"],
        Action::Answer => ["显示答案", "答えを表示"],
        Action::CopyPosition => ["复制局面：FEN、SFEN或SGF", "局面をコピー（FEN、SFEN、SGF）"],
        Action::CopyLine => ["复制到此为止的着法", "ここまでの手順をコピー"],
        Action::CopyPlace => ["复制文件名和手数", "ファイル名と手数をコピー"],
        Action::Edit => ["用$EDITOR打开文件到此着", "$EDITORでこの手を開く"],
        Action::Mouse => ["鼠标开关", "マウスのオン・オフ"],
        Action::Follow => ["跟随最新着法，或停下", "最新手を追う・止める"],
        Action::Newest => ["前往最新内容", "最新の内容へ"],
        Action::Pin => [
            "目录中：固定此文件，或跟随最新",
            "フォルダで：このファイルに固定・最新を追う",
        ],
        Action::Reload => ["重新读取文件", "ファイルを読み直す"],
        Action::Redraw => ["重画屏幕", "画面を描き直す"],
        Action::Suspend => ["挂起", "一時停止"],
        Action::Help => ["本帮助", "このヘルプ"],
        Action::Cancel => [
            "关闭帮助，取消输入；不会退出",
            "ヘルプを閉じる、入力を取り消す（終了しない）",
        ],
        Action::Quit => ["退出", "終了"],
    };
    lang.choose([binding.help, chinese, japanese])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::columns;
    use crate::tui::keys::KEYS;

    const LANGS: [Lang; 3] = [Lang::En, Lang::Zh, Lang::Ja];

    /// Every text of the table in every language, with its places counted.
    fn table() -> impl Iterator<Item = (Text, [&'static str; 3])> {
        Text::ALL.iter().map(|text| (*text, text.all()))
    }

    #[test]
    fn every_text_is_there_in_every_language_with_the_same_places() {
        for (text, translations) in table() {
            let places = |text: &str| text.matches("{}").count();
            for translation in translations {
                assert!(!translation.trim().is_empty(), "{text:?}");
                assert_eq!(places(translation), places(translations[0]), "{text:?}");
            }
        }
        for binding in KEYS {
            for lang in LANGS {
                assert!(!help(binding, lang).is_empty(), "{:?}", binding.action);
            }
        }
    }

    #[test]
    fn no_text_holds_a_character_of_ambiguous_width() {
        let keys = LANGS
            .iter()
            .flat_map(|lang| KEYS.iter().map(|key| help(key, *lang)));
        for text in table().flat_map(|(_, texts)| texts).chain(keys) {
            assert_eq!(columns(text, true), columns(text, false), "{text}");
        }
    }

    #[test]
    fn english_is_ascii() {
        let keys = KEYS.iter().map(|key| help(key, Lang::En));
        for text in table().map(|(_, texts)| texts[0]).chain(keys) {
            assert!(text.is_ascii(), "{text}");
        }
    }

    #[test]
    fn words_are_put_in_in_order() {
        let words: [&dyn std::fmt::Display; 2] = [&3, &2];
        assert_eq!(
            Text::Branches.with(Lang::En, &words),
            "AT MOVE 3: 2 BRANCHES"
        );
        assert_eq!(Text::Branches.with(Lang::Ja, &words), "3手目：2つの分岐");
    }
}
