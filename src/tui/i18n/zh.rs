//! Chinese.

use std::borrow::Cow;

use super::{Texts, grouped};
use crate::board::Step;
use crate::game::{Game, Illegal, MoveError, Side};
use crate::record::{EndingKind, IllegalMove, Key, Outcome, PlaceError};
use crate::tui::actions::Group;
use crate::tui::report::Report;

pub(super) static TEXTS: Texts = Texts {
    moves: "着法",
    comment: "注释",
    game: "对局",
    keys: "按键",
    welcome: "先用这些键",
    branches_at: |ply, count| format!("第{ply}着：{count}个分支"),
    branches: "分支",
    games: "对局列表",
    files: "文件列表",
    hits: "查找",
    bookmarks: "书签",
    messages: "消息",
    evaluation: "形势",
    time: "用时",
    map: "变着图",
    legend: "12/3：着数/线数 *注释 +已折叠",

    book: "开局库",
    book_move: "着法",
    book_score: "分数",
    book_games: "局数",
    book_results: "胜/和/负",
    book_rate: "胜率",
    book_name: "来源",
    book_note: "备注",
    out_of_book: "脱谱",
    indexing: |book, percent, rows| format!("正在建立索引 {book}：{percent}%，{rows}行"),
    not_in_book: "脱谱",
    trying: |moves| format!("试走：{moves}"),
    to_record: |key| format!("（{key}：返回）"),

    signs: "着法旁的符号",
    sign_siblings: "三个分支中的第一个",
    sign_comment: "有注释",
    sign_size: "分支有12着、3条线、5条注释",
    sign_glyph: "文件对着法的评注",
    sign_number: "棋盘上：其他分支的去处",
    sign_unseen: "有3着尚未看过",
    sign_same: "别处有相同局面",
    sign_new: "文件最近更新的着法",
    sign_current: "当前行",
    sign_focus: "按键所在的窗格",
    sign_warning: "违规或无法识别，见注释",
    sign_out_of_book: "从此脱谱",

    waiting: "等待棋谱（q退出）",
    no_moves: "没有着法",
    unreadable: "（无法识别）",
    more_branches: |count| format!("另有{count}个"),
    to_mainline: |key| format!("（{key}：回主线）"),
    hidden: |next, all| format!("答案已隐藏（{next}：一着，{all}：全部）"),
    size: |moves, lines| match lines {
        1 => format!("{}着", grouped(moves)),
        lines => format!("{}着，{}条线", grouped(moves), grouped(lines)),
    },
    check: "将军",
    move_number: |number| format!("第{number}手"),
    captured: |[(black, first), (white, second)]| {
        format!("{black}提{first}子，{white}提{second}子")
    },

    pasted: "（粘贴）",
    file: "文件",
    format: "格式",
    encoding: "编码",
    time_left: |time| format!("剩余{time}"),
    players: "棋手",
    nothing_fits: "没有符合的；Esc 后按 / 修改筛选，Ctrl-u 清除",
    sorted: |column| format!("按{column}  "),
    filter: |words| format!("筛选：{words}"),
    no_graph: "没有评分和用时",

    hint_filter: "筛选",
    hint_find: "查找",
    hint_help: "帮助",
    hint_quit: "退出",
    hint_open: "打开",
    hint_close: "关闭",
    hint_stay: "留在此处",
    hint_back: "返回",
    hint_pages: "换页",
    live: "实时",
    polling: "轮询",
    writing: "正在写入...",
    incomplete: |reason| format!("不完整：{reason}"),
    gone: "文件已消失",
    reading: |percent| format!("读取 {percent} %"),
    playing: |seconds| format!("自动{seconds}秒"),
    ended: "已结束",
    paused: "已暂停跟随",
    pinned: "，已固定",
    counting: |end, forward, take| format!("{end}：手数，{forward}：着数，{take}：分支"),
    too_small: "窗口太小，至少要20x8",
    too_large: "窗口太大：最多1000x500",
    problem: "习题",

    message,
    header,
    mate: |plies| format!("杀{plies}"),
    illegal: |rule| format!("违例：{}", fault(MoveError::Illegal(rule))),
    illegal_move,
    kind,
    ending,
    outcome,
    group,
    help: |binding| binding.zh,
};

fn on_off(on: bool) -> &'static str {
    if on { "开" } else { "关" }
}

fn message(message: &Report) -> String {
    match message {
        Report::Warnings(count, key) => format!("{count}条警告（{key}）"),
        Report::Polling(reason) => format!("收不到文件变动通知，改为定时查看：{reason}"),
        Report::TakenBack => "该着已被撤回".to_owned(),
        Report::AnotherGame => "文件中已是另一局".to_owned(),
        Report::Changed(count) => format!("{count}着已被撤回或更改"),
        Report::NewMoves(count) => format!("新增{count}着（按.前往）"),
        Report::NothingNew => "没有新内容".to_owned(),
        Report::Following(on) => format!("跟随：{}", on_off(*on)),
        Report::Pinned(on) => format!("固定此文件：{}", on_off(*on)),
        Report::NoDirectory => "没有跟随目录，无法固定".to_owned(),
        Report::NoMoreForks => "本线上没有更多分支".to_owned(),
        Report::NoMoreComments(true, count) => format!("已是最后一条注释，共{count}条"),
        Report::NoMoreComments(false, count) => format!("已是第一条注释，共{count}条"),
        Report::NoMoreGames => "没有更多对局".to_owned(),
        Report::NoSwings(None) => "本线上没有评分".to_owned(),
        Report::NoSwings(Some(least)) => format!("本线上没有变动达到{least}的评分"),
        Report::NoGraph => TEXTS.no_graph.to_owned(),
        Report::NoBranches => "这里没有分支".to_owned(),
        Report::LastBranch(number, count) => format!("第{number}个分支，共{count}个；-> 继续"),
        Report::NoSuchBranch(number, count) => format!("没有第{number}个分支，共{count}个"),
        Report::Folded(true, count) => format!("已折叠{count}个变着"),
        Report::Folded(false, count) => format!("已展开{count}个变着"),
        Report::NoMoreJumps => "没有更多跳转".to_owned(),
        Report::NoMeaning(keys) => format!("{keys} 在此无作用"),
        Report::NoTransposition => "别处没有相同局面".to_owned(),
        Report::OnMainline => "已在主线上".to_owned(),
        Report::NoBookmark(letter) => format!("没有书签{letter}"),
        Report::BookmarkDeleted(letter) => format!("已删书签{letter}"),
        Report::BookmarkSet(letter) => format!("已设书签{letter}"),
        Report::Searching(text) => format!("正在查找{text}（Esc停止）"),
        Report::NotFound(text) => format!("找不到：{text}"),
        Report::Hit(number, count, false) => format!("[{number}/{count}]"),
        Report::Hit(number, count, true) => format!("[{number}/{count}] 已回到开头继续查找"),
        Report::Unknown(text) => format!("没有这样的位置、着法或命令：{text}"),
        Report::NoPlace(PlaceError::NoPly { ply, last }) => {
            format!("没有第{ply}着：这条线只到第{last}着")
        }
        Report::NoPlace(PlaceError::NoBranch { branch, ply, count }) => {
            format!("第{ply}着没有第{branch}个分支，共{count}个")
        }
        Report::NoPlace(error) => error.to_string(),
        Report::Copied(text) => format!("已复制：{text}"),
        Report::TooLong => "太长，无法复制".to_owned(),
        Report::Mouse(on) => format!("鼠标：{}", on_off(*on)),
        Report::EndOfLine => "已到本线结尾".to_owned(),
        Report::AnswerHidden => "答案已隐藏".to_owned(),
        Report::Problems(on) => format!("习题模式：{}", on_off(*on)),
        Report::NoProblems => "不在习题模式".to_owned(),
        Report::ManyProblems(count, keys) => format!("{count}道题（{keys}：逐题练习）"),
        Report::CannotEdit => "不在文件中的棋谱无法编辑".to_owned(),
        Report::NoShell => "没有可以返回的shell".to_owned(),
        Report::Failed(reason) => format!("失败：{reason}"),
        Report::NoEditor => "没有编辑器，请设置EDITOR".to_owned(),
        Report::EditorFailed(reason) => format!("编辑器出错：{reason}"),
        Report::Notation(name) => format!("记谱：{name}"),
        Report::BoardSize(None) => "棋盘：自动大小".to_owned(),
        Report::BoardSize(Some(step)) => format!("棋盘：{}", board_size(*step)),
        Report::Coordinates(on) => format!("坐标：{}", on_off(*on)),
        Report::CannotOpen { name, reason } => format!("打不开{name}：{reason}"),
        Report::Opening(name) => format!("正在打开{name}（Esc停止）"),
        Report::StillReading => "文件还在读取".to_owned(),
        Report::OneGame => "文件里只有一局".to_owned(),
        Report::Pasted(name) => format!("已打开粘贴内容；按r返回{name}"),
        Report::NotARecord => "粘贴的内容不是棋谱或局面".to_owned(),
        Report::Book { first, more: 0 } => format!("开局库：{first}"),
        Report::Book { first, more } => format!("开局库：{first}（另{more}条）"),
        Report::OtherGame => "开局库只用于象棋".to_owned(),
        Report::NoBook => "没有打开开局库（--book FILE）".to_owned(),
        Report::NotInBook => TEXTS.not_in_book.to_owned(),
        Report::NotPlayed(text, error) => format!("{text}：{}", fault(*error)),
        Report::Written(name, lost) if lost.is_empty() => format!("已写入：{name}"),
        Report::Written(name, lost) => {
            let lost = lost.replace(", ", "、");
            format!("已写入：{name}，未保留：{lost}")
        }
        Report::Picked(true) => "请点击落点（右键不升变）".to_owned(),
        Report::Picked(false) => "请点击落点".to_owned(),
        Report::QuotedLine(number, count) => {
            format!("注释中的第{number}/{count}条着法（-> 前进）")
        }
        Report::NoQuotedLine => "注释中没有可走的着法".to_owned(),
        Report::StartOfTrial => "试走从这里开始（m：回到棋谱）".to_owned(),
    }
}

fn illegal_move(illegal: &IllegalMove) -> String {
    let IllegalMove { number, name, rule } = illegal;
    let fault = fault(MoveError::Illegal(*rule));
    match number {
        Some(number) => format!("第{number}着（{name}）违例：{fault}"),
        None => format!("{name}违例：{fault}"),
    }
}

/// Why a move cannot be played.
fn fault(error: MoveError) -> String {
    let illegal = match error {
        MoveError::Unreadable => return "不是着法".to_owned(),
        MoveError::NoPiece => return "没有能这样走的棋子".to_owned(),
        MoveError::Ambiguous(count) => return format!("有{count}个棋子可以这样走"),
        MoveError::Illegal(illegal) => illegal,
    };
    let words = match illegal {
        Illegal::OffBoard => "出了棋盘",
        Illegal::EmptySquare => "起点没有棋子",
        Illegal::WrongSide => "不是己方棋子",
        Illegal::Occupied => "落点已有己方棋子",
        Illegal::Unreachable => "棋子不能这样走",
        Illegal::SelfCheck => "走后己方被将军",
        Illegal::FacingGenerals => "走后将帅照面",
        Illegal::NotInHand => "持驹中没有",
        Illegal::Nifu => "二步",
        Illegal::PawnDropMate => "打步诘",
        Illegal::DeadPiece => "走后无处可走",
        Illegal::BadPromotion => "此处不能升变",
        Illegal::OtherPiece => "起点是另一种棋子",
        Illegal::OtherGame => "不是本棋种的着法",
        Illegal::Ko => "打劫：不能立即回提",
    };
    words.to_owned()
}

fn header(key: Key, game: Game) -> Cow<'static, str> {
    Cow::Borrowed(match key {
        Key::Title => "标题",
        Key::Event => "赛事",
        Key::Round => "轮次",
        Key::Date => "日期",
        Key::Place => "地点",
        Key::Player(side) => player(game, side),
        Key::Team(side) => return (player(game, side).to_owned() + "团体").into(),
        Key::Rank(side) => return (player(game, side).to_owned() + "等级").into(),
        Key::Time(side) => return (player(game, side).to_owned() + "用时").into(),
        Key::TimeControl => "时限",
        Key::Annotator => "评注",
        Key::Author => "作者",
        Key::Source => "出处",
        Key::Result => "结果",
        Key::Opening => "开局",
        Key::Handicap => "让子",
        Key::Komi => "贴目",
        Key::Rules => "规则",
        Key::Size => "棋盘",
        Key::Kind => "类型",
        Key::Started => "开始",
        Key::Ended => "结束",
        Key::Remark => "备注",
    })
}

fn kind(kind: &str) -> Option<&'static str> {
    match kind {
        "opening" => Some("布局"),
        "middlegame" => Some("中局"),
        "endgame" => Some("残局"),
        _ => None,
    }
}

fn player(game: Game, side: Side) -> &'static str {
    match (game, side) {
        (Game::Xiangqi, Side::First) => "红方",
        (Game::Xiangqi, Side::Second) => "黑方",
        (Game::Shogi, Side::First) => "先手",
        (Game::Shogi, Side::Second) => "后手",
        (Game::Go, Side::First) => "黑方",
        (Game::Go, Side::Second) => "白方",
    }
}

fn ending(ending: EndingKind) -> &'static str {
    match ending {
        EndingKind::Resign => "认输",
        EndingKind::Checkmate => "将死",
        EndingKind::Stalemate => "困毙",
        EndingKind::Draw => "和棋",
        EndingKind::Repetition => "重复局面",
        EndingKind::Jishogi => "持将棋",
        EndingKind::Timeout => "超时",
        EndingKind::IllegalWin => "对方犯规，胜",
        EndingKind::IllegalLoss => "犯规，负",
        EndingKind::Nyugyoku => "入玉宣言胜",
        EndingKind::DefaultWin => "不战胜",
        EndingKind::DefaultLoss => "不战负",
        EndingKind::Abort => "中止",
        EndingKind::Mate => "杀",
        EndingKind::NoMate => "无杀",
        EndingKind::MaxMoves => "达到手数上限",
        EndingKind::Other => "终局",
    }
}

fn outcome(outcome: Outcome, game: Game) -> String {
    let [first, second] = Side::BOTH.map(|side| player(game, side));
    match outcome {
        Outcome::FirstWins => format!("{first}胜"),
        Outcome::SecondWins => format!("{second}胜"),
        Outcome::Draw => "和棋".to_owned(),
        Outcome::Open => "结果未知".to_owned(),
        Outcome::FirstBetter => format!("{first}优"),
        Outcome::SecondBetter => format!("{second}优"),
        Outcome::Even => "均势".to_owned(),
    }
}

fn group(group: Group) -> &'static str {
    match group {
        Group::Moves => "着法",
        Group::Variations => "变着",
        Group::Finding => "查找",
        Group::Panes => "画面",
        Group::Problems => "习题",
        Group::Program => "程序",
    }
}

fn board_size(step: Step) -> &'static str {
    match step {
        Step::Compact => "最小",
        Step::Usual => "普通",
        Step::Large => "大",
        Step::Huge => "最大",
    }
}
