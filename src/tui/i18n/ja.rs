//! Japanese.

use std::borrow::Cow;

use super::{Texts, grouped};
use crate::board::Step;
use crate::game::{Game, Illegal, MoveError, Side};
use crate::record::{EndingKind, IllegalMove, Key, Outcome, PlaceError};
use crate::tui::actions::Group;
use crate::tui::report::Report;

pub(super) static TEXTS: Texts = Texts {
    moves: "指し手",
    comment: "コメント",
    game: "対局情報",
    keys: "キー",
    welcome: "まず使うキー",
    branches_at: |ply, count| format!("{ply}手目：{count}つの分岐"),
    branches: "分岐",
    games: "対局一覧",
    files: "ファイル一覧",
    hits: "検索",
    bookmarks: "しおり",
    messages: "メッセージ",
    evaluation: "評価値",
    time: "消費時間",
    map: "分岐図",
    legend: "12/3：手数/手順 *コメント +畳み",

    book: "定跡",
    book_move: "指し手",
    book_score: "評価",
    book_games: "局数",
    book_results: "勝/分/負",
    book_rate: "勝率",
    book_name: "ファイル",
    book_note: "備考",
    out_of_book: "定跡外",
    indexing: |book, percent, rows| format!("索引を作成中 {book}：{percent}%、{rows}行"),
    not_in_book: "定跡にありません",
    trying: |moves| format!("検討：{moves}"),
    to_record: |key| format!("（{key}：戻る）"),

    signs: "指し手の横の印",
    sign_siblings: "三つの分岐の一つ目",
    sign_comment: "コメントあり",
    sign_size: "分岐に12手、3手順、コメント5件",
    sign_glyph: "棋譜に付いた指し手の評価",
    sign_number: "盤の上：他の分岐の行き先",
    sign_unseen: "まだ見ていない手が3手",
    sign_same: "同じ局面が他にもある",
    sign_new: "ファイルの更新で増えた手",
    sign_current: "現在の行",
    sign_focus: "キーの操作が向かう欄",
    sign_warning: "反則または読めない手（コメント欄参照）",
    sign_out_of_book: "ここで定跡を外れる",

    waiting: "棋譜を待っています（qで終了）",
    no_moves: "指し手なし",
    unreadable: "（読めない手）",
    more_branches: |count| format!("他{count}手"),
    to_mainline: |key| format!("（{key}：本譜へ）"),
    hidden: |next, all| format!("答えは非表示（{next}：一手、{all}：全部）"),
    size: |moves, lines| match lines {
        1 => format!("あと{}手", grouped(moves)),
        lines => format!("{}手、{}手順", grouped(moves), grouped(lines)),
    },
    check: "王手",
    move_number: |number| format!("{number}手目"),
    captured: |[(black, first), (white, second)]| {
        format!("アゲハマ {black}{first}、{white}{second}")
    },

    pasted: "（貼り付け）",
    file: "ファイル",
    format: "形式",
    encoding: "文字コード",
    time_left: |time| format!("残り{time}"),
    players: "対局者",
    nothing_fits: "該当なし　Esc と / で絞り込みを変更、Ctrl-u で消去",
    sorted: |column| format!("{column}順  "),
    filter: |words| format!("絞り込み：{words}"),
    no_graph: "評価値も消費時間もありません",

    hint_filter: "絞り込み",
    hint_find: "検索",
    hint_help: "ヘルプ",
    hint_quit: "終了",
    hint_open: "開く",
    hint_close: "閉じる",
    hint_stay: "ここに留まる",
    hint_back: "戻る",
    hint_pages: "切替",
    live: "監視中",
    polling: "ポーリング",
    writing: "書き込み中...",
    incomplete: |reason| format!("不完全：{reason}"),
    gone: "ファイルなし",
    reading: |percent| format!("読み込み {percent} %"),
    playing: |seconds| format!("自動{seconds}秒"),
    ended: "終了",
    paused: "追従停止",
    pinned: "、固定",
    counting: |end, forward, take| format!("{end}：手目、{forward}：手数、{take}：分岐"),
    too_small: "画面が小さすぎます（20x8以上）",
    too_large: "画面が大きすぎます：1000x500まで",
    problem: "問題",

    message,
    header,
    mate: |plies| format!("詰{plies}"),
    illegal: |rule| format!("反則：{}", fault(MoveError::Illegal(rule))),
    illegal_move,
    kind,
    ending,
    outcome,
    group,
    help: |binding| binding.ja,
};

fn on_off(on: bool) -> &'static str {
    if on { "オン" } else { "オフ" }
}

fn message(message: &Report) -> String {
    match message {
        Report::Warnings(count, key) => format!("警告{count}件（{key}）"),
        Report::Polling(reason) => format!("変更の通知が届かないため定期的に確認します：{reason}"),
        Report::TakenBack => "その手は取り消されました".to_owned(),
        Report::AnotherGame => "ファイルは別の対局になりました".to_owned(),
        Report::Changed(count) => format!("{count}手が取り消されたか変更されました"),
        Report::NewMoves(count) => format!("新しい手{count}手（.で移動）"),
        Report::NothingNew => "新しい手はありません".to_owned(),
        Report::Following(on) => format!("追従：{}", on_off(*on)),
        Report::Pinned(on) => format!("このファイルに固定：{}", on_off(*on)),
        Report::NoDirectory => "フォルダを追っていないため固定できません".to_owned(),
        Report::NoMoreForks => "この手順に分岐はもうありません".to_owned(),
        Report::NoMoreComments(true, count) => format!("最後のコメントです（全{count}件）"),
        Report::NoMoreComments(false, count) => format!("最初のコメントです（全{count}件）"),
        Report::NoMoreGames => "対局はもうありません".to_owned(),
        Report::NoSwings(None) => "この手順に評価値はありません".to_owned(),
        Report::NoSwings(Some(least)) => {
            format!("この手順に{least}以上の評価値の変動はありません")
        }
        Report::NoGraph => TEXTS.no_graph.to_owned(),
        Report::NoBranches => "ここに分岐はありません".to_owned(),
        Report::LastBranch(number, count) => format!("分岐{count}個中の{number}個目；-> で進む"),
        Report::NoSuchBranch(number, count) => format!("分岐{number}はありません（{count}個）"),
        Report::Folded(true, count) => format!("変化{count}個を畳みました"),
        Report::Folded(false, count) => format!("変化{count}個を開きました"),
        Report::NoMoreJumps => "移動の履歴はもうありません".to_owned(),
        Report::NoMeaning(keys) => format!("{keys} はここでは使いません"),
        Report::NoTransposition => "同じ局面は他にありません".to_owned(),
        Report::OnMainline => "ここは本譜です".to_owned(),
        Report::NoBookmark(letter) => format!("しおり{letter}はありません"),
        Report::BookmarkDeleted(letter) => format!("しおり{letter}を外しました"),
        Report::BookmarkSet(letter) => format!("しおり{letter}を挟みました"),
        Report::Searching(text) => format!("{text}を検索中（Escで中止）"),
        Report::NotFound(text) => format!("見つかりません：{text}"),
        Report::Hit(number, count, false) => format!("[{number}/{count}]"),
        Report::Hit(number, count, true) => {
            format!("[{number}/{count}] 末尾まで検索し、先頭に戻りました")
        }
        Report::Unknown(text) => format!("局面・指し手・命令にありません：{text}"),
        Report::NoPlace(PlaceError::NoPly { ply, last }) => {
            format!("{ply}手目はありません（この手順は{last}手目まで）")
        }
        Report::NoPlace(PlaceError::NoBranch { branch, ply, count }) => {
            format!("{ply}手目に分岐{branch}はありません（{count}個）")
        }
        Report::NoPlace(error) => error.to_string(),
        Report::Copied(text) => format!("コピーしました：{text}"),
        Report::TooLong => "長すぎてコピーできません".to_owned(),
        Report::Mouse(on) => format!("マウス：{}", on_off(*on)),
        Report::EndOfLine => "手順の終わりです".to_owned(),
        Report::AnswerHidden => "答えは隠れています".to_owned(),
        Report::Problems(on) => format!("問題モード：{}", on_off(*on)),
        Report::NoProblems => "問題モードではありません".to_owned(),
        Report::ManyProblems(count, keys) => format!("問題{count}題（{keys}：一題ずつ）"),
        Report::CannotEdit => "ファイルにない棋譜は編集できません".to_owned(),
        Report::NoShell => "戻るシェルがありません".to_owned(),
        Report::Failed(reason) => format!("失敗：{reason}"),
        Report::NoEditor => "エディタがありません。EDITORを設定してください".to_owned(),
        Report::EditorFailed(reason) => format!("エディタの失敗：{reason}"),
        Report::Notation(name) => format!("表記：{name}"),
        Report::BoardSize(None) => "盤の大きさ：自動".to_owned(),
        Report::BoardSize(Some(step)) => format!("盤の大きさ：{}", board_size(*step)),
        Report::Coordinates(on) => format!("座標：{}", on_off(*on)),
        Report::CannotOpen { name, reason } => format!("{name}を開けません：{reason}"),
        Report::Opening(name) => format!("{name}を開いています（Escで中止）"),
        Report::StillReading => "ファイルを読み込み中です".to_owned(),
        Report::OneGame => "このファイルは一局だけです".to_owned(),
        Report::Pasted(name) => format!("貼り付けを表示中（rで{name}へ戻る）"),
        Report::NotARecord => "貼り付けは棋譜でも局面でもありません".to_owned(),
        Report::Book { first, more: 0 } => format!("定跡：{first}"),
        Report::Book { first, more } => format!("定跡：{first}（他{more}件）"),
        Report::OtherGame => "定跡ファイルはシャンチー用です".to_owned(),
        Report::NoBook => "定跡ファイルが開かれていません（--book FILE）".to_owned(),
        Report::NotInBook => TEXTS.not_in_book.to_owned(),
        Report::NotPlayed(text, error) => format!("{text}：{}", fault(*error)),
        Report::Written(name, lost) if lost.is_empty() => format!("保存しました：{name}"),
        Report::Written(name, lost) => {
            let lost = lost.replace(", ", "、");
            format!("保存しました：{name}（失われたもの：{lost}）")
        }
        Report::Picked(true) => "移動先をクリックしてください（右ボタンは不成）".to_owned(),
        Report::Picked(false) => "移動先をクリックしてください".to_owned(),
        Report::QuotedLine(number, count) => {
            format!("コメントの手順{number}/{count}（-> で進みます）")
        }
        Report::NoQuotedLine => "コメントに指せる手順はありません".to_owned(),
        Report::StartOfTrial => "検討の始まりです（m：棋譜へ）".to_owned(),
    }
}

fn illegal_move(illegal: &IllegalMove) -> String {
    let IllegalMove { number, name, rule } = illegal;
    let fault = fault(MoveError::Illegal(*rule));
    match number {
        Some(number) => format!("{number}手目（{name}）反則：{fault}"),
        None => format!("{name} 反則：{fault}"),
    }
}

/// Why a move cannot be played.
fn fault(error: MoveError) -> String {
    let illegal = match error {
        MoveError::Unreadable => return "指し手ではありません".to_owned(),
        MoveError::NoPiece => return "そう動ける駒がありません".to_owned(),
        MoveError::Ambiguous(count) => return format!("{count}枚の駒が動けます"),
        MoveError::Illegal(illegal) => illegal,
    };
    let words = match illegal {
        Illegal::OffBoard => "盤の外です",
        Illegal::EmptySquare => "そこに駒がありません",
        Illegal::WrongSide => "相手の駒です",
        Illegal::Occupied => "移動先が塞がっています",
        Illegal::Unreachable => "その駒は動けません",
        Illegal::SelfCheck => "王手放置です",
        Illegal::FacingGenerals => "王が向かい合います",
        Illegal::NotInHand => "持駒にありません",
        Illegal::Nifu => "二歩です",
        Illegal::PawnDropMate => "打ち歩詰めです",
        Illegal::DeadPiece => "行き所のない駒です",
        Illegal::BadPromotion => "成れません",
        Illegal::OtherPiece => "別の駒です",
        Illegal::OtherGame => "別のゲームの手です",
        Illegal::Ko => "コウはすぐ取り返せません",
    };
    words.to_owned()
}

fn header(key: Key, game: Game) -> Cow<'static, str> {
    Cow::Borrowed(match key {
        Key::Title => "表題",
        Key::Event => "棋戦",
        Key::Round => "回戦",
        Key::Date => "対局日",
        Key::Place => "場所",
        Key::Player(side) => player(game, side),
        Key::Team(side) => return (player(game, side).to_owned() + "チーム").into(),
        Key::Rank(side) => return (player(game, side).to_owned() + "の段位").into(),
        Key::Time(side) => return (player(game, side).to_owned() + "の時間").into(),
        Key::TimeControl => "持ち時間",
        Key::Annotator => "解説",
        Key::Author => "作成者",
        Key::Source => "出典",
        Key::Result => "結果",
        Key::Opening => "戦型",
        Key::Handicap => "手合割",
        Key::Komi => "コミ",
        Key::Rules => "ルール",
        Key::Size => "盤",
        Key::Kind => "種類",
        Key::Started => "開始日時",
        Key::Ended => "終了日時",
        Key::Remark => "備考",
    })
}

fn kind(kind: &str) -> Option<&'static str> {
    match kind {
        "opening" => Some("序盤"),
        "middlegame" => Some("中盤"),
        "endgame" => Some("終盤"),
        _ => None,
    }
}

fn player(game: Game, side: Side) -> &'static str {
    match (game, side) {
        (Game::Xiangqi, Side::First) => "紅",
        (Game::Xiangqi, Side::Second) => "黒",
        (Game::Shogi, Side::First) => "先手",
        (Game::Shogi, Side::Second) => "後手",
        (Game::Go, Side::First) => "黒",
        (Game::Go, Side::Second) => "白",
    }
}

fn ending(ending: EndingKind) -> &'static str {
    match ending {
        EndingKind::Resign => "投了",
        EndingKind::Checkmate => "詰み",
        EndingKind::Stalemate => "合法手なし",
        EndingKind::Draw => "引き分け",
        EndingKind::Repetition => "千日手",
        EndingKind::Jishogi => "持将棋",
        EndingKind::Timeout => "切れ負け",
        EndingKind::IllegalWin => "反則勝ち",
        EndingKind::IllegalLoss => "反則負け",
        EndingKind::Nyugyoku => "入玉勝ち",
        EndingKind::DefaultWin => "不戦勝",
        EndingKind::DefaultLoss => "不戦敗",
        EndingKind::Abort => "中断",
        EndingKind::Mate => "詰",
        EndingKind::NoMate => "不詰",
        EndingKind::MaxMoves => "最大手数",
        EndingKind::Other => "終局",
    }
}

fn outcome(outcome: Outcome, game: Game) -> String {
    let [first, second] = Side::BOTH.map(|side| player(game, side));
    match outcome {
        Outcome::FirstWins => format!("{first}勝ち"),
        Outcome::SecondWins => format!("{second}勝ち"),
        Outcome::Draw => "引き分け".to_owned(),
        Outcome::Open => "結果不明".to_owned(),
        Outcome::FirstBetter => format!("{first}優勢"),
        Outcome::SecondBetter => format!("{second}優勢"),
        Outcome::Even => "互角".to_owned(),
    }
}

fn group(group: Group) -> &'static str {
    match group {
        Group::Moves => "手順",
        Group::Variations => "変化",
        Group::Finding => "検索",
        Group::Panes => "画面",
        Group::Problems => "問題",
        Group::Program => "プログラム",
    }
}

fn board_size(step: Step) -> &'static str {
    match step {
        Step::Compact => "最小",
        Step::Usual => "標準",
        Step::Large => "大",
        Step::Huge => "最大",
    }
}
