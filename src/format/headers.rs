//! The names of headers in each format, and their values: one table for readers and writers.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::pass::Pass;
#[cfg(feature = "tui")]
use crate::game::Game;
use crate::game::Side::{First, Second};
use crate::record::{Header, Headers, Key, Outcome, Record};
use crate::text::folded;
use crate::text::scan::is_space;
use crate::text::xml::unescape_url;

/// Vocabularies for header names. Formats with the same names share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dialect {
    Sgf,
    /// SGF properties with other meanings, in a root without `;` as the Nihon Ki-in and Sina write it.
    BareSgf,
    Gib,
    Ugf,
    /// The lines of the NGF header, which are unnamed in the file.
    Ngf,
    /// The keys of KIF, KI2 and JKF.
    Kif,
    /// CSA statements. All but `N+` and `N-` are preceded by `$`.
    Csa,
    /// PGN tags, in any case: those of the xqbase standard, and others in use.
    Pgn,
    /// DhtmlXQ tags, as written by the site's editor.
    DhtmlXq,
    /// WXF keywords, in any case.
    Wxf,
    /// XQF fields, as named by its author.
    Xqf,
    /// CBF elements, also used for the fields of CBR and CBL.
    CcBridge,
    /// The fields of the text manual, as named in its README.
    Manual,
    /// The fields of CHN, which are unnamed in the file.
    Chn,
    /// The strings of MXQ, which are unnamed in the file.
    Mxq,
    Pfc,
    /// PSN tags, in any case.
    Psn,
    /// PSN tags of programs for chess and shogi, where White moves first.
    ChessPsn,
    /// The fields of WGS, which are unnamed in the file.
    Wgs,
    Ogs,
    /// The words before the colon in lines above moves written as text.
    Text,
}

use Dialect::{
    BareSgf, CcBridge, ChessPsn, Chn, Csa, DhtmlXq, Gib, Kif, Manual, Mxq, Ngf, Ogs, Pfc, Pgn, Psn,
    Sgf, Text, Ugf, Wgs, Wxf, Xqf,
};

/// The names of a header, or the words of a value, in each vocabulary.
type Names = &'static [(Dialect, &'static str)];

/// A header with its names, separated by blanks. The first name is the one written.
type HeaderRow = (Key, Names);

/// The headers, in the order they are written.
#[rustfmt::skip]
const TABLE: &[HeaderRow] = &[
    (Key::Event, &[
        (Sgf, "EV"), (BareSgf, "TE"), (Ngf, "event"), (Kif, "棋戦"), (Csa, "EVENT"), (Pgn, "Event"), (DhtmlXq, "event"),
        (Wxf, "EVENT"), (Xqf, "比赛名称"), (CcBridge, "Contest"), (Text, "赛事 賽事 比赛 比賽 赛事名称 Event"), (Psn, "Event"),
        (ChessPsn, "Event"),
    ]),
    (Key::Round, &[
        (Sgf, "RO"), (Pgn, "Round"), (DhtmlXq, "round"), (Wxf, "ROUND"), (CcBridge, "Round"), (Text, "轮次 輪次 Round"),
        (Psn, "Round"), (ChessPsn, "Round"),
    ]),
    (Key::Date, &[
        (Sgf, "DT"), (BareSgf, "RD"), (Gib, "GAMEDATE"), (Ugf, "Date"), (Ngf, "date"), (Kif, "対局日"), (Pgn, "Date"),
        (DhtmlXq, "date"), (Wxf, "DATE"), (Xqf, "比赛日期"), (CcBridge, "Date"), (Manual, "比赛日期"), (Text, "日期 时间 時間 Date"),
        (Chn, "time"), (Mxq, "date"), (Psn, "Date"), (ChessPsn, "Date"),
    ]),
    (Key::Place, &[
        (Sgf, "PC"), (Gib, "GAMEPLACE"), (Ugf, "Place"), (Ngf, "site"), (Kif, "場所"), (Csa, "SITE"), (Pgn, "Site"),
        (DhtmlXq, "place"), (Wxf, "SITE"), (Xqf, "比赛地点"), (CcBridge, "Site"), (Text, "地点 地點 Site"), (Mxq, "site"),
        (Psn, "Site"), (ChessPsn, "Site"),
    ]),
    (Key::Team(First), &[
        (Sgf, "BT"), (Pgn, "RedTeam WhiteTeam"), (DhtmlXq, "redteam"), (CcBridge, "RedTeam"), (Manual, "红方队伍"),
        (Text, "红方团体 紅方團體"),
    ]),
    (Key::Player(First), &[
        (Sgf, "PB"), (Gib, "GAMEBLACKNAME"), (Ugf, "PlayerB"), (Ngf, "black"), (Kif, "先手 下手"), (Csa, "N+"),
        (Pgn, "Red White"), (DhtmlXq, "red redname"), (Wxf, "RED"), (Xqf, "红方棋手"), (CcBridge, "Red"),
        (Manual, "红方"), (Text, "红方 紅方 红 紅 先手 先手方 Red Đỏ"), (Chn, "red"), (Psn, "Sente Black"),
        (ChessPsn, "Sente White"), (Wgs, "黑方"), (Ogs, "black"),
    ]),
    (Key::Rank(First), &[
        (Sgf, "BR"), (Kif, "先手段位"), (Pgn, "RedElo WhiteElo RedTitle"), (DhtmlXq, "redlevel redrating"),
        (CcBridge, "RedRating"), (Text, "红方等级分 红方等级"), (Mxq, "red_rating"), (Psn, "BlackElo Black_grade"),
        (ChessPsn, "WhiteElo White_grade"),
    ]),
    (Key::Team(Second), &[
        (Sgf, "WT"), (Pgn, "BlackTeam"), (DhtmlXq, "blackteam"), (CcBridge, "BlackTeam"), (Manual, "黑方队伍"),
        (Text, "黑方团体 黑方團體"),
    ]),
    (Key::Player(Second), &[
        (Sgf, "PW"), (Gib, "GAMEWHITENAME"), (Ugf, "PlayerW"), (Ngf, "white"), (Kif, "後手 上手"), (Csa, "N-"),
        (Pgn, "Black"), (DhtmlXq, "black blackname"), (Wxf, "BLACK"), (Xqf, "黑方棋手"),
        (CcBridge, "Black"), (Manual, "黑方"), (Text, "黑方 黑 黒方 黒 后手 後手 后手方 後手方 Black Đen"), (Chn, "black"),
        (Psn, "Gote White"), (ChessPsn, "Gote Black"), (Wgs, "白方"), (Ogs, "white"),
    ]),
    (Key::Rank(Second), &[
        (Sgf, "WR"), (Kif, "後手段位"), (Pgn, "BlackElo BlackTitle"), (DhtmlXq, "blacklevel blackrating"),
        (CcBridge, "BlackRating"), (Text, "黑方等级分 黑方等级"), (Mxq, "black_rating"), (Psn, "WhiteElo White_grade"),
        (ChessPsn, "BlackElo Black_grade"),
    ]),
    (Key::Time(First), &[(Pgn, "RedTime"), (DhtmlXq, "redtime"), (Xqf, "红方用时"), (CcBridge, "RedTime"), (Text, "红方用时")]),
    (Key::Time(Second), &[
        (Pgn, "BlackTime"), (DhtmlXq, "blacktime"), (Xqf, "黑方用时"), (CcBridge, "BlackTime"), (Text, "黑方用时"),
    ]),
    (Key::TimeControl, &[
        (Sgf, "OT TM"), (Ngf, "minutes"), (Kif, "持ち時間"), (Csa, "TIME_LIMIT TIME"), (Pgn, "TimeControl"),
        (DhtmlXq, "timerule"), (Wxf, "TIME"), (Xqf, "用时规则"), (CcBridge, "TimeRule"), (Text, "记时规则 计时规则 用时规则"),
        (Psn, "TimeControl"), (ChessPsn, "TimeControl"),
    ]),
    (Key::Handicap, &[
        (Sgf, "HA"), (Ngf, "handicap"), (Kif, "手合割"), (Pgn, "Handicap"), (DhtmlXq, "handicap"), (Ogs, "handicap"),
    ]),
    (Key::Komi, &[(Sgf, "KM"), (BareSgf, "KO"), (Ngf, "komi"), (Wgs, "贴目"), (Ogs, "komi")]),
    (Key::Rules, &[(Sgf, "RU"), (Ugf, "Rule"), (Pgn, "Rules"), (DhtmlXq, "rules"), (Ogs, "rules")]),
    (Key::Size, &[(Sgf, "SZ"), (Ugf, "Size"), (Ngf, "size")]),
    (Key::Result, &[
        (Sgf, "RE"), (Gib, "GAMERESULT"), (Ugf, "Winner"), (Ngf, "result"), (Pgn, "Result Win"), (DhtmlXq, "result"),
        (Wxf, "RESULT"), (Xqf, "棋局的结果"), (CcBridge, "RecordResult"), (Manual, "结果"), (Text, "结果 結果 Result"),
        (Pfc, "win"), (Psn, "Result"), (ChessPsn, "Result"),
    ]),
    (Key::Title, &[
        (Sgf, "GN"), (Gib, "GAMENAME"), (Ugf, "Title"), (Kif, "表題 作品名"), (Pgn, "Title TitleA"), (DhtmlXq, "title"),
        (Wxf, "GAME"), (Xqf, "标题"), (CcBridge, "Name"), (Manual, "对局名称"), (Text, "标题 標題 局名 棋局"), (Chn, "title"),
        (Ogs, "game_name"),
    ]),
    (Key::Opening, &[
        (Sgf, "ON"), (Kif, "戦型"), (Csa, "OPENING"), (Pgn, "Opening"), (DhtmlXq, "open"), (Text, "布局 开局 開局 Opening"),
    ]),
    (Key::Annotator, &[
        (Sgf, "AN"), (Kif, "解説"), (Pgn, "Annotator RMKWriter Writer"), (DhtmlXq, "remark"), (Xqf, "棋谱讲评人"),
        (CcBridge, "Commentator"), (Text, "评注 评论 注解 棋评"),
    ]),
    (Key::Author, &[
        (Sgf, "US"), (Kif, "作者"), (Pgn, "Author"), (DhtmlXq, "author"), (Xqf, "文件作者"), (CcBridge, "Creator"),
        (Text, "作者"),
    ]),
    (Key::Source, &[
        (Sgf, "SO"), (Kif, "掲載 出典 発表誌"), (Pgn, "Source"), (DhtmlXq, "refer"), (CcBridge, "From"), (Text, "来源网站 来源 出处"),
    ]),
    (Key::Kind, &[
        (Pgn, "PlayType Type"), (DhtmlXq, "type"), (Xqf, "棋局的类型"), (CcBridge, "RecordType"), (Manual, "棋谱类型"),
        (Text, "棋局类型 棋局類型"),
    ]),
    (Key::Started, &[(Kif, "開始日時"), (Csa, "START_TIME"), (Pgn, "Started"), (DhtmlXq, "started")]),
    (Key::Ended, &[(Kif, "終了日時"), (Csa, "END_TIME"), (Pgn, "Ended"), (DhtmlXq, "ended")]),
    (Key::Remark, &[
        (Sgf, "GC"), (Gib, "GAMECOMMENT"), (Ugf, "Comment"), (Kif, "備考"), (Csa, "NOTE"), (Pgn, "Remark"),
        (DhtmlXq, "other"), (CcBridge, "Remark"),
    ]),
];

/// A value that dapu has a word for: the header, the word, the words of each vocabulary that has its own, and all
/// xiangqi words for it, in halfwidth and lower case.
type ValueRow = (Key, &'static str, Names, &'static str);

#[rustfmt::skip]
const WORDS: &[ValueRow] = &[
    (Key::Result, "1-0", &[(DhtmlXq, "红胜"), (Manual, "红先胜")], "1-0 w red redwins red_wins redwon"),
    (Key::Result, "0-1", &[(DhtmlXq, "黑胜"), (Manual, "红先负")], "0-1 l black blackwins black_wins blackwon"),
    (
        Key::Result, "1/2-1/2", &[(DhtmlXq, "和棋"), (Manual, "红先和")],
        "1/2-1/2 1/2 ½-½ 0.5-0.5 和 和棋 和局 平局 议和 作和 双方议和 双方同意和棋 双方同意作和 双方作和 握手言和 双方言和 d draw",
    ),
    (Key::Result, "*", &[(DhtmlXq, "未知"), (Manual, "")], "* 未知 未完 不详 ? unknown"),
    (Key::Kind, "game", &[(DhtmlXq, "全局"), (Manual, "全局谱")], "全局 实战全局 全局谱"),
    (Key::Kind, "opening", &[(DhtmlXq, "布局"), (Manual, "布局谱")], "布局 开局 布局谱"),
    (Key::Kind, "middlegame", &[(DhtmlXq, "中局"), (Manual, "中局谱")], "中局 中局谱"),
    (Key::Kind, "endgame", &[(DhtmlXq, "残局"), (Manual, "残局谱")], "残局 排局 残局谱"),
];

/// The header with a name as in JSON.
#[cfg(feature = "tui")]
pub(crate) fn key_named(name: &str, game: Game) -> Option<Key> {
    TABLE.iter().map(|(key, _)| *key).find(|key| key.name(game) == name)
}

/// All names of each vocabulary, for fast lookup: a library of 58,000 games looks up every tag of every game.
static NAMES: LazyLock<BTreeMap<Dialect, Vec<(Key, &str)>>> = LazyLock::new(|| {
    let mut names: BTreeMap<Dialect, Vec<_>> = BTreeMap::new();
    for (key, dialects) in TABLE {
        for (dialect, own) in *dialects {
            let names = names.entry(*dialect).or_default();
            names.extend(own.split(' ').map(|name| (*key, name)));
        }
    }
    names
});

/// The xiangqi words for results: any word among the moves may be one.
static VALUES: LazyLock<BTreeMap<(Key, &str), &str>> = LazyLock::new(|| {
    let words = WORDS.iter().flat_map(|(key, value, _, words)| {
        let words = words.split(' ');
        words.map(move |word| ((*key, word), *value))
    });
    words.collect()
});

/// The result that the words of a xiangqi record name; `None` if it is none that is known.
pub(crate) fn outcome(text: &str) -> Option<Outcome> {
    let words: String = text.split_whitespace().collect();
    let words = folded(&words);
    let bare = words.trim_end_matches(['。', '!', '.']);
    let word = without_brackets(bare).unwrap_or(bare);
    let word = word.strip_prefix("结果:").unwrap_or(word);
    match VALUES.get(&(Key::Result, word)) {
        Some(code) => Outcome::by_name(code),
        None => verdict(word),
    }
}

/// A text that is in brackets, without them.
fn without_brackets(text: &str) -> Option<&str> {
    let mut pairs = [('(', ')'), ('[', ']'), ('【', '】')].into_iter();
    pairs.find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
}

/// The fate of a side: `红先胜`, `黑方认负`.
fn verdict(word: &str) -> Option<Outcome> {
    let mut characters = word.chars();
    let (wins, loses) = match characters.next()? {
        '红' | '先' => (Outcome::FirstWins, Outcome::SecondWins),
        '黑' | '后' => (Outcome::SecondWins, Outcome::FirstWins),
        _ => return None,
    };
    let fate = characters.as_str();
    match fate.strip_prefix(['方', '先', '手']).unwrap_or(fate) {
        "胜" | "胜利" | "获胜" | "赢" => Some(wins),
        "负" | "败" | "认负" | "认输" | "投子" | "投子认负" | "投子认输" | "投降" | "超时"
        | "超时负" | "超时判负" | "判负" => Some(loses),
        "和" | "和棋" => Some(Outcome::Draw),
        _ => None,
    }
}

impl Dialect {
    fn all_names(self) -> &'static [(Key, &'static str)] {
        NAMES.get(&self).map_or(&[], Vec::as_slice)
    }

    /// The known headers that the format has a name for, each with the name that is written, in the order of writing.
    pub(super) fn names(self) -> impl Iterator<Item = (Key, &'static str)> {
        let same = self.all_names().chunk_by(|one, other| one.0 == other.0);
        same.filter_map(|names| names.first().copied())
    }

    /// The name under which a known header is written.
    pub(super) fn name(self, key: Key) -> Option<&'static str> {
        let mut names = self.names();
        names.find(|(known, _)| *known == key).map(|(_, name)| name)
    }

    /// The meaning of a name in the format, and its usual spelling.
    fn find(self, name: &str) -> Option<(Key, &'static str)> {
        let ignores_case = matches!(self, Pgn | Wxf | Psn | ChessPsn);
        let mut names = self.all_names().iter().copied();
        names.find(|(_, known)| match ignores_case {
            true => known.eq_ignore_ascii_case(name),
            false => *known == name,
        })
    }

    /// The header that a name of the format stands for.
    pub(super) fn key(self, name: &str) -> Option<Key> {
        // Tags may have the names that headers have in Chinese: `[红方 "…"]`.
        let own = if self == Pgn && !name.is_ascii() { Text } else { self };
        own.find(name).map(|(key, _)| key)
    }

    /// Keeps a header as the file spells it, with its meaning.
    pub(super) fn keep(self, headers: &mut Headers, name: &str, raw: &str) {
        match self.key(name) {
            _ if raw.trim().is_empty() => headers.push_raw(name, raw),
            Some(key) => self.keep_as(key, headers, name, raw),
            None => headers.push_unknown(name, raw),
        }
    }

    /// Keeps a header that means this, whatever its name says.
    pub(super) fn keep_as(self, key: Key, headers: &mut Headers, name: &str, raw: &str) {
        match self.value(key, raw) {
            Some(value) => headers.push(key, name, raw, &value),
            None => headers.push_unknown(name, raw),
        }
    }

    /// The value of a known header that a word of the format stands for; `None` for an unknown word.
    fn value(self, key: Key, raw: &str) -> Option<Cow<'_, str>> {
        let text = raw.trim();
        let is_made_of = |signs: &[char]| text.chars().all(|sign| signs.contains(&sign));
        Some(match (self, key) {
            (Ogs, Key::Komi | Key::Handicap) => text.trim_end_matches(".0").into(),
            (Psn | ChessPsn, _) if is_made_of(&['?', '.', ' ', '*']) => "".into(),
            (Sgf | BareSgf | Gib | Ugf | Ngf | Wgs | Ogs | Psn | ChessPsn, _) => text.into(),
            // KIF relay files, and CSA itself, write a line end as `\n`.
            (Kif | Csa, _) => text.replace("\\n", "\n").into(),
            (_, Key::Result) => outcome(text)?.name().into(),
            (_, Key::Kind) => {
                let word = folded(text);
                VALUES.get(&(key, &*word)).copied().unwrap_or(text).into()
            }
            (Pgn, _) if is_made_of(&['?', '.', ' ']) => "".into(),
            (DhtmlXq, Key::Date) if is_made_of(&['0', '-']) => "".into(),
            (DhtmlXq, Key::Source) => unescape_url(text).into(),
            _ => text.into(),
        })
    }

    /// The spelling of a known header's value in the format.
    pub(super) fn word(self, key: Key, value: &str) -> &str {
        let mut words = WORDS.iter();
        let word = words.find(|word| (word.0, word.1) == (key, value));
        let own = word.and_then(|word| word.2.iter().find(|(dialect, _)| *dialect == self));
        own.map_or(value, |(_, word)| word)
    }

    /// The headers of a record as the format has them: those that come from a file of the format as they were there and
    /// in its order, then what else is known. What is not accepted is left out.
    pub(super) fn headers<'r>(
        self,
        record: &'r Record,
        pass: &mut Pass<'_>,
        accept: impl Fn(&WrittenHeader<'_>) -> bool,
    ) -> Vec<WrittenHeader<'r>> {
        let headers = &record.headers;
        let mut written: Vec<WrittenHeader<'r>> = Vec::new();
        for (index, entry) in headers.entries().iter().enumerate() {
            let own =
                self.find(entry.name()).filter(|(key, _)| self.is_unchanged(*key, entry, headers));
            if own.is_none() && entry.key().is_some() {
                continue;
            }
            let header = WrittenHeader {
                key: own.map(|(key, _)| key),
                name: own.map_or(entry.name(), |(_, name)| name),
                value: entry.value(),
                redundant: own.is_none() && !entry.is_unknown(),
            };
            let is_again = own.is_some() && written.iter().any(|other| other.key == header.key);
            if is_again || accept(&header) {
                pass.wrote_entry(index);
                written.extend((!is_again).then_some(header));
            }
        }
        for (key, name) in self.names() {
            let is_again = written.iter().any(|header| header.key == Some(key));
            let Some(value) = headers.get(key).filter(|_| !is_again) else {
                continue;
            };
            // The time of the start includes the date.
            let started = headers.get(Key::Started).unwrap_or("");
            if (self, key) == (Kif, Key::Date) && started.starts_with(value) {
                pass.wrote_key(key);
                continue;
            }
            let header = WrittenHeader {
                key: Some(key),
                name,
                value: self.word(key, value),
                redundant: false,
            };
            written.extend(accept(&header).then_some(header));
        }
        let keys = written.iter().filter_map(|header| header.key);
        keys.for_each(|key| pass.wrote_key(key));
        written
    }

    /// Whether a known value is still the one in the file's header.
    fn is_unchanged(self, key: Key, entry: &Header, headers: &Headers) -> bool {
        let value = self.value(key, entry.value());
        !entry.is_unknown() && value.is_some_and(|value| headers.get(key) == Some(&*value))
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenHeader<'r> {
    /// Its meaning, if known.
    pub(super) key: Option<Key>,
    pub(super) name: &'r str,
    pub(super) value: &'r str,
    /// The file has it, but it says nothing that the rest of the record does not say.
    pub(super) redundant: bool,
}

/// The parts of a line with several headers, `黑：甲  白：乙`. `begins` checks whether a header begins there, after a blank.
pub(super) fn parts(line: &str, begins: impl Fn(&str) -> bool) -> impl Iterator<Item = &str> {
    let words = line.match_indices(is_space).map(|(at, blank)| at + blank.len());
    let starts = words.filter(move |at| begins(&line[*at..]));
    let mut from = 0;
    starts.chain([line.len()]).map(move |to| &line[std::mem::replace(&mut from, to)..to])
}
