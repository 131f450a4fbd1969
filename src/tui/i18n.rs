//! All texts of the screen, a row each with its languages side by side: one that lacks a text does not compile. A text with
//! parameters is a format for each language, or code where the language has plurals.
//!
//! No text contains a character of ambiguous width: fullwidth signs in Chinese and Japanese, ASCII otherwise.

use crate::board::Scale;
use crate::settings::Choice;
use crate::words::{Lang, Worded};

impl Texts {
    /// The texts in a language.
    pub(super) fn of(lang: Lang) -> &'static Self {
        lang.pick([&EN, &ZH, &JA])
    }
}

/// A number with its digits grouped in threes: `2,104`.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun.
pub(super) fn counted(count: usize, one: &str, several: &str) -> String {
    let noun = if count == 1 { one } else { several };
    format!("{} {noun}", grouped(count))
}

/// What is in a folder: neither no folders nor, beside folders, no files.
fn listed(counts: (usize, usize), folders: String, files: String) -> String {
    match counts {
        (0, _) => files,
        (_, 0) => folders,
        _ => format!("{folders}  {files}"),
    }
}

impl Worded for Scale {
    fn worded(&self, lang: Lang) -> String {
        let word = Some(*self).word();
        lang.pick(match self {
            Self::Compact => [word, "最小", "最小"],
            Self::Usual => [word, "普通", "標準"],
            Self::Large => [word, "大", "大"],
            Self::Huge => [word, "很大", "特大"],
            Self::Giant => [word, "最大", "最大"],
        })
        .to_owned()
    }
}

/// The type of a text's field: text with parameters is a function.
macro_rules! kind_of {
    () => { &'static str };
    (($($type:ty),*)) => { fn($($type),*) -> String };
}

/// The value of a text's field.
macro_rules! value_of {
    (() $text:literal) => { $text };
    ((($($name:ident: $type:ty),*)) $text:literal) => { |$($name: $type),*| format!($text) };
    ((($($name:ident: $type:ty),*)) $code:block) => { |$($name: $type),*| $code };
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident $(($($arg:ident: $type:ty),*))?: $en:tt $zh:tt $ja:tt;)*) => {
        /// The texts of the screen in one language, except game terms, which stay in the game's own language.
        pub(super) struct Texts {
            $($(#[$doc])* pub(super) $name: kind_of!($(($($type),*))?),)*
        }

        static EN: Texts = Texts {
            $($name: value_of!(($(($($arg: $type),*))?) $en),)*
        };
        static ZH: Texts = Texts {
            $($name: value_of!(($(($($arg: $type),*))?) $zh),)*
        };
        static JA: Texts = Texts {
            $($name: value_of!(($(($($arg: $type),*))?) $ja),)*
        };
    };
}

texts! {
    // Headings of panes.
    moves: "MOVES" "着法" "手順";
    comment: "COMMENT" "注释" "コメント";
    game: "GAME" "对局信息" "対局情報";
    keys: "KEYS" "按键" "キー";
    /// The heading of the keys for new users.
    welcome: "GETTING STARTED" "入门按键" "基本のキー";
    branches_at(ply: u32, count: usize):
        { format!("AT MOVE {ply}: {}", counted(count, "BRANCH", "BRANCHES")) }
        "第{ply}着：{count}个分支" "{ply}手目：{count}つの分岐";
    branches: "BRANCHES" "分支" "分岐";
    games: "GAMES" "对局列表" "対局一覧";
    problems: "PROBLEMS" "习题列表" "問題一覧";
    files: "FILES" "文件列表" "ファイル一覧";
    hits: "HITS" "查找结果" "検索結果";
    bookmarks: "BOOKMARKS" "书签" "しおり";
    messages: "MESSAGES" "消息" "メッセージ";
    evaluation: "EVALUATION" "评分" "評価値";
    time: "TIME" "用时" "消費時間";
    /// The number of the reader's notes on the game.
    notes(count: usize): { counted(count, "note", "notes") } "笔记{count}" "メモ{count}";
    notes_trouble(reason: &str): "notes not written: {reason}" "笔记未能保存：{reason}" "メモを書き込めません：{reason}";
    notes_wait: "notes wait for the disk" "笔记在等待磁盘" "メモがディスクを待っています";
    not_written: "notes that were not written" "未能保存的笔记" "書き込めなかったメモ";
    no_home: "no home directory" "没有主目录" "ホームディレクトリがありません";
    writing_comment: "Esc keeps the comment, Ctrl-c drops it, Ctrl-x: $EDITOR"
        "Esc保存注释，Ctrl-c放弃，Ctrl-x：$EDITOR" "Escで保存、Ctrl-cで取り消し、Ctrl-x：$EDITOR";
    /// The first branch where the file's line ends and own lines go on.
    nothing_follows: "(nothing follows)" "（无后续着法）" "（続きなし）";
    map: "MAP" "变化图" "分岐図";
    /// The meanings of the signs in the map.
    legend: "12/3: moves/lines *comments +folded" "12/3：着数/变化数 *注释 +已折叠" "12/3：手数/変化数 *コメント +畳み";

    /// Before the first move of a better line.
    best: "best" "最佳" "最善は";
    /// Before the name of an engine.
    in_file: "in the file:" "棋谱所载：" "棋譜の解析：";
    // Opening books.
    book: "BOOK" "开局库" "定跡";
    book_move: "move" "着法" "手";
    book_score: "score" "分数" "評価";
    book_games: "games" "局数" "局数";
    book_results: "W/D/L" "胜/和/负" "勝/分/負";
    book_rate: "rate" "胜率" "勝率";
    book_name: "book" "来源" "ファイル";
    book_note: "note" "备注" "備考";
    // The statistics of a library.
    statistics: "STATISTICS" "统计" "統計";
    /// The lower left and the upper right point of the corner.
    corner(points: &str): "CORNER {points}" "角 {points}" "隅 {points}";
    swapped_games: "swapped" "换色" "色違い";
    later_games: "later" "脱先后" "手抜き後";
    swapped: " (colours swapped)" "（黑白互换）" "（黒白が逆）";
    library: "LIBRARY" "棋谱库" "棋譜集";
    games_end: "(end)" "（终局）" "（終局）";
    no_library: "no library: open a directory, or name some in the setting library"
        "没有棋谱库：请打开文件夹，或在设置library中指定" "棋譜集がありません：フォルダを開くか、設定libraryで指定してください";
    /// The key that builds it, as in `index_failed`.
    not_indexed(key: &str): "not indexed ({key}: build the index)" "尚未建立索引（{key}：建立）" "索引がありません（{key}：作成）";
    index_failed(why: &str, key: &str): "index: {why} ({key}: build it)" "索引：{why}（{key}：重建）" "索引：{why}（{key}：作成）";
    /// The key that stops it.
    index_building(how: &str, key: &str): "indexing: {how} ({key}: stop)" "正在建立索引：{how}（{key}：停止）" "索引を作成中：{how}（{key}：中止）";
    /// Why an index does not have the corner, and the key that reads the files.
    corner_not_indexed(why: &str, key: &str): "{why} ({key}: read the files)" "{why}（{key}：读取文件）" "{why}（{key}：ファイルを読む）";
    /// The key that stops it.
    files_reading(how: &str, key: &str): "reading the files: {how} ({key}: stop)" "正在读取文件：{how}（{key}：停止）" "ファイルを読み込み中：{how}（{key}：中止）";
    out_of_book: "~book" "脱谱" "定跡外";
    indexing(book: &str, percent: u8, rows: u64):
        { format!("indexing {book}: {percent}%, {}", counted(rows as usize, "row", "rows")) }
        "正在建立索引 {book}：{percent}%，{rows}行" "索引を作成中 {book}：{percent}%、{rows}行";

    // The meanings of the signs beside moves.
    signs: "Signs beside moves" "着法旁的符号" "手の横の印";
    sign_siblings: "the first of three alternatives" "三个分支中的第一个" "三つの分岐の一つ目";
    sign_own_line: "a line of your own" "自己的变化" "自分の変化";
    sign_graph: "in the graph: the current ply, a big swing" "曲线上：当前着法、形势突变" "グラフ：現在の手、大きな変動";
    sign_live: "the file is watched" "正在跟踪文件" "ファイルの更新を追っている";
    sign_took: "three stones taken; in shogi the piece" "提三子；将棋中为所吃的子" "石を3子取った。将棋では取った駒";
    sign_origin: "on the board: where the moved piece came from" "棋盘上：棋子原来的位置" "盤の上：動いた駒の元の位置";
    sign_marks: "marks on a board of Go" "围棋盘上的标记" "碁盤の印";
    sign_comment: "has a comment" "有注释" "コメントあり";
    sign_size: "a branch of 12 moves in 3 lines with 5 comments" "分支有12着、3条变化、5条注释" "分岐に12手、3変化、コメント5件";
    sign_glyph: "the file's mark on a move" "文件对着法的评注" "棋譜に付いた手の評価";
    sign_own: "a move of your own, not kept" "自己试走的着法，未保留" "自分で試した手（残していない）";
    sign_kept: "kept in your notes" "已存入笔记" "メモに残したもの";
    sign_number: "on the board: where the other branches go" "棋盘上：其他分支的落点" "盤の上：他の分岐の行き先";
    sign_same: "the same position occurs elsewhere" "别处有相同局面" "同じ局面が他にもある";
    sign_unseen: "three moves that you have not seen" "有3着尚未看过" "まだ見ていない手が3手";
    sign_new: "added by the last change of the file" "文件最近更新的着法" "ファイルの更新で増えた手";
    sign_current: "the current row; first in the top or bottom row: the side to move" "当前行；在首行或末行开头：轮到这一方" "現在の行。最上段か最下段の先頭では手番の側";
    sign_focus: "the pane with the focus" "当前窗格" "キーの操作が向かう欄";
    sign_warning: "illegal or unreadable: see the comment" "犯规或无法识别，见注释" "反則または読めない手（コメント欄参照）";
    sign_engine: "an engine's value" "引擎的评分" "エンジンの評価値";
    sign_thinking: "an engine thinks, has done, does not think" "引擎：思考中、已完成、已停止" "エンジン：思考中、完了、停止中";
    sign_out_of_book: "leaves the opening book" "从此脱谱" "ここで定跡を外れる";

    // Moves and variations.
    /// Before there is a record to show.
    waiting: "waiting for a record  (q quits)" "等待棋谱（q退出）" "棋譜を待っています（qで終了）";
    no_moves: "no moves" "没有着法" "手なし";
    unreadable: "(unreadable)" "（无法识别）" "（読めない手）";
    /// The number of branches that are not listed.
    more_branches(count: usize): "{count} more" "另有{count}个" "他に{count}個";
    /// The key to go back.
    to_mainline(key: &str): "({key}: main line)" "（{key}：回主线）" "（{key}：本譜へ）";
    /// The size of the rest of a comment, and the key that shows more.
    more_text(kilobytes: usize, key: &str):
        { format!("-- {} KB more: {key} --", grouped(kilobytes)) }
        { format!("-- 还有 {} KB：{key} --", grouped(kilobytes)) }
        { format!("-- 残り {} KB：{key} --", grouped(kilobytes)) };
    /// The key that shows the next move of the answer, and the one that shows all of it.
    hidden(next: &str, all: &str):
        "hidden ({next}: a move, {all}: all)" "答案已隐藏（{next}：一着，{all}：全部）" "答えは非表示（{next}：一手、{all}：全部）";
    size(moves: usize, lines: usize):
        { match counted(moves, "move", "moves") {
            moves if lines == 1 => moves,
            moves => format!("{moves} in {} lines", grouped(lines)),
        } }
        { match lines {
            1 => format!("{}着", grouped(moves)),
            lines => format!("{}着，{}条变化", grouped(moves), grouped(lines)),
        } }
        { match lines {
            1 => format!("{}手", grouped(moves)),
            lines => format!("{}手、{}変化", grouped(moves), grouped(lines)),
        } };
    check: "check" "将军" "王手";
    mated: "mate" "将死" "詰み";
    /// How often the same position has been on the board, as the chess rules of Asia count it.
    repeated_in_xiangqi(times: u32):
        "{times} times (Asian rules)" "同一局面第{times}次（亚洲规则）" "同一局面{times}回目（アジア規則）";
    repeated_in_shogi(times: u32): "repetition, {times} times" "千日手（第{times}次）" "千日手（{times}回目）";
    superko: "superko" "全局同形" "スーパーコウ";
    perpetual_check: "perpetual check" "长将" "連続王手";
    move_number(number: u32): "move {number}" "第{number}手" "{number}手目";
    /// Each player with the stones they captured.
    captured(black: &str, first: u32, white: &str, second: u32):
        "{black} took {first}, {white} {second}" "{black}提{first}子，{white}提{second}子"
        "アゲハマ {black}{first}、{white}{second}";
    /// A mate in a number of plies; negative if the second side mates.
    mate(plies: i32):
        { format!("{} {}", if plies < 0 { "mated" } else { "mate" }, plies.abs()) }
        { format!("{}{}", if plies < 0 { "被杀" } else { "杀" }, plies.abs()) }
        { format!("{}{}", if plies < 0 { "被詰" } else { "詰" }, plies.abs()) };

    // The game as a whole.
    /// The name of a pasted record.
    pasted: "(pasted)" "（粘贴）" "（貼り付け）";
    file: "file" "文件" "ファイル";
    format: "format" "格式" "形式";
    encoding: "encoding" "编码" "文字コード";
    time_of(side: &str): "{side} time" "{side}用时" "{side}の時間";
    time_left(time: &str): "{time} left" "剩余{time}" "残り{time}";
    players: "players" "棋手" "対局者";
    game_column: "game" "对局" "対局";
    moves_column: "moves" "着数" "手数";
    /// The number of games of a file.
    several(games: usize):
        { counted(games, "game", "games") } { format!("{}局", grouped(games)) } { format!("{}局", grouped(games)) };
    /// The contents of a folder.
    contents(folders: usize, files: usize):
        { listed((folders, files), counted(folders, "folder", "folders"), counted(files, "file", "files")) }
        { listed((folders, files), format!("文件夹{folders}个"), format!("文件{files}个")) }
        { listed((folders, files), format!("フォルダ{folders}個"), format!("ファイル{files}個")) };
    reading_folder: "reading the folder" "正在读取文件夹" "フォルダを読み込み中";
    /// Shown if no row passes the filter.
    /// The key that begins a filter.
    nothing_fits(key: &str): "no matches; Esc, then {key} to change the filter, Ctrl-u to clear it"
        "没有匹配项；按Esc再按{key}修改筛选，Ctrl-u清除" "該当なし（Escのあと{key}で絞り込みを変更、Ctrl-uで消去）";
    /// How many whole games are not in a list of problems.
    left_out(games: usize): { counted(games, "game", "games") + " left out  " } "略去{games}局  " "対局{games}局を除く  ";
    /// The column by which a list is sorted.
    sorted(column: &str): "by {column}  " "按{column}  " "{column}順  ";
    /// Shown if the order of a list is reversed.
    reversed: "reversed  " "倒序  " "逆順  ";
    filter(words: &str): "filter: {words}" "筛选：{words}" "絞り込み：{words}";

    // The status line.
    /// The number of boards in view, and of all games.
    boards_of(boards: usize, games: usize): "{boards} of {games} games" "{games}局中的{boards}局" "{games}局中{boards}局";
    /// The number of games that are being played, and the key that shows them.
    live_games(games: usize, key: &str): "{games} games are live ({key}: all)" "{games}局正在进行（{key}：全部）" "{games}局が進行中（{key}：すべて）";
    hint_filter: "filter" "筛选" "絞り込み";
    hint_find: "find" "查找" "検索";
    hint_again: "again" "重做" "もう一度";
    hint_answer: "answer" "答案" "答え";
    hint_help: "help" "帮助" "ヘルプ";
    hint_quit: "quit" "退出" "終了";
    hint_open: "open" "打开" "開く";
    hint_all: "show all" "显示全部" "すべて表示";
    hint_close: "close" "关闭" "閉じる";
    hint_stay: "stay" "留在此处" "ここに留まる";
    hint_back: "back" "返回" "戻る";
    hint_pages: "pages" "换页" "切替";
    hint_pick_up: "pick up" "拿起" "持つ";
    hint_put_down: "put down" "放下" "置く";
    hint_piece: "next piece" "下一子" "次の駒";
    hint_target: "next place" "下一落点" "次の行き先";
    hint_leave: "leave" "离开" "離れる";
    hint_put_back: "put back" "放回" "戻す";
    hint_stone: "play" "落子" "打つ";
    hint_pass: "pass" "停一手" "パス";
    /// A place of the board without a piece.
    nothing: "-" "空" "空";
    in_hand: "in hand" "持驹" "持駒";
    /// The keys that answer.
    promotes(yes: &str, no: &str):
        "promote? {yes} yes, {no} no" "升变？{yes}升变，{no}不升变" "成りますか？{yes}成、{no}不成";
    live: "live" "实时" "追従中";
    polling: "poll" "轮询" "ポーリング";
    writing: "writing..." "正在写入..." "書き込み中...";
    incomplete(reason: &str): "incomplete: {reason}" "不完整：{reason}" "不完全：{reason}";
    gone: "gone" "文件已消失" "ファイルなし";
    new_game: "new game" "新对局" "新しい対局";
    /// The same, if there is room to say so.
    unwritten: "new game: nothing is written before :w" "新对局：:w之前不会保存" "新しい対局：:wまで保存しません";
    /// How much of the file has been read.
    reading(percent: u8): "reading {percent}%" "读取{percent}%" "読み込み{percent}%";
    /// The pause between two moves, in seconds.
    playing(seconds: f32): "play {seconds}s" "自动{seconds}秒" "自動{seconds}秒";
    ended: "ended" "已结束" "終了";
    paused: "paused" "已暂停跟随" "追従停止";
    pinned: ", pinned" "，已固定" "、固定";
    /// The keys that can follow a count: to go to a ply, along the line and to a branch.
    counting(end: &str, forward: &str, take: &str):
        "{end}: ply, {forward}: moves, {take}: branch" "{end}：第几着，{forward}：走几着，{take}：分支"
        "{end}：何手目、{forward}：手数、{take}：分岐";
    too_small: "too small: needs at least 20x8" "窗口太小，至少要20x8" "画面が小さすぎます（20x8以上）";
    too_large: "too large: 1000x500 at most" "窗口太大，最多1000x500" "画面が大きすぎます（1000x500まで）";
    /// The number of a ply, and of those there are.
    ply(number: &str): "ply {number}" "第{number}着" "{number}手目";
    /// The number of a round.
    round(number: u32): "(round {number})" "（第{number}回合）" "（双方{number}手目）";
    // Problems.
    /// What has become of a problem.
    solved: "solved" "已解" "正解";
    failed: "open, failed" "未解（失败）" "未解（失敗）";
    open: "open" "未解" "未解";
    tried(solved: usize, failed: usize):
        "{solved} solved, {failed} failed" "解出{solved}，失败{failed}" "正解{solved}、失敗{failed}";
    /// The name of a mode.
    problem: "problem" "习题" "問題";
}
