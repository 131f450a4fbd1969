//! Errors and warnings of the library in 中文 and 日本語. Details that come from a reader, SQLite or the system stay English.

use std::io;

use super::{Lang, Worded, worded};
use crate::book::{BookError, BookProblem};
use crate::engine::{Contempt, Failure, Limit, Refusal, Trouble};
use crate::files::address::LineAndColumn;
use crate::files::load::{Cause, LoadError, NotAFile, locate, show_path};
use crate::files::logs::{Damage, StoreError};
use crate::files::write::NotWritten;
use crate::format::{self, CollectionError, ReadError, Reason};
use crate::game::{Game, Illegal, MoveError};
use crate::record::{Doubt, IllegalMove, Letter, PlaceError, Problem};

worded! {
    Game {
        Xiangqi: "象棋" "シャンチー";
        Shogi: "日本将棋" "将棋";
        Go: "围棋" "囲碁";
    }
    Illegal {
        OffBoard: "出了棋盘" "盤の外です";
        EmptySquare: "起点没有棋子" "移動元に駒がありません";
        WrongSide: "不是己方棋子" "相手の駒です";
        Occupied: "落点已有棋子" "移動先が塞がっています";
        HasStone: "此处已有棋子" "すでに石があります";
        Unreachable: "棋子不能这样走" "その駒はそこへ動けません";
        HorseLeg: "蹩马腿" "馬の足が塞がれています";
        ElephantEye: "塞象眼" "象の目が塞がれています";
        River: "象（相）不能过河" "象は河を渡れません";
        Palace: "不能走出九宫" "九宮の外へは出られません";
        SelfCheck: "走后己方被将军" "王手放置です";
        FacingGenerals: "走后将帅照面" "王が向かい合います";
        TakesKing: "不能吃掉将帅" "玉は取れません";
        NotInHand: "持驹中没有此棋子" "その駒は持駒にありません";
        Nifu: "二步" "二歩です";
        PawnDropMate: "打步诘" "打ち歩詰めです";
        DeadPiece: "走后无处可走" "行き所のない駒です";
        BadPromotion: "此处不能升变" "成れません";
        OtherPiece: "起点是另一种棋子" "移動元にあるのは別の駒です";
        OtherGame: "不是本棋种的着法" "別の種類の対局の手です";
        Ko: "打劫：不能立即回提" "コウはすぐ取り返せません";
    }
    MoveError {
        Unreadable: "不是着法" "手として読めません";
        NoPiece: "没有能这样走的棋子" "そう動ける駒がありません";
        Illegal(rule): "{rule}" "{rule}";
        Ambiguous(count): "有{count}个棋子可以这样走" "{count}枚の駒が動けます";
    }
    PlaceError {
        Syntax: "位置写作 12、3.2-12 或 3.2-end" "位置は 12、3.2-12、3.2-end のように書きます";
        Branch: "分支从2起编号：分支1就是本线" "分岐の番号は2からです（分岐1はその手順自身）";
        Order(ply, before): "位置中的着数须递增：{before}之后不能是{ply}" "位置の手数は増えていきます（{before}の次に{ply}は書けません）";
        NoPly { ply, last }: "没有第{ply}着：本线到第{last}着为止" "{ply}手目はありません（この手順は{last}手目まで）";
        NoBranch { ply, branch, count }: "第{ply}着没有第{branch}个分支，共{count}个" "{ply}手目に分岐{branch}はありません（全{count}個）";
        NoOwnLine { ply, letter }: { format!("第{ply}着没有自己添加的变化{}", Letter(*letter)) } { format!("{ply}手目に自分の変化{}はありません", Letter(*letter)) };
    }
    Refusal {
        Over: "对局已结束" "終局しています";
        Illegal: "此前有犯规或无法识别的着法" "反則または読めない手の後です";
        NoKing: "缺将或帅" "玉がありません";
        Impossible: "未轮到的一方正被将军" "手番でない側に王手がかかっています";
    }
    Failure {
        NoStart(program, reason): "无法启动{program}：{reason}" "{program} を起動できません：{reason}";
        Stopped: "已停止" "中止しました";
        Silent: "没有回应" "応答がありません";
        Unstoppable: "不停止" "停止しません";
        Flood: "输出过多" "出力が多すぎます";
        NoScore: "没有给出评分" "評価値を返しません";
        OtherPosition: "回答的是另一局面" "別の局面について答えています";
        NoAnalysis: "没有分析命令（kata-analyze、lz-analyze）" "解析コマンド（kata-analyze、lz-analyze）がありません";
        NoDepth: "围棋引擎没有深度：请用--time或--nodes" "囲碁エンジンに深さはありません。--time か --nodes を使ってください";
        Refuses(reason): "不接受命令：{reason}" "コマンドを拒否しました：{reason}";
        Ended(status): "已退出：{status}" "終了しました：{status}";
        Closed: "已关闭输出" "出力を閉じました";
        Complained(complaint): "已关闭输出：{complaint}" "出力を閉じました：{complaint}";
    }
    Limit {
        Time(milliseconds): "{milliseconds}毫秒" "{milliseconds}ミリ秒";
        Nodes(number): "{number}个节点" "{number}ノード";
        Depth(plies): "深度{plies}" "深さ{plies}";
        Mate(milliseconds): "找杀{milliseconds}毫秒" "詰み探索{milliseconds}ミリ秒";
    }
    BookError {
        Io(reason): "{reason}" "{reason}";
        Missing: "没有此文件" "ファイルがありません";
        Denied: "没有权限" "権限がありません";
        NotAFile: "不是文件" "ファイルではありません";
        Empty: "文件是空的" "空のファイルです";
        Encrypted: "可能是加密的SQLite文件，只有制作它的程序能打开" "暗号化されたSQLiteのようです。作成したソフトでしか開けません";
        OtherKind(format): "{format}格式的开局库，dapu不能读取" "{format}形式の定跡は読めません";
        Archive(kind): { format!("{}压缩包，请先解压", bare(kind)) } { format!("{}圧縮ファイルです。先に展開してください", bare(kind)) };
        NotSqlite: "不是开局库：不是SQLite文件，或已加密、压缩、损坏" "定跡ではありません（SQLiteでないか、暗号化・圧縮・破損）";
        Foreign(tables): "是数据库，但不是开局库：{tables}" "データベースですが定跡ではありません：{tables}";
        OtherGame(game): "是{game}的开局库，不是象棋的" "{game}の定跡です（シャンチーではありません）";
        EncryptedMoves: "开局库的着法已加密，只有制作它的程序能读取" "指し手が暗号化されています。作成したソフトでしか読めません";
        CutShort { is, expected }: "损坏：文件只有{is}字节，应为{expected}字节" "壊れています：{expected}バイト中{is}バイトしかありません";
        Unfinished: "开局库的修改未完成：请用写入它的程序打开一次" "定跡の変更が途中です。書き込んだソフトで一度開いてください";
        Busy: "另一个程序正在写入" "別のソフトが書き込み中です";
        Endless: "已放弃：开局库损坏，或被做成永远读不完" "断念しました：壊れているか、読み終わらないように作られています";
        Uncounted: "只统计象棋开局库" "数えられるのはシャンチーの定跡だけです";
        Damaged(detail): "损坏或加密：{detail}" "壊れているか暗号化されています：{detail}";
    }
    BookProblem {
        Failed(error): "{error}" "{error}";
        Illegal(rows): "略去了{rows}行在此不合规则的着法" "ここで指せない手を{rows}行除きました";
        MostlyIllegal(rows): "略去了{rows}行在此不合规则的着法：开局库损坏，或着法已加密？" "ここで指せない手を{rows}行除きました：定跡が壊れているか、暗号化されていますか";
        Many(rows): "此局面超过{rows}行，只显示最前面的" "この局面は{rows}行を超えるため、最初の分だけ表示します";
        Empty: "开局库中没有着法" "定跡に手がありません";
        NoStart: "开局库中没有初始局面：是残局库，或红黑颠倒？" "定跡に初期局面がありません：終盤用か、先後が逆ですか";
        Kind(text): "{text}" "{text}";
    }
    NotAFile {
        Directory: "文件夹" "フォルダ";
        Pipe: "管道" "パイプ";
        Socket: "套接字" "ソケット";
        Device: "设备" "デバイス";
        Terminal: "终端" "端末";
    }
    Cause {
        Io(error): "{error}" "{error}";
        NotAFile(kind): "是{kind}，不是文件" "{kind}です。ファイルではありません";
        NoRecord: "其中没有棋谱" "棋譜がありません";
        Archived: "不能跟随压缩包中的棋谱" "圧縮ファイル内の棋譜は追従できません";
        Read(error): "{error}" "{error}";
        Other(reason): "{reason}" "{reason}";
    }
    CollectionError {
        Refused(error): "{error}" "{error}";
        Io(error): "{error}" "{error}";
    }
    NotWritten {
        Exists(path): "{path}已存在" "{path}はすでにあります";
        NotRegular(path): "{path}: 不是普通文件" "{path}: 通常のファイルではありません";
        Io { path, error }: "{path}: 无法写入：{error}" "{path}: 書き込めません：{error}";
        Archived(path): "{path}: 不能写入压缩包" "{path}: 圧縮ファイルには書き込めません";
    }
    StoreError {
        Unknown(name): "没有名为{name:?}的笔记" "{name:?}という名のメモはありません";
        SeveralGames(name, sets): "{name}有多局的笔记：{sets}" "{name}のメモは複数の対局にあります：{sets}";
        InUse: "另一个dapu正在用此引擎分析这一局" "別の dapu がこのエンジンでこの対局を解析中です";
    }
    Doubt {
        Played: "也许只是提到，这里当作着法" "は指し手か、触れただけか：指し手として読みました";
        Named: "也许是着法，这里当作注释" "は指し手か、触れただけか：コメントとして残しました";
        Unfit: "在此处走不通，当作注释" "はここでは指せません：コメントとして残しました";
        Place: "：这里可能开始变化，也可能是新的回合" "：変化か次の手が始まる可能性があります";
        LeftOut(count): "：从这里起有{count}着未读取" "：ここから{count}手を読んでいません";
        Number: "：不是下一着的序号" "：次の手の番号ではありません";
        Side: "：轮到另一方走子" "：手番が違います";
        Game: "：这里开始另一局" "：ここから別の対局です";
    }
    Problem {
        Illegal(mv): "{mv}" "{mv}";
        Unread { text; .. }: "无法识别的着法：{text}" "読めない手：{text}";
        Cut(reason): "文件不完整：{reason}" "ファイルが途中で終わっています：{reason}";
        Encoding(name): "有些字节不是有效的 {name} 编码，显示为 U+FFFD" "{name} として正しくないバイトがあり、U+FFFD で表示しています";
        Replaced(count): "{count}个字符是U+FFFD：文本已被其他程序损坏，原文无法恢复" "{count}文字が U+FFFD です：他のプログラムで文字化けしており、元の文字は失われています";
        Header { name, detail }: "棋谱信息「{name}」：{detail}" "棋譜情報「{name}」：{detail}";
        Doubtful { text, doubt }: "{text:?}{doubt}" "{text:?}{doubt}";
        Unreadable(reason): "{reason}" "{reason}";
        Other(text): "{text}" "{text}";
        More(count): "另有 {count} 条警告" "ほかに警告 {count} 件";
    }
}

impl Worded for Trouble {
    fn worded(&self, lang: Lang) -> String {
        format!("{}: {}", self.name, self.why.worded(lang))
    }
}

impl Worded for Contempt {
    fn worded(&self, lang: Lang) -> String {
        let value = &self.0;
        lang.pick([
            self.to_string(),
            format!("Contempt为{value}，评分总偏向走棋方：请在options中加入Contempt = 0"),
            format!(
                "Contempt が{value}で、評価値が常に手番側に有利になります。options に Contempt = 0 を加えてください"
            ),
        ])
    }
}

impl Worded for LineAndColumn {
    fn worded(&self, lang: Lang) -> String {
        let text = &self.0;
        lang.pick([
            self.to_string(),
            format!("{text}是行和列；位置写作 FILE:PLY 或 FILE:PLY.BRANCH-PLY"),
            format!("{text}は行と桁です。位置は FILE:PLY か FILE:PLY.BRANCH-PLY と書きます"),
        ])
    }
}

impl Worded for format::WriteError {
    fn worded(&self, _: Lang) -> String {
        self.to_string()
    }
}

/// The name of a kind of archive without its English article.
pub(crate) fn bare(kind: &str) -> &str {
    kind.split_once(' ').map_or(kind, |(_, name)| name)
}

impl Worded for IllegalMove {
    fn worded(&self, lang: Lang) -> String {
        let (name, rule) = (&self.name, self.rule.worded(lang));
        match (lang, self.number) {
            (Lang::En, _) => self.to_string(),
            (Lang::Zh, Some(number)) => format!("第{number}着（{name}）犯规：{rule}"),
            (Lang::Zh, None) => format!("{name}犯规：{rule}"),
            (Lang::Ja, Some(number)) => format!("{number}手目（{name}）反則：{rule}"),
            (Lang::Ja, None) => format!("{name} 反則：{rule}"),
        }
    }
}

impl Worded for ReadError {
    fn worded(&self, lang: Lang) -> String {
        let detail = &self.message;
        let with_detail = |text| format!("{text}：{detail}");
        let [zh, ja] = match &self.reason {
            Reason::Empty => ["文件是空的", "空のファイルです"].map(str::to_owned),
            Reason::Unknown => ["不是能识别的棋谱", "棋譜として読めません"].map(str::to_owned),
            Reason::Encrypted => {
                ["压缩包已加密，请先用密码解压", "暗号化されています。パスワードで展開してください"]
                    .map(str::to_owned)
            }
            Reason::Archive(kind) => {
                let kind = bare(kind);
                [
                    format!("不是棋谱，而是{kind}压缩包，请先解压"),
                    format!("棋譜ではなく{kind}圧縮ファイルです。先に展開してください"),
                ]
            }
            Reason::NoSuchGame(number, count) => [
                format!("没有第{number}局，文件里共{count}局"),
                format!("{number}局目はありません（全{count}局）"),
            ],
            Reason::NotARecord => ["不是棋谱", "棋譜ではありません"].map(with_detail),
            Reason::NoGame => ["其中没有对局", "対局がありません"].map(with_detail),
            Reason::Damaged => ["文件损坏或不完整", "壊れているか不完全です"].map(with_detail),
            Reason::TooLarge => ["解压后太大", "展開すると大きすぎます"].map(with_detail),
            Reason::Unsupported => ["不支持这种棋谱", "未対応の棋譜です"].map(with_detail),
            Reason::Bug => ["程序出错", "dapuの不具合です"].map(with_detail),
        };
        lang.pick([detail.clone(), zh, ja])
    }
}

impl Worded for LoadError {
    fn worded(&self, lang: Lang) -> String {
        match &self.cause {
            Cause::Read(error) => locate(&self.path, error.at, &error.worded(lang)),
            cause => format!("{}: {}", show_path(&self.path), cause.worded(lang)),
        }
    }
}

impl Worded for Damage {
    fn worded(&self, lang: Lang) -> String {
        let Self::Line { path, line, count } = self else { return self.to_string() };
        let more = count - 1;
        let text = match (lang, more) {
            (Lang::En, _) => return self.to_string(),
            (Lang::Zh, 0) => "有一条笔记无法读取".to_owned(),
            (Lang::Ja, 0) => "読めないメモがあります".to_owned(),
            (Lang::Zh, _) => format!("有笔记无法读取（另有{more}条）"),
            (Lang::Ja, _) => format!("読めないメモがあります（ほか{more}件）"),
        };
        format!("{}:{line}: {text}", show_path(path))
    }
}

impl Worded for io::Error {
    fn worded(&self, lang: Lang) -> String {
        let inner = self.get_ref();
        if let Some(damage) = inner.and_then(|inner| inner.downcast_ref::<Damage>()) {
            return damage.worded(lang);
        }
        if let Some(error) = inner.and_then(|inner| inner.downcast_ref::<StoreError>()) {
            return error.worded(lang);
        }
        let [zh, ja] = match self.kind() {
            io::ErrorKind::NotFound => ["没有此文件", "ファイルがありません"],
            io::ErrorKind::PermissionDenied => ["没有权限", "権限がありません"],
            io::ErrorKind::FileTooLarge => {
                ["文件过大，不是棋谱：超过1 GiB", "棋譜として大きすぎます（1 GiB超）"]
            }
            _ => return self.to_string(),
        };
        lang.pick([&*self.to_string(), zh, ja]).to_owned()
    }
}
